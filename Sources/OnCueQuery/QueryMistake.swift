// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Error messages for queries that cannot be parsed.
enum QueryMistake {
    static func at(_ column: Int, _ message: String) -> ContentError {
        ContentError(.invalidQuery(column: column), "column \(column): " + message)
    }

    static func unknownField(_ name: String, _ column: Int) -> ContentError {
        let nearest = EditDistance.nearest(name, among: QueryField.names)
        return at(
            column,
            "there is no field \"\(name)\"; "
                + (nearest.map { "did you mean \($0):?" } ?? "fields are \(QueryField.names.joined(separator: ", ")).")
                + " To find the text itself, put it in quotes")
    }

    static func value(_ term: QueryTerm, _ example: String) -> ContentError {
        at(
            term.valueColumn,
            "\"\(term.value.prefix(40))\" is not a value for \(term.field ?? ""); expected \(example)")
    }

    static func word(_ word: String, _ what: String, among words: [String], _ column: Int) -> ContentError {
        let nearest = EditDistance.nearest(word, among: words)
        return at(
            column,
            "\"\(word.prefix(40))\" is not \(what); "
                + (nearest.map { "did you mean \($0)?" } ?? "expected one of \(words.joined(separator: ", "))"))
    }

    static func example(_ field: QueryField) -> String {
        switch field {
        case .text(.artist): "artist:\"Nina Simone\""
        case .text(let field): "\(field.rawValue):blue"
        case .number(.length): "length:>20m"
        case .number(.year): "year:1960..1969"
        case .number(let field): "\(field.rawValue):>5"
        case .time(.starts): "starts:2027-03"
        case .day(let day): "\(day.rawValue):today"
        case .time(let field): "\(field.rawValue):<30d"
        case .kind: "kind:album"
        case .flag: "is:favourite"
        case .sort: "sort:-plays"
        case .limit: "limit:50 or limit:2h"
        }
    }
}
