// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// Something that is done once at a time; who asks meanwhile waits for the end of what is under way.
@MediaActor
final class SharedWork {
    /// - mayStart: Whether it may start the daemon.
    private var running: (task: Task<Result<Void, ServiceError>, Never>, mayStart: Bool)?

    var isRunning: Bool { running != nil }

    /// Begins the work, or waits for that which is under way. That may have begun before what the caller wants to see,
    /// so the caller looks again.
    func run(_ work: @escaping @MediaActor () async throws(ServiceError) -> Void) async throws(ServiceError) {
        if let running {
            let result = await running.task.value
            // What may do less than the caller may fail for that.
            if running.mayStart || !DaemonStart.isAllowed { try result.get() }
            return
        }
        let task = Task { () -> Result<Void, ServiceError> in
            defer { self.running = nil }
            do throws(ServiceError) {
                try await work()
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        running = (task, DaemonStart.isAllowed)
        try await task.value.get()
    }
}
