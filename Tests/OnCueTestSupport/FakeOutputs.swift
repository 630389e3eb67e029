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

    package func isCombined() async -> Bool { canCombine }

    package func leave() async { hasLeft = true }

    private var shown: [String] = []

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
        onChange?(AudioOutputs(isServerThere: true, outputs: outputs))
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
