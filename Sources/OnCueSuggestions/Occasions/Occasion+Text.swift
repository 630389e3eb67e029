// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The reason why a text is not an occasion, as a sentence for people.
package struct OccasionError: Error, Sendable, Equatable {
    package var message: String

    init(_ message: String) { self.message = message }
}

extension Occasion {
    package static let longestText = 500
    /// The parts that an occasion can have, for error messages.
    package static let expected =
        "days (weekdays, mon,wed), 07:00..09:00 or 07:30, headphones, car, unlock, wake, boot, arriving PLACE, "
        + "leaving PLACE, leaving car, at PLACE, with DEVICE, trip, to PLACE"

    /// The events whose words are those of triggers.
    private static let events: [String: Event] = [
        Trigger.Kind.headphones.rawValue: .headphones, Trigger.Kind.car.rawValue: .car,
        Trigger.Kind.unlock.rawValue: .unlock, Trigger.Kind.wake.rawValue: .wake, Trigger.Kind.boot.rawValue: .boot,
    ]

    /// Reads `weekdays 07:00..09:00 car`: an event and its conditions, in any order. Names of several words are in
    /// quotes.
    ///
    /// Without an event, it is the connection of the device, the beginning of the part of the day, or the arrival at
    /// the place. A single word that is nothing else is a place to arrive at.
    ///
    /// - Throws: The first part that cannot be read.
    package init(parsing text: String) throws(OccasionError) {
        guard text.utf8.count <= Self.longestText else {
            throw OccasionError("an occasion may have at most \(Self.longestText) bytes")
        }
        var reader = OccasionReader(words: try Self.words(text))
        try reader.read()
        self = try reader.occasion()
        // It is kept in its full form, which contains words that may be left out here.
        guard self.text.utf8.count <= Self.longestText else {
            throw OccasionError("\"\(text.prefix(100))…\" is too long an occasion; give it a shorter name")
        }
    }

    /// Divides a text at spaces, except in quotes. Several quoted parts without a space between them are one word.
    private static func words(_ text: String) throws(OccasionError) -> [OccasionReader.Word] {
        var words: [OccasionReader.Word] = []
        var (word, quote, isWord, isQuoted) = ("", Unicode.Scalar?.none, false, false)
        var wasQuoted = false
        // A combining mark that follows a space or a quote would form one character with it.
        for scalar in text.unicodeScalars {
            if let open = quote {
                if scalar == open { (quote, wasQuoted) = (nil, true) } else { word.unicodeScalars.append(scalar) }
            } else if scalar == "\"" || scalar == "'" && (!isWord || wasQuoted) {
                (quote, isWord, isQuoted) = (scalar, true, true)
            } else if scalar.properties.isWhitespace {
                if isWord { words.append(.init(word, isQuoted: isQuoted)) }
                (word, isWord, isQuoted) = ("", false, false)
            } else {
                word.unicodeScalars.append(scalar)
                (isWord, wasQuoted) = (true, false)
            }
        }
        guard !words.contains(where: \.text.isEmpty), !isWord || !word.isEmpty else {
            throw OccasionError("a name in quotes is empty")
        }
        guard quote == nil else { throw OccasionError("a quote is not closed in \"\(text.prefix(100))\"") }
        if isWord { words.append(.init(word, isQuoted: isQuoted)) }
        return words
    }

    /// Returns a name in quotes. One that contains both kinds of quotes is divided into several quoted parts.
    private static func quoted(_ name: String) -> String {
        let scalars = name.unicodeScalars
        guard scalars.contains("\"") else { return "\"\(name)\"" }
        guard scalars.contains("'") else { return "'\(name)'" }
        var (text, mark) = ("", Unicode.Scalar?.none)
        for scalar in scalars {
            let wanted: Unicode.Scalar = scalar == "\"" ? "'" : "\""
            if mark != wanted {
                if let mark { text.unicodeScalars.append(mark) }
                text.unicodeScalars.append(wanted)
                mark = wanted
            }
            text.unicodeScalars.append(scalar)
        }
        if let mark { text.unicodeScalars.append(mark) }
        return text
    }

    fileprivate static func event(_ word: String) -> Event? { events[word.lowercased()] }

    /// The form that ``init(parsing:)`` reads, always the same for the same occasion.
    package var text: String {
        func name(_ name: String) -> String {
            let isPlain =
                name.lowercased() != "car"
                && !name.unicodeScalars.contains { $0.properties.isWhitespace || $0 == "\"" || $0 == "'" }
            return isPlain ? name : Self.quoted(name)
        }
        var words: [String] = []
        if days.count < 7 { words.append(TimeOfWeek.text(ofDays: days)) }
        if let part { words.append(Self.clock(part.from) + ".." + Self.clock(part.to)) }
        switch event {
        case .headphones: words.append(Trigger.Kind.headphones.rawValue)
        case .car: words.append(Trigger.Kind.car.rawValue)
        case .carLeft: words.append("leaving car")
        case .unlock: words.append(Trigger.Kind.unlock.rawValue)
        case .wake: words.append(Trigger.Kind.wake.rawValue)
        case .boot: words.append(Trigger.Kind.boot.rawValue)
        case .arrival(let place): words.append("arriving " + name(place))
        case .departure(let place): words.append("leaving " + name(place))
        case .device(let device): words.append("with " + name(device))
        // Without a time, the device would be read as the event.
        case .time(let minute): if part?.from != minute || device != nil { words.append(Self.clock(minute)) }
        }
        if let place { words.append("at " + name(place)) }
        if let device { words.append("with " + name(device)) }
        if let destination { words.append(destination.isEmpty ? "trip" : "to " + name(destination)) }
        return words.joined(separator: " ")
    }
}

