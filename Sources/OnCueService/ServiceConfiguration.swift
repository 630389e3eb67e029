// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCuePlayback

/// Everything that the service is told from outside.
package struct ServiceConfiguration: Sendable {
    package var directories: UserDirectories
    package var busLocation: BusLocation
    /// Folders that belong to the library from the start on, beside those that it knows.
    package var libraryFolders: [MediaLocation]
    /// What the configuration file said at the start.
    package var choice: ConfigurationChoice
    /// What the command line says, which goes before any file.
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

    /// What counts at the start.
    package var settings: Configuration { choice.configuration.overridden(by: options) }

    /// Outputs to try, the best first.
    package var outputs: [OutputPreference] { settings.outputs.map(OutputPreference.init) }

    /// What goes on where it was left, and what counts as heard.
    package var listeningRules: ListeningRules { settings.listeningRules }
}

extension Configuration {
    /// What goes on where it was left, and what counts as heard.
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
