// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGLib
package import OnCueRuntime

/// Calls a handler on `MediaActor` when a file, or the content of a folder, has changed, for as long as this object
/// exists.
///
/// It relies on the kernel (inotify), so nothing wakes up while nothing changes. The file need not exist yet, but its
/// folder must. One change may be reported more than once.
@MediaActor
@safe
package final class FileMonitor {
    private let monitor: OpaquePointer

    /// - Parameter path: The absolute path of a file or folder.
    /// - Returns: `nil` if the system cannot watch any more files.
    package init?(_ path: String, _ handler: @escaping @MediaActor () -> Void) {
        guard let file = unsafe g_file_new_for_path(path) else { return nil }
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(file)) }
        guard let monitor = unsafe g_file_monitor(file, G_FILE_MONITOR_WATCH_MOVES, nil, nil) else { return nil }
        unsafe self.monitor = OpaquePointer(monitor)
        let box = unsafe Unmanaged.passRetained(Handler(handler))
        unsafe connectSignal(
            OpaquePointer(monitor), "changed", changedCallback, box.toOpaque(), onReleaseHandler)
    }

    isolated deinit {
        unsafe g_file_monitor_cancel(UnsafeMutablePointer(monitor))
        unsafe g_object_unref(UnsafeMutableRawPointer(monitor))
    }

    fileprivate final class Handler: Sendable {
        let handle: @MediaActor () -> Void

        init(_ handle: @escaping @MediaActor () -> Void) {
            self.handle = handle
        }
    }
}

private typealias ChangedFunction =
    @convention(c) (gpointer?, gpointer?, gpointer?, GFileMonitorEvent, gpointer?) -> Void

// Invariant: GObject calls the function with the arguments of the signal "changed", whatever type it has been stored
// with.
private let changedCallback: GCallback = unsafe unsafeBitCast(onFileChanged as ChangedFunction, to: GCallback.self)

/// Called on the media thread after a change.
private func onFileChanged(
    _ monitor: gpointer?, _ file: gpointer?, _ other: gpointer?, _ event: GFileMonitorEvent, _ data: gpointer?
) {
    guard let data = unsafe data else { return }
    let handler = unsafe Unmanaged<FileMonitor.Handler>.fromOpaque(data).takeUnretainedValue()
    MediaActor.assumeIsolated { handler.handle() }
}

private func onReleaseHandler(_ data: gpointer?, _ closure: UnsafeMutablePointer<GClosure>?) {
    if let data = unsafe data { unsafe Unmanaged<FileMonitor.Handler>.fromOpaque(data).release() }
}
