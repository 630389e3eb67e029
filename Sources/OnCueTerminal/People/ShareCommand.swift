// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// `oncue share`
enum ShareCommand {
    static let command = Command(
        CommandDefinition(
            "share", group: "Looking",
            summary: "Hand the title and the address of an item to mail, a message or the clipboard.",
            discussion: """
                Without PLACE, what is playing. With --with, it goes to a person from oncue people, or to a mail address, a \
                number or an xmpp: address: the desktop's program for it opens with the text, and you send it. Otherwise \
                the text is put on the clipboard of the terminal, or is printed where there is no terminal. The address is \
                that of the sound or the feed on the web, if it needs no password; music on this machine has none.

                What was shared with a person is remembered on this machine; see oncue people.

                JSON: title, subtitle, link (or null), text, way (mail, message, clipboard or print), with (or null), \
                address (what was opened, or null).
                """,
            arguments: [ArgumentDefinition(Values.place, .any, description: Values.placeDescription)],
            options: [
                OptionDefinition(
                    "with",
                    value: ValueDefinition(
                        "NAME", kind: "a person", expected: "a name from oncue people, or an address",
                        completion: NameTopic.people.completion),
                    description: "The person to share it with."),
                OptionDefinition(
                    "by",
                    value: ValueDefinition("WAY", kind: "a way", allowed: ShareWay.allCases.map(\.rawValue)),
                    description: "mail, message, clipboard or print; the best that there is without it."),
                Values.json,
            ],
            examples: [
                DocumentedTerm("oncue share", "Put what is playing on the clipboard."),
                DocumentedTerm("oncue share Podcasts/The Show --with Ada", "Write Ada about a podcast."),
                DocumentedTerm("oncue share so what --by print", "Print the title."),
            ])
    ) { parsed, context in
        let words = parsed.arguments("PLACE")
        let recipient = try await recipient(parsed, context)
        let item = try await item(words, context)
        let text = text(item)
        let plan = try plan(try parsed.option("by", ShareWay.init(rawValue:)), recipient, item.title, text, context)
        if let address = plan.address { try await context.service.open(address) }
        if plan.way == .clipboard { context.console.control(ClipboardText.sequence(text)) }
        try await remember(item, with: recipient, context)
        if parsed.has("json") { return context.console.write(json(item, text, plan, recipient)) }
        if plan.way == .print { context.console.write(lines: text.split(separator: "\n").map(String.init)) }
        tell(item, plan, recipient, context)
    }

    /// The way to share an item, and the address that opens a program with it.
    struct Plan {
        var way: ShareWay
        var address: String?
    }

    private static func item(_ words: [String], _ context: CommandContext) async throws -> SharedItem {
        guard words.isEmpty else {
            let resolver = PlaceResolver(context)
            let place = try await resolver.one(words)
            return try await resolver.asking(words) { () async throws(ClientError) in
                try await context.service.sharedItem(at: place)
            }
        }
        guard let entry = try await context.service.nowPlaying().entry else {
            throw CommandFailure(.nothingFound, "nothing is playing; name a PLACE")
        }
        return try await context.service.sharedItem(at: entry.identifier)
    }

    // MARK: People

    private static func recipient(_ parsed: ParsedCommand, _ context: CommandContext) async throws -> PersonRecord? {
        guard let text = parsed.option("with").map(RawWords.printable) else { return nil }
        var person = PersonRecord(text)
        let isMessenger = text.lowercased().hasPrefix("xmpp:")
        if isMessenger || text.contains("@") && !text.contains(" ") {
            let parts = text.dropFirst(isMessenger ? 5 : 0).split(separator: "@", omittingEmptySubsequences: false)
            guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { throw unusable(text, parsed) }
            if isMessenger { person.messengers = [text] } else { person.mails = [text] }
        } else if let number = Location.number(text) {
            person.telephones = [number]
        } else {
            guard !text.allSatisfy(\.isWhitespace) else { throw unusable(text, parsed) }
            return try PeopleCommand.only(try await PeopleCommand.matches(text, context), context)
        }
        return person
    }

    private static func unusable(_ text: String, _ parsed: ParsedCommand) -> UsageError {
        UsageError(
            .invalidValue, call: parsed.call,
            "\"\(text)\" is neither a person nor an address; expected a name from oncue "
                + "people, a mail address, a number or an xmpp: address")
    }

    private static func remember(
        _ item: SharedItem, with recipient: PersonRecord?, _ context: CommandContext
    ) async throws {
        guard let recipient else { return }
        try await context.service.donate(
            InteractionRecord(
                program: "oncue", identifier: "share \(MomentText.nanoseconds)", action: "share",
                people: [recipient.name],
                item: item.identifier, title: item.title))
    }

