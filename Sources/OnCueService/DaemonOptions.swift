// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueCore

/// The options of `oncued`. Those that stand for a key of the configuration go before the file.
enum DaemonOptions {
    /// The options that stand for keys.
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

    /// `nil` for what is on when it is there.
    private static func value(_ key: ConfigurationKey) -> ValueDefinition? {
        switch key.kind {
        case .flag: nil
        case .word(let words): ValueDefinition(key.key.uppercased(), kind: "a \(key.key)", allowed: words)
        case .outputs: ValueDefinition("LIST", kind: "a list of outputs", expected: key.expected)
        case .whole(_, let unit), .number(_, let unit):
            ValueDefinition(unit.uppercased(), kind: "a time", expected: key.expected)
        }
    }

    /// What the words, the file and the environment say together. Reads the file.
    ///
    /// - Throws: `UsageError` for a value that its key does not take.
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
