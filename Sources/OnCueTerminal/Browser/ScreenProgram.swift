// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient

/// The model of a full-screen program, without terminal and service: takes events, returns effects, is drawn as lines.
protocol ScreenModel: Sendable {
    associatedtype Event: ScreenEvent
    associatedtype Effect: ScreenEffect

    /// The line about the playing track, which advances by itself.
    var live: LiveLine { get }

    /// Returns the initial effects.
    mutating func begin() -> [Effect]
    mutating func handle(_ event: Event) -> [Effect]
    /// Returns as many lines as the screen has, none wider than it.
    func lines(_ now: ContinuousClock.Instant) -> [String]
}

protocol ScreenEvent: Sendable {
    static func terminal(_ event: TerminalEvent) -> Self
    static func nowPlaying(_ update: NowPlayingUpdate, at now: ContinuousClock.Instant) -> Self
    /// The line about the playing track is out of date.
    static var tick: Self { get }

    /// The terminal event, or `nil` for one from another source.
    var terminal: TerminalEvent? { get }
}

protocol ScreenEffect: Sendable, Equatable {
    static var suspend: Self { get }
    static var quit: Self { get }
}

/// Carries out effects.
protocol ScreenService<Effect>: AnyObject {
    associatedtype Effect

    func perform(_ effect: Effect)
    /// Stops the delivery of events.
    func end()
}
