// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
package import OnCueRuntime

/// An interface that other processes may call.
@MediaActor
package protocol ExportedInterface: AnyObject {
    /// Introspection XML of exactly one interface (D-Bus specification, introspection data format).
    nonisolated var introspectionXML: String { get }

    /// Checks whether to serve a caller, for any call, read or change.
    ///
    /// - Parameter sender: Its unique name.
    /// - Throws: ``BusError``, which is then the answer.
    func admit(_ sender: String) throws(BusError)

    /// The values of all readable properties, complete.
    func properties() -> [String: BusValue]

    /// The value of one readable property; declared and readable, GLib has checked that.
    func property(_ name: String) -> BusValue?

    /// Returns the values of the readable properties that stay the same until something happens, ready to be sent;
    /// `nil` if every request is answered individually.
    func preparedProperties() -> PreparedProperties?

    /// The values that are not among the prepared ones, since they move by themselves.
    func movingProperties() -> [String: BusValue]

    /// Changes a property that is declared writable; the value has the declared type.
    func setProperty(_ name: String, to value: BusValue) throws(BusError)

    /// The types of the arguments of a method, for callers whose calls GLib does not check; `nil` for a method that is not
    /// there, and for an interface that only GLib calls.
    func argumentSignature(of member: String) -> String?

    /// Answers a method call; arguments have the declared types. `reply` must be answered, now or later.
    func call(_ call: BusMethodCall, reply: BusReply)
}

extension ExportedInterface {
    package func admit(_ sender: String) throws(BusError) {}

    package func properties() -> [String: BusValue] { [:] }

    package func property(_ name: String) -> BusValue? { properties()[name] }

    package func preparedProperties() -> PreparedProperties? { nil }

    package func movingProperties() -> [String: BusValue] { [:] }

    package func argumentSignature(of member: String) -> String? { nil }

    package func setProperty(_ name: String, to value: BusValue) throws(BusError) {
        throw BusError(name: BusError.notSupported, message: "\(name) is read-only")
    }
}

/// A method call that arrived.
package struct BusMethodCall: Sendable, Equatable {
    /// Unique name of the caller.
    package var sender: String
    package var member: String
    package var arguments: [BusValue]
}
