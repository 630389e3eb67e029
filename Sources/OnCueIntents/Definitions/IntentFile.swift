// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON

/// A file in which a program declares its tasks: `NAME.intents`.
package struct IntentFile: Sendable, Equatable {
    /// The name of the program on the bus.
    package var program: String
    /// The name of the program, for people.
    package var programName: String
    /// The object with `org.oncue.IntentHandler1`.
    package var objectPath: String
    /// The milliseconds that a call may take, including the start of the program; `nil` leaves the limit to the
    /// service.
    package var deadline: Int?
    package var intents: [IntentDefinition]

    /// A mistake in a file, or something that may differ from its author's expectations.
    package struct Problem: Error, Sendable, Equatable {
        package var line: Int
        package var column: Int
        /// `intents[0].parameters[1].type`; empty for the whole file.
        package var path: String
        package var message: String
        /// Whether the file cannot be used.
        package var isMistake: Bool
    }

    /// Returns the declarations of a text, and every problem in it, in its order. A file with mistakes is not used at
    /// all.
    ///
    /// - Complexity: O(bytes), for each problem.
    package static func read(_ text: String) -> (file: IntentFile?, problems: [Problem]) {
        read(text, isBuiltin: false)
    }

    static func read(_ text: String, isBuiltin: Bool) -> (file: IntentFile?, problems: [Problem]) {
        guard text.utf8.count <= IntentLimits.fileBytes else {
            let message = "the file may have at most \(IntentLimits.fileBytes) bytes"
            return (nil, [Problem(line: 1, column: 1, path: "", message: message, isMistake: true)])
        }
        do throws(JSONError) {
            let value = try JSONValue(parsing: text, maximumDepth: 16)
            var reading = IntentReading(text: text, isBuiltin: isBuiltin)
            let file = reading.file(value)
            let problems = reading.problems.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
            return (problems.contains { $0.isMistake } ? nil : file, problems)
        } catch {
            let (line, column) = JSONPath.position(of: error.offset, in: Array(text.utf8))
            return (nil, [Problem(line: line, column: column, path: "", message: "\(error)", isMistake: true)])
        }
    }
}

/// Reads the values of a file and collects its problems.
struct IntentReading {
    let text: String
    /// Whether it is the file of the service itself.
    let isBuiltin: Bool
    private(set) var problems: [IntentFile.Problem] = []

    init(text: String, isBuiltin: Bool) { (self.text, self.isBuiltin) = (text, isBuiltin) }

    mutating func mistake(_ path: JSONPath, _ message: String) { add(path, message, isMistake: true) }
    mutating func remark(_ path: JSONPath, _ message: String) { add(path, message, isMistake: false) }

    private mutating func add(_ path: JSONPath, _ message: String, isMistake: Bool) {
        // Enough to begin with.
        guard problems.count < 200 else { return }
        let (line, column) = path.position(in: text)
        problems.append(
            IntentFile.Problem(line: line, column: column, path: path.text, message: message, isMistake: isMistake))
    }

    // MARK: Values

    /// Reads an object, and reports unknown names.
    mutating func object(_ value: JSONValue, _ path: JSONPath, knows names: [String]) -> Bool {
        guard case .object(let members) = value else {
            mistake(path, "must be an object in braces")
            return false
        }
        for member in members where !names.contains(member.name) {
            mistake(
                path.name(member.name),
                "there is no key \"\(member.name.prefix(60))\"" + IntentWords.advice(member.name, names))
        }
        return true
    }

    mutating func string(
        _ value: JSONValue, _ name: String, _ path: JSONPath, isRequired: Bool = false,
        limit: Int = IntentLimits.textBytes
    ) -> String {
        let own = path.name(name)
        switch value[name] {
        case nil:
            if isRequired { mistake(path, "must have \"\(name)\"") }
            return ""
        case .string(let text)?:
            if isRequired, !text.contains(where: { !$0.isWhitespace }) { mistake(own, "must not be empty") }
            if text.utf8.count > limit { mistake(own, "may have at most \(limit) bytes") }
            if text.unicodeScalars.contains(where: { $0.value < 0x20 }) {
                mistake(own, "must not have control characters")
            }
            return text
        default:
            mistake(own, "must be a text in quotes")
            return ""
        }
    }

    mutating func flag(_ value: JSONValue, _ name: String, _ path: JSONPath, _ fallback: Bool = false) -> Bool {
        guard let found = value[name] else { return fallback }
        if let flag = found.boolValue { return flag }
        mistake(path.name(name), "must be true or false")
        return fallback
    }

    mutating func word<Word: RawRepresentable & CaseIterable>(
        _ value: JSONValue, _ name: String, _ path: JSONPath, _ fallback: Word
    ) -> Word where Word.RawValue == String {
        guard value[name] != nil else { return fallback }
        let text = string(value, name, path, isRequired: true)
        if let word = Word(rawValue: text) { return word }
        if !text.isEmpty {
            mistake(
                path.name(name),
                "there is no \(name) \"\(text.prefix(60))\"" + IntentWords.advice(text, Word.allCases.map(\.rawValue)))
        }
        return fallback
    }

    mutating func list(
        _ value: JSONValue, _ name: String, _ path: JSONPath, limit: Int
    ) -> [(value: JSONValue, path: JSONPath)] {
        guard let found = value[name] else { return [] }
        guard let elements = found.arrayValue else {
            mistake(path.name(name), "must be a list in brackets")
            return []
        }
        if elements.count > limit { mistake(path.name(name), "may have at most \(limit) elements") }
        return elements.prefix(limit).enumerated().map { ($0.element, path.name(name).index($0.offset)) }
    }

    mutating func strings(_ value: JSONValue, _ name: String, _ path: JSONPath, limit: Int) -> [String] {
        list(value, name, path, limit: limit).compactMap { element, path in
            if let text = element.stringValue, text.utf8.count <= IntentLimits.textBytes { return text }
            mistake(path, "must be a text of at most \(IntentLimits.textBytes) bytes")
            return nil
        }
    }

    /// Reports the second of two with the same name.
    mutating func unique(_ names: [String], _ path: (Int) -> JSONPath) {
        var known: Set<String> = []
        for (index, name) in names.enumerated() where !name.isEmpty && !known.insert(name).inserted {
            mistake(path(index), "\"\(name.prefix(60))\" is there twice")
        }
    }
}
