// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Limits of the data from other programs.
enum ProviderLimits {
    static let providers = 32
    static let callsInFlight = 2
    static let callsWaiting = 64
    /// The default time limit of a call.
    static let deadline: Duration = .seconds(2)
    static let deadlines: ClosedRange<Duration> = .milliseconds(100) ... .seconds(30)
    /// The pause after a provider's first failure.
    static let firstPause: Duration = .seconds(1)

    static let answerBytes = 1 << 20
    static let rowsInAnswer = PageLimit.largest
    /// The number of rows in one request.
    static let chunk = 200
    static let children = 1_000_000
    static let textBytes = 4096
    static let nameBytes = 200
    /// The length of a picture's address.
    static let artworkBytes = 8192
    /// The size of a picture.
    static let pictureBytes = 2 << 20
    static let identifierBytes = 256
    static let messageBytes = 500

    static let keptChunks = 100
    static let keptItems = 4000
    /// The number of containers remembered for a change when the provider answers again.
    static let lostContainers = 1000
    /// The number of containers with pages requested without waiting, and of pages of one.
    static let wantedContainers = 1000
    static let wantedPages = 16
    static let keptLocations = 1000
    /// The largest number of tracks played from one container.
    static let tracks = 10_000
    /// The largest number of tracks played from a list in which one row was selected. It is small, for few calls,
    /// because the user waits for the sound.
    static let tracksInList = 1000
    static let depth = 16
    static let nominations = 5
    static let callsForTracks = 200
    /// The number of unusable rows remembered in one container.
    static let uselessRows = 1000
}

extension String {
    /// Returns the text cut to a number of bytes, without splitting a character.
    func cut(to bytes: Int) -> String {
        guard utf8.count > bytes else { return self }
        var end = utf8.index(startIndex, offsetBy: bytes)
        while String.Index(end, within: self) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
