// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
package import OnCueRuntime
package import SystemServices

/// Announces a service in the networks of this machine through Avahi for as long as this object exists, and again
/// whenever Avahi restarts.
@MediaActor
package final class ServiceAnnouncement {
    /// The largest number of names tried if they are already in use.
    private static let nameLimit = 20

    private let system: SystemBus
    private var description: ServiceDescription
    private var watch: BusSubscription?
    private var group: (owner: String, path: String, states: BusSubscription)?
    private var names = 0
    /// A number that changes with every owner of the bus name, so that answers of an earlier one are ignored.
    private var round = 0

    package init(_ description: ServiceDescription, system: SystemBus) {
        (self.description, self.system) = (description, system)
    }

    /// Begins to announce the service. Does nothing without a system bus.
    package func start() async {
        guard let bus = await system.connection() else { return }
        watch = bus.watchOwner(of: Avahi.name) { [weak self] owner in
            Task { @MediaActor [weak self] in await self?.announce(on: bus, owner) }
        }
        await announce(on: bus, try? await bus.owner(of: Avahi.name))
    }

    private func announce(on bus: MessageBus, _ owner: String?) async {
        guard let owner else {
            group = nil
            return
        }
        guard group?.owner != owner else { return }
        round += 1
        let current = round
        let answer = try? await bus.call(
            "EntryGroupNew", of: Avahi.server, at: Avahi.path, on: owner, timeout: .seconds(5), startsService: false)
        guard current == round, let path = answer?.first?.stringValue, BusValue.isObjectPath(path) else { return }
        let states = bus.subscribe(sender: owner, path: path, interface: Avahi.group, member: "StateChanged") {
            [weak self] signal in
            guard signal.arguments.first?.intValue == Avahi.collision else { return }
            Task { @MediaActor [weak self] in await self?.rename(bus) }
        }
        group = (owner, path, states)
        await publish(bus)
    }

    private func publish(_ bus: MessageBus) async {
        guard let group else { return }
        let texts = description.texts.sorted { $0.key < $1.key }.map {
            BusValue.bytes(Array("\($0.key)=\($0.value)".utf8))
        }
        do throws(BusError) {
            try await bus.call(
                "AddService", of: Avahi.group, at: group.path, on: group.owner,
                [
                    Avahi.any, Avahi.any, Avahi.noFlags, .string(description.name), .string(description.type),
                    .string(""), .string(""), .uint16(description.port), .array(texts, of: "ay"),
                ], timeout: .seconds(5))
            try await bus.call("Commit", of: Avahi.group, at: group.path, on: group.owner, timeout: .seconds(5))
        } catch {
            if error.name == "org.freedesktop.Avahi.CollisionError" { await rename(bus) }
        }
    }

    /// Chooses another name, because another machine has this one.
    private func rename(_ bus: MessageBus) async {
        guard let group, names < Self.nameLimit else { return }
        names += 1
        let answer = try? await bus.call(
            "GetAlternativeServiceName", of: Avahi.server, at: Avahi.path, on: group.owner,
            [.string(description.name)], timeout: .seconds(5))
        guard let name = answer?.first?.stringValue else { return }
        description.name = name
        _ = try? await bus.call("Reset", of: Avahi.group, at: group.path, on: group.owner, timeout: .seconds(5))
        await publish(bus)
    }
}
