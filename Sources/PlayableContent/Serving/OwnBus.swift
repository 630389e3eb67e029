// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueCore
internal import OnCueRuntime

/// OnCue's own bus, which starts and ends with OnCue.
@MediaActor
enum OwnBus {
    /// The pauses between attempts to reach an existing socket.
    private static let patience: [Duration] = [.zero, .milliseconds(50), .milliseconds(250), .seconds(1)]

    /// Serves on a bus until the task is cancelled: on OnCue's own bus each time it appears, on any other until the
    /// connection is lost.
    ///
    /// - Parameter serving: Serves one connection until it has ended or the task is cancelled.
    /// - Throws: `noBus`; errors of `serving`, except for the end of OnCue's own bus, which returns with OnCue.
    static func serve(
        on location: BusLocation, _ serving: @MediaActor (MessageBus) async throws(PlayableContentError) -> Void
    ) async throws(PlayableContentError) {
        guard case .own(let socketPath) = location else {
            try await serving(try await ProviderSession.connect(location.address))
            guard Task.isCancelled else {
                throw PlayableContentError(.noBus, "the connection to the message bus was lost")
            }
            return
        }
        while !Task.isCancelled, let bus = try await connect(to: socketPath) {
            do throws(PlayableContentError) {
                try await serving(bus)
            } catch {
                // The bus may end in the middle of a call.
                guard error.code == .noBus else { throw error }
            }
        }
    }

    /// Waits until the bus exists; `nil` if the task is cancelled. Nothing wakes up in the meantime.
    ///
    /// - Throws: `noBus` if the folder of the socket cannot be watched.
    static func connect(to socketPath: String) async throws(PlayableContentError) -> MessageBus? {
        let folder = socketPath.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let executor = BlockingExecutor(label: "oncue.own-bus")
        guard await executor.run({ PrivateDirectory.make(folder) }),
            let monitor = FileMonitor(folder, { continuation.yield() })
        else {
            throw PlayableContentError(
                .noBus, "there is no message bus, and \(folder) cannot be watched for OnCue's own")
        }
        defer { withExtendedLifetime(monitor) {} }
        continuation.yield()
        for await _ in changes {
            for pause in patience {
                if pause > .zero, (try? await MediaActor.sleep(for: pause)) == nil { return nil }
                guard await executor.run({ PrivateDirectory.isSocket(socketPath) }) else { break }
                if let bus = try? await MessageBus.connect(to: BusLocation.own(socketPath: socketPath).address) {
                    return bus
                }
            }
        }
        return nil
    }
}
