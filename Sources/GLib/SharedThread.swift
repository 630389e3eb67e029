// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import COnCueShims

/// The thread for the work of tasks that do not belong to an actor.
package enum SharedThread {
    /// Moves this work away from Dispatch's pool, for the whole process.
    ///
    /// Dispatch checks its pool once a second for as long as the process lives, so a daemon that has used it is never
    /// idle. In this process such work is short: everything that blocks or takes long has an executor of its own
    /// (`BlockingExecutor`). Must be called once, before there are tasks.
    package static func use() {
        oncue_runtime_use_one_thread()
    }
}
