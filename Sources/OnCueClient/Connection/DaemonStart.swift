// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Whether calls may start the daemon.
package enum DaemonStart {
    /// False in what a program does by itself, such as reading a list again: then a call fails with `unavailable` where
    /// no daemon runs, so that only the user brings one back that the user has ended. Tasks inherit it.
    @TaskLocal package static var isAllowed = true
}
