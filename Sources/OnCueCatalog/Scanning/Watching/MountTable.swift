// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCore

/// The mounted file systems, from `/proc/self/mountinfo`.
struct MountTable: Equatable, Sendable {
    struct Mount: Equatable, Sendable {
        var point: [UInt8]
        var device: UInt64
        var type: String
    }

    var mounts: [Mount] = []

    /// Parses the text of the table; lines that cannot be parsed are left out.
    init(_ text: [UInt8]) {
        mounts = text.split(separator: UInt8(ascii: "\n")).compactMap(Self.mount)
    }

    /// Reads the table through a descriptor of the file.
    init(reading descriptor: Int32) {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        lseek(descriptor, 0, SEEK_SET)
        while text.count < 4 << 20 {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            text += buffer[..<count]
        }
        self.init(text)
    }

    /// The devices whose files can change without a notification on this machine, because other machines or programs
    /// own them.
    var unwatchableDevices: Set<UInt64> {
        Set(mounts.filter { Self.isRemote($0.type) }.map(\.device))
    }

    /// Returns the mounts that affect the contents of these folders.
    func about(_ folders: [[UInt8]]) -> [Mount] {
        mounts.filter { mount in
            folders.contains { PathBytes.isInside($0, mount.point) || PathBytes.isInside(mount.point, $0) }
        }
    }

    private static func isRemote(_ type: String) -> Bool {
        type.hasPrefix("fuse") && type != "fuseblk"
            || ["nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "ncpfs", "coda", "virtiofs"]
                .contains(type)
    }

    /// Parses a line such as `36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw`, see proc(5).
    private static func mount(_ line: ArraySlice<UInt8>) -> Mount? {
        let fields = line.split(separator: UInt8(ascii: " "))
        guard fields.count > 6, let dash = fields.firstIndex(where: { $0.elementsEqual("-".utf8) }),
            fields.index(after: dash) < fields.endIndex
        else { return nil }
        let numbers = fields[2].split(separator: UInt8(ascii: ":")).compactMap {
            UInt64(String(decoding: $0, as: UTF8.self))
        }
        guard numbers.count == 2 else { return nil }
        return Mount(
            point: unescaped(fields[4]), device: device(numbers[0], numbers[1]),
            type: String(decoding: fields[fields.index(after: dash)], as: UTF8.self))
    }

    /// Returns the device number in the form of `st_dev`, see makedev(3).
    private static func device(_ major: UInt64, _ minor: UInt64) -> UInt64 {
        (major & 0xFFF) << 8 | (major & ~0xFFF) << 32 | (minor & 0xFF) | (minor & ~0xFF) << 12
    }

    /// Decodes a field, in which spaces and similar characters are written as a backslash and three octal digits.
    private static func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8] {
        var path: [UInt8] = []
        var rest = field
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            if byte == UInt8(ascii: "\\"), digits.count == 3, digits.allSatisfy({ (0x30...0x37).contains($0) }) {
                path.append(digits.reduce(0) { $0 << 3 | ($1 - 0x30) })
                rest = rest.dropFirst(3)
            } else {
                path.append(byte)
            }
        }
        return path
    }
}
