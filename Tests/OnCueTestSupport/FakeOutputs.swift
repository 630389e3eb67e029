// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime
internal import OnCueSession
internal import Synchronization

/// Outputs in the test's hand.
@MediaActor
package final class FakeOutputWatch: OutputWatching {
    package var onChange: (@MediaActor (AudioOutputs) -> Void)?
    package private(set) var isWatching = false
    package private(set) var refreshes = 0
    /// Where sound was moved to, `nil` being the default.
    package private(set) var moves: [String?] = []

    package nonisolated init() {}

    package func start() { isWatching = true }

    package func refresh() async { refreshes += 1 }

    /// The outputs that were chosen last.
    package private(set) var chosen: [ChosenOutput] = []

    package func choose(_ outputs: [ChosenOutput]) { chosen = outputs }

    package func move(to address: String?) { moves.append(address) }

    package func stop() { isWatching = false }

    /// The devices that are to play together.
    package private(set) var combined: [ChosenOutput] = []
    /// Whether the server plays on several outputs.
    package var canCombine = true
    package private(set) var hasLeft = false

    package func combine(_ outputs: [ChosenOutput]) {
        combined = outputs.count > 1 ? outputs : []
        show(shown)
    }

    /// Called while it is found out whether the server plays on several outputs.
    package var whileCombining: @MediaActor () async -> Void = {}

    package func isCombined() async -> Bool {
        await whileCombining()
        return canCombine
    }

    package func leave() async { hasLeft = true }

    /// The rooms of the output that is shown; they are there from the next ``show(_:)`` on.
    package var rooms: [Room] = []

    package func change(room identifier: String, _ change: RoomChange) async throws(RoomError) {
        guard let index = rooms.firstIndex(where: { $0.identifier == identifier }) else {
            throw RoomError(.notFound, "there is no room \"\(identifier.prefix(200))\"")
        }
        rooms[index].volume = change.volume ?? rooms[index].volume
        rooms[index].isMuted = change.isMuted ?? rooms[index].isMuted
        rooms[index].isPlaying = change.isPlaying ?? rooms[index].isPlaying
        show(shown)
    }

    package func group(rooms identifiers: [String]) async throws(RoomError) {
        for identifier in identifiers {
            guard let index = rooms.firstIndex(where: { $0.identifier == identifier }) else {
                throw RoomError(.notFound, "there is no room \"\(identifier.prefix(200))\"")
            }
            rooms[index].group = identifiers[0]
        }
        show(shown)
    }

    private var shown: [String] = []

    /// Where our sound is, of what is shown from now on; `nil` if the server does not tell.
    package var inUse: String?

    /// These are the outputs now, the first of which is the default.
    package func show(_ names: String...) { show(names) }

    private func show(_ names: [String]) {
        shown = names
        guard !names.isEmpty else { return }
        var outputs = names.map {
            AudioOutputDescription(
                identifier: $0, title: $0.prefix(1).uppercased() + $0.dropFirst(), kind: .headphones,
                address: "sink." + $0,
                isDefault: $0 == names.first, devices: [$0])
        }
        let members = combined.map(\.identifier)
        if canCombine, members.contains(where: names.contains) {
            var together = AudioOutputDescription(
                identifier: OutputSelection.identifier(together: members), title: "Several", kind: .virtual,
                address: "sink.together")
            together.members = Set(members)
            outputs.append(together)
        }
        var all = AudioOutputs(isServerThere: true, outputs: outputs)
        all.rooms = rooms
        all.inUse = inUse
        onChange?(all)
    }

    /// The sound server goes away.
    package func loseServer() {
        shown = []
        onChange?(AudioOutputs())
    }
}

/// Keeps the chosen output in memory.
package final class MemoryOutputStore: OutputSelectionStoring {
    private let selection = Mutex(OutputSelection.followDefault)

    package init() {}

    package func load() async -> OutputSelection { selection.withLock { $0 } }

    package func save(_ new: OutputSelection) async -> Bool {
        selection.withLock { $0 = new }
        return true
    }
}
