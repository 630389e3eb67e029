// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import TextOutput

/// The part of `oncue output` about rooms.
enum RoomCommands {
    static let definitions = [
        CommandDefinition(
            "rooms", summary: "List the rooms of a Snapcast server.",
            discussion: """
                Rooms that play what OnCue sends to the output have a mark; rooms with the same letter are a group.

                JSON: total, offset, items [number, identifier, title, connected, playing, volume (percent), muted, group, \
                groupTitle (or null), output].
                """, options: [Values.json],
            examples: [DocumentedTerm("oncue output rooms", "List the rooms.")]),
        CommandDefinition(
            "volume", summary: "Set the volume of a room.",
            arguments: [
                room(.required),
                ArgumentDefinition(
                    ValueDefinition("LEVEL", kind: "a volume", expected: "0 to 100, +5, -5, mute or unmute"),
                    description: "Percent, +N or -N to change it, mute or unmute.", acceptsNegativeNumbers: true),
            ], options: [Values.json],
            examples: [
                DocumentedTerm("oncue output volume kitchen 40", "Set the volume of the kitchen to 40%."),
                DocumentedTerm("oncue output volume 2 mute", "Mute the second room."),
            ]),
        CommandDefinition(
            "join", summary: "Play in a room as well, with its group.", arguments: [room(.required)],
            options: [Values.json],
            examples: [DocumentedTerm("oncue output join kitchen", "Play in the kitchen, too.")]),
        CommandDefinition(
            "leave", summary: "Give a room, with its group, back to what else its server has.",
            arguments: [room(.required)], options: [Values.json],
            examples: [DocumentedTerm("oncue output leave kitchen", "Leave the kitchen.")]),
        CommandDefinition(
            "group", summary: "Make rooms a group that plays the same.",
            discussion: "Other rooms leave the group. A name of several words needs quotes.",
            arguments: [room(.oneOrMore)], options: [Values.json],
            examples: [DocumentedTerm("oncue output group kitchen bath", "Let the kitchen and the bath play the same.")]
        ),
        CommandDefinition(
            "ungroup", summary: "Take a room out of its group.", arguments: [room(.required)], options: [Values.json],
            examples: [DocumentedTerm("oncue output ungroup bath", "Let the bath play by itself.")]),
        CommandDefinition(
            "plugin", summary: "Be the plugin of a stream, for a Snapcast server that starts it.",
            discussion: """
                Gives titles, covers and buttons to every Snapcast app, in the words of Snapcast's stream plugins. It reads \
                standard input and ends with it.
                """,
            options: [
                OptionDefinition(
                    "stream", value: ValueDefinition("NAME", kind: "a stream"), description: "The stream; not needed."),
                OptionDefinition(
                    "snapcast-host", value: ValueDefinition("HOST", kind: "a host"),
                    description: "Where the server is; not needed."),
                OptionDefinition(
                    "snapcast-port", value: ValueDefinition("PORT", kind: "a port"),
                    description: "Its port; not needed."),
            ],
            examples: [
                DocumentedTerm(
                    "source = tcp://127.0.0.1:4953/?name=OnCue&controlscript=/usr/local/libexec/oncue-snapcast",
                    "The line of the configuration of the server that starts it.")
            ]),
    ]

