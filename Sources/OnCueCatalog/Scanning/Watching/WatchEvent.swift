// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// An event of a watched folder from the kernel, see inotify(7).
struct WatchEvent: Equatable, Sendable {
    /// The events to request: writes to files, and every creation, removal, move, and change of permissions or times.
    static let mask =
        UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO) | UInt32(IN_CLOSE_WRITE)
        | UInt32(IN_ATTRIB) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)
        | UInt32(IN_EXCL_UNLINK)

    var watch: Int32
    var kind: UInt32
    /// The name in the folder; empty if the event is about the folder itself.
    var name: [UInt8]

    func has(_ bits: Int...) -> Bool {
        bits.contains { kind & UInt32(truncatingIfNeeded: $0) != 0 }
    }

    var isAboutFolder: Bool { has(Int(IN_ISDIR)) }

    /// Parses the data read from the kernel.
    static func events(in bytes: UnsafeRawBufferPointer) -> [WatchEvent] {
        var events: [WatchEvent] = []
        var position = 0
        let header = 16
        while position + header <= bytes.count {
            let watch = bytes.loadUnaligned(fromByteOffset: position, as: Int32.self)
            let kind = bytes.loadUnaligned(fromByteOffset: position + 4, as: UInt32.self)
            let length = Int(bytes.loadUnaligned(fromByteOffset: position + 12, as: UInt32.self))
            guard position + header + length <= bytes.count else { break }
            let name = bytes[(position + header)..<(position + header + length)].prefix { $0 != 0 }
            events.append(WatchEvent(watch: watch, kind: kind, name: Array(name)))
            position += header + length
        }
        return events
    }
}
