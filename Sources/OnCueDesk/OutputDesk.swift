// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface
package import OnCueRuntime
package import OnCueSession

/// The audio outputs, for front ends.
@MediaActor
package final class OutputDesk: nonisolated OutputService {
    package typealias Failure = ContentError

    /// Called at most once per turn of the main loop after outputs, the selection or the output in use changed.
    package let changes = Broadcast<Void>()

    private let keeper: OutputKeeper?
    private let fixed: String
    private var isAnnouncing = false
    private let updates = StreamHub<OutputUpdate>(.newest(OutputUpdate.room))

    /// - Parameters:
    ///   - keeper: `nil` if the outputs are fixed.
    ///   - fixed: The fixed outputs, as on the command line.
    package init(keeper: OutputKeeper?, fixed: String) {
        self.keeper = keeper
        self.fixed = fixed
        changes.listen { [updates] in updates.tell(.changed) }
        keeper?.changes.listen { [weak self] in self?.announce() }
    }

    private func announce() {
        guard !isAnnouncing else { return }
        isAnnouncing = true
        Task { @MediaActor in
            isAnnouncing = false
            changes.send(())
        }
    }

    @MediaActor
    package func outputs() async throws(ContentError) -> OutputListing {
        guard let keeper else { return OutputListing(isServerThere: false, fixed: fixed) }
        await keeper.refresh()
        let current = keeper.current
        var listing = OutputListing(
            outputs: keeper.outputs.outputs.filter(\.members.isEmpty).prefix(OutputListing.limit).map {
                let isCurrent = $0.identifier == current?.identifier || current?.members.contains($0.identifier) == true
                return OutputListing.Output($0, isCurrent: isCurrent)
            }, isServerThere: keeper.outputs.isServerThere)
        if let identifier = keeper.selection.identifier, let title = keeper.selection.title {
            listing.chosen = OutputListing.Choice(identifier: identifier, title: title)
        }
        let chosen = keeper.selection.outputs
        if chosen.count > 1 { listing.together = chosen.map(\.identifier) }
        return listing
    }

    @MediaActor
    package func setOutput(_ identifier: String?) async throws(ContentError) {
        guard let keeper else {
            throw ContentError(
                .refused,
                "oncued was started with --output \(fixed); start it without --output to choose another one")
        }
        await keeper.refresh()
        guard let identifier else {
            await keeper.select(.followDefault)
            return
        }
        await keeper.select(OutputSelection([try chosen(identifier, of: keeper)]))
    }

    @MediaActor
    package func setOutputs(_ identifiers: [String]) async throws(ContentError) {
        let identifiers = identifiers.enumerated().filter { !identifiers[..<$0].contains($1) }.map(\.element)
        guard let keeper, identifiers.count > 1 else { return try await setOutput(identifiers.first) }
        guard identifiers.count <= OutputSelection.limit else {
            throw ContentError(
                .refused, "at most \(OutputSelection.limit) outputs play together; choose fewer")
        }
        await keeper.refresh()
        var outputs: [ChosenOutput] = []
        for identifier in identifiers { outputs.append(try chosen(identifier, of: keeper)) }
        if let rooms = keeper.outputs.outputs.first(where: { $0.receiver != nil && identifiers.contains($0.identifier) }
        ) {
            throw ContentError(
                .refused,
                "\(rooms.title) cannot play together with other outputs, since it is heard later; choose it alone, and its "
                    + "rooms with: oncue output rooms")
        }
        if let page = keeper.outputs.outputs.first(where: { $0.kind == .browser && identifiers.contains($0.identifier) }
        ) {
            throw ContentError(
                .refused, "\(page.title) plays by itself, so not together with other outputs; choose it alone")
        }
        guard await keeper.select(.together(outputs)) else {
            throw ContentError(
                .refused,
                "the sound server does not play on several outputs at once: it cannot load module-combine-sink; "
                    + "choose one output")
        }
    }

    @MediaActor
    package func rooms() async throws(ContentError) -> [Room] {
        guard let keeper else { return [] }
        await keeper.refresh()
        return keeper.outputs.rooms
    }

    @MediaActor
    package func setRoom(_ identifier: String, _ change: RoomChange) async throws(ContentError) {
        try await inRooms { keeper throws(RoomError) in try await keeper.change(room: identifier, change) }
    }

    @MediaActor
    package func groupRooms(_ identifiers: [String]) async throws(ContentError) {
        guard (1...Room.limit).contains(identifiers.count) else {
            throw ContentError(
                .refused, "a group has 1 to \(Room.limit) rooms; list the rooms with: oncue output rooms")
        }
        try await inRooms { keeper throws(RoomError) in try await keeper.group(rooms: identifiers) }
    }

    @MediaActor
    private func inRooms(_ body: (OutputKeeper) async throws(RoomError) -> Void) async throws(ContentError) {
        guard let keeper else {
            throw ContentError(
                .refused,
                "oncued was started with --output \(fixed), which has no rooms; start it without --output to use some")
        }
        await keeper.refresh()
        do throws(RoomError) {
            try await body(keeper)
        } catch {
            throw ContentError(error.code == .notFound ? .notFound : .refused, error.message)
        }
    }

    @MediaActor
    package func outputUpdates() async -> AsyncStream<OutputUpdate> { updates.listen(beginningWith: .changed) }

    /// Returns the output that an identifier selects: one that is present, or was selected already.
    private func chosen(_ identifier: String, of keeper: OutputKeeper) throws(ContentError) -> ChosenOutput {
        if let output = keeper.outputs.output(identifier), output.members.isEmpty {
            return ChosenOutput(identifier: output.identifier, title: output.title)
        }
        if let output = keeper.selection.outputs.first(where: { $0.identifier == identifier }) { return output }
        let reason =
            keeper.outputs.isServerThere || !keeper.outputs.outputs.isEmpty
            ? "there is no such output" : "no sound server is running"
        throw ContentError(
            .notFound, "cannot choose \"\(identifier.prefix(200))\": \(reason); list the outputs with: oncue output")
    }
}

extension OutputListing.Output {
    fileprivate init(_ output: AudioOutputDescription, isCurrent: Bool) {
        self.init(
            identifier: output.identifier, title: output.title, kind: output.kind.rawValue,
            isAvailable: output.isAvailable, isDefault: output.isDefault, isCurrent: isCurrent)
    }
}
