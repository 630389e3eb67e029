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
        var piped = PeerRow(
            "status, command", "ms",
            "the usual command from fork to exit, in a pipe, as scripts and bars ask: `oncue now`, `mpc status` (also for "
                + "Mopidy); bare: `dbus-send` with a `Ping`.",
            reason: PeerReasons.command)
        var shown = PeerRow(
            "status, command on a terminal", "ms",
            "the same on a terminal of 80 columns, where `oncue now` also shows the cover, colours and the next track.",
            reason: PeerReasons.shownCommand)
        var general = PeerRow(
            "status, playerctl", "ms",
            "`playerctl --player=… metadata` from fork to exit, over MPRIS; bare: the same `dbus-send`.",
            reason: PeerReasons.generalCommand)
        let screen = try TerminalScreen(width: 80, height: 24)
        screen.takeAll()
        var commands: [(name: String, kind: Kind, ChildProgram)] = []
        for peer in stage.peers {
            if let command = try peer.statusCommand(on: nil) { commands.append((peer.name, .piped, command)) }
            if let command = try peer.statusCommand(on: screen) { commands.append((peer.name, .shown, command)) }
            if let program = Files.program("playerctl"), try await peer.asker(.mprisStatus) != nil {
                let words = [program, "--player=" + peer.name.lowercased(), "metadata"]
                commands.append((peer.name, .general, stage.program(words, home: stage.music)))
            }
        }
        let ping = try Self.ping(stage)
        for run in 0...stage.options.runs(300, quick: 15) {
            for (name, kind, command) in commands {
                let time = try command.run()
                if run == 0 { continue }
                switch kind {
                case .piped: piped.add(milliseconds: time, of: name)
                case .shown: shown.add(milliseconds: time, of: name)
                case .general: general.add(milliseconds: time, of: name)
                }
            }
            guard let time = try ping?.run(), run > 0 else { continue }
            piped.addBare("dbus-send", time / .milliseconds(1))
            shown.addBare("dbus-send", time / .milliseconds(1))
            general.addBare("dbus-send", time / .milliseconds(1))
        }
        return [piped, shown, general].filter { !$0.samples.isEmpty }
    }

    private enum Kind {
        case piped
        case shown
        case general
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
