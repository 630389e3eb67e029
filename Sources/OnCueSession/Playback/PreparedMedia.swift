// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime

/// The media that the engine keeps open: one that is about to be chosen, and those that "next" and "previous" lead to.
@MediaActor
final class PreparedMedia {
    /// The time after which an expected choice has become unlikely.
    private static let patience: Duration = .seconds(60)

    private let engine: any PlaybackEngine
    private var expected: PreparedMedium?
    private var told: [PreparedMedium] = []
    private var neighbours: [PreparedMedium] = []
    private var expiry: Task<Void, Never>?

    init(engine: any PlaybackEngine) {
        self.engine = engine
    }

    deinit { expiry?.cancel() }

    /// Prepares a medium that may be chosen soon, in place of the one expected before.
    func expect(_ medium: PreparedMedium) {
        expected = medium
        tell()
        expiry?.cancel()
        expiry = Task { @MediaActor [weak self] in
            guard (try? await MediaActor.sleep(for: Self.patience)) != nil else { return }
            self?.expected = nil
            self?.tell()
        }
    }

    /// Updates the media from the present playback.
    ///
    /// - Parameter neighbours: The media that "next" and "previous" lead to, unless cued; empty while nothing plays.
    func update(current: Track?, neighbours: [PreparedMedium]) {
        self.neighbours = neighbours
        if let current, current.location == expected?.location, current.segment == expected?.segment {
            expected = nil
            expiry?.cancel()
        }
        tell()
    }

    func end() {
        expiry?.cancel()
        (expected, neighbours) = (nil, [])
    }

    private func tell() {
        var media: [PreparedMedium] = []
        for medium in [expected].compactMap(\.self) + neighbours where !media.contains(medium) { media.append(medium) }
        guard media != told else { return }
        told = media
        engine.prepare(media)
    }
}
