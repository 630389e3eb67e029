// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import Glibc
internal import OnCueRuntime

/// Ends everything that was started and removes the files on Ctrl-C, SIGTERM and SIGHUP.
@MediaActor
final class Interruption {
    private let sources: [UnixSignalSource]

    init(_ sandbox: Sandbox) {
        sources = [SIGINT, SIGTERM, SIGHUP].map { signal in
            UnixSignalSource(signal) {
                sandbox.clear()
                _exit(128 + signal)
            }
        }
    }
}
