// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGLib
package import OnCueRuntime

/// Calls a handler on `MediaActor` whenever the process receives a signal such as SIGTERM, for as long as this object
/// exists.
@MediaActor
@safe
package final class UnixSignalSource {
    private let source: UnsafeMutablePointer<GSource>

    /// - Parameter signal: A signal that GLib can watch: SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2 or SIGWINCH.
    package init(_ signal: Int32, _ handler: @escaping @MediaActor () -> Void) {
        guard let source = unsafe g_unix_signal_source_new(signal) else {
            preconditionFailure("GLib cannot watch signal \(signal)")
        }
        unsafe self.source = unsafe source
        let box = unsafe Unmanaged.passRetained(Handler(handler))
        unsafe g_source_set_callback(source, onUnixSignal, box.toOpaque(), onReleaseHandler)
        unsafe g_source_attach(source, g_main_context_get_thread_default())
    }

    isolated deinit {
        unsafe g_source_destroy(source)
        unsafe g_source_unref(source)
    }

    fileprivate final class Handler: Sendable {
        let handle: @MediaActor () -> Void

        init(_ handle: @escaping @MediaActor () -> Void) {
            self.handle = handle
        }
    }
}

/// Called on the media thread after a signal.
private func onUnixSignal(_ data: gpointer?) -> gboolean {
    if let data = unsafe data {
        let handler = unsafe Unmanaged<UnixSignalSource.Handler>.fromOpaque(data).takeUnretainedValue()
        MediaActor.assumeIsolated { handler.handle() }
    }
    return 1
}

private func onReleaseHandler(_ data: gpointer?) {
    if let data = unsafe data { unsafe Unmanaged<UnixSignalSource.Handler>.fromOpaque(data).release() }
}
