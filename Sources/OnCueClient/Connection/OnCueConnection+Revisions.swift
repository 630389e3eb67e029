// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

extension OnCueConnection {
    package func treeChanges() -> AsyncStream<Void> {
        let changed = ContentMethods.changed
        return link.updates(of: changed.interface, member: changed.name, room: 1, present: (), lost: nil) { _ in () }
    }
}