/// Collects the words of an occasion.
private struct OccasionReader {
    struct Word {
        var text: String
        var isQuoted: Bool

        init(_ text: String, isQuoted: Bool) { (self.text, self.isQuoted) = (text, isQuoted) }
    }

    private let words: [Word]
    private var event: Occasion.Event?
    private var days: Set<Int>?
    private var part: PartOfDay?
    private var place: String?
    private var device: String?
    private var destination: String?

    init(words: [Word]) { self.words = words }

    mutating func read() throws(OccasionError) {
        guard !words.isEmpty else { throw OccasionError("an occasion is missing; expected \(Occasion.expected)") }
        var index = 0
        func name(after word: Word) throws(OccasionError) -> String {
            guard index < words.count, !words[index].text.isEmpty else {
                throw OccasionError("\"\(word.text)\" needs a name behind it")
            }
            index += 1
            return words[index - 1].text
        }
        while index < words.count {
            let word = words[index]
            index += 1
            guard !word.isQuoted else {
                try set(.arrival(word.text), word)
                continue
            }
            switch word.text.lowercased() {
            case "arriving": try set(.arrival(try name(after: word)), word)
            case "leaving":
                let left = try name(after: word)
                try set(left.lowercased() == "car" && !words[index - 1].isQuoted ? .carLeft : .departure(left), word)
            case "at": try set(\.place, try name(after: word), word)
            case "with": try set(\.device, try name(after: word), word)
            case "to": try set(\.destination, try name(after: word), word)
            case "trip": try set(\.destination, "", word)
            default: try readOther(word)
            }
        }
    }

    private mutating func readOther(_ word: Word) throws(OccasionError) {
        if let known = Occasion.event(word.text) {
            try set(known, word)
        } else if let days = TimeOfWeek.days(word.text.lowercased()) {
            try set(\.days, days, word)
        } else if let minute = TimeOfWeek.minute(word.text) {
            try set(.time(minute), word)
        } else if word.text.first?.isNumber == true {
            try set(\.part, try Self.part(word.text), word)
        } else {
            try set(.arrival(word.text), word)
        }
    }

    private static func part(_ text: String) throws(OccasionError) -> PartOfDay {
        let ends = text.replacing("..", with: "-").split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let from = TimeOfWeek.minute(ends[0]), let to = TimeOfWeek.minute(ends[1]), from != to,
            let part = PartOfDay(from: from, to: to)
        else {
            throw OccasionError("\"\(text.prefix(40))\" is not a part of a day; expected one such as 07:00..09:00")
        }
        return part
    }

    private mutating func set(_ new: Occasion.Event, _ word: Word) throws(OccasionError) {
        if let event {
            let advice = if case .arrival = new { "; a condition is at PLACE or with DEVICE" } else { "" }
            throw OccasionError(
                "only one thing can happen at once: \"\(Occasion(event).text)\" and \"\(word.text.prefix(100))\""
                    + advice)
        }
        event = new
    }

    private mutating func set<Value>(
        _ path: WritableKeyPath<OccasionReader, Value?>, _ value: Value, _ word: Word
    ) throws(OccasionError) {
        guard self[keyPath: path] == nil else {
            throw OccasionError("\"\(word.text.prefix(100))\" is said for the second time")
        }
        self[keyPath: path] = value
    }

    func occasion() throws(OccasionError) -> Occasion {
        var (place, device) = (place, device)
        let happens: Occasion.Event
        if let event {
            happens = event
        } else if let name = device {
            (happens, device) = (.device(name), nil)
        } else if let part {
            happens = .time(part.from)
        } else if let name = place {
            (happens, place) = (.arrival(name), nil)
        } else {
            throw OccasionError(
                "nothing happens in it: name a time, a place, a device, or one of headphones, car, unlock, wake and boot"
            )
        }
        if case .time(let minute) = happens, part.map({ !$0.contains(minute: minute) }) ?? false {
            throw OccasionError("\(Occasion.clock(minute)) is not in that part of the day")
        }
        if destination != nil {
            switch happens {
            case .car, .device: break
            default: throw OccasionError("a trip is only known in the car; write car, or with and the name of the car")
            }
        }
        var occasion = Occasion(happens)
        (occasion.days, occasion.part) = (days ?? occasion.days, part)
        (occasion.place, occasion.device, occasion.destination) = (place, device, destination)
        return occasion
    }
}
