// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueCore

/// The questions to the user that a client of revision 2026-07-28 carries back and forth.
///
/// The client sees only a random name of a question (`requestState`). A question is bound to the tool and the exact
/// arguments of the call for which it was asked, and is valid for one answer, so only the action that the user saw can
/// be confirmed. A client that guessed a name would gain nothing, since it delivers the user's answer in any case.
struct QuestionTable: Sendable {
    private struct Entry {
        let token: String
        let question: String
        let tool: String
        let arguments: [UInt8]
    }

    /// The bytes of arguments that all questions together may keep.
    private static let mostBytes = 2 * AssistantLines.longest

    private var random: SplitMix64
    private let limit: Int
    private var entries: [Entry] = []

    /// Begins without questions.
    init(seed: UInt64, limit: Int) {
        random = SplitMix64(seed: seed)
        self.limit = limit
    }

    /// Keeps a question and returns its name; the oldest are forgotten.
    mutating func add(_ question: String, tool: String, arguments: JSONValue) -> String {
        let token = (0..<2).map { _ in
            let digits = String(random.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
        let bytes = Array(arguments.canonical.text().utf8)
        entries.append(Entry(token: token, question: question, tool: tool, arguments: bytes))
        while entries.count > limit || entries.reduce(0, { $0 + $1.arguments.count }) > Self.mostBytes {
            entries.removeFirst()
        }
        return token
    }

    /// Returns the question with a name, if it was asked for this call.
    func question(_ token: String, tool: String, arguments: JSONValue) -> String? {
        guard let entry = entries.first(where: { $0.token == token }), entry.tool == tool,
            entry.arguments.elementsEqual(arguments.canonical.text().utf8)
        else { return nil }
        return entry.question
    }

    /// Forgets a question, so that it is answered once.
    mutating func remove(_ token: String) { entries.removeAll { $0.token == token } }
}

extension JSONValue {
    /// The value with the members of all objects sorted by name, and whole numbers as integers: a client may reformat
    /// the JSON that it has read.
    fileprivate var canonical: JSONValue {
        switch self {
        case .double(let number): Int(exactly: number).map(JSONValue.int) ?? self
        case .array(let elements): .array(elements.map(\.canonical))
        case .object(let members):
            .object(
                members.map { .init($0.name, $0.value.canonical) }
                    .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
        default: self
        }
    }
}
