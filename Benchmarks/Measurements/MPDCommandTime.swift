// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// How long `mpc status` takes, as a measure of the machine.
struct MPDCommandTime: Measurement {
    let name = "mpd-command"
    let summary = "mpc status, the whole process"

    func measure(_ bench: Bench) async throws -> [Figure] {
        guard let mpd = try await MusicPlayerDaemon.start(in: bench.sandbox) else {
            return [.absent("MPD, mpc status", "not installed")]
        }
        defer { mpd.stop() }
        let times = try mpd.command("status").times(bench.options.runs(100, quick: 20))
        return [Figure("MPD, mpc status", times, "ms")]
    }
}
