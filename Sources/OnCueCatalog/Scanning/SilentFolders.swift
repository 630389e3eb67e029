// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import Glibc
internal import OnCueCore
internal import Synchronization

/// Folders of the library that do not answer, because their disk or their server hangs, from one scan to the next.
///
/// A call that hangs cannot be aborted, so it keeps its thread until it is answered; each such folder of the library
/// keeps at most one thread.
final class SilentFolders: Sendable {
    /// The time limit for reading a folder.
    static let patience = Duration.seconds(10)
    private static let mostDoublings = 6

    private let patience: Duration
    private let silent = Mutex<Set<[UInt8]>>([])
    /// The folders that answered late, with the number of times: each time doubles their time limit, so that a folder
    /// that is only slow is eventually read.
    private let slow = Mutex<[[UInt8]: Int]>([:])
    private let onAnswer = Mutex<(@Sendable () -> Void)?>(nil)

    init(patience: Duration = SilentFolders.patience) {
        self.patience = patience
    }

    /// Calls `body` each time a folder answers after all.
    func whenAnswered(_ body: @escaping @Sendable () -> Void) {
        onAnswer.withLock { $0 = body }
    }

    /// Returns a reader that gives up on folders that do not answer in time, and skips them until they answer.
    ///
    /// - Parameters:
    ///   - roots: The folders of the library, each of which is silent as a whole.
    ///   - failed: Called with a folder that could not be read, and the reason.
    func reader(
        _ reader: FolderReader, roots: [[UInt8]], failed: @escaping @Sendable ([UInt8], FolderFailure) -> Void
    ) -> FolderReader {
        let queues = Mutex(DispatchQueue(label: "oncue.catalog.folders", qos: .utility))
        return FolderReader { [self] path in
            let root = roots.first { PathBytes.isInside(path, $0) } ?? path
            let result = isSilent(root) ? nil : answer(path, of: root, on: queues.withLock { $0 }) { reader.read(path) }
            // The previous thread is occupied.
            if result == nil {
                queues.withLock { $0 = DispatchQueue(label: "oncue.catalog.folders", qos: .utility) }
            }
            let known = result ?? .failure(FolderFailure(error: ETIMEDOUT))
            if case .failure(let failure) = known { failed(path, failure) }
            return known
        }
    }

    private func isSilent(_ root: [UInt8]) -> Bool { silent.withLock { $0.contains(root) } }

    /// - Returns: `nil` if reading took longer than the limit.
    private func answer(
        _ path: [UInt8], of root: [UInt8], on queue: DispatchQueue,
        _ read: @escaping @Sendable () -> Result<FolderContent, FolderFailure>
    ) -> Result<FolderContent, FolderFailure>? {
        let answer = Answer()
        queue.async { [self] in
            guard answer.give(read()) else { return }
            slow.withLock { $0[path] = min(($0[path] ?? 0) + 1, Self.mostDoublings) }
            silent.withLock { _ = $0.remove(root) }
            onAnswer.withLock { $0 }?()
        }
        let doublings = slow.withLock { $0[path] ?? 0 }
        return answer.wait(patience * (1 << doublings)) { silent.withLock { _ = $0.insert(root) } }
    }
}

/// The answer of a call that another thread waits for, for a while.
private final class Answer: Sendable {
    private struct State {
        var result: Result<FolderContent, FolderFailure>?
        var isGivenUp = false
    }

    private let state = Mutex(State())
    private let semaphore = DispatchSemaphore(value: 0)

    /// - Returns: `true` if the wait for the result has ended already.
    func give(_ result: Result<FolderContent, FolderFailure>) -> Bool {
        let isLate = state.withLock { state in
            state.result = result
            return state.isGivenUp
        }
        semaphore.signal()
        return isLate
    }

    /// - Parameter givenUp: Called before `nil` is returned, and before the answer can come late.
    func wait(_ limit: Duration, givenUp: () -> Void) -> Result<FolderContent, FolderFailure>? {
        _ = semaphore.wait(timeout: .now() + .milliseconds(Int(limit / .milliseconds(1))))
        return state.withLock { state in
            if state.result == nil {
                state.isGivenUp = true
                givenUp()
            }
            return state.result
        }
    }
}
