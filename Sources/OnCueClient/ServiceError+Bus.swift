// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueCore
package import OnCueInterface

package typealias ClientError = ServiceError

extension ServiceError {
    /// Converts an error from the bus.
    init(_ error: BusError) {
        if error.name.hasPrefix(ServiceNames.errorPrefix) {
            let code = Code(busName: error.name) ?? .failed
            // A caller that keeps sending is refused without a message.
            self.init(code, code == .busy ? Self.tooBusy : error.message)
            return
        }
        switch error.name {
        case BusError.noReply:
            self.init(
                .unavailable,
                "oncued quit before it answered, so this may or may not have been done; "
                    + "check before you repeat it (the next command starts oncued again)")
        case BusError.timedOut, "org.freedesktop.DBus.Error.TimedOut":
            self.init(.unavailable, "oncued does not answer; check whether it hangs, or stop it and try again")
        case BusError.serviceUnknown, BusError.nameHasNoOwner, BusError.disconnected:
            self.init(.unavailable, "the connection to oncued was lost: \(error.message)")
        case BusError.unknownMethod, "org.freedesktop.DBus.Error.UnknownInterface",
            "org.freedesktop.DBus.Error.UnknownObject", "org.freedesktop.DBus.Error.UnknownProperty":
            self = .unknownRequest(error.message)
        default: self.init(.failed, error.message)
        }
    }

    /// The message for a request that was refused because too many came at once.
    private static let tooBusy = "oncued got more requests than it takes at once; try again in a moment"

    /// Returns the error for a daemon that is too old for a request.
    static func unknownRequest(_ reason: String) -> ClientError {
        ClientError(
            .unexpectedAnswer,
            "the running oncued does not support this request (\(reason)); run oncue quit to start the "
                + "installed version"
        )
    }

    /// Returns the error for an answer to `call` whose types differ from those of the interface.
    static func unexpectedAnswer(to call: String) -> ClientError {
        ClientError(
            .unexpectedAnswer,
            "oncued sent an unexpected answer to \(call); check that oncue and oncued have the same version")
    }
}
