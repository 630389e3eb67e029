// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A failed request to the service, or a failure to reach it at all.
package struct ServiceError: Error, Sendable, Equatable {
    /// The kind of failure. The raw value is the last part of the error's name on the bus; the last two codes originate
    /// in the client.
    package enum Code: String, Sendable, CaseIterable {
        case notFound = "NotFound"
        /// No item has the titles of a place, or matches its words or its query.
        case nothingMatches = "NothingMatches"
        case staleIndexPath = "StaleIndexPath"
        case notContainer = "NotContainer"
        case notPlayable = "NotPlayable"
        case invalidPlace = "InvalidPlace"
        case unreadable = "Unreadable"
        case storage = "Storage"
        case providerUnavailable = "ProviderUnavailable"
        case invalidQuery = "InvalidQuery"
        case refused = "Refused"
        case nothingPlaying = "NothingPlaying"
        case notSeekable = "NotSeekable"
        case noSuchEntry = "NoSuchEntry"
        case noSuchChapter = "NoSuchChapter"
        case notAvailable = "NotAvailable"
        case invalidValue = "InvalidValue"
        case queueFull = "QueueFull"
        case nothingWaiting = "NothingWaiting"
        case nothingToUndo = "NothingToUndo"
        /// Another request was made in the meantime.
        case overtaken = "Overtaken"
        /// The daemon is about to end.
        case stopping = "Stopping"
        case noAudioOutput = "NoAudioOutput"
        case audioOutputLost = "AudioOutputLost"
        case missingDecoder = "MissingDecoder"
        case permissionDenied = "PermissionDenied"
        case network = "Network"
        case noSuchFolder = "NoSuchFolder"
        case notInLibrary = "NotInLibrary"
        /// Too many calls of this program are under way.
        case busy = "Busy"
        /// Any other failure reported by the service.
        case failed = "Failed"
        /// No bus, no daemon, or no answer from it.
        case unavailable = "Unavailable"
        /// The daemon does not know the call, or its answer is not understood.
        case unexpectedAnswer = "UnexpectedAnswer"
    }

    package var code: Code
    /// A description of the failure: the operation, its object, and the next step.
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension ServiceError {
    /// Whether there is no such item, whatever the form of the place.
    package var isAbsence: Bool { code == .notFound || code == .nothingMatches }
}

extension ServiceError: CustomStringConvertible {
    package var description: String { message }
}
