// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Parsers of the values after the colon of a field.
enum QueryValue {
    // MARK: Numbers

    static func number(_ term: QueryTerm) throws(ContentError) -> ClosedRange<Int64> {
        try range(term, example: "5, >5, <=5 or 1960..1969") { text in
            guard (1...9).contains(text.utf8.count), let number = Int64(text), number >= 0 else { return nil }
            return number...number
        }
    }

    /// Parses a rating, in half stars.
    static func stars(_ term: QueryTerm) throws(ContentError) -> ClosedRange<Int64> {
        try range(term, example: "4, 4.5, >=4 or 3..5") { text in
            guard let stars = Double(text).flatMap(Stars.init) else { return nil }
            return Int64(stars.halves)...Int64(stars.halves)
        }
    }

    /// Parses a length, in microseconds; `3m` is any length from three minutes to less than four, but `3m..5m` ends at
    /// five.
    static func length(_ term: QueryTerm) throws(ContentError) -> ClosedRange<Int64> {
        let isSingle = !term.value.contains("..") && !term.value.contains("<") && !term.value.contains(">")
        return try range(term, example: "20m, 1h30m, 3:45, >20m or 3m..5m") { text in
            guard let (seconds, unit) = QueryUnits.length(text) else { return nil }
            return seconds * 1_000_000...(seconds + (isSingle ? unit : 1)) * 1_000_000 - 1
        }
    }

    /// The maximum number of results, or their maximum total playing time.
    enum Limit {
        case count(Int)
        case playingTime(Duration)
    }

    static func limit(_ term: QueryTerm) throws(ContentError) -> Limit {
        if let number = QueryUnits.number(term.value) {
            if (1...Int64(ContentQuery.largestLimit)).contains(number) { return .count(Int(number)) }
        } else if let (seconds, _) = QueryUnits.length(term.value), seconds > 0 {
            return .playingTime(.seconds(seconds))
        }
        throw QueryMistake.at(
            term.valueColumn,
            "\"\(term.value.prefix(40))\" is not a limit; expected a number from 1 to \(ContentQuery.largestLimit), "
                + "or a playing time such as 90m or 2h30m")
    }

    // MARK: Times

    static func time(_ term: QueryTerm) throws(ContentError) -> QueryTimeSpan {
        let example = "<30d (less than 30 days ago; min h d w mo y), 2024, 2024-05 or 2023..2024"
        let bounds = QueryBounds(term.value)
        if let text = [bounds.first, bounds.last].compactMap({ $0 }).first(where: QueryUnits.isAmbiguousAge) {
            let number = text.dropLast()
            throw QueryMistake.at(
                term.valueColumn,
                "\"\(text)\" could be minutes or months; write \(number)mo for months, or \(number)min for minutes")
        }
        if QueryUnits.age(bounds.first ?? bounds.last ?? "") != nil {
            let (first, last) = (bounds.first.flatMap(QueryUnits.age), bounds.last.flatMap(QueryUnits.age))
            guard (first == nil) == (bounds.first == nil), (last == nil) == (bounds.last == nil) else {
                throw QueryMistake.value(term, example)
            }
            switch bounds.comparison {
            case .greater, .greaterOrEqual: return .ago((first ?? 0)...QueryTimeSpan.farthest)
            case .less, .lessOrEqual: return .ago(0...(last ?? 0))
            case .range:
                let ends = [first ?? 0, last ?? QueryTimeSpan.farthest].sorted()
                return .ago(ends[0]...ends[1])
            case .equal: return .ago(0...(first ?? 0))
            }
        }
        return .between(try range(term, example: example, CivilDate.span))
    }

    /// Parses `today`, `tomorrow`, or a year, a month or a day.
    static func day(_ field: QueryDay, _ term: QueryTerm) throws(ContentError) -> QueryTimeSpan {
        if let day = ["today": Int64(0), "tomorrow": 1][term.value.lowercased()] {
            switch field {
            case .after: return .days(from: day, to: nil)
            case .before: return .before(day: day)
            case .on: return .days(from: day, to: day)
            }
        }
        guard let span = CivilDate.span(term.value) else {
            throw QueryMistake.value(term, "today, tomorrow, 2027, 2027-03 or 2027-03-05")
        }
        switch field {
        case .after: return .between(span.lowerBound...Int64.max / 4)
        case .before: return .between(Int64.min / 4...span.lowerBound - 1)
        case .on: return .between(span)
        }
    }

    // MARK: Words

