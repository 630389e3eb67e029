// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCuePlayback

/// The external configuration of the service.
package struct ServiceConfiguration: Sendable {
    package var directories: UserDirectories
    package var busLocation: BusLocation
    /// Folders that belong to the library from the start, in addition to those that it already knows.
    package var libraryFolders: [MediaLocation]
    /// The configuration file at the start.
    package var choice: ConfigurationChoice
    /// The options on the command line, which take precedence over any file.
    package var options: Configuration

    package init(
        directories: UserDirectories, busLocation: BusLocation, libraryFolders: [MediaLocation] = [],
        choice: ConfigurationChoice, options: Configuration
    ) {
        self.directories = directories
        self.busLocation = busLocation
        self.libraryFolders = libraryFolders
        self.choice = choice
        self.options = options
    }

    /// The settings in effect at the start.
    package var settings: Configuration { choice.configuration.overridden(by: options) }

    /// The outputs to try, best first.
    package var outputs: [OutputPreference] { settings.outputs.map(OutputPreference.init) }

    /// The rules for items that resume, and for items that count as heard.
    package var listeningRules: ListeningRules { settings.listeningRules }
}

extension Configuration {
    /// The rules for items that resume, and for items that count as heard.
    var listeningRules: ListeningRules {
        var rules = ListeningRules()
        rules.longDuration = resumeLength
        return rules
    }
}

extension OutputPreference {
    fileprivate init(_ name: OutputName) {
        self =
            switch name {
            case .automatic: .automatic
            case .silent: .silent
            case .file(let name): .file(name)
            case .sink(let name): .named(name)
            }
    }
}
