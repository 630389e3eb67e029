// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON

/// The request of a push message: one of three verbs, and never playback.
///
///     {"refresh": "podcasts"}
///     {"notify": {"title": "Backup", "body": "done", "category": "home"}, "id": "backup"}
///     {"suggest": "Podcasts/The Show"}
///
/// Messages come from programs of the user's own, but through servers of others, so that everything has bounds.
package struct PushRequest: Sendable, Equatable {
    package enum Verb: Sendable, Equatable {
        case refresh(Refreshed)
        case notify(Notice)
        /// Suggests the item at a place.
        case suggest(place: String)
    }

    package enum Refreshed: String, Sendable, CaseIterable {
        case podcasts, library
    }

    /// A notification: lines without control characters.
    package struct Notice: Sendable, Equatable {
        package var title: String
        package var body: String
        /// A word for a kind, of which several are summed up; empty for none.
        package var category: String

        package init(title: String, body: String = "", category: String = "") {
            (self.title, self.body, self.category) = (title, body, category)
        }
    }

    package var verb: Verb
    /// A later request with the same identifier takes the place of this one; `nil` for a request on its own.
    package var collapseID: String?

    package init(_ verb: Verb, collapseID: String? = nil) {
        (self.verb, self.collapseID) = (verb, collapseID)
    }

    /// The longest texts, in bytes, as the notification centre accepts them.
    private static let (longestName, longestTitle, longestText) = (64, 400, 4000)

    /// Reads the text of a message.
    ///
    /// - Throws: ``PushRequestError`` for text that is not JSON, has not exactly one verb, or has values that are too long or
    ///   of another type. Other keys are ignored.
    package init(_ text: [UInt8]) throws(PushRequestError) {
        guard text.count <= PushKeys.longest, let text = String(validating: text, as: UTF8.self) else {
            throw PushRequestError("it is not text of at most \(PushKeys.longest) bytes")
        }
        guard let json = try? JSONValue(parsing: text, maximumDepth: 8, allowsRepeatedNames: false),
            case .object = json
        else { throw PushRequestError("it is not a JSON object") }
        let verbs = ["refresh", "notify", "suggest"].filter { json[$0] != nil }
        guard verbs.count == 1, let value = json[verbs[0]] else {
            throw PushRequestError("it has not exactly one of refresh, notify and suggest")
        }
        switch verbs[0] {
        case "refresh":
            guard let part = value.stringValue.flatMap(Refreshed.init) else {
                throw PushRequestError("refresh is podcasts or library")
            }
            verb = .refresh(part)
        case "notify": verb = .notify(try Self.notice(value))
        default: verb = .suggest(place: try Self.line(value, "suggest", Self.longestText))
        }
        collapseID = try json["id"].map { value throws(PushRequestError) in
            try Self.line(value, "id", Self.longestName)
        }
    }

    private static func notice(_ value: JSONValue) throws(PushRequestError) -> Notice {
        guard case .object = value, let title = value["title"] else {
            throw PushRequestError("notify is an object with a title")
        }
        var notice = Notice(title: try line(title, "title", longestTitle))
        if let body = value["body"] { notice.body = try line(body, "body", longestText, isFilled: false) }
        if let category = value["category"] { notice.category = try line(category, "category", longestName) }
        return notice
    }

    /// A text in one line.
    private static func line(
        _ value: JSONValue, _ name: String, _ longest: Int, isFilled: Bool = true
    ) throws(PushRequestError) -> String {
        guard let text = value.stringValue, text.utf8.count <= longest else {
            throw PushRequestError("\(name) is not a text of at most \(longest) bytes")
        }
        let line = String(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) })
        guard !isFilled || line.contains(where: { !$0.isWhitespace }) else {
            throw PushRequestError("\(name) is empty")
        }
        return line
    }
}

/// The reason why a message is not a request.
package struct PushRequestError: Error, Sendable, Equatable {
    package let message: String

    init(_ message: String) { self.message = message }
}
