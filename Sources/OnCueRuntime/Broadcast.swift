// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Something that others on the media actor can listen to.
///
/// Listeners are called at once, in the order in which they began to listen. Nothing is buffered, so no listener can
/// fall behind; one that takes long calls should start a task.
@MediaActor
package final class Broadcast<Value: Sendable> {
    package typealias Listener = @MediaActor (Value) -> Void

    private var listeners: [Listener] = []

    package nonisolated init() {}

    /// Calls `listener` with every value that is sent from now on, as long as this lives. A listener with a shorter
    /// life refers to itself weakly.
    package func listen(_ listener: @escaping Listener) { listeners.append(listener) }

    package func send(_ value: Value) {
        for listener in listeners { listener(value) }
    }
}
