// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueCore
internal import OnCueSuggestions

/// One task or several in a row, saved by the user under a name.
package struct Shortcut: Sendable, Equatable {
    /// A task in it.
    package struct Step: Sendable, Equatable {
        /// The name as in requests: `play`, or `org.example.Coffee.order`.
        package var intent: String
        /// The values by parameter. A text may contain results of earlier steps: `${item}`, `${title}`, or a property
        /// by its name.
        package var values: [String: ParameterValue]

        package init(_ intent: String, _ values: [String: ParameterValue] = [:]) {
            (self.intent, self.values) = (intent, values)
        }
    }

    package static let steps = 20
    package static let nameBytes = 200

    package var name: String
    /// The phrase for it, in addition to its name; empty for none.
    package var phrase: String
    package var steps: [Step]
    /// The key that runs it on desktops where programs can have keys, in the form of ``ShortcutKey``; empty for none.
    package var key = ""
    /// The key that the desktop has actually assigned, as people see it: the user may have chosen another one there.
    /// `nil` while it has none. Never stored.
    package var boundKey: String?
    /// Whether it is in the menu of the desktop, as a program.
    package var isInMenu = false

    package init(_ name: String, phrase: String = "", steps: [Step] = []) {
        (self.name, self.phrase, self.steps) = (name, phrase, steps)
    }

    /// Whether a name or a phrase means this one. Case, accents and spaces around it do not count.
    package func isMeant(by words: String) -> Bool {
        let wanted = TextFolding.fold(words)
        return !wanted.isEmpty && (TextFolding.fold(name) == wanted || TextFolding.fold(phrase) == wanted)
    }

    /// Checks name and steps.
    ///
    /// - Throws: The reason why it cannot be saved.
    package func check() throws(IntentRefusal) {
        for (what, text) in [("name", name), ("phrase", phrase)] {
            guard text.utf8.count <= Self.nameBytes else {
                throw IntentRefusal("", "the \(what) of a shortcut may have at most \(Self.nameBytes) bytes")
            }
            guard !text.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
                throw IntentRefusal("", "the \(what) of a shortcut must not have control characters")
            }
        }
        guard name.contains(where: { !$0.isWhitespace }) else {
            throw IntentRefusal("", "a shortcut needs a name")
        }
        guard key.isEmpty || ShortcutKey(key)?.text == key else {
            throw IntentRefusal("key", "\"\(key.prefix(60))\" is not a key; expected \(ShortcutKey.expected)")
        }
        guard (1...Self.steps).contains(steps.count) else {
            throw IntentRefusal("", "a shortcut has 1 to \(Self.steps) steps, not \(steps.count)")
        }
        for (index, step) in steps.enumerated() {
            guard step.values.values.allSatisfy({ $0.size <= IntentLimits.valueBytes }),
                step.values.values.reduce(0, { $0 + $1.size }) <= IntentLimits.valuesBytes
            else {
                throw IntentRefusal("", "the values of step \(index + 1) are too long")
            }
        }
    }
}

