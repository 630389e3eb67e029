// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

extension LibraryStatus {
    init(_ wire: WireDictionary) {
        self.init(
            folders: wire.texts("folders").compactMap { MediaLocation(uri: $0) },
            trackCount: wire.count("tracks") ?? 0, albumCount: wire.count("albums") ?? 0,
            artistCount: wire.count("artists") ?? 0, totalDuration: wire.duration("duration") ?? .zero,
            revision: ContentTree.Revision(wire.identity("revision") ?? 0),
            scan: wire.dictionary("scan").map(LibraryScanProgress.init),
            lastReport: wire.dictionary("report").map(ScanReport.init),
            watching: wire.text("watching").flatMap(LibraryWatching.init) ?? .off)
        isPaused = wire.flag("paused") ?? false
    }
}

extension LibraryScanProgress {
    init(_ wire: WireDictionary) {
        self.init(
            phase: wire.text("phase").flatMap(Phase.init) ?? .looking, found: wire.count("found") ?? 0,
            toRead: wire.count("toRead") ?? 0, read: wire.count("read") ?? 0, failed: wire.count("failed") ?? 0,
            elapsed: wire.duration("elapsed") ?? .zero)
        isPaused = wire.flag("paused") ?? false
    }
}

extension ScanReport {
    init(_ wire: WireDictionary) {
        self.init(
            added: wire.count("added") ?? 0, changed: wire.count("changed") ?? 0,
            removed: wire.count("removed") ?? 0, unchanged: wire.count("unchanged") ?? 0,
            failed: wire.count("failed") ?? 0, elapsed: wire.duration("elapsed") ?? .zero)
        isCancelled = wire.flag("cancelled") ?? false
        error = wire.text("error")
    }
}
