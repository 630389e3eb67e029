// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Controls whether calls may start the daemon.
package enum DaemonStart {
    /// False for actions that a program performs by itself, such as rereading a list. Then a call fails with
    /// `unavailable` if no daemon is running, so that only the user can restart a daemon that the user has ended. Tasks
    /// inherit it.
    @TaskLocal package static var isAllowed = true
}
