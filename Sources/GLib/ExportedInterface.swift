// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
package import OnCueRuntime

/// An interface that other processes may call.
@MediaActor
package protocol ExportedInterface: AnyObject {
    /// The introspection XML of exactly one interface (D-Bus specification, introspection data format).
    nonisolated var introspectionXML: String { get }

    /// Checks whether to serve a caller, for any call, read or change.
    ///
    /// - Parameter sender: The unique name of the caller.
    /// - Throws: ``BusError``, which then becomes the answer.
    func admit(_ sender: String) throws(BusError)

    /// Returns the values of all readable properties.
    func properties() -> [String: BusValue]

    /// Returns the value of a property. GLib has checked that it is declared and readable.
    func property(_ name: String) -> BusValue?

    /// Returns the values of the readable properties that do not change by themselves, ready to be sent; `nil` if every
    /// request is answered individually.
    func preparedProperties() -> PreparedProperties?

    /// Returns the values that are not prepared, because they change by themselves.
    func movingProperties() -> [String: BusValue]

    /// Changes a property that is declared writable; the value has the declared type.
    func setProperty(_ name: String, to value: BusValue) throws(BusError)

    /// Returns the types of a method's arguments, for callers whose calls GLib does not check; `nil` if there is no
    /// such method, or if only GLib calls the interface.
    func argumentSignature(of member: String) -> String?

    /// Answers a method call, whose arguments have the declared types. `reply` must be answered, now or later.
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
    /// The unique name of the caller.
    package var sender: String
    package var member: String
    package var arguments: [BusValue]
}
