// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
package import OnCueCore
internal import OnCueInterface

/// Translates errors of the domain into named errors of the bus; the only place where that happens.
package enum ControlError {
    package static func make(_ error: any Error) -> BusError {
        switch error {
        case let error as BusError: error
        case let error as ServiceError: named(error.code.rawValue, error.message)
        case let error as ContentError: make(error)
        case let error as PlaybackCommandError: named(name(error.code), error.message)
        case let error as PlaybackError: named(name(error.code), error.message)
        case let error as LibraryError: named(name(error.code), error.message)
        default: named("Failed", String(describing: error))
        }
    }

    package static func make(_ error: ContentError) -> BusError { named(name(error.code), error.message) }

    /// A caller gave a value that cannot be used.
    package static func invalidValue(_ message: String) -> BusError { named("InvalidValue", message) }

    /// What calls beyond ``MessageBus/callLimit`` are answered.
    package static var busy: BusError {
        named(
            "Busy",
            "\(MessageBus.callLimit) calls of this program are still being answered; "
                + "wait for an answer before the next one")
    }

    /// A picture cannot be made into a file.
    static func noPicture(_ message: String) -> BusError { named("Storage", message) }

    private static func named(_ code: String, _ message: String) -> BusError {
        BusError(name: ServiceNames.errorPrefix + code, message: HiddenPassword.hidden(in: message))
    }

    private static func name(_ code: ContentError.Code) -> String {
        switch code {
        case .notFound: "NotFound"
        case .staleIndexPath: "StaleIndexPath"
        case .notContainer: "NotContainer"
        case .notPlayable: "NotPlayable"
        case .invalidPlace: "InvalidPlace"
        case .unreadable: "Unreadable"
        case .unavailable: "ProviderUnavailable"
        case .invalidQuery: "InvalidQuery"
        case .refused: "Refused"
        case .storage: "Storage"
        }
    }

    static func name(_ code: PlaybackCommandError.Code) -> String {
        switch code {
        case .nothingPlaying: "NothingPlaying"
        case .notSeekable: "NotSeekable"
        case .noSuchEntry: "NoSuchEntry"
        case .noSuchChapter: "NoSuchChapter"
        case .notAvailable: "NotAvailable"
        case .invalidValue: "InvalidValue"
        case .queueFull: "QueueFull"
        case .nothingWaiting: "NothingWaiting"
        case .nothingToUndo: "NothingToUndo"
        case .overtaken: "Overtaken"
        case .stopping: "Stopping"
        case .notKept: "Storage"
        }
    }

    package static func name(_ code: PlaybackError.Code) -> String {
        switch code {
        case .notFound: "NotFound"
        case .permissionDenied: "PermissionDenied"
        case .notPlayable: "NotPlayable"
        case .missingDecoder: "MissingDecoder"
        case .network: "Network"
        case .noAudioOutput: "NoAudioOutput"
        case .audioOutputLost: "AudioOutputLost"
        case .failed: "Failed"
        }
    }

    private static func name(_ code: LibraryError.Code) -> String {
        switch code {
        case .noSuchFolder: "NoSuchFolder"
        case .permissionDenied: "PermissionDenied"
        case .notInLibrary: "NotInLibrary"
        case .storage, .newerSchema: "Storage"
        }
    }
}
