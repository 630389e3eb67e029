// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueQuery

/// Arguments and options shared by several commands.
enum Values {
    static let place = ValueDefinition(
        "PLACE", kind: "a place", expected: "/0/2, album:..., a title, a file or a URL",
        completion: .dynamicOrFiles(NameTopic.content.rawValue))

    static let placeDescription =
        "An index path (/1/2/5), an identifier (album:...), titles (Albums/Kind of Blue), search words, a "
        + "query ('genre:jazz year:1960'), a file, a folder or a URL; - reads places from standard input. Several words "
        + "need no quotes; several places, such as 'Kind of Blue' 'Blue Train' or /1/2 genre:jazz, are taken one by one."

    static let all = OptionDefinition("all", description: "Take everything that the words find, not the best match.")

    static let json = OptionDefinition("json", short: "j", description: "Print JSON.")

    static let limit = OptionDefinition(
        "limit", short: "n", value: ValueDefinition("COUNT", kind: "a count", expected: "a number from 1"),
        description: "Show at most this many. Default: 200 on a terminal, all in a pipe.")

    static let offset = OptionDefinition(
        "offset", value: ValueDefinition("COUNT", kind: "a count", expected: "a number from 0"),
        description: "Skip this many from the top.")

    static let next = OptionDefinition("next", description: "Add it right after the current track.")

    static let listing = [json, limit, offset]

    /// Defines an argument for a line number of `oncue queue`. Words such as `-1` are accepted as arguments, so that
    /// they are refused with a helpful message.
    static func entryArgument(_ name: String, _ description: String) -> ArgumentDefinition {
        ArgumentDefinition(
            ValueDefinition(name, kind: "an entry number", expected: "a number from oncue queue"),
            description: description, acceptsNegativeNumbers: true)
    }

    static let most = 100_000_000

    static func positive(_ word: String) -> Int? {
        Int(word).flatMap { (1...most).contains($0) ? $0 : nil }
    }
}

extension ParsedCommand {
    /// Returns the words of the argument PLACE, as a search if all results are wanted.
    ///
    /// - Throws: `UsageError` if there is nothing to search for.
    func places() throws(UsageError) -> [String] {
        let words = arguments("PLACE")
        guard has("all") else { return words }
        let text = ContentQuery.joined(words)
        guard !text.isEmpty, text != PlaceInput.word else {
            throw UsageError(.missingArgument, call: call, "--all needs words or a query")
        }
        return [ContentPlace.searchPrefix + text]
    }

    /// Returns the range from `--offset` and `--limit`.
    func range(_ screen: Screen) throws(UsageError) -> (offset: Int, limit: Int) {
        let limit = try integer("limit", in: 1...Values.most)
        let all = screen.isTerminal && !has("json") ? 200 : Values.most
        return (try integer("offset", in: 0...Values.most) ?? 0, limit ?? all)
    }

    /// - Throws: `UsageError` if both options were given.
    func refuse(_ option: String, with other: String) throws(UsageError) {
        guard has(option), has(other) else { return }
        throw UsageError(.unexpectedValue, call: call, "--\(option) and --\(other) cannot be combined; choose one")
    }
}

extension Console {
    /// Writes a JSON value as data.
    func write(_ value: JSONValue) {
        write(value.text(dataScreen.isTerminal ? .pretty : .compact) + "\n")
    }
}
