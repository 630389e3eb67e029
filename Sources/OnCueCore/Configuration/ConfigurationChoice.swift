// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The outcome of reading a configuration file.
package enum ConfigurationText: Sendable, Equatable {
    /// The file does not exist.
    case missing
    case text(String)
    /// The file exists but cannot be read, for this reason.
    case unreadable(String)
}

/// The configuration in effect: that of the file, or the last good one while the file is broken.
package struct ConfigurationChoice: Sendable, Equatable {
    package var configuration: Configuration
    /// The problems in the file.
    package var problems: [ConfigurationProblem]
    /// Whether the configuration comes from the file itself, even if that does not exist.
    package var isFromFile: Bool
    /// The text of the file, if it exists and is in effect.
    package var goodText: String?

    /// - Parameters:
    ///   - text: The file.
    ///   - lastGood: The text of the file when it was last valid.
    package init(_ text: ConfigurationText, lastGood: ConfigurationText) {
        switch text {
        case .missing: (configuration, problems, isFromFile) = (Configuration(), [], true)
        case .unreadable(let reason):
            problems = [ConfigurationProblem(line: nil, message: reason)]
            (configuration, isFromFile) = (Self.configuration(of: lastGood), false)
        case .text(let text):
            let reading = ConfigurationReading(text)
            (problems, isFromFile) = (reading.problems, reading.isUsable)
            goodText = isFromFile ? text : nil
            configuration = isFromFile ? reading.configuration : Self.configuration(of: lastGood)
        }
    }

    private static func configuration(of lastGood: ConfigurationText) -> Configuration {
        guard case .text(let text) = lastGood else { return Configuration() }
        let reading = ConfigurationReading(text)
        return reading.isUsable ? reading.configuration : Configuration()
    }
}
