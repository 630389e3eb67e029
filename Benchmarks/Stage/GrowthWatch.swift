// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import Synchronization

/// Notes when files grow, to about a millisecond.
final class GrowthWatch: Sendable {
    struct Growth: Sendable {
        var time: ContinuousClock.Instant
        var size: Int
    }

    private let growths: Mutex<[[Growth]]>
    private let hasEnded = Atomic(false)

    init(_ paths: [String]) {
        growths = Mutex(paths.map { [Growth(time: .now, size: Self.size($0))] })
        Task.detached { [weak self] in
            while let self, !hasEnded.load(ordering: .relaxed) {
                for (index, path) in paths.enumerated() {
                    let size = Self.size(path)
                    growths.withLock {
                        if $0[index].last?.size != size { $0[index].append(.init(time: .now, size: size)) }
                    }
                }
                usleep(500)
            }
        }
    }

    /// For each file its size at first, and each growth so far.
    var growthsSoFar: [[Growth]] { growths.withLock { $0 } }

    /// Ends watching.
    ///
    /// - Returns: For each file its size at first, and each growth.
    func end() -> [[Growth]] {
        hasEnded.store(true, ordering: .relaxed)
        return growths.withLock { $0 }
    }

    private static func size(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}
