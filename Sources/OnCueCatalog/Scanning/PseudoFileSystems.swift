// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// The file systems that represent the kernel: they contain no media, and walking them can be endless.
enum PseudoFileSystems {
    /// The device numbers of those that are mounted at their usual paths; looked up once.
    static let devices: Set<UInt64> = {
        // A folder of that name on the disk, as in a chroot, is an ordinary one.
        let ordinary = device("/")
        return Set(["/proc", "/sys", "/dev"].compactMap(device).filter { $0 != ordinary })
    }()

    private static func device(_ path: String) -> UInt64? {
        var status = stat()
        return stat(path, &status) == 0 ? UInt64(status.st_dev) : nil
    }
}