    static func kinds(_ term: QueryTerm) throws(ContentError) -> Set<ContentKind> {
        var kinds: Set<ContentKind> = []
        var column = term.valueColumn
        for part in term.value.split(separator: "|", omittingEmptySubsequences: false) {
            let name = part.lowercased()
            guard
                let found = kindNames[name]
                    ?? kindNames[String(name.dropLast())].flatMap({ name.last == "s" ? $0 : nil })
            else {
                throw QueryMistake.word(name, "a kind", among: kindNames.keys.sorted(), column)
            }
            kinds.formUnion(found)
            column += part.count + 1
        }
        return kinds
    }

    /// A podcast includes its episodes, because only these have a length and are played.
    private static let kindNames: [String: Set<ContentKind>] = [
        "artist": [.artist], "album": [.album], "track": [.track], "genre": [.genre], "composer": [.composer],
        "folder": [.folder], "playlist": [.playlist], "podcast": [.podcast, .episode], "episode": [.episode],
        "station": [.station], "radio": [.station], "list": [.list],
        "event": [.event], "concert": [.event],
    ]

    static func flag(_ term: QueryTerm) throws(ContentError) -> QueryFlag {
        guard let flag = QueryFlag(word: term.value.lowercased()) else {
            throw QueryMistake.word(
                term.value, "a value of is:", among: QueryFlag.allCases.map(\.rawValue), term.valueColumn)
        }
        return flag
    }

    static func order(_ term: QueryTerm) throws(ContentError) -> [QueryOrder] {
        var order: [QueryOrder] = []
        var column = term.valueColumn
        for part in term.value.split(separator: ",", omittingEmptySubsequences: false) {
            let isDescending = part.first == "-"
            let name = (isDescending ? part.dropFirst() : part).lowercased()
            guard let key = QueryOrderKey(rawValue: name) else {
                throw QueryMistake.word(
                    name, "a sort order", among: QueryOrderKey.allCases.map(\.rawValue), column + (isDescending ? 1 : 0)
                )
            }
            order.append(QueryOrder(key, isDescending: isDescending))
            column += part.count + 1
        }
        return order
    }

    // MARK: Ranges

    /// - Parameter read: Returns the range for one value, which may be a whole year; `nil` if it is not valid.
    private static func range(
        _ term: QueryTerm, example: String, _ read: (String) -> ClosedRange<Int64>?
    ) throws(ContentError) -> ClosedRange<Int64> {
        let bounds = QueryBounds(term.value)
        let (first, last) = (bounds.first.flatMap(read), bounds.last.flatMap(read))
        guard (first == nil) == (bounds.first == nil), (last == nil) == (bounds.last == nil),
            first != nil || last != nil
        else { throw QueryMistake.value(term, example) }
        let (lowest, highest) = (Int64.min / 4, Int64.max / 4)
        switch bounds.comparison {
        case .equal: return first ?? 0...0
        case .greater: return ((first?.upperBound ?? 0) + 1)...highest
        case .greaterOrEqual: return (first?.lowerBound ?? 0)...highest
        case .less: return lowest...((last?.lowerBound ?? 0) - 1)
        case .lessOrEqual: return lowest...(last?.upperBound ?? 0)
        case .range:
            let (low, high) = (first?.lowerBound ?? lowest, last?.upperBound ?? highest)
            guard low <= high else {
                throw QueryMistake.at(
                    term.valueColumn, "the range \"\(term.value)\" is reversed; put the smaller value first")
            }
            return low...high
        }
    }
}

/// The ends of `5`, `>5` or `1..5`, still as text.
struct QueryBounds {
    enum Comparison: Equatable {
        case equal
        case less
        case lessOrEqual
        case greater
        case greaterOrEqual
        case range
    }

    var comparison = Comparison.equal
    var first: String?
    var last: String?

    init(_ text: String) {
        if text.hasPrefix(">=") {
            (comparison, first) = (.greaterOrEqual, String(text.dropFirst(2)))
        } else if text.hasPrefix("<=") {
            (comparison, last) = (.lessOrEqual, String(text.dropFirst(2)))
        } else if text.hasPrefix(">") {
            (comparison, first) = (.greater, String(text.dropFirst()))
        } else if text.hasPrefix("<") {
            (comparison, last) = (.less, String(text.dropFirst()))
        } else if let (front, back) = Self.divided(text) {
            (comparison, first, last) = (.range, front.isEmpty ? nil : front, back.isEmpty ? nil : back)
        } else {
            first = text
        }
    }

    private static func divided(_ text: String) -> (String, String)? {
        let characters = Array(text)
        guard characters.count >= 3 else { return nil }
        for index in 0..<(characters.count - 1) where characters[index] == "." && characters[index + 1] == "." {
            return (String(characters[..<index]), String(characters[(index + 2)...]))
        }
        return nil
    }
}
