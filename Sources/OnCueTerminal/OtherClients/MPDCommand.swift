// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON

/// `oncue mpd`
enum MPDCommand {
    static let command = Command(
        CommandDefinition(
            "mpd", group: "Daemon", summary: "Let clients of MPD control OnCue.",
            discussion: """
                Programs for the Music Player Daemon, such as mpc and ncmpcpp, reach OnCue at the socket mpd/socket in the \
                runtime folder, where many look by themselves; MPD_HOST tells the others. A program of its own, oncue-mpd, \
                listens; off until you switch it on. Podcasts, radio and the lists of For You are playlists and folders \
                there.

                For clients on other machines, write addresses and passwords to mpd.conf in the configuration folder, then \
                switch it off and on: listen = 192.168.1.4:6600, password = secret@read,add,control. Passwords and music \
                titles cross the network unencrypted.

                JSON: on, lasting (also at the next login), socket, addresses (of the network), missing (those where \
                nothing listens, as address and reason), passwords (their number), settings (the path of mpd.conf).
                """,
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue mpd on", "Let mpc, ncmpcpp and others control OnCue."),
                DocumentedTerm("oncue mpd", "See where they reach it."),
                DocumentedTerm("oncue mpd off", "Close the socket."),
            ],
            subcommands: subcommands, runsAlone: true),
        subcommands: [
            "on": { parsed, context in show(try await context.clients.listen(true), parsed, context) },
            "off": { parsed, context in show(try await context.clients.listen(false), parsed, context) },
            "status": status,
        ], status)

    private static let subcommands = [
        CommandDefinition(
            "on", summary: "Listen for clients, now and after every login.", options: [Values.json],
            examples: [DocumentedTerm("oncue mpd on", "Then: mpc status")]),
        CommandDefinition(
            "off", summary: "Listen for none any longer.", options: [Values.json],
            examples: [DocumentedTerm("oncue mpd off", "Close the socket.")]),
        CommandDefinition(
            "status", summary: "Show whether clients are listened for, and where.", options: [Values.json],
            examples: [DocumentedTerm("oncue mpd status --json", "Get it for a program.")]),
    ]

    private static let status: Command.Handler = { parsed, context in
        show(try await context.clients.state(), parsed, context)
    }

    private static func show(_ state: ClientListeningState, _ parsed: ParsedCommand, _ context: CommandContext) {
        guard !parsed.has("json") else {
            return context.console.write(
                [
                    "on": .bool(state.isOn), "lasting": .bool(state.isLasting), "socket": .string(state.socket),
                    "addresses": .array(state.addresses.map { .string($0) }),
                    "missing": .array(
                        state.missing.map { ["address": .string($0.address), "reason": .string($0.reason)] }),
                    "passwords": .int(state.passwordCount), "settings": .string(state.settings),
                ] as JSONValue)
        }
        guard state.isOn else {
            return context.console.write(lines: ["Clients of MPD cannot reach OnCue; oncue mpd on lets them"])
        }
        var lines = ["Clients of MPD reach OnCue at \(state.socket)"]
        let reached = state.addresses.filter { address in !state.missing.contains { $0.address == address } }
        if !reached.isEmpty {
            let guarded = state.passwordCount == 0 ? ", without a password" : ", with a password"
            lines.append("And from the network at \(reached.joined(separator: ", "))\(guarded)")
        }
        lines += state.missing.map { "Not at \($0.address): \($0.reason)" }
        if !state.isLasting { lines.append("Until you log out: there is no service manager to start it again") }
        context.console.write(lines: lines)
    }
}
