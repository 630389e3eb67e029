// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
internal import CGLib
package import OnCueRuntime

/// The answer to one method call. A call that is dropped without an answer is answered with an error.
@MediaActor
@safe
package final class BusReply {
    private var invocation: OpaquePointer?
    /// Sends the answer to a call that did not arrive over the message bus.
    private var send: (@MediaActor (Result<[BusValue], BusError>) -> Void)?
    /// Called once when the call has been answered in any way.
    var onAnswered: (@MediaActor () -> Void)?

    init(adopting invocation: OpaquePointer) {
        unsafe self.invocation = unsafe invocation
    }

    /// - Parameter send: Called with the answer, once.
    init(_ send: @escaping @MediaActor (Result<[BusValue], BusError>) -> Void) {
        self.send = send
    }

    isolated deinit {
        fail(BusError(name: BusError.failed, message: "the call was given up"))
    }

    /// Answers with the members of the reply. Only the first answer counts.
    package func succeed(_ values: [BusValue] = []) {
        if let send = takeSend() {
            send(.success(values))
            return tellAnswered()
        }
        guard let invocation = unsafe take() else { return }
        unsafe g_dbus_method_invocation_return_value(invocation, BusValue.makeTuple(values))
        tellAnswered()
    }

    /// Answers with a floating body. Only the first answer counts.
    func succeed(body: OpaquePointer) {
        guard let invocation = unsafe take() else {
            return unsafe g_variant_unref(g_variant_ref_sink(body))
        }
        unsafe g_dbus_method_invocation_return_value(invocation, body)
        tellAnswered()
    }

    /// Answers with an error. Only the first answer counts.
    package func fail(_ error: BusError) {
        if let send = takeSend() {
            send(.failure(error))
            return tellAnswered()
        }
        guard let invocation = unsafe take() else { return }
        unsafe g_dbus_method_invocation_return_dbus_error(invocation, error.name, error.message)
        tellAnswered()
    }

    /// Takes the invocation; both return functions of GLib take over the reference.
    private func take() -> OpaquePointer? {
        defer { unsafe invocation = nil }
        return unsafe invocation
    }

    private func takeSend() -> (@MediaActor (Result<[BusValue], BusError>) -> Void)? {
        defer { send = nil }
        return send
    }

    private func tellAnswered() {
        let handler = onAnswered
        onAnswered = nil
        handler?()
    }
}
