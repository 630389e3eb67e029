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
    static func wait(_ start: @MediaActor (gpointer) -> Void) async -> SoupReply {
        let address: UInt = await withCheckedContinuation { continuation in
            unsafe start(Unmanaged.passRetained(Box(continuation)).toOpaque())
        }
        return SoupReply(address)
    }

    fileprivate final class Box {
        let continuation: CheckedContinuation<UInt, Never>

        init(_ continuation: CheckedContinuation<UInt, Never>) {
            self.continuation = continuation
        }
    }
}

/// Called once on the media thread when a call has ended; releases the box that ``SoupReply/wait(_:)`` retained.
func onSoupReply(_ object: UnsafeMutablePointer<GObject>?, _ result: OpaquePointer?, _ data: gpointer?) {
    guard let data = unsafe data, let result = unsafe result else { return }
    let box = unsafe Unmanaged<SoupReply.Box>.fromOpaque(data).takeRetainedValue()
    unsafe g_object_ref(UnsafeMutableRawPointer(result))
    box.continuation.resume(returning: UInt(bitPattern: result))
}
