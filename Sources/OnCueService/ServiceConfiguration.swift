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
    /// Outputs to try, the best first.
    package var outputs: [OutputPreference]
    /// The same as it was told, for people.
    package var outputsText = "auto"
    /// What was playing when the service ended plays on when it starts; otherwise it is paused.
    package var resumesPlaying = false
    /// What lost its output goes on when that is back within this time.
    package var outputReturn: Duration = .seconds(300)
    /// What goes on where it was left, and what counts as heard.
    package var listeningRules = ListeningRules()
    /// How long a program that provides content may take for a call, where its registration says nothing else.
    package var providerDeadline: Duration = .seconds(2)

    package init(
        directories: UserDirectories, busLocation: BusLocation, libraryFolders: [MediaLocation] = [],
        outputs: [OutputPreference] = [.automatic]
    ) {
        self.directories = directories
        self.busLocation = busLocation
        self.libraryFolders = libraryFolders
        self.outputs = outputs
    }
}
