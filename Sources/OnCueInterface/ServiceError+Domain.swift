// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

extension ServiceError {
    /// Creates the error of the service for any error of an implementation.
    package init(_ error: any Error) {
        switch error {
        case let error as ServiceError: self = error
        case let error as ContentError: self.init(Code(error.code), error.message)
        case let error as PlaybackCommandError: self.init(Code(error.code), error.message)
        case let error as PlaybackError: self.init(Code(error.code), error.message)
        case let error as LibraryError: self.init(Code(error.code), error.message)
        default: self.init(.failed, String(describing: error))
        }
    }

    /// The name of the error on the bus.
    package var busName: String { ServiceNames.errorPrefix + code.rawValue }
}

extension ServiceError.Code {
    /// `nil` for a name that is not one of the service's errors.
    package init?(busName: String) {
        guard busName.hasPrefix(ServiceNames.errorPrefix) else { return nil }
        self.init(rawValue: String(busName.dropFirst(ServiceNames.errorPrefix.count)))
    }

    package init(_ code: ContentError.Code) {
        self =
            switch code {
            case .notFound: .notFound
            case .nothingMatches: .nothingMatches
            case .staleIndexPath: .staleIndexPath
            case .notContainer: .notContainer
            case .notPlayable: .notPlayable
            case .invalidPlace: .invalidPlace
            case .unreadable: .unreadable
            case .unavailable: .providerUnavailable
            case .invalidQuery: .invalidQuery
            case .refused: .refused
            case .storage: .storage
            }
    }

    package init(_ code: PlaybackCommandError.Code) {
        self =
            switch code {
            case .nothingPlaying: .nothingPlaying
            case .notSeekable: .notSeekable
            case .noSuchEntry: .noSuchEntry
            case .noSuchChapter: .noSuchChapter
            case .notAvailable: .notAvailable
            case .invalidValue: .invalidValue
            case .queueFull: .queueFull
            case .nothingWaiting: .nothingWaiting
            case .nothingToUndo: .nothingToUndo
            case .overtaken: .overtaken
            case .stopping: .stopping
            case .notKept: .storage
            }
    }

    package init(_ code: PlaybackError.Code) {
        self =
            switch code {
            case .notFound: .notFound
            case .permissionDenied: .permissionDenied
            case .notPlayable: .notPlayable
            case .missingDecoder: .missingDecoder
            case .network: .network
            case .noAudioOutput: .noAudioOutput
            case .audioOutputLost: .audioOutputLost
            case .failed: .failed
            }
    }

    package init(_ code: LibraryError.Code) {
        self =
            switch code {
            case .noSuchFolder: .noSuchFolder
            case .permissionDenied: .permissionDenied
            case .notInLibrary: .notInLibrary
            case .storage, .newerSchema: .storage
            }
    }
}
