// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import Glibc
internal import OnCueRuntime

/// The socket of the sound server in the file system, which shows when a server starts.
@MediaActor
final class ServerSocket {
    private let path: String?
    private var monitor: FileMonitor?
    private var task: Task<Void, Never>?

    /// - Parameter server: The address of the server; that of the environment if absent.
    init(server: String?) {
        path = Self.path(server ?? ProcessEnvironment.variable("PULSE_SERVER"))
    }

    /// Calls `handler` when something happens to the socket, until it is forgotten.
    func watch(_ handler: @escaping @MediaActor () -> Void) {
        guard let path else { return }
        task?.cancel()
        task = Task { @MediaActor [weak self] in
            let watchable = await BlockingExecutor(label: "oncue.sound-socket").run { Self.watchable(path) }
            guard !Task.isCancelled, let watchable, let self else { return }
            monitor = FileMonitor(watchable) { [weak self] in
                handler()
                // The folder of the socket may be there now.
                if watchable != path { self?.watch(handler) }
            }
        }
    }

    func forget() {
        task?.cancel()
        monitor = nil
    }

    /// Returns the socket that an address names, as libpulse reads it; `nil` for servers elsewhere.
    nonisolated static func path(_ server: String?) -> String? {
        guard let server else {
            if let folder = ProcessEnvironment.variable("PULSE_RUNTIME_PATH") { return folder + "/native" }
            return ProcessEnvironment.variable("XDG_RUNTIME_DIR").map { $0 + "/pulse/native" }
        }
        // Several addresses are separated by spaces, each possibly with the machine for which it is.
        let first = server.prefix { $0 != " " }
        let address = first.hasPrefix("{") ? first.drop { $0 != "}" }.dropFirst() : first
        if address.hasPrefix("unix:") { return String(address.dropFirst(5)) }
        return address.hasPrefix("/") ? String(address) : nil
    }

    /// Returns the socket, or the nearest folder above it whose parent exists, so that it can be watched. Blocks.
    private nonisolated static func watchable(_ path: String) -> String? {
        var path = Substring(path)
        for _ in 0..<3 {
            guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return nil }
            if access(String(path[..<slash]), R_OK | X_OK) == 0 { return String(path) }
            path = path[..<slash]
        }
        return nil
    }
}
