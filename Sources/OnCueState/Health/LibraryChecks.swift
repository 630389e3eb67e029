// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Health checks of the folders of the library.
package enum LibraryChecks {
    /// The state of a folder.
    package enum Folder: Sendable, Equatable {
        case absent
        case notAFolder
        case unreadable
        /// The folder is empty.
        case empty
        /// The folder is empty, but contained tracks before.
        case emptied
        case there
        /// Its disk or its server has not answered.
        case silent(Duration)
    }

    package static func checks(
        _ status: LibraryStatus, _ folders: [(location: MediaLocation, state: Folder)], failed: Int
    ) -> [HealthCheck] {
        guard !folders.isEmpty else {
            return [
                HealthCheck(
                    "library", .warning, "the library has no folders", advice: "oncue library add DIR, such as ~/Music")
            ]
        }
        return folders.map { check($0.location, $0.state) } + [files(status, failed: failed)]
    }

    static func check(_ location: MediaLocation, _ state: Folder) -> HealthCheck {
        let (name, path) = (
            "library.folder", location.filePath.map { String(decoding: $0, as: UTF8.self) } ?? location.uri
        )
        switch state {
        case .there: return HealthCheck(name, .ok, path)
        case .absent:
            return HealthCheck(
                name, .failed, "\(path) is missing; its tracks cannot be played",
                advice: isMountable(path)
                    ? "mount its disk or share, or remove it from the library: oncue library remove "
                        + "\(ShellWord.quoted(path))"
                    : "bring it back, or remove it from the library: oncue library remove \(ShellWord.quoted(path))")
        case .notAFolder:
            return HealthCheck(
                name, .failed, "\(path) is not a folder",
                advice: "remove it from the library: oncue library remove \(ShellWord.quoted(path))")
        case .unreadable:
            return HealthCheck(
                name, .failed, "\(path) cannot be read",
                advice: "give your user access: chmod u+rx \(ShellWord.quoted(path)), as its owner")
        case .empty:
            return HealthCheck(
                name, .warning, "\(path) is empty",
                advice: isMountable(path)
                    ? "mount its disk or share" : "put music into it; new files are noticed automatically")
        case .emptied:
            return HealthCheck(
                name, .failed,
                "\(path) is empty, as if a disk were not mounted; its tracks are hidden until it is back",
                advice: "mount its disk or share")
        case .silent(let limit):
            return HealthCheck(
                name, .failed, "\(path) did not answer within \(limit.components.seconds) s",
                advice: "check whether its disk or server hangs: findmnt --target \(ShellWord.quoted(path))")
        }
    }

    private static func files(_ status: LibraryStatus, failed: Int) -> HealthCheck {
        let name = "library.files"
        let count = "\(status.trackCount) tracks"
        guard failed == 0 else {
            return HealthCheck(
                name, .warning, "\(count); \(failed) files or folders could not be read",
                advice: "to see which, and why: oncue library status --failures")
        }
        guard status.trackCount > 0 || status.scan != nil else {
            return HealthCheck(
                name, .warning, "no tracks were found", advice: "scan again and see the results: oncue library scan"
            )
        }
        return HealthCheck(name, .ok, status.scan == nil ? count : "\(count); a scan is running")
    }

    /// Returns whether a path is one where removable disks and shares are mounted (File Hierarchy Standard, udisks).
    private static func isMountable(_ path: String) -> Bool {
        ["/media/", "/mnt/", "/run/media/", "/net/"].contains { path.hasPrefix($0) }
    }
}
