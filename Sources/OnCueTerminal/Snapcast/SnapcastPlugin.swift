// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import AssistantProtocol
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime
internal import SnapcastControl

/// Serves a Snapcast server that has started this program as the plugin of a stream: it is an ordinary client of the
/// service, with the server on its other side.
///
/// Runs on a thread that may block, because a server that does not read blocks the output.
actor SnapcastPlugin {
    /// The largest picture, in bytes: the server keeps it and sends it to every app.
    private static let largestCover = 1 << 20
    /// The least interval between reports of changes.
    private static let pause: Duration = .milliseconds(100)

    private let executor = BlockingExecutor(label: "oncue.snapcast-plugin")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let context: CommandContext
    private var lines = SnapcastLines()
    private var player = PluginPlayer()
    private var told: PluginPlayer?
    /// The last picture that was read, with its address.
    private var cover: (address: String, cover: PluginPlayer.Cover?)?

    init(_ context: CommandContext) {
        self.context = context
    }

    /// Serves until the input ends, or does not consist of lines.
    func serve() async {
        context.console.write(PluginRequest.ready + "\n")
        let watch = Task { await follow() }
        defer { watch.cancel() }
        while let bytes = await context.input.next() {
            guard let found = lines.append(bytes) else { return }
            for line in found {
                guard let request = PluginRequest(line) else { continue }
                await answer(request)
            }
        }
    }

    private func answer(_ request: PluginRequest) async {
        switch request {
        case .properties(let id):
            // Answered from the updates: the start of a server must not start the daemon.
            context.console.write(PluginRequest.answer(id, player.properties) + "\n")
            told = player
        case .perform(let id, let commands):
            do {
                for command in commands { try await context.service.perform(command) }
                context.console.write(PluginRequest.answer(id, "ok") + "\n")
            } catch {
                context.console.write(PluginRequest.failure(id, code: -32000, error.message) + "\n")
            }
        case .refuse(let id, let code, let message):
            context.console.write(PluginRequest.failure(id, code: code, message) + "\n")
        }
    }

    private func follow() async {
        for await update in await context.service.nowPlayingUpdates() {
            guard !Task.isCancelled else { return }
            switch update {
            case .report(let report): take(report)
            case .serviceLost: player = PluginPlayer()
            }
            tell()
            try? await MediaActor.sleep(for: Self.pause)
        }
    }

    private func tell() {
        guard told != player else { return }
        told = player
        context.console.write(player.notification + "\n")
    }

    private func take(_ report: NowPlayingReport) {
        player = PluginPlayer(report, cover: report.entry.flatMap(cover))
    }

    private func cover(of entry: NowPlayingEntry) -> PluginPlayer.Cover? {
        guard let address = entry.artURLs.large ?? entry.artURL else { return nil }
        if let cover, cover.address == address { return cover.cover }
        let found = MediaLocation(uri: address)?.filePath.flatMap {
            try? context.files.bytes(of: $0, limit: Self.largestCover)
        }
        let picture = found.flatMap { bytes -> PluginPlayer.Cover? in
            let kind = bytes.starts(with: [0x89, 0x50]) ? "png" : bytes.starts(with: [0xFF, 0xD8]) ? "jpg" : nil
            return kind.map { PluginPlayer.Cover(data: Base64.text(bytes), kind: $0) }
        }
        cover = (address, picture)
        return picture
    }
}

extension PluginPlayer {
    init(_ report: NowPlayingReport, cover: Cover?) {
        self.init()
        (status, repeatMode, isShuffled) = (report.status, report.repeatMode, report.shuffleMode != .off)
        (volume, isMuted, rate) = (report.volume, report.isMuted, report.rate)
        canPlay = report.queueLength > 0 && report.status != .playing
        canPause = report.status == .playing
        canGoNext = report.next != nil
        canGoPrevious = report.entry != nil
        guard let current = report.entry else { return }
        position = current.position
        canSeek = current.isSeekable
        var entry = Entry()
        (entry.identifier, entry.title) = (current.identifier, current.streamTitle ?? current.title)
        (entry.artists, entry.albumArtists, entry.genres) = (current.artists, current.albumArtists, current.genres)
        (entry.album, entry.date) = (current.album, current.date)
        (entry.trackNumber, entry.discNumber) = (current.trackNumber, current.discNumber)
        (entry.duration, entry.cover) = (current.duration, cover)
        self.entry = entry
    }
}
