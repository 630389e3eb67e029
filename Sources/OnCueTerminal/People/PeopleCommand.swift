// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// `oncue people`
enum PeopleCommand {
    static let command = Command(
        CommandDefinition(
            "people", group: "Suggestions", summary: "Show what you did with whom, and tie devices to people.",
            discussion: """
                People are known from what you shared with them (oncue share), from what other programs donate, and from \
                the address books that people.contacts names. A device that is tied to a person shows when they are \
                there; with people.presence on, what you shared with them is then suggested sooner. Nothing of it leaves \
                this machine.

                JSON: total, offset, items [name, contact, mails, telephones, messengers, devices, present, interactions, \
                last (seconds since 1970, or null)]; show prints person (such an item), total, offset, items [program, \
                identifier, action, direction (outgoing, incoming or mutual), people, group, item, title, time]; forget \
                prints forgotten.
                """,
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue people", "List the people."),
                DocumentedTerm("oncue people show Ada", "Show what you did with Ada."),
                DocumentedTerm("oncue people tie Ada \"Ada's Headphones\"", "Tell when Ada is there."),
                DocumentedTerm("oncue people forget Ada", "Forget what you did with Ada."),
            ],
            subcommands: subcommands, runsAlone: true),
        subcommands: ["list": list, "show": show, "tie": tie, "untie": untie, "forget": forget], list)

    private static let person = ValueDefinition(
        "NAME", kind: "a person", expected: "a name from oncue people", completion: NameTopic.people.completion)

    private static let device = ValueDefinition(
        "DEVICE", kind: "a device", expected: "a name from oncue triggers", completion: NameTopic.devices.completion)

    private static let subcommands = [
        CommandDefinition(
            "list", aliases: ["ls"], summary: "List the people.", options: [Values.json],
            examples: [DocumentedTerm("oncue people list --json", "List them for a program.")]),
        CommandDefinition(
            "show", summary: "Show a person, and what you did with them.",
            arguments: [ArgumentDefinition(person, .oneOrMore, description: "The name. Several words need no quotes.")],
            options: [Values.json],
            examples: [DocumentedTerm("oncue people show Ada Lovelace", "Show what you did with her.")]),
        CommandDefinition(
            "tie", summary: "Tie a device to a person, so that it shows when they are there.",
            arguments: [
                ArgumentDefinition(
                    person,
                    description: "The name, or the beginning of a known one; several words need quotes."),
                ArgumentDefinition(
                    device, .oneOrMore, description: "A device from oncue triggers."),
            ],
            options: [Values.json],
            examples: [DocumentedTerm("oncue people tie Ada \"Ada's Headphones\"", "Tell when Ada is there.")]),
        CommandDefinition(
            "untie", summary: "Untie a device from the person to whom it is tied.",
            arguments: [ArgumentDefinition(device, .oneOrMore, description: "A device that is tied.")],
            options: [Values.json],
            examples: [DocumentedTerm("oncue people untie \"Ada's Headphones\"", "Tell no longer.")]),
        CommandDefinition(
            "forget", summary: "Forget what you did with a person, and their devices.",
            arguments: [ArgumentDefinition(person, .any, description: "The name. Several words need no quotes.")],
            options: [OptionDefinition("all", description: "Forget everybody.")] + Removal.options + [Values.json],
            examples: [
                DocumentedTerm("oncue people forget Ada", "Forget what you did with Ada."),
                DocumentedTerm("oncue people forget --all --yes", "Forget everybody without a question."),
            ]),
    ]

    // MARK: Actions

    private static let list: Command.Handler = { parsed, context in
        let people = try await context.service.people()
        if parsed.has("json") { return context.console.write(.listing(people.map(\.json))) }
        context.console.write(lines: PeopleView.lines(people, screen: context.console.dataScreen))
        if people.isEmpty {
            context.console.tell(
                "Nobody is known yet; oncue share ITEM --with NAME begins, and people.contacts names address books")
        }
    }

    private static let show: Command.Handler = { parsed, context in
        let name = RawWords.printable(parsed.arguments("NAME").joined(separator: " "))
        let person = try only(try await matches(name, context), context)
        let page = try await context.service.interactions(with: person.name, offset: 0, limit: PageLimit.largest)
        if parsed.has("json") { return context.console.write(PeopleView.json(person, page)) }
        context.console.write(lines: PeopleView.lines(person, page, screen: context.console.dataScreen))
    }

    private static let tie: Command.Handler = { parsed, context in
        let name = RawWords.printable(try parsed.required("NAME"))
        guard !name.allSatisfy(\.isWhitespace) else {
            throw UsageError(.invalidValue, call: parsed.call, "the name of a person cannot be empty")
        }
        let device = RawWords.printable(parsed.arguments("DEVICE").joined(separator: " "))
        let person = try await matches(name, context, mustBeKnown: false).first?.name ?? name
        try await context.service.tie(device, to: person)
        if parsed.has("json") { return try await list(parsed, context) }
        context.console.tell(
            "\"\(device)\" shows when \(TextLayout.printable(person)) is there; people.presence decides whether that counts"
        )
    }

    private static let untie: Command.Handler = { parsed, context in
        let device = RawWords.printable(parsed.arguments("DEVICE").joined(separator: " "))
        try await context.service.tie(device, to: "")
        if parsed.has("json") { return try await list(parsed, context) }
        context.console.tell("\"\(device)\" is not tied to anyone any longer")
    }

    private static let forget: Command.Handler = { parsed, context in
        let name = RawWords.printable(parsed.arguments("NAME").joined(separator: " "))
        guard name.isEmpty == parsed.has("all") else {
            throw UsageError(
                name.isEmpty ? .missingArgument : .unexpectedArgument, call: parsed.call,
                "name one person, or everybody with --all")
        }
        let person = name.isEmpty ? "" : try await known(name, context).name
        let whom = person.isEmpty ? "everybody" : TextLayout.printable(person)
        let deed = "forget what you did with \(whom)"
        guard try Removal.isConfirmed(deed, refused: "Nothing was forgotten", parsed, context) else { return }
        let count = try await context.service.forgetPerson(person)
        if parsed.has("json") { return context.console.write(["forgotten": .int(count)]) }
        context.console.tell(
            count == 0
                ? "Nothing was known of \(whom)"
                : "Forgot \(ContentPhrase.count(count, "entry", plural: "entries")) about \(whom)")
    }

    /// Returns the first of the people that a text refers to.
    static func known(_ text: String, _ context: CommandContext) async throws -> PersonRecord {
        try await matches(text, context)[0]
    }

    /// Returns the one person to whom a name refers; people with the same name are distinguished by their addresses.
    ///
    /// On a terminal, asks for the number of the person.
    /// - Parameter people: All people with one name, at least one.
    static func only(_ people: [PersonRecord], _ context: CommandContext) throws(CommandFailure) -> PersonRecord {
        guard people.count > 1 else { return people[0] }
        for (index, person) in people.enumerated() {
            let facts = person.devices + PeopleView.addresses(person)
            let told = facts.isEmpty ? "no address is known" : facts.joined(separator: ", ")
            context.console.say("  \(index + 1)  \(person.name)  \(told)")
        }
        if context.questioner.canAsk {
            let answer = context.questioner.answer(to: "Which one? (1 to \(people.count))") ?? ""
            if let number = Values.positive(answer), number <= people.count { return people[number - 1] }
        }
        throw CommandFailure(
            .nothingFound,
            "\(people.count) people are called \"\(TextLayout.printable(people[0].name))\"; name one by an address")
    }

    /// Returns the people with the name that a text refers to, at least one: the whole name, an address, or else the
    /// beginning of the name or of a word in it.
    ///
    /// - Parameter mustBeKnown: Whether it is an error if there are none.
    static func matches(
        _ text: String, _ context: CommandContext, mustBeKnown: Bool = true
    ) async throws -> [PersonRecord] {
        let name = text.lowercased()
        let people = name.isEmpty ? [] : try await context.service.people()
        let exact = people.filter { $0.name.lowercased() == name }
        if !exact.isEmpty { return exact }
        let reached = people.filter { PeopleView.addresses($0).contains { $0.lowercased() == name } }
        if !reached.isEmpty { return reached }
        let similar = people.filter { person in
            person.name.lowercased().split(separator: " ").contains { $0.hasPrefix(name) }
                || person.name.lowercased().hasPrefix(name)
        }
        var seen: Set<String> = []
        let different = similar.filter { seen.insert($0.name.lowercased()).inserted }
        if different.count == 1 || similar.isEmpty && !mustBeKnown { return similar }
        guard similar.isEmpty else {
            let names = different.prefix(5).map { "\"\($0.name)\"" }.joined(separator: ", ")
            throw CommandFailure(.nothingFound, "\"\(text)\" may be \(names); give more of the name")
        }
        throw CommandFailure(.nothingFound, "no person called \"\(text)\" is known; list the people with: oncue people")
    }
}
