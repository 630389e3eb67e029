// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CSoup
internal import OnCueRuntime

/// The result of a GIO call that ends with a GAsyncReadyCallback, kept until it is finished.
@MediaActor
@safe
final class SoupReply {
    let result: OpaquePointer

    private init(_ address: UInt) {
        guard let result = unsafe OpaquePointer(bitPattern: address) else {
            preconditionFailure("GIO answered without a result")
        }
        unsafe self.result = unsafe result
    }

    isolated deinit {
        unsafe g_object_unref(UnsafeMutableRawPointer(result))
    }

    /// Starts a call with `onSoupReply` and the given data, and waits for its end.
    ///
    /// - Parameter atOnce: Called with the result as soon as there is one, before anything else can happen.
    static func wait(
        _ start: @MediaActor (gpointer) -> Void, atOnce: ((OpaquePointer) -> Void)? = nil
    ) async -> SoupReply {
        let address: UInt = await withCheckedContinuation { continuation in
            unsafe start(Unmanaged.passRetained(Box(continuation, atOnce)).toOpaque())
        }
        return SoupReply(address)
    }

    @safe
    fileprivate final class Box {
        let continuation: CheckedContinuation<UInt, Never>
        let atOnce: ((OpaquePointer) -> Void)?

        init(_ continuation: CheckedContinuation<UInt, Never>, _ atOnce: ((OpaquePointer) -> Void)?) {
            self.continuation = continuation
            unsafe self.atOnce = unsafe atOnce
        }
    }
}

/// Called once on the media thread when a call has ended; releases the box that ``SoupReply/wait(_:atOnce:)`` retained.
func onSoupReply(_ object: UnsafeMutablePointer<GObject>?, _ result: OpaquePointer?, _ data: gpointer?) {
    guard let data = unsafe data, let result = unsafe result else { return }
    let box = unsafe Unmanaged<SoupReply.Box>.fromOpaque(data).takeRetainedValue()
    unsafe box.atOnce?(result)
    unsafe g_object_ref(UnsafeMutableRawPointer(result))
    box.continuation.resume(returning: UInt(bitPattern: result))
}
