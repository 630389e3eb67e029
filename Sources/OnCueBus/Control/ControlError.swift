// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
internal import OnCueCore
internal import OnCueInterface

/// Errors of the service as named errors of the bus.
package enum ControlError {
    package static func make(_ error: any Error) -> BusError {
        if let error = error as? BusError { return error }
        let error = ServiceError(error)
        return BusError(name: error.busName, message: HiddenPassword.hidden(in: error.message))
    }

    /// Returns the error for a value that cannot be used.
    package static func invalidValue(_ message: String) -> BusError { make(ServiceError(.invalidValue, message)) }

    /// The answer to calls beyond ``MessageBus/callLimit``.
    package static var busy: BusError {
        make(
            ServiceError(
                .busy,
                "\(MessageBus.callLimit) calls of this program are still being answered; "
                    + "wait for an answer before the next one"))
    }
}
