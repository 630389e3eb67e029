// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime

/// The media that the engine keeps open: one that is about to be chosen, and those to which "next" and "previous" lead.
@MediaActor
final class PreparedMedia {
    /// The time after which an expected choice has become unlikely.
    private static let patience: Duration = .seconds(60)

    private let engine: any PlaybackEngine
    private var expected: PreparedMedium?
    /// Whether the expected medium has been chosen, and is only being looked up before it plays.
    private var isChosen = false
    private var told: [PreparedMedium] = []
    private var neighbours: [PreparedMedium] = []
    private var expiry: Task<Void, Never>?

    init(engine: any PlaybackEngine) {
        self.engine = engine
    }

    deinit { expiry?.cancel() }

    /// Prepares a medium that may be chosen soon, in place of the one expected before.
    func expect(_ medium: PreparedMedium) {
        (expected, isChosen) = (medium, false)
        tell()
        expiry?.cancel()
        expiry = Task { @MediaActor [weak self] in
            guard (try? await MediaActor.sleep(for: Self.patience)) != nil else { return }
            self?.expected = nil
            self?.tell()
        }
    }

    /// Prepares a medium that has been chosen, while it is looked up.
    func choose(_ medium: PreparedMedium) {
        guard medium.location != expected?.location else { return }
        expect(medium)
        isChosen = true
    }

    /// Updates the media from the present playback.
    ///
    /// - Parameter neighbours: The media that "next" and "previous" lead to, unless cued; empty while nothing plays.
    func update(current: Track?, neighbours: [PreparedMedium]) {
        self.neighbours = neighbours
        let isHere = current.map { $0.location == expected?.location && $0.segment == expected?.segment } ?? false
        if isHere || isChosen {
            (expected, isChosen) = (nil, false)
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