    static let handlers: [String: Command.Handler] = [
        "rooms": { parsed, context in
            let rooms = try await context.service.rooms()
            if parsed.has("json") { return context.console.write(RoomView.json(rooms)) }
            context.console.write(lines: RoomView.lines(rooms, screen: context.console.dataScreen))
            if rooms.isEmpty { context.console.tell(noServer) }
        },
        "volume": { parsed, context in
            let word = parsed.argument("LEVEL") ?? ""
            guard let change = VolumeCommand.Change(word) else {
                throw parsed.invalid("LEVEL", word, expected: "0 to 100, +5, -5, mute or unmute")
            }
            let room = try await named(parsed, context)
            try await context.service.setRoom(room.identifier, RoomChange(change, of: room))
            try await show(room, parsed, context) { "\($0): \(RoomView.volume($1))" }
        },
        "join": { parsed, context in
            let room = try await named(parsed, context)
            try await context.service.setRoom(room.identifier, RoomChange(isPlaying: true))
            try await show(room, parsed, context) { title, _ in "\(title) plays what OnCue sends" }
        },
        "leave": { parsed, context in
            let room = try await named(parsed, context)
            try await context.service.setRoom(room.identifier, RoomChange(isPlaying: false))
            try await show(room, parsed, context) { title, _ in "\(title) plays something else" }
        },
        "group": { parsed, context in
            let rooms = try await context.service.rooms()
            var chosen: [Room] = []
            for word in parsed.arguments("ROOM") { chosen.append(try RoomChoosing.room(word, in: rooms)) }
            try await context.service.groupRooms(chosen.map(\.identifier))
            let titles = chosen.map { TextLayout.printable($0.title) }
            try await show(chosen[0], parsed, context) { _, _ in
                titles.count == 1 ? "\(titles[0]) plays by itself" : "\(titles.joined(separator: ", ")) play the same"
            }
        },
        "plugin": { _, context in await SnapcastPlugin(context).serve() },
        "ungroup": { parsed, context in
            let room = try await named(parsed, context)
            try await context.service.groupRooms([room.identifier])
            try await show(room, parsed, context) { title, _ in "\(title) plays by itself" }
        },
    ]

    /// A server in its default configuration has no stream that accepts sound from programs.
    private static let noServer = """
        No Snapcast server that takes sound from OnCue was found; its configuration needs the line
        source = tcp://127.0.0.1:4953?name=OnCue
        """

    private static func room(_ count: ArgumentDefinition.Arity) -> ArgumentDefinition {
        ArgumentDefinition(
            ValueDefinition(
                "ROOM", kind: "a room", expected: "a number or a name", completion: NameTopic.rooms.completion), count,
            description: "A number from oncue output rooms, or a name or part of one.")
    }

    private static func named(_ parsed: ParsedCommand, _ context: CommandContext) async throws -> Room {
        try RoomChoosing.room(parsed.argument("ROOM") ?? "", in: try await context.service.rooms())
    }

    private static func show(
        _ room: Room, _ parsed: ParsedCommand, _ context: CommandContext, _ sentence: (String, Room) -> String
    ) async throws {
        guard context.console.isTalkative || parsed.has("json") else { return }
        let rooms = try await context.service.rooms()
        if parsed.has("json") { return context.console.write(RoomView.json(rooms)) }
        let now = rooms.first { $0.identifier == room.identifier } ?? room
        context.console.tell(sentence(TextLayout.printable(now.title), now))
    }
}

extension RoomChange {
    fileprivate init(_ change: VolumeCommand.Change, of room: Room) {
        switch change {
        case .set(let percent): self.init(volume: percent / 100)
        case .adjust(let percent): self.init(volume: min(max(room.volume + percent / 100, 0), 1))
        case .mute(let isMuted): self.init(isMuted: isMuted)
        }
    }
}

/// Finds the room that a word names.
enum RoomChoosing {
    /// - Throws: ``CommandFailure`` if there is none, and if the word matches several.
    static func room(_ word: String, in rooms: [Room]) throws(CommandFailure) -> Room {
        if let number = Values.positive(word), number <= rooms.count { return rooms[number - 1] }
        if let exact = rooms.first(where: { $0.identifier == word }) { return exact }
        let folded = word.lowercased()
        let named = rooms.filter { $0.title.lowercased() == folded }
        let found = named.isEmpty ? rooms.filter { !folded.isEmpty && $0.title.lowercased().contains(folded) } : named
        let shown = TextLayout.printable(word)
        guard let room = found.first else {
            let reason =
                rooms.isEmpty ? "no Snapcast server that takes sound from OnCue was found" : "there is no such room"
            throw CommandFailure(
                .nothingFound, "cannot use \"\(shown)\": \(reason); list the rooms with: oncue output rooms")
        }
        guard found.count == 1 else {
            let titles = found.prefix(3).map { "\"\(TextLayout.printable($0.title))\"" }.joined(separator: ", ")
            throw CommandFailure(
                .nothingFound, "\"\(shown)\" matches several rooms: \(titles); give more of the name, or a number")
        }
        return room
    }
}
