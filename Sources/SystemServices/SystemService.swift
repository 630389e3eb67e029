// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
package import GLib
package import OnCueRuntime

/// A service of the system bus as it comes and goes; it is never started.
@MediaActor
package final class SystemService {
    package enum State: Equatable {
        case noBus
        case absent
        /// The unique name of its connection.
        case present(owner: String)
    }

    /// Called when the state is first known, and whenever it changes.
    package var onChange: (@MediaActor (State) -> Void)?

    /// `nil` until it is known.
    package private(set) var state: State?
    package private(set) var bus: MessageBus?

    private let name: String
    private let system: SystemBus
    private var watch: BusSubscription?
    private var beginning: Task<Void, Never>?

    package init(_ name: String, on system: SystemBus) {
        self.name = name
        self.system = system
    }

    var owner: String? {
        if case .present(let owner)? = state { owner } else { nil }
    }

    package func start() {
        guard beginning == nil else { return }
        system.whenClosed { [weak self] in self?.lose() }
        beginning = Task { @MediaActor [weak self, system] in
            let bus = await system.connection()
            guard !Task.isCancelled else { return }
            await self?.follow(bus)
        }
    }

    package func stop() {
        beginning?.cancel()
        (beginning, watch, bus, state) = (nil, nil, nil, nil)
    }

    /// Returns the properties of one of its objects; `nil` if there is no answer.
    package func properties(
        of interface: String, at path: String, within limit: Duration
    ) async -> [String: BusValue]? {
        guard let owner, BusValue.isObjectPath(path) else { return nil }
        return try? await bus?.call(
            "GetAll", of: "org.freedesktop.DBus.Properties", at: path, on: owner, [.string(interface)], timeout: limit,
            startsService: false
        ).first?.dictionaryValue
    }

    private func follow(_ bus: MessageBus?) async {
        guard let bus, !bus.isClosed else { return take(.noBus) }
        self.bus = bus
        watch = bus.watchOwner(of: name) { [weak self] in self?.take($0.map { .present(owner: $0) } ?? .absent) }
        let owner = try? await bus.owner(of: name)
        // A change reported meanwhile is newer.
        guard self.bus != nil, state == nil else { return }
        take(owner.map { .present(owner: $0) } ?? .absent)
    }

    private func lose() {
        guard beginning != nil else { return }
        (watch, bus) = (nil, nil)
        take(.noBus)
    }

    private func take(_ new: State) {
        guard new != state else { return }
        state = new
        onChange?(new)
    }
}
