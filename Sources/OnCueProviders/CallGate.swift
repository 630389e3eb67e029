// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueRuntime

/// Lets a few calls through at a time; the others wait in line, and fail if the line is closed.
@MediaActor
final class CallGate {
    private let capacity: Int
    private let longestLine: Int
    private var inside = 0
    private var line: [CheckedContinuation<Bool, Never>] = []

    init(capacity: Int, longestLine: Int) {
        self.capacity = capacity
        self.longestLine = longestLine
    }

    /// Waits for a place inside; returns `false` if there will be none.
    func enter() async -> Bool {
        if inside < capacity {
            inside += 1
            return true
        }
        guard line.count < longestLine else { return false }
        return await withCheckedContinuation { line.append($0) }
    }

    func leave() {
        if line.isEmpty { inside -= 1 } else { line.removeFirst().resume(returning: true) }
    }

    /// Makes all calls in the line fail.
    func sendAway() {
        let waiting = line
        line = []
        for continuation in waiting { continuation.resume(returning: false) }
    }
}
