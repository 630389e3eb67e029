// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// How long a person waits for a command that prints what plays: the whole process.
struct CommandComparison: Comparison {
    let name = "peers-commands"
    let summary = "commands print what plays, as whole processes"

    func compare(_ stage: PeerStage) async throws -> [PeerRow] {
        try await stage.startStocked()
        for peer in stage.peers {
            try await peer.play([.flac])
            try await Task.sleep(for: .milliseconds(500))
            try await peer.pause()
        }
        var own = PeerRow(
            "status, command", "ms",
            "the usual command from fork to exit: `oncue now`, `mpc status` (also for Mopidy); bare: `dbus-send` with a `Ping`.",
            reason: PeerReasons.command)
        var general = PeerRow(
            "status, playerctl", "ms",
            "`playerctl --player=… metadata` from fork to exit, over MPRIS; bare: the same `dbus-send`.")
        var commands: [(name: String, isOwn: Bool, ChildProgram)] = []
        for peer in stage.peers {
            if let command = try peer.statusCommand() { commands.append((peer.name, true, command)) }
            if let program = Files.program("playerctl"), try await peer.asker(.mprisStatus) != nil {
                let words = [program, "--player=" + peer.name.lowercased(), "metadata"]
                commands.append((peer.name, false, stage.program(words, home: stage.music)))
            }
        }
        let ping = try Self.ping(stage)
        for run in 0...stage.options.runs(300, quick: 15) {
            for (name, isOwn, command) in commands {
                let time = try command.run()
                if run == 0 { continue }
                if isOwn { own.add(milliseconds: time, of: name) } else { general.add(milliseconds: time, of: name) }
            }
            guard let time = try ping?.run(), run > 0 else { continue }
            own.addBare("dbus-send", time / .milliseconds(1))
            general.addBare("dbus-send", time / .milliseconds(1))
        }
        return general.samples.isEmpty ? [own] : [own, general]
    }

    /// `nil` where there is no dbus-send.
    private static func ping(_ stage: PeerStage) throws -> ChildProgram? {
        Files.program("dbus-send").map { program in
            stage.program(
                [
                    program, "--session", "--print-reply", "--dest=org.oncue.OnCue", "/org/oncue/OnCue",
                    "org.freedesktop.DBus.Peer.Ping",
                ], home: stage.music)
        }
    }
}
