// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// A small disk of a test's own, in memory or in a file, which can be full and can go away.
///
/// It is mounted where only programs that are started on it see it (a mount namespace); for all others the folder under
/// it is empty.
package final class TestDisk: Sendable {
    /// Where programs that see it have it.
    package let path: String
    private let size: Int
    private let keeper: ChildProcess

    /// What is on it.
    package enum FileSystem: Sendable {
        case memory
        /// In the file beside the folder, with `.ext4` behind its name; only for root.
        case ext4
    }

    /// Mounts it.
    ///
    /// - Parameters:
    ///   - path: A folder that is there.
    ///   - size: In kilobytes.
    package init(at path: String, kilobytes size: Int, _ fileSystem: FileSystem = .memory) async throws {
        (self.path, self.size) = (path, size)
        if fileSystem == .ext4 {
            keeper = try ChildProcess(
                "unshare",
                [
                    "-m", "/bin/sh", "-c",
                    "truncate -s \"$2\"k \"$1.ext4\" && mkfs.ext4 -q -F -m 0 \"$1.ext4\" && mount -o loop \"$1.ext4\" \"$1\" "
                        + "&& chown \"$3\" \"$1\" && echo ready && exec tail -f /dev/null",
                    "sh", path, String(size), String(getuid()),
                ])
            _ = try await keeper.output.waitForLine { $0 == "ready" }
            return
        }
        let own = getuid() == 0 ? [] : ["--map-root-user"]
        keeper = try ChildProcess(
            "unshare",
            own + [
                "-m", "/bin/sh", "-c",
                "mount -t tmpfs -o size=\"$2\"k oncue-test \"$1\" && echo ready && exec tail -f /dev/null",
                "sh", path, String(size),
            ])
        _ = try await keeper.output.waitForLine { $0 == "ready" }
    }

    /// The words before those of a program that is to see it.
    package func entering(_ program: String) -> [String] {
        let user = getuid() == 0 ? [] : ["-U", "--preserve-credentials"]
        return ["nsenter", "-t", String(keeper.identifier)] + user + ["-m", "--", program]
    }

    /// Runs a line of the shell that sees it, which must succeed.
    package func run(_ line: String) async throws {
        let words = entering("/bin/sh") + ["-c", line]
        let result = try await ChildProcess.run(words[0], Array(words.dropFirst()), directory: "/")
        guard result.status == 0 else { throw SupportError("\(line): \(result.ending) \(result.errors)") }
    }

    /// Takes all room that is left, which may be none. Large writes are refused before the last blocks are taken, and what
    /// was deleted a moment ago is room once that is on the disk.
    package func fill() async throws {
        try await run(
            "! cat /dev/zero > '\(path)/filler' 2>/dev/null; sync -f '\(path)'; "
                + "! dd if=/dev/zero of='\(path)/filler' bs=1k oflag=append conv=notrunc 2>/dev/null")
    }

    /// Gives back what ``fill()`` has taken.
    package func makeRoom() async throws { try await run("rm '\(path)/filler'") }

    /// How it can be used.
    package enum Access: String, Sendable {
        case readOnly = "ro"
        case readWrite = "rw"
    }

    /// Mounts what is there in another way; no file may be open for writing.
    package func mount(_ access: Access) async throws {
        try await run("mount -o remount,\(access.rawValue) '\(path)'")
    }

    /// Takes it away, as when it is unplugged: what is open can be read to its end, and nothing else.
    package func unplug() async throws { try await run("umount -l '\(path)'") }

    /// Puts an empty one in its place.
    package func plugIn() async throws { try await run("mount -t tmpfs -o size=\(size)k oncue-test '\(path)'") }
}
