// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueRuntime

/// Owns the objects that live as long as the service and have no other owner, and the actions to perform at its end.
@MediaActor
final class Lifetime {
    private var kept: [Any] = []
    private var followers: [Task<Void, Never>] = []
    private var ends: [@MediaActor () async -> Void] = []

    nonisolated init() {}

    /// Keeps an object until ``release()``, and performs an action on it before that, in ``end()``.
    func keep<Object: AnyObject>(_ object: Object, end: (@MediaActor (Object) async -> Void)? = nil) {
        kept.append(object)
        if let end { ends.append { await end(object) } }
    }

    /// Keeps a task running until ``release()``.
    func follow(_ task: Task<Void, Never>) { followers.append(task) }

    /// Adds an action to perform in ``end()``.
    func atEnd(_ end: @escaping @MediaActor () async -> Void) { ends.append(end) }

    /// Performs the actions for the end, beginning with the one added last.
    func end() async {
        while let end = ends.popLast() { await end() }
    }

    /// Cancels the tasks and releases the objects, beginning with the last one.
    func release() {
        while let task = followers.popLast() { task.cancel() }
        while kept.popLast() != nil {}
    }
}