    // MARK: Ways

    private static func plan(
        _ wanted: ShareWay?, _ person: PersonRecord?, _ title: String, _ text: String, _ context: CommandContext
    ) throws(CommandFailure) -> Plan {
        let mail = ShareAddress.mail(to: person?.mails.first, title, text)
        let message = person.flatMap { ShareAddress.message(to: $0, text) }
        let silent: ShareWay = context.console.talkScreen.isTerminal ? .clipboard : .print
        switch wanted {
        case .mail:
            if let person, person.mails.isEmpty {
                throw CommandFailure(
                    .nothingFound,
                    "no mail address of \(person.name) is known; give it instead of the name with --with ADDRESS, or put it "
                        + "into the address book")
            }
            return Plan(way: .mail, address: mail)
        case .message:
            guard let message else {
                throw CommandFailure(
                    .nothingFound,
                    person.map {
                        "no number and no xmpp: address of \($0.name) is known; give one instead of the name with --with "
                            + "ADDRESS"
                    }
                        ?? "a message needs a person; name one with --with")
            }
            return Plan(way: .message, address: message)
        case .clipboard:
            guard silent == .clipboard else {
                throw CommandFailure(.failed, "there is no terminal whose clipboard could take it; use --by print")
            }
            return Plan(way: .clipboard)
        case .print: return Plan(way: .print)
        case nil:
            if person?.mails.isEmpty == false { return Plan(way: .mail, address: mail) }
            return message.map { Plan(way: .message, address: $0) } ?? Plan(way: silent)
        }
    }

    // MARK: Words

    /// Returns `So What by Miles Davis`, and the address on a separate line.
    private static func text(_ item: SharedItem) -> String {
        let line = TextLayout.printable(item.subtitle.isEmpty ? item.title : "\(item.title) – \(item.subtitle)")
        return item.link.map { line + "\n" + TextLayout.printable($0) } ?? line
    }

    private static func tell(_ item: SharedItem, _ plan: Plan, _ person: PersonRecord?, _ context: CommandContext) {
        let whom = person.map { " for \($0.name)" } ?? ""
        switch plan.way {
        case .mail:
            let open = person == nil ? " that has no recipient yet; --with names one" : ""
            context.console.tell("Opened a mail about \"\(item.title)\"\(whom)\(open)")
        case .message: context.console.tell("Opened a message about \"\(item.title)\"\(whom)")
        case .clipboard: context.console.tell("Put \"\(item.title)\" on the clipboard\(whom)")
        case .print: break
        }
    }

    private static func json(
        _ item: SharedItem, _ text: String, _ plan: Plan, _ person: PersonRecord?
    ) -> JSONValue {
        [
            "title": .string(item.title), "subtitle": .string(filled: item.subtitle),
            "link": .string(orNull: item.link),
            "text": .string(text), "way": .string(plan.way.rawValue), "with": .string(orNull: person?.name),
            "address": .string(orNull: plan.address),
        ]
    }
}

/// The way to share an item.
enum ShareWay: String, CaseIterable {
    case mail, message, clipboard, print
}

/// The addresses that open programs with a text (RFC 6068, RFC 5724, XEP-0147).
enum ShareAddress {
    static func mail(to address: String?, _ title: String, _ text: String) -> String {
        "mailto:\(encoded(address ?? "", besides: "@"))?subject=\(encoded(title))&body=\(encoded(text))"
    }

    /// Returns the address for a messenger, or else for a telephone; `nil` for a person who has neither.
    static func message(to person: PersonRecord, _ text: String) -> String? {
        if let messenger = person.messengers.first(where: { $0.lowercased().hasPrefix("xmpp:") }) {
            return "xmpp:\(encoded(String(messenger.dropFirst(5)), besides: "@/"))?message;body=\(encoded(text))"
        }
        return person.telephones.first.map { "sms:\(encoded($0, besides: "+"))?body=\(encoded(text))" }
    }

    /// Encodes everything except unreserved characters; line ends are those of mail.
    private static func encoded(_ text: String, besides others: String = "") -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
        return PercentEncoding.encodeValue(lines, besides: others)
    }
}

/// A text for the clipboard of a terminal (OSC 52), which many terminals support and the others ignore.
enum ClipboardText {
    static func sequence(_ text: String) -> String {
        "\u{1B}]52;c;" + base64(Array(text.utf8)) + "\u{07}"
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var out: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let number = group.reduce(0) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
            for place in 0..<4 {
                out.append(place <= group.count ? letters[Int(number >> (18 - 6 * UInt32(place)) & 63)] : 0x3D)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}
