// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueService

/// The daemon; everything else is in `OnCueService`.
@main
struct OnCueDaemon {
    static func main() async {
        exit(await DaemonCommand.run(Array(CommandLine.arguments.dropFirst())))
    }
}
