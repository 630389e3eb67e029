// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension CommandTable {
    /// The mistakes in the table itself, one sentence each: duplicate or reserved names, ambiguous arguments, missing
    /// summaries. A program's tests expect this to be empty.
    package var problems: [String] {
        var found = Self.repeated(sharedOptions.map(\.longForm), in: program)
        found += Self.repeated(sharedOptions.compactMap(\.short).map { "-\($0)" }, in: program)
        found += problems(of: root, path: program)
        let values = sharedOptions.compactMap(\.value)
        found += Self.problems(of: values, path: program)
        for word in [program] + completionCommand where !Self.isName(word) {
            found.append("\(program) has the unusable word \"\(word)\" in its name or completion command.")
        }
        return found
    }

    private func problems(of command: CommandDefinition, path: String) -> [String] {
        var found: [String] = []
        if command.summary.isEmpty { found.append("\(path) has no summary.") }
        if command.arguments.count(where: \.repeats) > 1 {
            found.append("\(path) has more than one repeating argument.")
        }
        if !command.arguments.isEmpty && !command.runsAlone {
            found.append("\(path) has arguments but does not run without a sub-command.")
        }
        found += Self.repeated(command.arguments.map(\.name), in: path)
        found += Self.repeated(command.subcommands.flatMap { [$0.name] + $0.aliases }, in: path)
        found += Self.repeated(
            (command.options + sharedOptions).flatMap { [$0.longForm] + $0.aliases.map { "--" + $0 } }, in: path)
        found += Self.repeated((command.options + sharedOptions).compactMap(\.short).map { "-\($0)" }, in: path)
        for option in command.options + sharedOptions where !Self.isName(option.name) {
            found.append("\(path) has an option with the unusable name \"\(option.name)\".")
        }
        found += Self.problems(of: command.arguments.map(\.value) + command.options.compactMap(\.value), path: path)
        for subcommand in command.subcommands {
            for word in [subcommand.name] + subcommand.aliases where !Self.isName(word) {
                found.append("\(path) has a command with the unusable name \"\(word)\".")
            }
            found += problems(of: subcommand, path: "\(path) \(subcommand.name)")
        }
        return found
    }

    private static func problems(of values: [ValueDefinition], path: String) -> [String] {
        values.flatMap { value in
            value.allowed.filter { !isName($0, also: "+.,:/%@") }.map {
                "\(path) has the unusable word \"\($0)\" among those accepted for \(value.placeholder)."
            }
        }
    }

    /// Names are completed without quotes, so they are plain words.
    private static func isName(_ word: String, also others: String = "") -> Bool {
        guard let first = word.utf8.first, first != UInt8(ascii: "-") else { return false }
        return word.utf8.allSatisfy { byte in
            switch byte {
            case _ where others.utf8.contains(byte): true
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
    }

    private static func repeated(_ words: [String], in path: String) -> [String] {
        var seen: Set<String> = []
        return words.filter { !seen.insert($0).inserted }.map { "\(path) has \($0) more than once." }
    }
}
