// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The configuration: the value of each key, and the source of that value.
package struct Configuration: Sendable, Equatable {
    /// The source of a value.
    package enum Source: String, Sendable {
        case standard = "default"
        case file
        /// The arguments with which the daemon was started.
        case commandLine = "command line"
    }

    private struct Setting: Sendable, Equatable {
        var text: String
        var value: ConfigurationValue
        var source: Source
        var line: Int?
    }

    /// The settings by name of the key; missing ones have their defaults.
    private var settings: [String: Setting] = [:]

    /// Creates a configuration of default values, as if there were no file.
    package init() {}

    /// Sets a key.
    ///
    /// - Parameter line: The line of the file that sets it, the first of which is 1; `nil` if none does.
    /// - Returns: `false`, without a change, if the text is not a valid value of the key.
    package mutating func set(
        _ key: ConfigurationKey, to text: String, source: Source, line: Int? = nil
    ) -> Bool {
        guard let value = key.value(text) else { return false }
        settings[key.name] = Setting(text: text, value: value, source: source, line: line)
        return true
    }

    /// Returns the value as it was written.
    package func text(_ key: ConfigurationKey) -> String { settings[key.name]?.text ?? key.standard }

    package func source(_ key: ConfigurationKey) -> Source { settings[key.name]?.source ?? .standard }

    /// Returns the line of the file that sets a key, counted from 1; `nil` if none does.
    package func line(_ key: ConfigurationKey) -> Int? { settings[key.name]?.line }

    /// Returns the value of a key: the one that is set, or its default.
    package func value(_ key: ConfigurationKey) -> ConfigurationValue {
        guard let value = settings[key.name]?.value ?? key.value(key.standard) else {
            preconditionFailure("The default of \(key.name) is no value of it.")
        }
        return value
    }

    /// Returns a copy in which the options of the command line replace the values of the file.
    package func overridden(by options: Configuration) -> Configuration {
        var merged = self
        merged.settings.merge(options.settings) { _, option in option }
        return merged
    }

    /// Returns the keys whose values differ.
    package func changes(from other: Configuration) -> [ConfigurationKey] {
        ConfigurationKey.all.filter { value($0) != other.value($0) }
    }
}

extension Configuration {
    /// The outputs to try, in order.
    package var outputs: [OutputName] { text(.output).split(separator: ",").compactMap { OutputName(String($0)) } }
    package var outputReturn: Duration { .seconds(whole(.outputReturn)) }
    /// The Snapcast server to use, or `nil` if there is none.
    package var snapcastServer: ServiceAddress? { ServiceAddress(text(.snapcastServer)) }
    /// The time from when that server receives sound until it is heard.
    package var snapcastDelay: Duration { .milliseconds(whole(.snapcastDelay)) }
    /// The names of the kinds of data shared with paired machines.
    package var sharedTopics: [String] { text(.handoffShare).split(separator: ",").map(String.init) }
    package var resumeLength: Duration { .seconds(whole(.resumeLength) * 60) }
    package var resumesPlaying: Bool { value(.resumePlaying) == .flag(true) }
    package var refreshInterval: Duration { .seconds(whole(.refreshInterval) * 60) }
    package var checkInterval: Duration { .seconds(whole(.checkInterval) * 60) }
    /// The size of the cache, in bytes.
    package var cacheSize: Int64 { Int64(whole(.cacheSize)) << 20 }
    package var providerDeadline: Duration { .milliseconds(Int(number(.providerDeadline) * 1000)) }
    package var sharesFiles: Bool { text(.shareFiles) == "on" }
    package var sharesLibrary: Bool { text(.shareLibrary) == "on" }
    package var fetchesFiles: Bool { text(.fetchFiles) == "on" }
    /// The room for fetched files, in bytes.
    package var fetchedSize: Int { whole(.fetchedSize) << 20 }
    package var letsOthersPlayTogether: Bool { value(.handoffTogether) == .flag(true) }
    package var isShownToTelevisions: Bool { text(.televisionExport) == "on" }
    package var followsPrivateLinks: Bool { value(.privateLinks) == .flag(true) }
    package var isSearchedByDesktop: Bool { text(.desktopSearch) == "on" }
    package var offersUndoOnDesktop: Bool { text(.desktopUndo) == "on" }
    package var entersRecentFiles: Bool { text(.desktopRecent) == "on" }
    /// The folders of address books.
    package var contactFolders: [String] { ConfigurationKey.folders(text(.peopleContacts)) ?? [] }
    package var usesPresence: Bool { text(.peoplePresence) == "on" }
    /// The service that recognises speech instead of this machine, or `nil` if there is none.
    package var recogniser: ServiceAddress? { ServiceAddress(text(.voiceRecogniser)) }
    package var speaksAnswers: Bool { text(.voiceAnswers) == "on" }
    /// The server that is asked for lyrics, or `nil` if there is none.
    package var lyricsServer: String? { value(.lyricsWeb) == .flag(true) ? text(.lyricsServer) : nil }
    /// The server that is asked for covers, or `nil` if there is none.
    package var coversServer: String? { value(.artworkWeb) == .flag(true) ? text(.artworkServer) : nil }
    /// The directories that are searched for podcasts and for radio stations.
    package var podcastDirectory: String { text(.podcastDirectory) }
    package var stationDirectory: String { text(.stationDirectory) }
    /// The name of a level.
    package var logLevel: String { text(.logLevel) }

    private func number(_ key: ConfigurationKey) -> Double {
        guard case .number(let number) = value(key) else { preconditionFailure("\(key.name) is no number.") }
        return number
    }

    private func whole(_ key: ConfigurationKey) -> Int { Int(number(key)) }
}
