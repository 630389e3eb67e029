// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import OnCueRuntime
internal import TextOutput

/// `oncue scrobble`
enum ScrobbleCommand {
    static let command = Command(
        CommandDefinition(
            "scrobble", group: "Looking", summary: "Send what you listen to to ListenBrainz or Last.fm.",
            discussion: """
                Nothing is sent until you add an account. Then the service gets what plays now, and each play once it \
                counts: after half of it, or four minutes. Plays wait while you are offline. Likes of tracks and loves of \
                the service are the same, both ways.

                What you listen to after oncue scrobble pause is never sent, nor is what you keep private; music servers \
                (oncue subsonic) are not told of it either. Podcasts are not sent unless you ask for it, radio never; what \
                was played on a paired machine is sent by that machine.

                JSON: paused, accounts [name, service, server, user, state (ready, sending, waiting, denied or paused), \
                problem, wait (seconds until it tries again), waiting, sent and leftOut (plays), reasons (why, with their \
                number), lastSent (seconds since 1970), podcasts, loves, lacksLoves (the server knows none), loved (tracks)], \
                private [identifier, title], problem. Unknown values are null.
                """,
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue scrobble add listenbrainz", "Send plays to ListenBrainz; asks for your token."),
                DocumentedTerm("oncue scrobble", "Show accounts, and what waits."),
                DocumentedTerm("oncue scrobble pause", "Listen in private."),
                DocumentedTerm("oncue scrobble private Artists/Abba", "Never send plays of an artist."),
            ],
            subcommands: subcommands, runsAlone: true),
        subcommands: [
            "status": status, "add": add, "remove": remove, "pause": pause, "resume": resume, "private": setPrivate,
            "now": send,
        ], status)

    private static let subcommands = [
        CommandDefinition(
            "status", summary: "Show accounts, and what waits.", options: [Values.json],
            examples: [DocumentedTerm("oncue scrobble status --json", "Get it for a program.")]),
        CommandDefinition(
            "add", summary: "Add an account, or give it another token.",
            discussion: """
                The token of ListenBrainz, on https://listenbrainz.org/settings/, is read from standard input, or asked \
                for without being shown. Last.fm wants the key and the secret of an application of your own, from \
                https://www.last.fm/api/account/create: the secret is read from standard input, and you allow the account \
                on a page that is opened. They are kept in a file that only you can read.

                JSON: name, service, user.
                """,
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("SERVICE", kind: "a service", allowed: ["listenbrainz", "lastfm"]), .required,
                    description: "listenbrainz or lastfm; also for servers with their interface.")
            ],
            options: [
                OptionDefinition(
                    "server", value: ValueDefinition("URL", kind: "an address"),
                    description: "The address of the interface of another server, such as Maloja or Libre.fm."),
                OptionDefinition(
                    "key", value: ValueDefinition("KEY", kind: "a key"),
                    description: "The key of your application, for lastfm."),
                OptionDefinition("podcasts", description: "Send episodes of podcasts, too."),
                OptionDefinition("no-loves", description: "Keep likes and loves apart."),
                OptionDefinition("no-browser", description: "Show the address of the page, and do not open it."),
                Values.json,
            ],
            examples: [
                DocumentedTerm("oncue scrobble add listenbrainz < token.txt", "Read the token from a file."),
                DocumentedTerm(
                    "oncue scrobble add listenbrainz --server http://nas:42010/apis/listenbrainz",
                    "Send plays to Maloja at home."),
                DocumentedTerm("oncue scrobble add lastfm --key 0123456789abcdef", "Add Last.fm; asks for the secret."),
            ]),
        CommandDefinition(
            "remove", aliases: ["rm", "delete"], summary: "Remove an account with its secrets.",
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("NAME", kind: "an account", expected: "a name that oncue scrobble shows"),
                    .required,
                    description: "The name, as oncue scrobble shows it.")
            ],
            options: [Values.json],
            examples: [DocumentedTerm("oncue scrobble remove lastfm", "Send nothing to Last.fm any longer.")]),
        CommandDefinition(
            "pause", summary: "Listen in private: what plays from now on is never sent.", options: [Values.json],
            examples: [DocumentedTerm("oncue scrobble pause", "Until: oncue scrobble resume")]),
        CommandDefinition(
            "resume", summary: "Send what plays from now on.", options: [Values.json],
            examples: [DocumentedTerm("oncue scrobble resume", "End a pause.")]),
        CommandDefinition(
            "private", summary: "Never send plays of something; without PLACE, of the current track.",
            discussion: "What is in it counts as well. JSON: total, offset, items [identifier, title, private].",
            arguments: [ArgumentDefinition(Values.place, .any, description: Values.placeDescription)],
            options: [OptionDefinition("remove", description: "Send them again."), Values.all, Values.json],
            examples: [
                DocumentedTerm("oncue scrobble private Artists/Abba", "Keep an artist private."),
                DocumentedTerm("oncue scrobble private --remove Artists/Abba", "Send plays of the artist again."),
            ]),
        CommandDefinition(
            "now", aliases: ["retry"], summary: "Send what waits, and look for loves, now.", options: [Values.json],
            examples: [DocumentedTerm("oncue scrobble now", "Do not wait for the next attempt.")]),
    ]

    // MARK: Actions

    private static let status: Command.Handler = { parsed, context in
        ScrobbleView.show(try await context.service.scrobbling(), parsed, context)
    }

    private static let send: Command.Handler = { parsed, context in
        ScrobbleView.show(try await context.service.sendScrobbles(), parsed, context)
    }

    private static let add: Command.Handler = { parsed, context in
        var request = ScrobblingRequest(parsed.argument("SERVICE") ?? "")
        request.server = parsed.option("server") ?? ""
        request.sendsPodcasts = parsed.has("podcasts")
        request.sharesLoves = !parsed.has("no-loves")
        switch request.kind {
        case "listenbrainz":
            guard !parsed.has("key") else {
                throw UsageError(.unexpectedValue, call: parsed.call, "--key is for lastfm; listenbrainz has a token")
            }
            request.token = try secret("Token of ListenBrainz (not shown):", "token", context)
        case "lastfm":
            guard let key = parsed.option("key") else {
                throw UsageError(
                    .missingArgument, call: parsed.call,
                    "name the key of your application with --key; https://www.last.fm/api/account/create gives one")
            }
            request.key = key
            request.secret = try secret("Shared secret of the application (not shown):", "secret", context)
        default: throw parsed.invalid("SERVICE", request.kind, expected: "listenbrainz or lastfm")
        }
        var grant = try await context.service.addScrobbling(request)
        if grant.name.isEmpty { grant = try await allowed(grant, parsed, context) }
        if parsed.has("json") {
            return context.console.write([
                "name": .string(grant.name), "service": .string(request.kind), "user": .string(grant.user),
            ])
        }
        let title = ScrobbleView.title(of: request.kind)
        let user = grant.user.isEmpty ? "" : " as \(TextLayout.printable(grant.user))"
        context.console.tell("Plays from now on go to \(title)\(user); to listen in private: oncue scrobble pause")
        let server = request.server.lowercased()
        let isHere = ["127.", "localhost", "[::1]"].contains { server.hasPrefix("http://" + $0) }
        if server.hasPrefix("http://"), !isHere {
            context.console.tell(
                "The way to this server is not encrypted, so others in the network can read your token")
        }
    }

    /// - Throws: ``CommandFailure`` if there is no input.
    private static func secret(
        _ question: String, _ what: String, _ context: CommandContext
    ) throws(CommandFailure) -> String {
        let line = context.questioner.secret(for: question) ?? ""
        let words = line.split(whereSeparator: \.isWhitespace)
        guard words.count == 1, let word = words.first else {
            throw CommandFailure(.wrongWords, "the \(what) must be one word on a line of standard input")
        }
        return String(word)
    }

    private static let patience = Duration.seconds(600)
    private static let interval = Duration.seconds(3)

    /// Shows the page, and waits until the user has granted access there.
    private static func allowed(
        _ asked: ScrobblingGrant, _ parsed: ParsedCommand, _ context: CommandContext
    ) async throws -> ScrobblingGrant {
        context.console.tell("Allow OnCue on this page, within ten minutes:")
        context.console.tell("  " + TextLayout.printable(asked.page))
        if !parsed.has("no-browser"), !parsed.has("json") { try? await context.service.open(asked.page) }
        let end = ContinuousClock.now + patience
        while ContinuousClock.now < end {
            let grant = try await context.service.completeScrobbling(asked.request)
            if !grant.name.isEmpty { return grant }
            try await MediaActor.sleep(for: interval)
        }
        throw CommandFailure(.failed, "it was not allowed within ten minutes; run this again")
    }

    private static let remove: Command.Handler = { parsed, context in
        let name = RawWords.printable(parsed.argument("NAME") ?? "")
        try await context.service.removeScrobbling(name)
        if parsed.has("json") { return context.console.write(["removed": .string(name)]) }
        context.console.tell("Removed \(name); nothing is sent there any longer")
    }

    private static let pause: Command.Handler = { parsed, context in
        try await context.service.pauseScrobbling(true)
        if parsed.has("json") { return context.console.write(["paused": .bool(true)]) }
        context.console.tell("What you listen to from now on is not sent, until: oncue scrobble resume")
    }

    private static let resume: Command.Handler = { parsed, context in
        try await context.service.pauseScrobbling(false)
        if parsed.has("json") { return context.console.write(["paused": .bool(false)]) }
        context.console.tell("What you listen to from now on is sent; what you listened to meanwhile stays private")
    }

    private static let setPrivate: Command.Handler = { parsed, context in
        let isPrivate = !parsed.has("remove")
        let words = try parsed.places()
        let named = try await PlaceResolver(context).each(words.isEmpty ? [FavouriteCommand.playing(context)] : words) {
            place async throws(ClientError) in
            _ = try await context.service.setScrobblingPrivate(place, isPrivate)
        }
        if parsed.has("json") { return context.console.write(FavouriteCommand.answer(named, "private", isPrivate)) }
        let items = ContentPhrase.subject(named)
        context.console.tell(isPrivate ? "Plays of \(items) are not sent" : "Plays of \(items) are sent again")
    }
}
