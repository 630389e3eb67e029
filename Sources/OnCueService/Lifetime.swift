// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueRuntime

/// The objects that live as long as the service and that nothing else would keep, and their ends.
@MediaActor
final class Lifetime {
    private var kept: [Any] = []
    private var followers: [Task<Void, Never>] = []
    private var ends: [@MediaActor () async -> Void] = []

    nonisolated init() {}

    /// Keeps an object until ``release()``, and has something done about it before, in ``end()``.
    func keep<Object: AnyObject>(_ object: Object, end: (@MediaActor (Object) async -> Void)? = nil) {
        kept.append(object)
        if let end { ends.append { await end(object) } }
    }

    /// Has a task go on until ``release()``.
    func follow(_ task: Task<Void, Never>) { followers.append(task) }

    /// Has something done in ``end()``.
    func atEnd(_ end: @escaping @MediaActor () async -> Void) { ends.append(end) }

    /// Does what is to be done at the end, beginning with what was said last.
    func end() async {
        while let end = ends.popLast() { await end() }
    }

    /// Ends the tasks and lets go of the objects, beginning with the last one.
    func release() {
        while let task = followers.popLast() { task.cancel() }
        while kept.popLast() != nil {}
    }
}
