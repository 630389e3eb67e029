// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Bounds of what other programs may give us.
enum ProviderLimits {
    static let providers = 32
    static let callsInFlight = 2
    static let callsWaiting = 64
    /// How long a call may take where nothing else is said.
    static let deadline: Duration = .seconds(2)
    static let deadlines: ClosedRange<Duration> = .milliseconds(100) ... .seconds(30)
    /// How long a provider is left alone after its first failure.
    static let firstPause: Duration = .seconds(1)

    static let answerBytes = 1 << 20
    static let rowsInAnswer = 1000
    /// Rows that are asked for at once.
    static let chunk = 200
    static let children = 1_000_000
    static let textBytes = 4096
    static let nameBytes = 200
    /// The address of a picture.
    static let artworkBytes = 8192
    /// A picture itself.
    static let pictureBytes = 2 << 20
    static let identifierBytes = 256
    static let messageBytes = 500

    static let keptChunks = 100
    static let keptItems = 4000
    /// Containers that are remembered to be told when the provider answers again.
    static let lostContainers = 1000
    /// Containers of which pages were asked for without waiting, and pages of one.
    static let wantedContainers = 1000
    static let wantedPages = 16
    static let keptLocations = 1000
    /// What is played of one container.
    static let tracks = 10_000
    /// What is played of a list of which one row was selected: few calls, because a person waits for the sound.
    static let tracksInList = 1000
    static let depth = 16
    static let nominations = 5
    static let callsForTracks = 200
    /// Rows that cannot be used in one container.
    static let uselessRows = 1000
}

extension String {
    /// The text up to a number of bytes, whole characters only.
    func cut(to bytes: Int) -> String {
        guard utf8.count > bytes else { return self }
        var end = utf8.index(startIndex, offsetBy: bytes)
        while String.Index(end, within: self) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
