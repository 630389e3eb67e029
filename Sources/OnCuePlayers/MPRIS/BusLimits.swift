// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueBus
internal import OnCueInterface

/// Limits of messages on the bus, so that neither their size nor the work of a call is unbounded.
enum BusLimits {
    /// - Throws: `InvalidValue` if a text among the arguments is too long.
    static func check(_ call: BusMethodCall) throws(BusError) {
        do throws(ServiceError) {
            try TextLimit.check(call.arguments.compactMap(\.stringValue), of: call.member)
        } catch {
            throw ControlError.make(error)
        }
    }
}
