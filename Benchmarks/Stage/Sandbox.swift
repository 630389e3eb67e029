// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import Synchronization

/// A private directory and every process that was started in it; nothing of either is left when it is cleared.
final class Sandbox: Sendable {
    let path: String
    let processes = ProcessList()
    private let lastNumber = Mutex(0)

    /// Makes the directory, and points this process away from the files, the bus and the sound of its user.
    init() throws(BenchError) {
        path = try Self.makeDirectory()
        for name in Self.foreignVariables { unsetenv(name) }
        for (name, value) in variables(home: path) { setenv(name, value, 1) }
    }

    /// Ends all processes and removes the directory. Safe from any thread; nothing can be started afterwards.
    func clear() {
        processes.endAll()
        // Under another name nothing can be written into it any more, as the generator may be about to.
        let old = path + ".old"
        rename(path, old)
        Files.remove(old)
    }

    /// A path in the directory that nobody has had.
    func newPath(_ name: String) -> String {
        let number = lastNumber.withLock { number in
            number += 1
            return number
        }
        return "\(path)/\(name)-\(number)"
    }

    /// The variables of a process whose home is the given directory, beside those of this process.
    func variables(home: String) -> [String: String] {
        [
            "XDG_CONFIG_HOME": home + "/config", "XDG_DATA_HOME": home + "/data",
            "XDG_STATE_HOME": home + "/state", "XDG_CACHE_HOME": home + "/cache", "XDG_RUNTIME_DIR": home + "/runtime",
            // One for all: reading every plugin of the machine is not what is measured. Some plugins look into HOME, and
            // are read again where it is another.
            "HOME": path, "GST_REGISTRY": path + "/gstreamer-registry.bin", "LC_ALL": "C.UTF-8",
        ]
    }

    private static let foreignVariables = [
        "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY", "PULSE_SERVER", "PULSE_SINK", "PULSE_COOKIE",
        "PIPEWIRE_REMOTE", "ONCUE_DAEMON", "XDG_MUSIC_DIR", "JOURNAL_STREAM", "MPD_HOST", "MPD_PORT", "GST_DEBUG",
    ]

    private static func makeDirectory() throws(BenchError) -> String {
        // Addresses of sockets have room for 108 bytes.
        let wish = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        let parent = wish.hasPrefix("/") && wish.utf8.count <= 40 ? wish : "/tmp"
        var pattern = Array((parent + "/oncue-bench.XXXXXX").utf8CString)
        let made = pattern.withUnsafeMutableBufferPointer { text -> String? in
            guard let start = text.baseAddress, mkdtemp(start) != nil else { return nil }
            return String(cString: start)
        }
        guard let made else { throw .system("make a directory in \(parent)", errno) }
        return made
    }
}
