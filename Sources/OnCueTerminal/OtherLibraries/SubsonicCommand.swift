// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueCore
internal import OnCueInterface
internal import TextOutput

/// `oncue subsonic`
enum SubsonicCommand {
    static let command = Command(
        CommandDefinition(
            "subsonic", group: "Library", summary: "Listen to the libraries of Subsonic servers.",
            discussion: """
                Navidrome, Gonic, Airsonic, Ampache, Supysonic and other servers that speak the Subsonic API have a branch \
                of their own in the tree, which can be browsed, searched and played. A program of its own, oncue-subsonic, \
                asks them; it runs while there are servers.

                The password is asked for, or read from standard input. OnCue keeps a token made from it; only for a \
                server that takes no tokens, the password itself. It is in the keyring of your desktop where there is one, \
                and otherwise in a file that only you can read. --key is for servers on which you can make an API key. \
                Servers outside of your own network must have an https address, unless you allow it with --plain.

                JSON: on, lasting (also at the next login), limit (bytes of copies), keyring (unlocked, locked, none, failing \
                or null), servers [name, address, user, busName, state (available, failing or unknown), error (or null), \
                program, login (token, password or key), kept (keyring, file or none), plays, copied (bytes), copyFault (or null), pins [identifier, title, songs, copies]].
                """,
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue subsonic add https://music.example.org --user me", "Add a server."),
                DocumentedTerm("oncue subsonic", "See how the servers are."),
                DocumentedTerm("oncue subsonic pin \"music.example.org/Playlists/Train\"", "Keep copies for offline."),
                DocumentedTerm("oncue subsonic remove music.example.org", "Forget a server."),
            ],
            subcommands: subcommands, runsAlone: true),
        subcommands: [
            "status": status, "add": add, "remove": remove, "pin": { try await pin(true, $0, $1) },
            "unpin": { try await pin(false, $0, $1) }, "limit": limit, "unlock": unlock,
        ], status)

    private static let nameArgument = ArgumentDefinition(
        ValueDefinition("NAME"), description: "The name of the server, or its address.")

    private static let placeArgument = ArgumentDefinition(
        ValueDefinition("PLACE"), .oneOrMore,
        description: "An album, an artist, a playlist, a podcast or a song of a server.")

    private static let subcommands = [
        CommandDefinition(
            "status", summary: "Show the servers, and how they are.", options: [Values.json],
            examples: [DocumentedTerm("oncue subsonic status --json", "Get it for a program.")]),
        CommandDefinition(
            "add", summary: "Add a server, or give a known one another login.",
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("URL"), description: "The address of the server; https:// if it has no scheme.")
            ],
            options: [
                OptionDefinition("user", short: "u", value: ValueDefinition("NAME"), description: "Your name there."),
                OptionDefinition(
                    "key",
                    description: "Log in with an API key that you have made there, in place of name and password."),
                OptionDefinition(
                    "name", value: ValueDefinition("TITLE"),
                    description: "The title of its branch. Default: the host of the address."),
                OptionDefinition(
                    "plain", description: "Allow http outside of your own network, where others can read the login."),
                OptionDefinition(
                    "password-login",
                    description: "Allow the password itself over http, for a server that takes no tokens."),
                OptionDefinition("no-plays", description: "Do not tell the server what you listen to."), Values.json,
            ],
            examples: [
                DocumentedTerm("oncue subsonic add https://music.example.org --user me", "Add a server."),
                DocumentedTerm(
                    "pass music | oncue subsonic add music.example.org --user me", "Read the password from a program."),
            ]),
        CommandDefinition(
            "remove", aliases: ["rm", "delete"], summary: "Forget a server, its login and the copies.",
            arguments: [nameArgument], options: Removal.options + [Values.json],
            examples: [DocumentedTerm("oncue subsonic remove music.example.org", "Forget it.")]),
        CommandDefinition(
            "unlock", summary: "Unlock the keyring in which the logins are.",
            discussion: """
                Your desktop asks for the password of the keyring. OnCue itself never has it asked for, except when you add \
                or remove a server.
                """,
            options: [Values.json], examples: [DocumentedTerm("oncue subsonic unlock", "Unlock it.")]),
        CommandDefinition(
            "pin", summary: "Keep copies on this machine, for when the server cannot be reached.",
            arguments: [placeArgument], options: [Values.json],
            examples: [DocumentedTerm("oncue subsonic pin \"Home/Albums/Night Crossing\"", "Keep copies of an album.")]),
        CommandDefinition(
            "unpin", summary: "Delete the copies of something that is pinned.", arguments: [placeArgument],
            options: [Values.json],
            examples: [DocumentedTerm("oncue subsonic unpin \"Home/Albums/Night Crossing\"", "Delete its copies.")]),
        CommandDefinition(
            "limit", summary: "Set how much room copies may take.",
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("SIZE", kind: "a size", expected: "a size such as 500M or 8G"),
                    description: "The most room for the copies of all servers. Default: 4G.")
            ],
            options: [Values.json], examples: [DocumentedTerm("oncue subsonic limit 8G", "Allow 8 GB of copies.")]),
    ]

    // MARK: Servers

    private static let add: Command.Handler = { parsed, context in
        let user = parsed.option("user")
        guard (user == nil) == parsed.has("key") else {
            throw CommandFailure(
                .wrongWords, "say who you are there: either --user NAME, or --key for an API key")
        }
        let question = user == nil ? "API key:" : "Password:"
        guard let secret = context.questioner.secret(for: question), !secret.isEmpty else {
            throw CommandFailure(
                .wrongWords,
                "there is no \(user == nil ? "key" : "password"); type it when asked, or write it to standard input")
        }
        var wish: [JSONValue.Member] = [
            .init("address", .string(parsed.argument("URL") ?? "")), .init("secret", .string(secret)),
            .init("plain", .bool(parsed.has("plain"))), .init("passwordLogin", .bool(parsed.has("password-login"))),
            .init("plays", .bool(!parsed.has("no-plays"))),
        ]
        if let user { wish.append(.init("user", .string(user))) }
        if let name = parsed.option("name") { wish.append(.init("name", .string(name))) }
        let answer = try await context.subsonic.add(.object(wish))
        if parsed.has("json") { return context.console.write(json(try await context.subsonic.state())) }
        let name = answer["server"]?["name"]?.stringValue ?? ""
        let isReplaced = answer["replaced"]?.boolValue ?? false
        let program = answer["program"]?.stringValue ?? ""
        context.console.tell(
            (isReplaced ? "Changed the login of " : "Added ") + quoted(name) + (program.isEmpty ? "" : " (\(program))")
                + "; oncue browse \(Removal.quoted(name)) lists what it has")
        let isInKeyring = answer["kept"]?.stringValue == "keyring"
        let what =
            answer["login"]?.stringValue == "password"
            ? "The server takes no tokens, so the password itself is kept" : "The login is kept"
        context.console.tell("\(what) in " + (isInKeyring ? "the keyring" : "a file only you can read"))
        // If there is no keyring, there is nothing to report about it.
        let isThere = !["absent", "empty"].contains(answer["keyringFault"]?.stringValue ?? "")
        if isThere, let fault = answer["keyring"]?.stringValue {
            context.console.tell("It is not in the keyring, which \(TextLayout.printable(fault))")
        }
    }

    private static let unlock: Command.Handler = { parsed, context in
        try await context.subsonic.unlock()
        if parsed.has("json") { return context.console.write(json(try await context.subsonic.state())) }
        context.console.tell("The keyring is unlocked")
    }

    private static let remove: Command.Handler = { parsed, context in
        let server = try await server(parsed.argument("NAME") ?? "", context)
        let copies = server.copied > 0 ? " with its copies (\(ByteCount.text(server.copied)))" : ""
        guard try Removal.isConfirmed("remove the server \(quoted(server.name))\(copies)", parsed, context) else {
            return
        }
        let answer = try await context.subsonic.remove(server.key)
        // If no daemon is running, there is no branch to remove.
        if (try? await context.service.providers().contains { $0.busName == server.busName }) == true {
            try? await context.service.removeProvider(server.busName)
        }
        if parsed.has("json") { return context.console.write(json(try await context.subsonic.state())) }
        context.console.tell("Removed the server \(quoted(server.name))")
        if let fault = answer["keyring"]?.stringValue {
            context.console.tell(
                "Its login is still in the keyring, which \(TextLayout.printable(fault)): remove "
                    + "\(quoted("OnCue: login at " + server.name)) there")
        }
    }

    private static func server(_ text: String, _ context: CommandContext) async throws -> SubsonicState.Server {
        let servers = try await context.subsonic.state().servers
        let same = servers.filter {
            $0.name.lowercased() == text.lowercased() || $0.address == text || $0.key == text
                || $0.address.split(separator: "/", maxSplits: 1).last.map { "/" + text == $0 } ?? false
        }
        guard let server = same.first else {
            throw CommandFailure(
                .nothingFound, "there is no server \(quoted(text)); list them with: oncue subsonic")
        }
        return server
    }

    private static func quoted(_ text: String) -> String { "\"\(TextLayout.printable(text))\"" }

    // MARK: Copies

    private static func pin(_ isPinned: Bool, _ parsed: ParsedCommand, _ context: CommandContext) async throws {
        let servers = try await context.subsonic.state().servers
        for place in parsed.arguments("PLACE") {
            let item = try await item(place, servers, context)
            try await context.subsonic.pin(item.own, of: item.server.key, isPinned)
            if !parsed.has("json") {
                context.console.tell(
                    isPinned
                        ? "Pinned \(quoted(item.title)); its copies are being made"
                        : "Unpinned \(quoted(item.title)); its copies are deleted")
            }
        }
        if parsed.has("json") { context.console.write(json(try await context.subsonic.state())) }
    }

    private static func item(
        _ place: String, _ servers: [SubsonicState.Server], _ context: CommandContext
    ) async throws -> (server: SubsonicState.Server, own: String, title: String) {
        // Pinned items can be named even while their server cannot be reached.
        for server in servers {
            if let pin = server.pins.first(where: { $0.title == place || $0.identifier == place }) {
                return (server, pin.identifier, pin.title)
            }
        }
        let record = try await context.service.item(at: place).item
        for server in servers {
            let prefix = "provided:" + server.busName + "/"
            guard record.identifier.hasPrefix(prefix) else { continue }
            let key = record.identifier.dropFirst(prefix.count)
            return (server, String(decoding: PercentEncoding.decode(key.utf8), as: UTF8.self), record.title)
        }
        throw CommandFailure(.wrongWords, "\(quoted(record.title)) is not on a Subsonic server")
    }

    private static let limit: Command.Handler = { parsed, context in
        let text = parsed.argument("SIZE") ?? ""
        guard let bytes = ByteCount.parse(text) else { throw parsed.invalid("SIZE", text) }
        try await context.subsonic.setLimit(bytes)
        if parsed.has("json") { return context.console.write(json(try await context.subsonic.state())) }
        context.console.tell("Copies may take \(ByteCount.text(bytes))")
    }

    // MARK: The state

    private static let status: Command.Handler = { parsed, context in
        let state = try await context.subsonic.state()
        if parsed.has("json") { return context.console.write(json(state)) }
        guard !state.servers.isEmpty else {
            return context.console.tell("No servers; oncue subsonic add URL --user NAME adds one")
        }
        context.console.write(lines: lines(state))
    }

    private static func lines(_ state: SubsonicState) -> [String] {
        var lines: [String] = []
        for server in state.servers {
            let user = server.user.isEmpty ? "an API key" : server.user
            lines.append("\(TextLayout.printable(server.name))  \(server.address) as \(TextLayout.printable(user))")
            lines.append("  " + mood(server, state))
            lines.append("  " + kept(server, state))
            for pin in server.pins {
                lines.append("  Pinned \(quoted(pin.title)): \(pin.copyCount) of \(pin.songCount) songs are here")
            }
            if let fault = server.copyFault { lines.append("  " + TextLayout.printable(fault)) }
        }
        let copied = state.servers.reduce(0) { $0 + $1.copied }
        if copied > 0 { lines.append("Copies: \(ByteCount.text(copied)) of at most \(ByteCount.text(state.limit))") }
        if state.isOn, !state.isLasting {
            lines.append("Until you log out: there is no service manager to start oncue-subsonic again")
        }
        return lines
    }

    private static func kept(_ server: SubsonicState.Server, _ state: SubsonicState) -> String {
        switch server.kept {
        case "keyring": "Login in the keyring"
        case "file" where state.keyring == "locked":
            "Login in a file only you can read, since the keyring is locked; oncue subsonic unlock unlocks it"
        case "file": "Login in a file only you can read"
        default: "No login"
        }
    }

    private static func mood(_ server: SubsonicState.Server, _ state: SubsonicState) -> String {
        guard state.isOn else { return "Not shown: oncue-subsonic does not run" }
        if let error = server.error { return "Not available: " + TextLayout.printable(error) }
        let program = server.program.isEmpty ? "" : " (\(TextLayout.printable(server.program)))"
        return server.state == "available" ? "Available\(program)" : "Not asked yet"
    }

    private static func json(_ state: SubsonicState) -> JSONValue {
        [
            "on": .bool(state.isOn), "lasting": .bool(state.isLasting), "limit": .int(state.limit),
            "keyring": .string(orNull: state.keyring), "servers": .array(state.servers.map(json)),
        ]
    }

    private static func json(_ server: SubsonicState.Server) -> JSONValue {
        [
            "name": .string(server.name), "address": .string(server.address), "user": .string(server.user),
            "busName": .string(server.busName), "state": .string(server.state), "error": .string(orNull: server.error),
            "program": .string(server.program), "login": .string(server.login), "kept": .string(server.kept),
            "plays": .bool(server.tellsPlays),
            "copied": .int(server.copied), "copyFault": .string(orNull: server.copyFault),
            "pins": .array(
                server.pins.map {
                    [
                        "identifier": .string($0.identifier), "title": .string($0.title), "songs": .int($0.songCount),
                        "copies": .int($0.copyCount),
                    ]
                }),
        ]
    }
}
