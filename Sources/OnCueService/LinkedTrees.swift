// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import JSON
internal import LinkedMedia
internal import OnCueCore
internal import OnCueHandoff
internal import OnCueInterface
internal import OnCueProviders
internal import OnCueRuntime
internal import PairedMachines

/// The library of a paired machine as a provider: the machine is not asked before its branch is opened.
@MediaActor
final class LinkedTree: InnerProvider {
    /// The time limit for an answer, including opening the link.
    private static let answerLimit: Duration = .seconds(10)

    private let machine: PairedMachine
    private let machines: LinkedMachines
    private let library: LinkedLibrary

    init(_ machine: PairedMachine, _ machines: LinkedMachines, _ library: LinkedLibrary) {
        (self.machine, self.machines, self.library) = (machine, machines, library)
    }

    @MediaActor
    func answer(_ member: String, _ arguments: [BusValue]) async throws(BusError) -> [BusValue] {
        let own = arguments.first?.stringValue ?? ""
        switch member {
        case "GetChildren" where arguments.count == 3:
            let count = min(arguments[2].intValue ?? 1, SharedRows.longest)
            let page = try await page(of: own, from: arguments[1].intValue ?? 0, count: max(1, count))
            let rows = page.rows.map { BusValue.dictionary($0.map(Self.row) ?? [:]) }
            return [
                .uint64(UInt64(bitPattern: Int64(page.revision))), .uint32(UInt32(clamping: page.total)),
                .array(rows, of: "a{sv}"),
            ]
        case "GetItem":
            let item = try Self.item(own)
            let row = try await ask(.item(item)) { SharedRow(json: $0) }
            // The answer keeps the identifier that was asked for, whatever the other machine calls the item now.
            return [.dictionary(Self.row(row).merging(["id": .string(own)]) { $1 })]
        case "Resolve": return [.string(try await location(of: own).uri), .int64(1)]
        case "GetArtwork":
            let bytes = try await ask(.picture(try Self.item(own))) {
                $0["picture"]?.stringValue.flatMap { PieceText.bytes($0, limit: SharedStep.pictureLimit) }
            }
            return [.bytes(bytes)]
        default: throw BusError(name: BusError.notSupported, message: "\(member) is not answered here")
        }
    }

    private func page(of own: String, from offset: Int, count: Int) async throws(BusError) -> SharedRows {
        let item = own.isEmpty ? nil : try Self.item(own)
        return try await ask(.browse(item, from: offset, count: count)) { SharedRows(json: $0, count: count) }
    }

    private func location(of own: String) async throws(BusError) -> MediaLocation {
        let item = try Self.item(own)
        guard item.kind == .track, let key = StableKey(text: item.key),
            let medium = LinkedMedium(machine: machine.identifier.text, track: key)
        else { throw BusError(name: "org.oncue.Error.NotFound", message: "\(own) is not a track") }
        do throws(PlaybackError) { return try await library.locate(medium.location, isRetry: false) } catch {
            throw error.code == .notFound
                ? BusError(name: "org.oncue.Error.NotFound", message: error.message) : Self.error(error.message)
        }
    }

    private func ask<Answer: Sendable>(
        _ step: SharedStep, read: @escaping @Sendable (JSONValue) -> Answer?
    ) async throws(BusError) -> Answer {
        do throws(ServiceError) {
            return try await machines.ask(machine.identifier.text, step, within: Self.answerLimit, read: read)
        } catch {
            throw error.isAbsence
                ? BusError(name: "org.oncue.Error.NotFound", message: error.message) : Self.error(error.message)
        }
    }

    private static func item(_ own: String) throws(BusError) -> ContentIdentifier {
        guard let item = ContentIdentifier(own), SharedTree.shows(item) else {
            throw BusError(name: "org.oncue.Error.NotFound", message: "\(own) is nothing in a library")
        }
        return item
    }

    private static func error(_ message: String) -> BusError { BusError(name: BusError.failed, message: message) }

    private static func row(_ row: SharedRow) -> [String: BusValue] {
        var values: [String: BusValue] = [
            "id": .string(row.identifier), "title": .string(row.title), "subtitle": .string(row.subtitle),
            "container": .bool(row.isContainer), "playable": .bool(row.isPlayable), "explicit": .bool(row.isExplicit),
        ]
        if !row.isContainer { values["streaming"] = .bool(true) }
        if let duration = row.duration { values["duration"] = .int64(Int64(duration / .microseconds(1))) }
        if let count = row.childCount { values["childCount"] = .uint32(UInt32(clamping: count)) }
        if let part = row.part {
            values["start"] = .int64(Int64(part.start / .microseconds(1)))
            if let end = part.end { values["end"] = .int64(Int64(end / .microseconds(1))) }
        }
        if row.hasPicture { values["picture"] = .string(row.identifier) }
        return values
    }
}

/// A branch for each paired machine, while files are fetched from paired machines; a machine is asked only once its
/// branch is opened.
@MediaActor
final class LinkedTrees {
    private let machines: LinkedMachines
    private let library: LinkedLibrary
    private let registry: ProviderRegistry
    /// The list of paired machines.
    private let path: String
    private var monitor: FileMonitor?
    private let executor = BlockingExecutor(label: "oncue.machines")

    init(_ machines: LinkedMachines, _ library: LinkedLibrary, _ registry: ProviderRegistry, state: String) {
        (self.machines, self.library, self.registry) = (machines, library, registry)
        path = MachineBook.path(state: state)
    }

    /// Shows or removes the branches.
    func set(_ isOn: Bool) async {
        guard isOn else {
            monitor = nil
            return registry.setInner([])
        }
        if monitor == nil {
            // A file can only be watched in a folder that exists.
            let folder = path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
            _ = await executor.run { PrivateDirectory.make(folder) }
            monitor = FileMonitor(path) { [weak self] in
                Task { @MediaActor in await self?.show() }
            }
        }
        await show()
    }

    private func show() async {
        let paired = await machines.machines()
        guard monitor != nil else { return }
        registry.setInner(
            paired.map { machine in
                let registration = InnerRegistration(
                    busName: "org.oncue.machine.m" + machine.identifier.short, name: "\(machine.name)'s library",
                    iconName: "network-server")
                return (registration, LinkedTree(machine, machines, library))
            })
    }
}
