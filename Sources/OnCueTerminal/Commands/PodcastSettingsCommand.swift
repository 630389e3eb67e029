// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// `oncue podcast set`, `oncue podcast show` and `oncue podcast keep`
enum PodcastSettingsCommand {
    static func definitions(podcast: ArgumentDefinition, episode: ArgumentDefinition) -> [CommandDefinition] {
        [
            CommandDefinition(
                "show", summary: "Show a podcast and its settings.", arguments: [podcast], options: [Values.json],
                examples: [DocumentedTerm("oncue podcast show The Show", "Show how The Show is treated.")]),
            CommandDefinition(
                "set",
                summary: "Set or show how a podcast is treated: downloads, speed, intro and outro, order, notices.",
                arguments: [podcast], options: options + [Values.json],
                examples: [
                    DocumentedTerm(
                        "oncue podcast set The Show --download-latest 3 --remove-after 1d",
                        "Have the three newest episodes downloaded, and delete each a day after it was heard."),
                    DocumentedTerm(
                        "oncue podcast set The Show --speed 1.3 --skip-intro 30s --skip-outro 1m",
                        "Play its episodes faster, without their first 30 seconds and their last minute."),
                ]),
            CommandDefinition(
                "keep", summary: "Never delete the download of an episode by itself.", arguments: [episode],
                options: [OptionDefinition("remove", description: "Do not keep it any longer."), Values.json],
                examples: [DocumentedTerm("oncue podcast keep The Show/Episode One", "Keep an episode.")]),
        ]
    }

    private static let options = [
        OptionDefinition(
            "download-latest", value: ValueDefinition("COUNT", kind: "a count", expected: "0 to 50"),
            description: "Have the newest episodes downloaded, so many of them. 0: none, as at first."),
        OptionDefinition(
            "remove-after", value: ValueDefinition("TIME", kind: "a time", expected: "now, 12h, 1d, 2w or never"),
            description: "Delete an automatic download so long after it was heard. Default: never."),
        OptionDefinition(
            "speed", value: ValueDefinition("RATE", kind: "a rate", expected: "0.5 to 3"),
            description: "Play episodes at this rate, as oncue rate does."),
        OptionDefinition("skip-intro", value: skip, description: "Begin episodes so long after their beginning."),
        OptionDefinition("skip-outro", value: skip, description: "End episodes so long before their end."),
        OptionDefinition(
            "order",
            value: ValueDefinition(
                "ORDER", kind: "an order", allowed: PodcastSettings.Order.allCases.map(\.rawValue)),
            description: "List and play the newest or the oldest episodes first."),
        OptionDefinition(
            "notify", value: ValueDefinition("HOW", kind: "a way", allowed: ["off", "quiet", "loud", "on"]),
            description: "Tell of new episodes, without a sound or with one. on: quiet."),
    ]
    private static let skip = ValueDefinition("TIME", kind: "a time", expected: "off, or up to 10m, such as 30s")

    // MARK: Actions

    static let show: Command.Handler = { parsed, context in
        let words = parsed.arguments("PLACE")
        let (podcast, settings) = try await PodcastPlace(words, .podcast, context).asking {
            place async throws(ClientError) -> (PodcastSummary?, PodcastSettings) in
            (try await summary(at: place, context), try await context.service.podcastSettings(of: place))
        }
        tell(podcast, settings, parsed, context)
    }

    static let set: Command.Handler = { parsed, context in
        guard options.contains(where: { parsed.has($0.name) }) else { return try await show(parsed, context) }
        let words = parsed.arguments("PLACE")
        let change = try change(parsed)
        let all = try await PodcastPlace(words, .podcast, context).each {
            place async throws(ClientError) -> (PodcastSummary?, PodcastSettings) in
            var settings = try await context.service.podcastSettings(of: place)
            change(&settings)
            try await context.service.setPodcast(settings, of: place)
            return (try await summary(at: place, context), settings)
        }
        if parsed.has("quiet"), !parsed.has("json") { return }
        if parsed.has("json"), all.count > 1 {
            return context.console.write(.listing(all.map { json($0.0, $0.1) }))
        }
        for (index, (podcast, settings)) in all.enumerated() {
            if index > 0 { context.console.write(lines: [""]) }
            tell(podcast, settings, parsed, context)
        }
    }

