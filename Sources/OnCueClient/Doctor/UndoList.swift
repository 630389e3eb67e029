// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueRuntime

/// What has been changed, and how it is set back.
@MediaActor
final class UndoList {
    typealias Step = @MediaActor () async -> Void

    private var steps: [(name: String, undo: Step)] = []

    /// To be called before something is changed. What is changed twice is set back to what it was at first.
    ///
    /// - Returns: False when there is a step of this name already, which stays.
    @discardableResult
    func add(_ name: String, _ undo: @escaping Step) -> Bool {
        guard !steps.contains(where: { $0.name == name }) else { return false }
        steps.append((name, undo))
        return true
    }

    /// Forgets a step: nothing was changed.
    func remove(_ name: String) { steps.removeAll { $0.name == name } }

    /// Sets one thing back, also where the task has been cancelled.
    func undo(_ name: String) async {
        guard let step = steps.first(where: { $0.name == name }) else { return }
        // Waits end at once in a task that has been cancelled.
        await Task { await step.undo() }.value
        remove(name)
    }

    /// Sets everything back, the last thing first.
    func undoAll() async {
        while let last = steps.last { await undo(last.name) }
    }
}
