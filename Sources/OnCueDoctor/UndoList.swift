// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueRuntime

/// The changes made, and the steps to revert them.
@MediaActor
final class UndoList {
    typealias Step = @MediaActor () async -> Void

    private var steps: [(name: String, undo: Step)] = []

    /// Must be called before a change. A value that is changed twice is reverted to the original one.
    ///
    /// - Returns: `false` if there is a step of this name already, which is kept.
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
