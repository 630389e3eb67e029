// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient

/// What has the whole screen, without terminal and service: takes events, gives effects, is drawn as lines.
protocol ScreenModel: Sendable {
    associatedtype Event: ScreenEvent
    associatedtype Effect: ScreenEffect

    /// The line about what plays, which grows by itself.
    var live: LiveLine { get }

    /// What must be done first.
    mutating func begin() -> [Effect]
    mutating func handle(_ event: Event) -> [Effect]
    /// As many lines as the screen has, none wider than it.
    func lines(_ now: ContinuousClock.Instant) -> [String]
}

protocol ScreenEvent: Sendable {
    static func terminal(_ event: TerminalEvent) -> Self
    static func nowPlaying(_ update: NowPlayingUpdate, at now: ContinuousClock.Instant) -> Self
    /// The line about what plays is not true any more.
    static var tick: Self { get }

    /// `nil` for what does not come from the terminal.
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
    /// Nothing is told from here on.
    func end()
}
