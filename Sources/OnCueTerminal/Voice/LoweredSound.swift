// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// Lowers OnCue's own sound during listening or speaking.
///
/// The service restores the sound by itself soon after the last call, whatever happens to this process.
struct LoweredSound {
    /// The interval at which it is lowered again, and the duration of each lowering.
    private static let interval = Duration.seconds(1)
    private static let lease = Duration.seconds(3)
    /// The time until sound on its way has been heard, even on slow outputs.
    static let fading = Duration.milliseconds(400)

    let service: any CommandService

    /// Lowers the sound while `body` runs.
    ///
    /// - Parameters:
    ///   - part: The factor of the volume; 0 is silence.
    ///   - waits: Whether to wait until the sound playing now can no longer be heard.
    /// - Throws: The errors of `body`; and a ``ClientError`` if the sound cannot be lowered, before `body` has run.
    func run<Value: Sendable>(
        to part: Double, waits: Bool, _ body: () async throws -> Value
    ) async throws -> Value {
        try await service.lowerSound(to: part, for: Self.lease)
        let renewing = Task { [service] in
            while (try? await Task.sleep(for: Self.interval)) != nil {
                try? await service.lowerSound(to: part, for: Self.lease)
            }
        }
        do {
            if waits, try await service.nowPlaying().status == .playing { try await Task.sleep(for: Self.fading) }
            let value = try await body()
            await restore(renewing)
            return value
        } catch {
            await restore(renewing)
            throw error
        }
    }

    private func restore(_ renewing: Task<Void, Never>) async {
        renewing.cancel()
        await renewing.value
        try? await service.lowerSound(to: 1, for: .zero)
    }
}
