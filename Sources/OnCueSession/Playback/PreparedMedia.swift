// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime

/// Which media the engine holds open: what somebody is about to choose, and what "previous" leads to.
@MediaActor
final class PreparedMedia {
    /// Who has not chosen by then will probably choose something else.
    private static let patience: Duration = .seconds(60)

    private let engine: any PlaybackEngine
    private var expected: PreparedMedium?
    private var told: [PreparedMedium] = []
    private var previous: PreparedMedium?
    private var expiry: Task<Void, Never>?

    init(engine: any PlaybackEngine) {
        self.engine = engine
    }

    deinit { expiry?.cancel() }

    /// Somebody may choose this soon; it takes the place of what was expected before.
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

    /// Takes notice of what plays now.
    ///
    /// - Parameter previous: What "previous" leads to; `nil` while nothing plays.
    func update(current: Track?, previous: Track?) {
        self.previous = previous.map { PreparedMedium(location: $0.location, segment: $0.segment) }
        if let current, current.location == expected?.location {
            expected = nil
            expiry?.cancel()
        }
        tell()
    }

    func end() {
        expiry?.cancel()
        (expected, previous) = (nil, nil)
    }

    private func tell() {
        var media: [PreparedMedium] = []
        for medium in [expected, previous].compactMap(\.self) where !media.contains(medium) { media.append(medium) }
        guard media != told else { return }
        told = media
        engine.prepare(media)
    }
}