/// All shortcuts of the user and their cues, as they are in the file `shortcuts.json`.
package struct ShortcutBook: Sendable, Equatable {
    package static let limit = 200
    package static let fileBytes = 1 << 20

    /// By name.
    package var shortcuts: [Shortcut] = []
    /// By name.
    package var cues: [Cue] = []

    package init() {}

    /// - Parameter text: That of the file; empty for none.
    /// - Throws: The first mistake, with its line.
    package init(_ text: String) throws(IntentRefusal) {
        guard text.contains(where: { !$0.isWhitespace }) else { return }
        let value: JSONValue
        do throws(JSONError) { value = try JSONValue(parsing: text, maximumDepth: 8) } catch {
            let (line, column) = JSONPath.position(of: error.offset, in: Array(text.utf8))
            throw IntentRefusal("", "shortcuts.json, line \(line), column \(column): \(error)")
        }
        guard let rows = value["shortcuts"]?.arrayValue else {
            throw IntentRefusal("", "shortcuts.json must have a list \"shortcuts\"")
        }
        guard rows.count <= Self.limit else {
            throw IntentRefusal("", "shortcuts.json may have at most \(Self.limit) shortcuts, not \(rows.count)")
        }
        for (index, row) in rows.enumerated() {
            let path = JSONPath().name("shortcuts").index(index)
            let shortcut: Shortcut
            do throws(IntentRefusal) {
                shortcut = try Self.shortcut(row)
                try shortcut.check()
            } catch {
                let (line, _) = path.position(in: text)
                throw IntentRefusal("", "shortcuts.json, line \(line): \(error.message)")
            }
            shortcuts.append(shortcut)
        }
        try readCues(value["cues"]?.arrayValue ?? [], text)
    }

    private mutating func readCues(_ rows: [JSONValue], _ text: String) throws(IntentRefusal) {
        guard rows.count <= Cue.limit else {
            throw IntentRefusal("", "shortcuts.json may have at most \(Cue.limit) cues, not \(rows.count)")
        }
        for (index, row) in rows.enumerated() {
            do throws(IntentRefusal) {
                let cue = try Self.cue(row)
                try cue.check()
                cues.append(cue)
            } catch {
                let (line, _) = JSONPath().name("cues").index(index).position(in: text)
                throw IntentRefusal("", "shortcuts.json, line \(line): \(error.message)")
            }
        }
    }

    private static func cue(_ row: JSONValue) throws(IntentRefusal) -> Cue {
        try check(row, knows: ["name", "when", "run", "perform", "volume", "coolDown"])
        let occasion: Occasion
        do throws(OccasionError) { occasion = try Occasion(parsing: row["when"]?.stringValue ?? "") } catch {
            throw IntentRefusal("when", error.message)
        }
        let run = row["run"]?.stringValue ?? ""
        guard !run.isEmpty else { throw IntentRefusal("run", "a cue needs a shortcut to \"run\"") }
        var cue = Cue(
            row["name"]?.stringValue ?? run, occasion, runs: run, isPerformed: row["perform"]?.boolValue ?? false)
        (cue.volumeLimit, cue.coolDown) = (row["volume"]?.doubleValue, row["coolDown"]?.intValue.map(Int64.init))
        return cue
    }

    private static func json(_ cue: Cue) -> JSONValue {
        var members = [
            JSONValue.Member("name", .string(cue.name)), .init("when", .string(cue.occasion.text)),
            .init("run", .string(cue.shortcut)),
        ]
        if cue.isPerformed { members.append(.init("perform", .bool(true))) }
        if let volume = cue.volumeLimit { members.append(.init("volume", .double(volume))) }
        if let coolDown = cue.coolDown { members.append(.init("coolDown", .int(Int(coolDown)))) }
        return .object(members)
    }

    /// Reads a shortcut. A value that cannot be read is an error: it would be lost with the next change.
    private static func shortcut(_ row: JSONValue) throws(IntentRefusal) -> Shortcut {
        try check(row, knows: ["name", "phrase", "key", "menu", "steps"])
        var steps: [Shortcut.Step] = []
        for step in row["steps"]?.arrayValue ?? [] {
            try check(step, knows: ["intent", "values"])
            var values: [String: ParameterValue] = [:]
            switch step["values"] {
            case nil: break
            case .object(let members)?:
                for member in members {
                    guard let value = Self.value(member.value) else {
                        throw IntentRefusal("", "the value \"\(member.name.prefix(60))\" cannot be read")
                    }
                    values[member.name] = value
                }
            default: throw IntentRefusal("", "\"values\" must be an object in braces")
            }
            steps.append(Shortcut.Step(step["intent"]?.stringValue ?? "", values))
        }
        var shortcut = Shortcut(
            row["name"]?.stringValue ?? "", phrase: row["phrase"]?.stringValue ?? "", steps: steps)
        let key = row["key"]?.stringValue ?? ""
        shortcut.key = ShortcutKey(key)?.text ?? key
        shortcut.isInMenu = row["menu"]?.boolValue ?? false
        return shortcut
    }

    private static func check(_ value: JSONValue, knows names: [String]) throws(IntentRefusal) {
        guard case .object(let members) = value else {
            throw IntentRefusal("", "shortcuts, steps and cues are objects in braces")
        }
        for member in members where !names.contains(member.name) {
            throw IntentRefusal(
                "", "there is no key \"\(member.name.prefix(60))\"" + IntentWords.advice(member.name, names))
        }
    }

    private static func value(_ value: JSONValue) -> ParameterValue? {
        switch value {
        case .string(let text): .text(text)
        case .int(let number): .number(Double(number))
        case .double(let number): .number(number)
        case .bool(let flag): .flag(flag)
        case .object:
            value["identifier"]?.stringValue.map { .object(identifier: $0, title: value["title"]?.stringValue ?? "") }
        case .array, .null: nil
        }
    }

    /// The text of the file.
    package var text: String {
        let rows = shortcuts.map { shortcut in
            var members = [JSONValue.Member("name", .string(shortcut.name))]
            if !shortcut.phrase.isEmpty { members.append(.init("phrase", .string(shortcut.phrase))) }
            if !shortcut.key.isEmpty { members.append(.init("key", .string(shortcut.key))) }
            if shortcut.isInMenu { members.append(.init("menu", .bool(true))) }
            members.append(.init("steps", .array(shortcut.steps.map(Self.json))))
            return JSONValue.object(members)
        }
        // One line each, so that the file can be read and edited.
        func list(_ rows: [JSONValue]) -> String {
            "[\n" + rows.map { "    " + $0.text() }.joined(separator: ",\n") + "\n  ]"
        }
        let cues = cues.isEmpty ? "" : ",\n  \"cues\": " + list(cues.map(Self.json))
        return "{\n  \"shortcuts\": " + list(rows) + cues + "\n}\n"
    }

    private static func json(_ step: Shortcut.Step) -> JSONValue {
        var members = [JSONValue.Member("intent", .string(step.intent))]
        if !step.values.isEmpty {
            let values = step.values.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, Self.json($0.value)) }
            members.append(.init("values", .object(values)))
        }
        return .object(members)
    }

    private static func json(_ value: ParameterValue) -> JSONValue {
        switch value {
        case .text(let text): .string(text)
        case .number(let number):
            number == number.rounded() && abs(number) < 1e15 ? .int(Int(number)) : .double(number)
        case .flag(let flag): .bool(flag)
        case .object(let identifier, let title): ["identifier": .string(identifier), "title": .string(title)]
        }
    }

    /// The shortcut that a name or a phrase means.
    package func named(_ words: String) -> Shortcut? {
        shortcuts.first { TextFolding.fold($0.name) == TextFolding.fold(words) }
            ?? shortcuts.first { $0.isMeant(by: words) }
    }

    /// Adds a shortcut, or replaces the one with its name.
    ///
    /// - Throws: The reason why it cannot be saved, such as another shortcut with its phrase.
    package mutating func set(_ shortcut: Shortcut) throws(IntentRefusal) {
        try shortcut.check()
        try shortcut.checkPhrase()
        let index = shortcuts.firstIndex { TextFolding.fold($0.name) == TextFolding.fold(shortcut.name) }
        for words in [shortcut.name, shortcut.phrase] {
            if let other = shortcuts.enumerated().first(where: { $0.offset != index && $0.element.isMeant(by: words) })
            {
                throw IntentRefusal("", "\"\(words)\" means the shortcut \"\(other.element.name)\" already")
            }
        }
        if !shortcut.key.isEmpty,
            let other = shortcuts.enumerated().first(where: { $0.offset != index && $0.element.key == shortcut.key })
        {
            throw IntentRefusal("key", "\(shortcut.key) runs the shortcut \"\(other.element.name)\" already")
        }
        var shortcut = shortcut
        shortcut.boundKey = nil
        if let index {
            for cue in cues.indices where cues[cue].shortcut == shortcuts[index].name {
                cues[cue].shortcut = shortcut.name
            }
            shortcuts[index] = shortcut
        } else {
            guard shortcuts.count < Self.limit else {
                throw IntentRefusal("", "there are \(Self.limit) shortcuts already; remove one first")
            }
            shortcuts.append(shortcut)
            guard text.utf8.count <= Self.fileBytes else {
                throw IntentRefusal("", "the shortcuts would be too long for their file")
            }
            shortcuts.sort { TextFolding.fold($0.name) < TextFolding.fold($1.name) }
        }
    }

    /// Adds a cue, or replaces the one with its name.
    ///
    /// - Throws: The reason why it cannot be saved.
    package mutating func set(_ cue: Cue) throws(IntentRefusal) {
        try cue.check()
        guard let shortcut = named(cue.shortcut) else {
            let advice =
                shortcuts.isEmpty
                ? "; save one first with: oncue shortcut add"
                : IntentWords.advice(cue.shortcut, shortcuts.map(\.name))
            throw IntentRefusal("run", "there is no shortcut \"\(cue.shortcut.prefix(100))\"" + advice)
        }
        var cue = cue
        cue.shortcut = shortcut.name
        let index = cues.firstIndex { TextFolding.fold($0.name) == TextFolding.fold(cue.name) }
        if let index {
            cues[index] = cue
        } else {
            guard cues.count < Cue.limit else {
                throw IntentRefusal("", "there are \(Cue.limit) cues already; remove one first")
            }
            cues.append(cue)
            cues.sort { TextFolding.fold($0.name) < TextFolding.fold($1.name) }
        }
        guard text.utf8.count <= Self.fileBytes else {
            throw IntentRefusal("", "the cues would be too long for their file")
        }
    }

    /// - Returns: `false` if there is none.
    package mutating func removeCue(_ name: String) -> Bool {
        let count = cues.count
        cues.removeAll { TextFolding.fold($0.name) == TextFolding.fold(name) }
        return cues.count < count
    }

    /// Removes a shortcut and its cues.
    ///
    /// - Returns: `false` if there is none.
    package mutating func remove(_ name: String) -> Bool {
        guard let found = named(name) else { return false }
        shortcuts.removeAll { $0.name == found.name }
        cues.removeAll { TextFolding.fold($0.shortcut) == TextFolding.fold(found.name) }
        return true
    }
}
