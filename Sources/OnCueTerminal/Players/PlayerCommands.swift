// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import PlayerControl
internal import TextOutput

/// Carries out commands for the players selected by `--player` and `--all-players`.
struct PlayerCommands {
    static let options = [
        OptionDefinition(
            "player", short: "P",
            value: ValueDefinition(
                "NAME", kind: "a player", expected: "names from oncue players, or %any",
                completion: NameTopic.players.completion),
            description: "Control another media player: a name, several separated by commas, or %any."),
        OptionDefinition("all-players", description: "Control all media players, or all that --player names."),
    ]

    /// Options with the same meaning for every player.
    private static let commonOptions: Set<String> = ["json", "follow", "format", "every", "plain"]

    private let parsed: ParsedCommand
    private let context: CommandContext
    private let selection: PlayerSelection
    private var isForAll: Bool { parsed.has("all-players") }

    /// Returns `nil` for a command line that is meant for the service.
    ///
    /// - Throws: `UsageError` for a command that other players do not support.
    init?(_ parsed: ParsedCommand, _ context: CommandContext) throws(UsageError) {
        guard parsed.has("player") || parsed.has("all-players") else { return nil }
        self.parsed = parsed
        self.context = context
        let text = parsed.option("player").map(RawWords.printable)
        guard let selection = PlayerSelection(text) else {
            throw parsed.invalid("player", text ?? "")
        }
        self.selection = selection
        let definition = CommandCatalog.command(parsed.path.first)?.definition
        for option in definition?.options ?? [] where parsed.has(option.name) {
            // For other players, only `now` supports `--json`.
            let isCommon = Self.commonOptions.contains(option.name) && (option.name != "json" || parsed.path == ["now"])
            guard !isCommon else { continue }
            throw UsageError(
                .unexpectedValue, call: parsed.call,
                "--\(option.name) works only with OnCue; remove it, or remove --player")
        }
    }

    func run() async throws {
        let selection = selection
        if parsed.path == ["now"], parsed.has("follow") || parsed.has("every") { return try await follow() }
        let listing = try await context.service.players { selection.includes($0) }
        let all = selection.choose(listing.players)
        let chosen = isForAll ? all : Array(all.prefix(1))
        let isOwn = !isForAll && chosen.first?.name == NowPlayingReport.service
        let form = parsed.path == ["now"] ? try NowForm(parsed, context.console) : nil
        let request = isOwn || form != nil ? nil : try PlayerRequest(parsed, context.files)
        guard let first = chosen.first else { throw nobody(listing) }
        // A player that hangs may be the intended one.
        PlayerView.tell(isForAll ? listing.silent : selection.passedOver(listing.silent, for: first), context.console)
        // The service provides more about itself than MPRIS can express.
        if isOwn { return try await CommandCatalog.command(parsed.path.first)?.run(parsed, context) ?? () }
        if let form { show(chosen, form) }
        if let request { try await perform(request, on: chosen) }
    }

    private func nobody(_ listing: PlayerListing) -> CommandFailure {
        if let last = listing.silent.last {
            PlayerView.tell(listing.silent.dropLast(), context.console)
            return CommandFailure(.failed, "\(last.name) \(last.reason)")
        }
        let name = parsed.option("player").map { " \"\(TextLayout.printable(RawWords.printable($0)))\"" }
        return CommandFailure(
            .nothingFound, "no media player\(name ?? "") is on the bus; list them with: oncue players")
    }

    // MARK: Doing

    private func perform(_ request: PlayerRequest, on players: [PlayerReport]) async throws {
        var failures: [ClientError] = []
        for player in players {
            do throws(ClientError) {
                try await perform(request, on: player)
            } catch {
                failures.append(error)
            }
        }
        guard let last = failures.last else { return }
        for failure in failures.dropLast() { context.console.say("oncue: " + failure.message) }
        throw last
    }

    private func perform(_ request: PlayerRequest, on player: PlayerReport) async throws(ClientError) {
        switch request {
        case .show(let text):
            context.console.write(lines: [(isForAll ? player.name + "  " : "") + text(player)])
        case .perform(let action, let sentence):
            try await context.service.perform(action, on: player)
            context.console.tell("\(player.title): \(sentence)")
        }
    }

    // MARK: Showing

    private func show(_ players: [PlayerReport], _ form: NowForm) {
        switch form {
        case .json where isForAll:
            context.console.write(.listing(players.map(\.now.json)))
        case .json: context.console.write(players[0].now.json)
        case .template: context.console.write(lines: players.map { form.line($0.now) })
        case .text:
            let screen = context.console.dataScreen
            context.console.write(lines: players.flatMap { NowView.lines($0.now, screen: screen) })
        }
    }

    private func follow() async throws {
        let (form, interval) = (try NowForm(parsed, context.console), try NowCommand.interval(parsed))
        if isForAll {
            throw UsageError(
                .unexpectedValue, call: parsed.call,
                "--follow works with one player; name it, or leave out --all-players")
        }
        let selection = selection
        let listings = context.service.playerUpdates { selection.includes($0) }
        let updates = PlayerUpdates(selection: selection).updates(listings)
        await FollowLoop(
            console: context.console, form: form, interval: interval, updates: updates, absence: "a player"
        ).run()
    }
}
