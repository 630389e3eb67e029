// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import FoundationEssentials
internal import OnCueRuntime
internal import Synchronization

/// Returns when everything has run that waits for the media thread or for the pool of threads now, and what that starts.
///
/// A task that is woken passes through the pool on its way back to its actor, so that the order of the actor alone says
/// nothing. Nothing that takes time is waited for: sleeps, other processes, threads of their own.
package func settle() async {
    for _ in 0..<3 {
        await passThroughPool()
        await Task { @MediaActor in }.value
    }
}

/// Returns when what the pool began before has let go of its threads.
private func passThroughPool() async {
    let meeting = Meeting(of: ProcessInfo.processInfo.activeProcessorCount)
    await withTaskGroup(of: Void.self) { group in
        for _ in 0..<meeting.size { group.addTask { meeting.join() } }
    }
}

/// Jobs that hold all threads of the pool at the same time.
private final class Meeting: Sendable {
    let size: Int
    private let present = Mutex(0)
    private let gate = DispatchSemaphore(value: 0)

    init(of size: Int) { self.size = size }

    /// Whether the pool was seen to be as large as the machine.
    private static let isFull = Atomic<Bool>(false)

    /// Waits for the others; not for long, as the pool may be smaller than the machine, unless it was seen that it is not.
    func join() {
        let isLast = present.withLock { present in
            present += 1
            return present == size
        }
        if isLast {
            for _ in 1..<size { gate.signal() }
        } else {
            let patience: DispatchTimeInterval =
                Self.isFull.load(ordering: .relaxed) ? .seconds(10) : .milliseconds(200)
            let hasMet = gate.wait(timeout: .now() + patience) == .success
            if hasMet { Self.isFull.store(true, ordering: .relaxed) }
        }
    }
}
