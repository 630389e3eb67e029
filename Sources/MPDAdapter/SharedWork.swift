// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// Work that runs only once at a time; callers that arrive meanwhile wait until it ends.
@MediaActor
final class SharedWork {
    /// The work in progress, and whether it may start the daemon.
    private var running: (task: Task<Result<Void, ServiceError>, Never>, mayStart: Bool)?

    var isRunning: Bool { running != nil }

    /// Starts the work, or waits for work that is already running. That may have started before the change that the
    /// caller wants to see, so the caller has to check again.
    func run(_ work: @escaping @MediaActor () async throws(ServiceError) -> Void) async throws(ServiceError) {
        if let running {
            let result = await running.task.value
            // Work that may not start the daemon may have failed because of that.
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
