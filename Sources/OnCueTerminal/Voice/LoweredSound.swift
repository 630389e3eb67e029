// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// Lowers OnCue's own sound while something is listened for or spoken.
///
/// The service gives it back by itself soon after the last time it was lowered, so it returns whatever becomes of this
/// process.
struct LoweredSound {
    /// How often it is lowered again, and for how long each time.
    private static let interval = Duration.seconds(1)
    private static let lease = Duration.seconds(3)
    /// The time until what was on its way has been heard, on slow outputs too.
    static let fading = Duration.milliseconds(400)

    let service: any CommandService

    /// Lowers the sound while `body` runs.
    ///
    /// - Parameters:
    ///   - part: The factor of the volume; 0 is silence.
    ///   - waits: Waits until what is playing now is not heard any more.
    /// - Throws: What `body` throws; and a ``ClientError`` if the sound cannot be lowered, before `body` has run.
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
