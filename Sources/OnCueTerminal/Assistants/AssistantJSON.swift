// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import AssistantProtocol
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueIntents
internal import OnCueInterface
internal import OnCuePhrases

/// The data for an assistant. Invisible characters are removed from text of other origin, and it is shortened;
/// addresses of files and of the web are left out.
enum AssistantJSON {
    /// The most rows of a list.
    static let longestList = 50
    /// The longest sentence; it may contain a title or two.
    private static let longestSentence = 500

    /// Returns a sentence that may contain titles.
    static func sentence(_ text: String) -> String { AssistantText.title(text, limit: longestSentence) }

    private static func title(_ text: String?) -> JSONValue {
        let shown = AssistantText.title(text ?? "")
        return shown.isEmpty ? .null : .string(shown)
    }

    private static func titles(_ texts: [String]) -> JSONValue {
        .array(texts.prefix(longestList).map(title))
    }

    /// Returns an identifier, with which the item can be played and read; null if it has none.
    private static func identifier(_ text: String?) -> JSONValue {
        .string(orNull: text.flatMap(ContentIdentifier.init)?.description)
    }

    /// Returns an object without the members that are null.
    private static func object(_ members: [JSONValue.Member]) -> JSONValue {
        .object(members.filter { $0.value != .null })
    }

    // MARK: Outcomes

    /// The form of ``object(of:)-outcome``.
    static let outcomeSchema: JSONValue = [
        "type": "object",
        "properties": [
            "sentence": ["type": "string", "description": "The answer"],
            "title": ["type": "string", "description": "What was asked for"],
            "properties": ["type": "object"],
            "items": [
                "type": "array",
                "items": [
                    "type": "object",
                    "properties": [
                        "identifier": ["type": "string"], "kind": ["type": "string"], "title": ["type": "string"],
                        "subtitle": ["type": "string"],
                    ],
                ],
            ],
            "total": ["type": "integer", "description": "All that there is, of which items may be a part"],
            "undoable": ["type": "boolean"],
        ],
        "required": ["sentence", "title", "items", "undoable"],
    ]

    /// Returns the outcome of an intent.
    static func object(of outcome: IntentOutcome) -> JSONValue {
        let properties = outcome.properties.sorted { $0.key < $1.key }.map { name, value in
            JSONValue.Member(name, Self.value(value))
        }
        return object([
            .init("sentence", .string(sentence(outcome.sentence))),
            .init("title", .string(sentence(outcome.title))),
            .init("properties", properties.isEmpty ? .null : .object(properties)),
            .init("items", .array(outcome.items.prefix(longestList).map(Self.object))),
            .init("total", .int(orNull: outcome.total)),
            .init("undoable", .bool(outcome.isUndoable)),
        ])
    }

    private static func value(_ value: ParameterValue) -> JSONValue {
        switch value {
        case .text(let text):
            ContentIdentifier(text) == nil ? .string(AssistantText.title(text)) : .string(text)
        case .number(let number): .rounded(number, places: 3)
        case .flag(let flag): .bool(flag)
        case .object(let identifier, let title):
            object([.init("identifier", Self.identifier(identifier)), .init("title", Self.title(title))])
        }
    }

    /// Returns an item of the tree.
    static func object(_ item: ContentRecord) -> JSONValue {
        object([
            .init("identifier", identifier(item.identifier)), .init("kind", title(item.kind)),
            .init("title", .string(AssistantText.title(item.title))), .init("subtitle", title(item.subtitle)),
            .init("duration", item.duration.map(JSONValue.seconds) ?? .null),
            .init("progress", item.playbackProgress.map { .rounded($0, places: 3) } ?? .null),
            .init("children", .int(orNull: item.childCount)),
            .init("stars", item.stars.map { .rounded($0.number, places: 1) } ?? .null),
            .init("container", item.isContainer ? true : .null), .init("playable", .bool(item.isPlayable)),
            .init("unavailable", item.isUnavailable ? true : .null),
            .init("explicit", item.isExplicit ? true : .null),
        ])
    }

    // MARK: Resources

