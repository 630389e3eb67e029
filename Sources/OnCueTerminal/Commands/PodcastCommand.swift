// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// `oncue podcast`
enum PodcastCommand {
    static let command = Command(
        CommandDefinition(
            "podcast", aliases: ["podcasts"], group: "Library", summary: "Subscribe to podcasts and download episodes.",
            discussion: """
                PLACE is the title of a podcast, a podcast and an episode (Show/Episode), an index path as shown by \
                oncue browse Podcasts, or an identifier. What changes, downloads or removes something does so with each \
                of several PLACEs, and with everything that a query finds, such as kind:podcast. While oncued runs, it checks feeds at the times at which they \
                usually publish; oncue podcast show shows the next one.

                JSON of list: total, offset, items [identifier, title, author, url, episodes, unplayed, downloaded, \
                refreshed and nextRefresh (seconds since 1970, or null), refreshReason (learning, usual, between, quiet, \
                publisher, failed, metered, offline, or null), expected (when an episode is likely, or null), failure (or null), ended]. add prints one \
                such item, refresh prints podcasts, newEpisodes, failures, download prints identifier, title, state, \
                received, total, failure (with --latest a list of those), show and set print podcast (as list; for several podcasts, set prints a list) and settings \
                [latest, removeAfter (seconds, or null), rate, intro and outro (seconds), order, notify], import prints added and known, remove prints the \
                list as it is afterwards, delete prints deleted (a number), keep prints kept, or with --remove notKept (numbers), episodes prints the same as browse, and \
                chapters prints total, offset, items [start (seconds), title]. search prints total, offset, items [number, title, \
                author, url, episodes (or null), genre, newest (a day), summary, picture and page (addresses, or null)].
                """,
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue podcast", "List the podcasts."),
                DocumentedTerm("oncue podcast search philosophy", "Search a directory."),
                DocumentedTerm("oncue podcast add https://example.org/feed.xml", "Subscribe to a feed."),
                DocumentedTerm("oncue podcast episodes \"The Show\"", "List the episodes, newest first."),
                DocumentedTerm("oncue play Podcasts/The Show", "Play all its episodes."),
                DocumentedTerm(
                    "oncue podcast set \"The Show\" --download-latest 3", "Have its newest episodes downloaded."),
            ],
            subcommands: subcommands, runsAlone: true),
        subcommands: [
            "list": list, "add": add, "remove": remove, "refresh": refresh, "episodes": episodes,
            "chapters": chapters, "download": download, "delete": delete, "import": importFile, "export": export,
            "show": PodcastSettingsCommand.show, "set": PodcastSettingsCommand.set,
            "keep": PodcastSettingsCommand.keep, "search": DirectorySearch.podcasts,
        ], list)

    private static let place = argument(.podcasts)
    private static let episode = argument(.episodes)

    private static func argument(_ topic: NameTopic) -> ArgumentDefinition {
        ArgumentDefinition(
            ValueDefinition(
                "PLACE", kind: "a place", expected: "a title, an index path or an identifier",
                completion: topic.completion), .oneOrMore,
            description: "The podcast or the episode, several in quotes, or a query. Several words need no quotes.")
    }
    private static let noWait = OptionDefinition("no-wait", description: "Do not wait until it has finished.")

    private static let subcommands =
        [
            CommandDefinition(
                "list", summary: "List the podcasts.", options: [Values.json],
                examples: [
                    DocumentedTerm(
                        "oncue podcast list --json | jq -r '.items[].url'", "Print the addresses of the feeds.")
                ]),
            DirectorySearch.podcastDefinition,
            CommandDefinition(
                "add", summary: "Subscribe to a feed, given its address or that of a web page that links to it.",
                arguments: [
                    ArgumentDefinition(
                        ValueDefinition("URL", kind: "an address"),
                        description: "The address of the feed or the page, or a number from oncue podcast search. "
                            + AddressWord.note
                    )
                ], options: [Values.json],
                examples: [
                    DocumentedTerm("oncue podcast add https://example.org/feed.xml", "Subscribe."),
                    DocumentedTerm("oncue podcast add - < address.txt", "Subscribe to a private feed."),
                ]),
            CommandDefinition(
                "remove", aliases: ["rm", "unsubscribe"], summary: "Move a podcast and its downloads to the trash.",
                arguments: [place], options: [Removal.dryRun, Values.json],
                examples: [DocumentedTerm("oncue podcast remove The Show", "Unsubscribe.")]),
            CommandDefinition(
                "refresh", summary: "Check one podcast or all of them for new episodes.",
                arguments: [ArgumentDefinition(place.value, .any, description: "The podcast. Default: all.")],
                options: [Values.json, noWait], examples: [DocumentedTerm("oncue podcast refresh", "Check all feeds.")]),
            CommandDefinition(
                "episodes", summary: "List the episodes of a podcast, newest first unless it is set otherwise.",
                arguments: [place],
                options: Values.listing,
                examples: [DocumentedTerm("oncue podcast episodes The Show --limit 5", "List the five newest.")]),
            CommandDefinition(
                "chapters", summary: "List the chapters of an episode.", arguments: [episode], options: [Values.json],
                examples: [
                    DocumentedTerm(
                        "oncue podcast chapters The Show/Episode One", "List the chapters and where they start.")
                ]),
            CommandDefinition(
                "download", summary: "Download an episode, or the newest ones of a podcast, to play them offline.",
                arguments: [episode],
                options: [
                    OptionDefinition(
                        "latest", value: ValueDefinition("COUNT", kind: "a count", expected: "1 to 50"),
                        description: "Download so many of the newest episodes of the podcast that PLACE names."),
                    Values.json, noWait,
                ],
                examples: [
                    DocumentedTerm("oncue podcast download The Show/Episode One", "Download an episode."),
                    DocumentedTerm("oncue podcast download The Show --latest 3", "Download the three newest episodes."),
                ]),
            CommandDefinition(
                "delete", summary: "Delete the download of an episode.", arguments: [episode],
                options: [Removal.dryRun, Values.json],
                examples: [DocumentedTerm("oncue podcast delete The Show/Episode One", "Delete the downloaded file.")]),
            CommandDefinition(
                "import", summary: "Subscribe to every feed in an OPML file.",
                arguments: [
                    ArgumentDefinition(
                        ValueDefinition("FILE", kind: "a file", completion: .files), description: "The OPML file.")
                ], options: [Values.json], examples: [DocumentedTerm("oncue podcast import podcasts.opml", "Import.")]),
            CommandDefinition(
                "export", summary: "Export the subscriptions as OPML.",
                arguments: [
                    ArgumentDefinition(
                        ValueDefinition("FILE", kind: "a file", completion: .files), .optional,
                        description: "The file to write. Default: standard output.")
                ], examples: [DocumentedTerm("oncue podcast export podcasts.opml", "Export.")]),
        ] + PodcastSettingsCommand.definitions(podcast: place, episode: episode)

    // MARK: Actions

    private static let list: Command.Handler = { parsed, context in
        let podcasts = try await context.service.subscriptions()
        if parsed.has("json") { return context.console.write(.listing(podcasts.map(\.json))) }
        context.console.write(lines: PodcastView.lines(podcasts, screen: context.console.dataScreen))
        if podcasts.isEmpty { context.console.tell("No podcasts; find some with: oncue podcast search WORDS") }
    }

    private static let add: Command.Handler = { parsed, context in
        let given = try parsed.required("URL")
        let word = try AddressWord.text(given, context)
        try checkFile(word, context)
        let found =
            try given == AddressWord.input
            ? nil : DirectorySearch.result(word, in: context.memory.podcasts, search: "oncue podcast search")
        let address = found?.address ?? word
        let known = try await context.service.subscriptions().map(\.identifier)
        let podcast = try await context.service.subscribe(to: address)
        let episodes = ContentPhrase.count(podcast.episodes, "episode")
        let title = TextLayout.printable(podcast.title)
        context.console.tell(
            known.contains(podcast.identifier)
                ? "You are subscribed to \"\(title)\" already (\(episodes))"
                : "Subscribed to \"\(title)\" (\(episodes))" + origin(podcast.address, from: address))
        if parsed.has("json") { context.console.write(podcast.json) }
    }

    /// Refuses a file on this machine.
    private static func checkFile(_ word: String, _ context: CommandContext) throws(CommandFailure) {
        let name = RawWords.bytes(of: word)
        guard context.files.kind(of: name) != nil else { return }
        let file = ShellWord.quoted(word)
        let text = (try? context.files.text(of: name, limit: 512 << 10)) ?? ""
        throw CommandFailure(
            .wrongWords,
            text.lowercased().contains("<opml")
                ? "\(word) is a file with subscriptions; import them with: oncue podcast import \(file)"
                : "\(word) is a file, and podcasts are subscribed to on the web; name the URL of the feed")
    }

    /// Returns a note with the feed if it was found on a page; empty if the address itself is the feed.
    private static func origin(_ feed: String, from address: String) -> String {
        let rest = { (text: String) in text.split(separator: "://").last ?? "" }
        return rest(feed) == rest(address) ? "" : TextLayout.printable("; its feed is \(feed)")
    }

    private static let remove: Command.Handler = { parsed, context in
        let words = parsed.arguments("PLACE")
        let titles = try await named(words, .podcast, isDry: parsed.has("dry-run"), context) {
            place, title async throws(ClientError) in
            if !Removal.isDry("move the podcast \"\(title)\" with its downloads to the trash", parsed, context) {
                try await context.service.unsubscribe(place)
            }
        }
        if parsed.has("dry-run") { return }
        if parsed.has("json") { return try await list(parsed, context) }
        for title in titles {
            context.console.tell("Removed podcast \"\(TextLayout.printable(title))\"" + Removal.restoring(title))
        }
    }

    private static let refresh: Command.Handler = { parsed, context in
        let words = parsed.arguments("PLACE")
        guard !parsed.has("no-wait") else {
            guard !words.isEmpty else { return try await context.service.refreshPodcasts(nil) }
            _ = try await PodcastPlace(words, .podcast, context).each { place async throws(ClientError) in
                try await context.service.refreshPodcasts(place)
            }
            return
        }
        let watch = PodcastWatch(context: context)
        let reports =
            words.isEmpty
            ? [try await watch.refresh(nil)]
            : try await PodcastPlace(words, .podcast, context).each { place async throws(ClientError) in
                try await watch.refresh(place)
            }
        let report = RefreshReport(
            podcasts: reports.reduce(0) { $0 + $1.podcasts }, newEpisodes: reports.reduce(0) { $0 + $1.newEpisodes },
            failures: reports.flatMap(\.failures))
        watch.tell(report)
        if parsed.has("json") { context.console.write(report.json) }
        guard report.podcasts == 0 || report.failures.count < report.podcasts else {
            throw CommandFailure(
                .failed,
                report.failures.count == 1
                    ? report.failures[0] : "none of the \(report.podcasts) podcasts could be refreshed")
        }
    }

    private static let episodes: Command.Handler = { parsed, context in
        let words = parsed.arguments("PLACE")
        let (offset, limit) = try parsed.range(context.console.dataScreen)
        let listing = try await PodcastPlace(words, .podcast, context).asking { place async throws(ClientError) in
            try await ContentPages.collect(offset: offset, limit: limit) { offset, limit async throws(ClientError) in
                try await context.service.children(of: place, offset: offset, limit: limit)
            }
        }
        context.memory.write(listing.items)
        if parsed.has("json") { return context.console.write(listing.json) }
        context.console.write(lines: ContentTable.lines(listing.items, screen: context.console.dataScreen))
    }

    private static let chapters: Command.Handler = { parsed, context in
        let words = parsed.arguments("PLACE")
        let chapters = try await PodcastPlace(words, .episode, context).asking { place async throws(ClientError) in
            try await context.service.chapters(of: place)
        }
        if parsed.has("json") { return context.console.write(.listing(chapters.map(\.json))) }
        context.console.write(lines: PodcastView.lines(chapters, screen: context.console.dataScreen))
        if chapters.isEmpty {
            context.console.tell("\"\(TextLayout.printable(words.joined(separator: " ")))\" has no chapters")
        }
    }

    private static let download: Command.Handler = { parsed, context in
        let latest = try parsed.integer("latest", in: 1...PodcastSettings.latestRange.upperBound)
        if let latest { return try await download(latest, parsed, context) }
        let place = PodcastPlace(parsed.arguments("PLACE"), .episode, context)
        guard !parsed.has("no-wait") else {
            _ = try await place.each { place async throws(ClientError) in try await context.service.download(place) }
            return
        }
        let ends = try await place.each { place async throws(ClientError) in
            try await PodcastWatch(context: context).download(place)
        }
        if parsed.has("json") {
            context.console.write(ends.count == 1 ? ends[0].json : .listing(ends.map(\.json)))
        }
        try check(ends)
    }

    /// - Throws: ``CommandFailure`` for failed downloads.
    private static func check(_ ends: [DownloadProgress]) throws(CommandFailure) {
        let failures = ends.compactMap(\.failure)
        guard let failure = failures.first else { return }
        throw CommandFailure(
            .failed,
            ends.count == 1
                ? "not downloaded: \(failure); repeat the command to continue from where it stopped"
                : "\(failures.count) of \(ContentPhrase.count(ends.count, "episode")) not downloaded; repeat the command to "
                    + "continue from where it stopped")
    }

    /// Downloads the newest episodes of a podcast.
    private static func download(_ count: Int, _ parsed: ParsedCommand, _ context: CommandContext) async throws {
        let place = PodcastPlace(parsed.arguments("PLACE"), .podcast, context)
        guard !parsed.has("no-wait") else {
            _ = try await place.each { place async throws(ClientError) in
                try await context.service.downloadLatest(count, of: place)
            }
            return
        }
        let ends = try await place.each { place async throws(ClientError) in
            try await PodcastWatch(context: context).downloadLatest(count, of: place)
        }.flatMap(\.self)
        if parsed.has("json") { context.console.write(.listing(ends.map(\.json))) }
        if ends.isEmpty { context.console.tell("The podcast has no episodes yet") }
        let failures = ends.filter { $0.failure != nil }
        for end in failures { context.console.tell("  \(TextLayout.printable(end.title)): \(end.failure ?? "")") }
        try check(ends)
    }

    private static let delete: Command.Handler = { parsed, context in
        let words = parsed.arguments("PLACE")
        let titles = try await named(words, .episode, isDry: parsed.has("dry-run"), context) {
            place, title async throws(ClientError) in
            if !Removal.isDry("delete the download of \"\(title)\"", parsed, context) {
                try await context.service.removeDownload(place)
            }
        }
        if parsed.has("dry-run") { return }
        if parsed.has("json") { return context.console.write(["deleted": .int(titles.count)]) }
        let shown =
            titles.count == 1
            ? "the download of \"\(TextLayout.printable(titles[0]))\""
            : "the downloads of " + ContentPhrase.count(titles.count, "episode")
        let rest = titles.count == 1 ? "it" : "them"
        context.console.tell("Deleted \(shown); oncue podcast download loads \(rest) again")
    }

    /// Performs an operation on each item that words name exactly.
    ///
    /// - Parameter isDry: Whether the item has to be looked up, since the operation does not do it.
    /// - Returns: The titles, or the words given for them.
    private static func named(
        _ words: [String], _ kind: ContentKind, isDry: Bool, _ context: CommandContext,
        _ deed: (_ place: String, _ title: String) async throws(ClientError) -> Void
    ) async throws -> [String] {
        try await PodcastPlace(words, kind, context).each(isExact: true) { place async throws(ClientError) in
            let title = try await knownTitle(of: place, kind, isNeeded: isDry, context) ?? words.joined(separator: " ")
            try await deed(place, title)
            return title
        }
    }

    /// Returns the title of an item, or `nil` if it is not found.
    ///
    /// - Parameter isNeeded: Whether it is an error if the item is not found or has another kind.
    private static func knownTitle(
        of place: String, _ kind: ContentKind, isNeeded: Bool, _ context: CommandContext
    ) async throws(ClientError) -> String? {
        guard isNeeded else { return try? await context.service.item(at: place).item.title }
        let item = try await context.service.item(at: place).item
        guard item.knownKind == kind else {
            let article = kind == .episode ? "an" : "a"
            throw ClientError(.notFound, "\"\(item.title)\" is not \(article) \(kind.rawValue)")
        }
        return item.title
    }

    private static let importFile: Command.Handler = { parsed, context in
        let word = try parsed.required("FILE")
        let text = try context.files.text(of: RawWords.bytes(of: word), limit: 512 << 10)
        let imported = try await context.service.importOPML(text)
        let (added, known) = (imported.added, imported.known)
        var report = "Added \(ContentPhrase.count(added, "podcast"))"
        if known > 0 { report += "; \(known) " + (known == 1 ? "was" : "were") + " there already" }
        if added > 0 { report += "; their episodes are being loaded, and oncue podcast shows them" }
        context.console.tell(report)
        if parsed.has("json") { context.console.write(["added": .int(added), "known": .int(known)]) }
    }

    private static let export: Command.Handler = { parsed, context in
        let text = try await context.service.exportOPML()
        guard let word = parsed.argument("FILE") else { return context.console.write(text) }
        try context.files.writePrivately(text, to: RawWords.bytes(of: word))
        let warning = HiddenPassword.hidden(in: text) == text ? "" : "; it contains passwords, so keep it private"
        context.console.tell("Wrote \(RawWords.printable(word))\(warning)")
    }
}
