// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueSession
import Synchronization

/// The file of the shortcuts, in memory.
final class MemoryShortcuts: ShortcutStoring {
    private let text = Mutex("")

    func load() async throws(ContentError) -> String { text.withLock { $0 } }
    func save(_ new: String) async throws(ContentError) { text.withLock { $0 = new } }
}