    /// Returns an item with the first of its children.
    static func object(_ item: ContentRecord, children: ContentListing?) -> JSONValue {
        guard let children, case .object(let members) = object(item) else { return object(item) }
        return .object(
            members + [
                .init("total", .int(children.total)),
                .init("items", .array(children.items.prefix(longestList).map(Self.object))),
            ])
    }

    static func object(_ now: NowPlayingReport) -> JSONValue {
        object([
            .init("status", .string(now.status.rawValue)), .init("entry", now.entry.map(Self.object) ?? .null),
            .init(
                "next",
                now.next.map { next in
                    object([
                        .init("identifier", identifier(next.identifier)), .init("title", title(next.title)),
                        .init("artists", titles(next.artists)),
                    ])
                } ?? .null),
            .init("queueLength", .int(now.queueLength)),
            .init("volume", .rounded(now.volume * 100, places: 0)), .init("muted", .bool(now.isMuted)),
            .init("repeat", .string(now.repeatMode.rawValue)), .init("shuffle", .bool(now.shuffleMode != .off)),
            .init("rate", .rounded(now.rate, places: 2)), .init("sleep", now.sleep.map(SleepText.json) ?? .null),
            .init("output", title(now.output?.name)), .init("error", title(now.failure?.message)),
        ])
    }

    private static func object(_ entry: NowPlayingEntry) -> JSONValue {
        object([
            .init("identifier", identifier(entry.identifier)), .init("title", title(entry.title)),
            .init("artists", titles(entry.artists)), .init("album", title(entry.album)),
            .init("streamTitle", title(entry.streamTitle)),
            .init("collection", identifier(entry.collection)), .init("chapter", title(entry.chapter?.title)),
            .init("position", .seconds(entry.position)),
            .init("duration", entry.duration.map(JSONValue.seconds) ?? .null),
            .init("number", .int(entry.queueIndex + 1)), .init("live", .bool(entry.isLive)),
            .init("favourite", .bool(entry.isFavourite)), .init("disliked", .bool(entry.isDisliked)),
            .init("stars", entry.stars.map { .rounded($0.number, places: 1) } ?? .null),
        ])
    }

    /// Returns the entries of a page; `number` counts from 1.
    static func object(_ page: QueuePage) -> JSONValue {
        let entries = page.entries.prefix(longestList).enumerated().map { index, entry in
            object([
                .init("number", .int(page.offset + index + 1)), .init("identifier", identifier(entry.identifier)),
                .init("title", title(entry.title)), .init("artist", title(entry.artist)),
                .init("album", title(entry.album)),
                .init("duration", entry.duration.map(JSONValue.seconds) ?? .null),
                .init("current", entry.isCurrent ? true : .null),
                .init("unavailable", entry.isMissing ? true : .null),
            ])
        }
        return object([
            .init("total", .int(page.total)), .init("current", .int(orNull: page.current.map { $0 + 1 })),
            .init("items", .array(entries)),
        ])
    }

    static func object(_ suggestions: [SuggestionRecord], of offer: SuggestionOffer?) -> JSONValue {
        let items = suggestions.prefix(longestList).map { suggestion in
            object([
                .init("identifier", identifier(suggestion.identifier)), .init("title", title(suggestion.title)),
                .init("subtitle", title(suggestion.subtitle)),
                .init("why", .string(sentence(suggestion.sentence))), .init("playable", .bool(suggestion.isPlayable)),
            ])
        }
        return object([
            .init("occasion", offer.map { .string(sentence($0.sentence)) } ?? .null), .init("items", .array(items)),
        ])
    }

    /// Returns a task of another program, with the form of its values.
    static func object(of task: IntentRecord) -> JSONValue {
        let definition = task.definition
        return object([
            .init("task", .string(definition.name.text)), .init("title", title(definition.title)),
            .init("program", title(task.programName)), .init("description", title(definition.summary)),
            .init("effect", .string(definition.effect.rawValue)), .init("values", plain(definition.schema)),
        ])
    }

    /// Returns a value whose texts are cleaned like titles; names of members are kept.
    private static func plain(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): .string(AssistantText.title(text))
        case .array(let elements): .array(elements.map(plain))
        case .object(let members): .object(members.map { .init($0.name, plain($0.value)) })
        case .null, .bool, .int, .double: value
        }
    }
}