    static let keep: Command.Handler = { parsed, context in
        let words = parsed.arguments("PLACE")
        let isKept = !parsed.has("remove")
        let titles = try await PodcastPlace(words, .episode, context).each {
            place async throws(ClientError) -> String in
            try await context.service.setKept(isKept, place)
            return (try? await context.service.item(at: place).item.title) ?? words.joined(separator: " ")
        }
        if parsed.has("json") { return context.console.write([isKept ? "kept" : "notKept": .int(titles.count)]) }
        let shown =
            titles.count == 1
            ? "\"\(TextLayout.printable(titles[0]))\"" : ContentPhrase.count(titles.count, "episode")
        let verb = titles.count == 1 ? "is" : "are"
        context.console.tell(isKept ? "Kept \(shown)" : "\(shown) \(verb) no longer kept")
    }

    private static func summary(
        at place: String, _ context: CommandContext
    ) async throws(ClientError) -> PodcastSummary? {
        let identifier = try await context.service.item(at: place).item.identifier
        return try await context.service.subscriptions().first { $0.identifier.description == identifier }
    }

    private static func tell(
        _ podcast: PodcastSummary?, _ settings: PodcastSettings, _ parsed: ParsedCommand, _ context: CommandContext
    ) {
        if parsed.has("json") { return context.console.write(json(podcast, settings)) }
        context.console.write(lines: PodcastView.lines(podcast, settings, screen: context.console.dataScreen))
    }

    private static func json(_ podcast: PodcastSummary?, _ settings: PodcastSettings) -> JSONValue {
        ["podcast": podcast?.json ?? .null, "settings": settings.json]
    }

    /// Returns the change that the options request.
    ///
    /// - Throws: `UsageError` for invalid values.
    private static func change(_ parsed: ParsedCommand) throws -> (inout PodcastSettings) -> Void {
        let latest = try parsed.integer("download-latest", in: PodcastSettings.latestRange)
        let removal = try parsed.option("remove-after", Removing.init)
        let rate = try parsed.option("speed") { word -> Double? in
            if case .set(let rate)? = RateCommand.Change(word) { rate } else { nil }
        }
        let (intro, outro) = (try parsed.option("skip-intro", span), try parsed.option("skip-outro", span))
        let order = parsed.option("order").flatMap(PodcastSettings.Order.init)
        let notice = parsed.option("notify")
        return { settings in
            if let latest { settings.latest = latest }
            if let removal { settings.removal = removal.delay }
            if let rate { settings.rate = rate }
            if let intro { settings.intro = intro }
            if let outro { settings.outro = outro }
            if let order { settings.order = order }
            if let notice { (settings.notifies, settings.notifiesLoudly) = (notice != "off", notice == "loud") }
        }
    }

    /// The time after which a download is deleted.
    private struct Removing {
        /// `nil` for never.
        var delay: Duration?

        init?(_ word: String) {
            switch word.lowercased() {
            case "never", "off": delay = nil
            case "now": delay = .zero
            default:
                guard let seconds = MomentText.ago(word.lowercased()) else { return nil }
                delay = .seconds(seconds)
                guard seconds <= PodcastSettings.longestRemoval.components.seconds else { return nil }
            }
        }
    }

    private static func span(_ word: String) -> Duration? {
        if word == "off" { return .zero }
        guard let span = SpanText.duration(word, unit: .seconds(1)), span <= PodcastSettings.longestSkip else {
            return nil
        }
        return span
    }
}
