// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCuePhrases
internal import TextOutput

/// The library in lines.
enum LibraryView {
    /// Returns the label and the text of each line.
    static func rows(_ library: LibraryStatus) -> [[String]] {
        var rows = library.folders.enumerated().map { [$0 == 0 ? "Folders" : "", $1.description] }
        if rows.isEmpty { rows = [["Folders", "none; add one with: oncue library add DIR"]] }
        rows.append(["Library", contents(library)])
        if library.isPaused, library.scan == nil {
            rows.append(["Scans", "paused; continue with: oncue library resume"])
        }
        if let scan = library.scan { rows.append(["Scan", ScanProgressLine.plain(scan)]) }
        if let report = library.lastReport { rows.append(["Last scan", summary(report)]) }
        if let watching = watching(library.watching) { rows.append(["Changes", watching]) }
        return rows
    }

    private static func watching(_ watching: LibraryWatching) -> String? {
        switch watching {
        case .live: "noticed at once"
        case .periodic: "checked every 15 minutes, because not every folder can be watched"
        case .limited: "checked every 15 minutes; raise fs.inotify.max_user_watches to notice them at once"
        case .off: nil
        }
    }

    /// `10000 tracks, 812 albums, 97 artists, 700 h 12 min`
    static func contents(_ library: LibraryStatus) -> String {
        let counts = [
            ContentPhrase.count(library.trackCount, "track"), ContentPhrase.count(library.albumCount, "album"),
            ContentPhrase.count(library.artistCount, "artist"),
        ]
        let time = library.totalDuration > .zero ? [TimeText.spoken(library.totalDuration)] : []
        return (counts + time).joined(separator: ", ")
    }

    /// Returns `12 added, 3 changed, 1 removed, 9000 unchanged in 2.1 s; 2 could not be read`.
    static func summary(_ report: ScanReport) -> String {
        if let error = report.error { return "broken off: \(TextLayout.printable(error))" }
        let counts = [
            (report.added, "added"), (report.changed, "changed"), (report.removed, "removed"),
            (report.unchanged, "unchanged"),
        ]
        let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let did = parts.isEmpty ? "nothing found" : parts.joined(separator: ", ")
        let failed = report.failed > 0 ? "; \(report.failed) could not be read" : ""
        if report.isCancelled { return "cancelled; what was read so far stays" }
        return "\(did) in \(TimeText.spoken(report.elapsed))\(failed)"
    }

    /// Returns the files that could not be read, one line each in a pipe; on a terminal the path is shortened so that
    /// the reason is not cut.
    static func lines(_ failures: [ScanReport.Failure], screen: Screen) -> [String] {
        failures.flatMap { failure in
            let path = TextLayout.printable(failure.location.description)
            let reason = TextLayout.printable(failure.reason)
            guard screen.isTerminal else { return ["  \(path): \(reason)"] }
            let room = screen.width - 4 - TextLayout.width(of: reason)
            if room >= min(shortestPath, TextLayout.width(of: path)) {
                return ["  \(TextLayout.shorten(path, to: room)): \(reason)"]
            }
            return ["  \(TextLayout.shorten(path, to: screen.width - 3)):"]
                + TextLayout.wrap(reason, to: screen.width, indent: 4, breaksWords: true)
        }
    }

    /// The least width of a path beside its reason; with less room it gets a line of its own.
    private static let shortestPath = 24

    /// Returns a sentence about the addition of a folder.
    ///
    /// - Parameter known: The previous folders of the library.
    static func added(_ folder: MediaLocation, to known: [MediaLocation]) -> String {
        let name = TextLayout.printable(folder.description)
        if known.contains(folder) { return "\(name) is in the library already" }
        let path = (folder.filePath ?? []) + [UInt8(ascii: "/")]
        let above = known.first { path.starts(with: ($0.filePath ?? []) + [UInt8(ascii: "/")]) }
        guard let above else { return "Added \(name) to the library" }
        return "Added \(name) to the library, although it is part of \(TextLayout.printable(above.description))"
    }

    /// Returns the progress of the present scan; `nil` between scans.
    static func reading(_ library: LibraryStatus) -> String? {
        guard let scan = library.scan else { return nil }
        let folders = library.folders.map { TextLayout.printable($0.description) }.joined(separator: ", ")
        let count =
            scan.phase == .reading
            ? "\(scan.read) of \(ContentPhrase.count(scan.toRead, "file"))"
            : "\(ContentPhrase.count(scan.found, "file")) so far"
        return "still reading \(folders): \(count)"
    }
}
