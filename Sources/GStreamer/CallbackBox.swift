// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGStreamer

/// Keeps the value for a C callback alive for as long as C may call it.
final class CallbackBox<Value: Sendable>: Sendable {
    let value: Value

    private init(_ value: Value) {
        self.value = value
    }

    /// Returns a retained pointer for C, which must finally be passed to one of the release functions below.
    static func retained(_ value: Value) -> gpointer {
        unsafe Unmanaged.passRetained(CallbackBox(value) as AnyObject).toOpaque()
    }

    /// Returns the value of a pointer that was passed to C.
    static func value(of data: gpointer?) -> Value? {
        guard let data = unsafe data else { return nil }
        return unsafe (Unmanaged<AnyObject>.fromOpaque(data).takeUnretainedValue() as? CallbackBox)?.value
    }
}

/// An action for streaming threads and others that only notifies of an event.
typealias PlainCallback = @Sendable () -> Void

func onReleaseCallback(_ data: gpointer?) {
    if let data = unsafe data { unsafe Unmanaged<AnyObject>.fromOpaque(data).release() }
}

func onReleaseSignalCallback(_ data: gpointer?, _ closure: UnsafeMutablePointer<GClosure>?) {
    unsafe onReleaseCallback(data)
}
