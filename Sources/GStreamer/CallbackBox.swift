// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGStreamer

/// Keeps what a callback of C is to do alive for as long as C may call it.
final class CallbackBox<Value: Sendable>: Sendable {
    let value: Value

    private init(_ value: Value) {
        self.value = value
    }

    /// What to hand to C, which must hand it to one of the release functions below in the end.
    static func retained(_ value: Value) -> gpointer {
        unsafe Unmanaged.passRetained(CallbackBox(value) as AnyObject).toOpaque()
    }

    /// What was handed to C.
    static func value(of data: gpointer?) -> Value? {
        guard let data = unsafe data else { return nil }
        return unsafe (Unmanaged<AnyObject>.fromOpaque(data).takeUnretainedValue() as? CallbackBox)?.value
    }
}

/// What streaming threads and others are to do where nothing is told but that something has happened.
typealias PlainCallback = @Sendable () -> Void

func onReleaseCallback(_ data: gpointer?) {
    if let data = unsafe data { unsafe Unmanaged<AnyObject>.fromOpaque(data).release() }
}

func onReleaseSignalCallback(_ data: gpointer?, _ closure: UnsafeMutablePointer<GClosure>?) {
    unsafe onReleaseCallback(data)
}
