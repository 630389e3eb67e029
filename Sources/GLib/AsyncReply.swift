// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGLib
internal import OnCueRuntime

/// The result of a GIO call that ends with a GAsyncReadyCallback, kept until it is finished.
@MediaActor
@safe
struct AsyncReply {
    /// Owned by `holder`.
    let result: OpaquePointer
    private let holder: GObjectRef

    /// Starts a call with `onAsyncReply` and the given data, and waits for its end.
    static func wait(_ start: @MediaActor (gpointer) -> Void) async -> AsyncReply {
        let holder: GObjectRef = await withCheckedContinuation { continuation in
            unsafe start(Unmanaged.passRetained(Box(continuation)).toOpaque())
        }
        return unsafe AsyncReply(result: OpaquePointer(holder.pointer), holder: holder)
    }

    fileprivate final class Box {
        let continuation: CheckedContinuation<GObjectRef, Never>

        init(_ continuation: CheckedContinuation<GObjectRef, Never>) {
            self.continuation = continuation
        }
    }
}

/// Called once on the media thread when a call has ended; releases the box that ``AsyncReply/wait(_:)`` retained.
func onAsyncReply(_ object: UnsafeMutablePointer<GObject>?, _ result: OpaquePointer?, _ data: gpointer?) {
    guard let data = unsafe data, let result = unsafe result else { return }
    let box = unsafe Unmanaged<AsyncReply.Box>.fromOpaque(data).takeRetainedValue()
    unsafe box.continuation.resume(returning: GObjectRef(retaining: UnsafeMutableRawPointer(result)))
}
