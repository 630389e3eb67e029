// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CPulse

/// Questions to the server whose answers arrive one by one; used on the library's thread while holding the lock of its
/// loop.
@safe
class ServerRequest {
    /// The number of unanswered questions, plus one for the caller.
    private var pending = 1
    private(set) var isCancelled = true

    /// For callbacks, which get no other data.
    @unsafe final var reference: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

    /// Called once when everything has been answered or cancelled.
    func finish() {}

    /// Notes that there is a connection for requests.
    final func begin() { isCancelled = false }

    /// Notes that one of the questions was answered, or that the caller has asked all of them.
    final func end() {
        pending -= 1
        if pending == 0 { finish() }
    }

    /// Counts a question, which keeps this object alive until it is answered or cancelled.
    @unsafe
    final func follow(_ operation: OpaquePointer?) {
        guard let operation = unsafe operation else {
            isCancelled = true
            return
        }
        pending += 1
        unsafe pa_operation_set_state_callback(
            operation, onOperationEnd, Unmanaged.passRetained(self).toOpaque())
        unsafe pa_operation_unref(operation)
    }

    fileprivate final func ended(asCancelled isCancelled: Bool) {
        self.isCancelled = self.isCancelled || isCancelled
        end()
    }

    @unsafe
    static func at(_ reference: UnsafeMutableRawPointer?) -> ServerRequest? {
        unsafe reference.map { unsafe Unmanaged<ServerRequest>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// Called once when a question is answered, or when the connection is over.
private func onOperationEnd(_ operation: OpaquePointer?, _ data: UnsafeMutableRawPointer?) {
    guard let data = unsafe data else { return }
    let request = unsafe Unmanaged<ServerRequest>.fromOpaque(data).takeRetainedValue()
    request.ended(asCancelled: unsafe pa_operation_get_state(operation) == PA_OPERATION_CANCELLED)
}

/// Loads or unloads a module of the server.
@safe
final class ModuleRequest: ServerRequest {
    private var module: UInt32?
    private let continuation: CheckedContinuation<UInt32?, Never>

    init(_ continuation: CheckedContinuation<UInt32?, Never>) {
        self.continuation = continuation
    }

    override func finish() { continuation.resume(returning: isCancelled ? nil : module) }

    fileprivate func take(_ module: UInt32) {
        self.module = module == UInt32.max ? nil : module
    }
}

/// Called with the number of a module that has been loaded.
func onModuleLoaded(_ context: OpaquePointer?, _ module: UInt32, _ data: UnsafeMutableRawPointer?) {
    (unsafe ServerRequest.at(data) as? ModuleRequest)?.take(module)
}
