// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FoundationEssentials

/// The files that a process has in its memory.
package struct MappedFiles {
    /// Paths, or the names of files in memory, such as `/memfd:pulseaudio (deleted)`.
    package let paths: Set<String>

    /// - Parameter process: Its number; this process if absent.
    package init(of process: Int32? = nil) throws {
        let folder = "/proc/\(process.map { String($0) } ?? "self")/map_files"
        let files = FileManager.default
        // A mapping may be gone by now.
        paths = Set(
            try files.contentsOfDirectory(atPath: folder).compactMap {
                try? files.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
            })
    }

    /// The memory shared with a PulseAudio server.
    package var sharedWithSoundServer: Set<String> {
        paths.filter { $0.contains("memfd:pulseaudio") || $0.contains("/pulse-shm-") }
    }

    package func contain(_ library: String) -> Bool { paths.contains { $0.contains("/\(library).so") } }
}
