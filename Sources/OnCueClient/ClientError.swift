// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueCore

/// Why the service could not do what it was asked, or could not be asked at all.
package struct ClientError: Error, Sendable, Equatable {
    /// What went wrong. The raw value is the last part of the error's name on the bus; the last two codes arise here.
    package enum Code: String, Sendable, CaseIterable {
        case notFound = "NotFound"
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
        /// Something else was asked for in the meantime.
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
        /// Anything else that the service says.
        case failed = "Failed"
        /// No bus, no daemon, or no answer from it.
        case unavailable = "Unavailable"
        /// The daemon does not know the call or answers in a form that is not understood.
        case unexpectedAnswer = "UnexpectedAnswer"
    }

    package var code: Code
    /// What failed, on what, and what to do next.
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Translates what came back over the bus.
    init(_ error: BusError) {
        if error.name.hasPrefix(ServiceNames.errorPrefix) {
            let name = String(error.name.dropFirst(ServiceNames.errorPrefix.count))
            self.init(Code(rawValue: name) ?? .failed, error.message)
            return
        }
        switch error.name {
        case BusError.noReply where error.isFromLostPeer:
            self.init(
                .unavailable,
                "oncued quit before it answered, so this may or may not have been done; "
                    + "check before you repeat it (the next command starts oncued again)")
        case BusError.noReply, "org.freedesktop.DBus.Error.Timeout", "org.freedesktop.DBus.Error.TimedOut":
            self.init(.unavailable, "oncued does not answer; check whether it hangs, or stop it and try again")
        case BusError.serviceUnknown, BusError.nameHasNoOwner, BusError.disconnected:
            self.init(.unavailable, "the connection to oncued was lost: \(error.message)")
        case BusError.unknownMethod, "org.freedesktop.DBus.Error.UnknownInterface",
            "org.freedesktop.DBus.Error.UnknownObject", "org.freedesktop.DBus.Error.UnknownProperty":
            self = .unknownRequest(error.message)
        default: self.init(.failed, error.message)
        }
    }

    /// The daemon is older than what is asked of it.
    static func unknownRequest(_ reason: String) -> ClientError {
        ClientError(
            .unexpectedAnswer,
            "the running oncued does not support this request (\(reason)); run oncue quit to start the "
                + "installed version"
        )
    }

    /// The answer to `call` has other types than the interface says.
    static func unexpectedAnswer(to call: String) -> ClientError {
        ClientError(
            .unexpectedAnswer,
            "oncued sent an unexpected answer to \(call); check that oncue and oncued have the same version")
    }
}

extension ClientError: CustomStringConvertible {
    package var description: String { message }
}

extension BusError {
    /// The bus tells that whoever was asked has left it without an answer.
    var isFromLostPeer: Bool { name == Self.noReply && message.contains("disconnected") }
}
