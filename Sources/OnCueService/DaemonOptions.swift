// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueCore

/// The options of `oncued`. Those that represent a key of the configuration take precedence over the file.
enum DaemonOptions {
    /// The options that represent keys.
    static let keys: [(option: String, key: ConfigurationKey)] = [
        ("output", .output), ("output-return", .outputReturn), ("resume-length", .resumeLength),
        ("resume-playing", .resumePlaying), ("provider-deadline", .providerDeadline), ("log", .logLevel),
    ]

    static let definitions =
        [
            OptionDefinition(
                "library", short: "l", value: ValueDefinition("DIR", completion: .directories), repeats: true,
                description: "Add this folder to the library before scanning.")
        ]
        + keys.map { option, key in
            OptionDefinition(
                option, short: option == "output" ? "o" : nil, value: value(key),
                description: "\(key.summary) Default: \(key.standard).")
        }

    /// Returns the definition of the value; `nil` for a flag, which is on if it is present.
    private static func value(_ key: ConfigurationKey) -> ValueDefinition? {
        switch key.kind {
        case .flag: nil
        case .word(let words): ValueDefinition(key.key.uppercased(), kind: "a \(key.key)", allowed: words)
        case .words: ValueDefinition("WORDS", kind: "a list of words", expected: key.expected)
        case .outputs: ValueDefinition("LIST", kind: "a list of outputs", expected: key.expected)
        case .address: ValueDefinition("ADDRESS", kind: "an address", expected: key.expected)
        case .folders: ValueDefinition("FOLDERS", kind: "a list of folders", expected: key.expected)
        case .service: ValueDefinition("ADDRESS", kind: "an address", expected: key.expected)
        case .strokes: ValueDefinition("KEYS", kind: "a list of keys", expected: key.expected)
        case .whole(_, let unit), .number(_, let unit):
            ValueDefinition(unit.uppercased(), kind: "a time", expected: key.expected)
        }
    }

    /// Returns the configuration from the words, the file and the environment. Reads the file.
    ///
    /// - Throws: `UsageError` for an invalid value of a key.
    static func configuration(_ command: ParsedCommand) throws(UsageError) -> ServiceConfiguration {
        var options = Configuration()
        for (option, key) in keys {
            guard command.has(option), let text = key.kind == .flag ? "true" : command.option(option) else { continue }
            guard options.set(key, to: text, source: .commandLine) else { throw command.invalid(option, text) }
        }
        let environment = ServiceEnvironment.current
        let choice = ConfigurationStore(environment.directories).load()
        return ServiceConfiguration(
            directories: environment.directories, busLocation: environment.busLocation,
            libraryFolders: command.options("library").map(environment.folder), choice: choice, options: options)
    }
}
