// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueRuntime

/// The changes made, and the steps to revert them.
@MediaActor
final class UndoList {
    typealias Step = @MediaActor () async -> Void

    private var steps: [(name: String, undo: Step)] = []

    /// Adds a step; must be called before the change. A value that is changed twice is reverted to the original one.
    ///
    /// - Returns: `false` if there is already a step with this name, which is kept.
    @discardableResult
    func add(_ name: String, _ undo: @escaping Step) -> Bool {
        guard !steps.contains(where: { $0.name == name }) else { return false }
        steps.append((name, undo))
        return true
    }

    /// Forgets a step: nothing was changed.
    func remove(_ name: String) { steps.removeAll { $0.name == name } }

    /// Reverts one change, even if the task has been cancelled.
    func undo(_ name: String) async {
        guard let step = steps.first(where: { $0.name == name }) else { return }
        // Waits end immediately in a cancelled task.
        await Task { await step.undo() }.value
        remove(name)
    }

    /// Reverts all changes, the last one first.
    func undoAll() async {
        while let last = steps.last { await undo(last.name) }
    }
}
