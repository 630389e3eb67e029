// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueRuntime

/// The screen savers of desktops on the session bus. None is started, and those that appear later are followed.
@MediaActor
final class ScreenSavers {
    private struct Known {
        var name: String
        var path: String
    }

    /// The interface of each has the same name. Under GNOME, the first name belongs to another service, which does not
    /// answer.
    private static let all = [
        Known(name: "org.freedesktop.ScreenSaver", path: "/org/freedesktop/ScreenSaver"),
        Known(name: "org.gnome.ScreenSaver", path: "/org/gnome/ScreenSaver"),
        Known(name: "org.xfce.ScreenSaver", path: "/org/xfce/ScreenSaver"),
    ]
    private static let patience: Duration = .seconds(10)

    var onEvent: (@MediaActor (LockState.Event) -> Void)?

    private let bus: MessageBus
    private var subscriptions: [BusSubscription] = []
    /// The number of reports of each: an answer to a request from before is outdated.
    private var told: [String: Int] = [:]

    init(bus: MessageBus) {
        self.bus = bus
    }

    func start() {
        subscriptions = Self.all.flatMap { known in
            [
                bus.watchOwner(of: known.name) { [weak self] owner in
                    self?.tell(known, .screenSaverGone(known.name))
                    if owner != nil { self?.ask(known) }
                },
                bus.subscribe(sender: known.name, interface: known.name, member: "ActiveChanged") { [weak self] in
                    let isActive = $0.arguments.first?.boolValue ?? false
                    self?.tell(known, .screenSaver(known.name, isActive: isActive))
                },
            ]
        }
        for known in Self.all { ask(known) }
    }

    func stop() {
        onEvent = nil
        subscriptions = []
    }

    private func tell(_ known: Known, _ event: LockState.Event) {
        told[known.name, default: 0] += 1
        onEvent?(event)
    }

    private func ask(_ known: Known) {
        Task { @MediaActor [weak self, bus] in
            let before = self?.told[known.name]
            let answer = try? await bus.call(
                "GetActive", of: known.name, at: known.path, on: known.name, timeout: Self.patience,
                startsService: false)
            guard let self, told[known.name] == before, answer?.first?.boolValue == true else { return }
            tell(known, .screenSaver(known.name, isActive: true))
        }
    }
}
