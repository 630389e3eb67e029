// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore

/// `oncue podcast`
enum PodcastCommand {
    static let command = Command(
        CommandDefinition(
            "podcast", aliases: ["podcasts"], group: "Library", summary: "Subscribe to podcasts and load episodes.",
            discussion: """
                PLACE is the title of a podcast, or of a podcast and an episode (Show/Episode), an index path as oncue \
                browse Podcasts shows it, or an identifier. Feeds are looked at every two hours while oncued runs. \
                JSON of list: total, offset, items [identifier, title, author, url, episodes, unplayed, downloaded, \
                refreshed and nextRefresh (seconds since 1970, or null), failure (or null), ended]. add answers with one \
                such item, refresh with podcasts, newEpisodes, failures, download with identifier, title, state, received, \
                total, failure, import with added and known, episodes as browse does, and chapters with total, offset, \
                items [start (seconds), title].
                """,
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue podcast", "List the podcasts."),
                DocumentedTerm("oncue podcast add https://example.org/feed.xml", "Subscribe to a feed."),
                DocumentedTerm("oncue podcast episodes \"The Show\"", "Show the episodes, newest first."),
                DocumentedTerm("oncue play Podcasts/The Show", "Play them."),
            ],
            subcommands: subcommands, runsAlone: true),
        subcommands: [
            "list": list, "add": add, "remove": remove, "refresh": refresh, "episodes": episodes,
            "chapters": chapters, "download": download, "delete": delete, "import": importFile, "export": export,
        ], list)

    private static let place = ArgumentDefinition(
        ValueDefinition("PLACE", kind: "a place", expected: "a title, an index path or an identifier"), .oneOrMore,
        description: "The podcast, or the episode. Several words count as one.")
    private static let noWait = OptionDefinition("no-wait", description: "Do not wait for the end.")

    private static let subcommands = [
        CommandDefinition(
            "list", summary: "List the podcasts.", options: [Values.json],
            examples: [DocumentedTerm("oncue podcast list --json | jq -r '.items[].url'", "Get the addresses.")]),
        CommandDefinition(
            "add", summary: "Subscribe to a feed, or to the feed that a web page names.",
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("URL", kind: "an address"), description: "The feed or the page. \(AddressWord.note)"
                )
            ], options: [Values.json],
            examples: [
                DocumentedTerm("oncue podcast add https://example.org/feed.xml", "Subscribe."),
                DocumentedTerm("oncue podcast add - < address.txt", "Subscribe to what nobody else may see."),
            ]),
        CommandDefinition(
            "remove", aliases: ["rm"], summary: "Forget a podcast and its downloads.", arguments: [place],
            examples: [DocumentedTerm("oncue podcast remove The Show", "Forget it.")]),
        CommandDefinition(
            "refresh", summary: "Look for new episodes of one podcast, or of all.",
            arguments: [ArgumentDefinition(place.value, .any, description: "The podcast; all without it.")],
            options: [Values.json, noWait], examples: [DocumentedTerm("oncue podcast refresh", "Look at all feeds.")]),
        CommandDefinition(
            "episodes", summary: "Show the episodes of a podcast, newest first.", arguments: [place],
            options: Values.listing,
            examples: [DocumentedTerm("oncue podcast episodes The Show --limit 5", "Show the five newest.")]),
        CommandDefinition(
            "chapters", summary: "Show the chapters of an episode.", arguments: [place], options: [Values.json],
            examples: [DocumentedTerm("oncue podcast chapters The Show/Episode One", "Show where they begin.")]),
        CommandDefinition(
            "download", summary: "Load an episode, to play it without a network.", arguments: [place],
            options: [Values.json, noWait],
            examples: [DocumentedTerm("oncue podcast download The Show/Episode One", "Load it.")]),
        CommandDefinition(
            "delete", summary: "Delete what was loaded of an episode.", arguments: [place],
            examples: [DocumentedTerm("oncue podcast delete The Show/Episode One", "Delete the file.")]),
        CommandDefinition(
            "import", summary: "Subscribe to every feed of an OPML file.",
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("FILE", kind: "a file", completion: .files), description: "The OPML file.")
            ], options: [Values.json], examples: [DocumentedTerm("oncue podcast import podcasts.opml", "Import.")]),
        CommandDefinition(
            "export", summary: "Write the subscriptions as OPML.",
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("FILE", kind: "a file", completion: .files), .optional,
                    description: "Where to write; standard output without it.")
            ], examples: [DocumentedTerm("oncue podcast export podcasts.opml", "Export.")]),
    ]

    // MARK: What they do

    private static let list: Command.Handler = { parsed, context in
        let podcasts = try await context.service.subscriptions()
        if parsed.has("json") { return context.console.write(.listing(podcasts.map(\.json))) }
        context.console.write(lines: PodcastView.lines(podcasts, screen: context.console.dataScreen))
        if podcasts.isEmpty { context.console.tell("No podcasts; oncue podcast add URL subscribes to one") }
    }

    private static let add: Command.Handler = { parsed, context in
        let podcast = try await context.service.subscribe(to: AddressWord.text(try parsed.required("URL"), context))
        let episodes = ContentPhrase.count(podcast.episodes, "episode")
        context.console.tell("Subscribed to \(TextLayout.printable(podcast.title)) (\(episodes))")
        if parsed.has("json") { context.console.write(podcast.json) }
    }

    private static let remove: Command.Handler = { parsed, context in
        let words = parsed.arguments("PLACE")
        try await context.service.unsubscribe(try PodcastPlace.text(words, context))
        context.console.tell("Removed \(TextLayout.printable(words.joined(separator: " "))) with its downloads")
    }

    private static let refresh: Command.Handler = { parsed, context in
        let words = parsed.arguments("PLACE")
        let place = words.isEmpty ? nil : try PodcastPlace.text(words, context)
        guard !parsed.has("no-wait") else { return try await context.service.refreshPodcasts(place) }
        let report = try await PodcastWatch(context: context).refresh(place)
        if parsed.has("json") { context.console.write(report.json) }
        guard report.podcasts == 0 || report.failures.count < report.podcasts else {
            throw CommandFailure(.failed, "no feed could be loaded")
        }
    }

    private static let episodes: Command.Handler = { parsed, context in
        let words = parsed.arguments("PLACE")
        let place = try PodcastPlace.text(words, context)
        let (offset, limit) = try parsed.range(context.console.dataScreen)
        let listing = try await ContentPages.collect(offset: offset, limit: limit) {
            offset, limit async throws(ClientError) in
            try await context.service.children(of: place, offset: offset, limit: limit)
        }
        if parsed.has("json") { return context.console.write(listing.json) }
        context.console.write(lines: ContentTable.lines(listing.items, screen: context.console.dataScreen))
    }

    private static let chapters: Command.Handler = { parsed, context in
        let words = parsed.arguments("PLACE")
        let place = try PodcastPlace.text(words, context)
        let chapters = try await context.service.chapters(of: place)
        if parsed.has("json") { return context.console.write(.listing(chapters.map(\.json))) }
        context.console.write(lines: PodcastView.lines(chapters, screen: context.console.dataScreen))
        if chapters.isEmpty {
            context.console.tell("\(TextLayout.printable(words.joined(separator: " "))) has no chapters")
        }
    }

    private static let download: Command.Handler = { parsed, context in
        let place = try PodcastPlace.text(parsed.arguments("PLACE"), context)
        guard !parsed.has("no-wait") else { return try await context.service.download(place) }
        let progress = try await PodcastWatch(context: context).download(place)
        if parsed.has("json") { context.console.write(progress.json) }
        if let failure = progress.failure {
            throw CommandFailure(
                .failed, "not loaded: \(failure); what has arrived is kept, and the same command goes on")
        }
    }

    private static let delete: Command.Handler = { parsed, context in
        let words = parsed.arguments("PLACE")
        try await context.service.removeDownload(try PodcastPlace.text(words, context))
        context.console.tell("Deleted the download of \(TextLayout.printable(words.joined(separator: " ")))")
    }

    private static let importFile: Command.Handler = { parsed, context in
        let word = try parsed.required("FILE")
        let text = try context.files.text(of: RawWords.bytes(of: word), limit: 512 << 10)
        let (added, known) = try await context.service.importOPML(text)
        var report = "Added \(ContentPhrase.count(added, "podcast"))"
        if known > 0 { report += "; \(known) " + (known == 1 ? "was" : "were") + " there already" }
        if added > 0 { report += "; episodes are being loaded, oncue podcast shows them" }
        context.console.tell(report)
        if parsed.has("json") { context.console.write(["added": .int(added), "known": .int(known)]) }
    }

    private static let export: Command.Handler = { parsed, context in
        let text = try await context.service.exportOPML()
        guard let word = parsed.argument("FILE") else { return context.console.write(text) }
        try context.files.write(text, to: RawWords.bytes(of: word))
        let warning = HiddenPassword.hidden(in: text) == text ? "" : "; it holds passwords, so keep it to yourself"
        context.console.tell("Wrote \(RawWords.printable(word))\(warning)")
    }
}
