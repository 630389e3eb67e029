// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Synchronization

/// Tracks devices that do not answer, so that their files are skipped for a while: on a stalled disk, each file would
/// cost its full time limit.
///
/// A device counts as stalled when three of its files in succession got no answer. Safe from any thread.
final class DeviceStalls: Sendable {
    /// The number of successive files without an answer that indicates a stall.
    static let limit = 3

    private struct Device {
        /// The number of files without an answer since the last one with an answer.
        var waits = 0
        /// The number of stalls since the last answer.
        var stalls = 0
        /// The time when it is retried, in seconds since 1970; `nil` while it is used.
        var resumes: Int64?
    }

    private let state = Mutex<[UInt64: Device]>([:])

    /// Returns the seconds until a device is retried; `nil` while it is used.
    func pause(of device: UInt64, now: Int64) -> Int64? {
        state.withLock { $0[device]?.resumes }.flatMap { $0 > now ? $0 - now : nil }
    }

    /// Notes that a file of a device was read, or was reported unreadable.
    func answered(_ device: UInt64) {
        state.withLock { devices in
            // Devices that never stalled are not kept.
            if devices[device] != nil { devices[device] = nil }
        }
    }

    /// Notes that a file of a device got no answer.
    func didNotAnswer(_ device: UInt64, now: Int64) {
        state.withLock { devices in
            var stalled = devices[device, default: Device()]
            stalled.waits += 1
            if stalled.waits >= Self.limit {
                stalled.waits = 0
                stalled.stalls += 1
                stalled.resumes = now + RetryPause.ofDevice(stalls: stalled.stalls)
            }
            devices[device] = stalled
        }
    }

    /// Ends the pauses of devices that are due; all pauses on request, or when a disk has come back.
    func beginScan(now: Int64, triesAgain: Bool) {
        state.withLock { devices in
            for (number, device) in devices {
                if let resumes = device.resumes, triesAgain || resumes <= now { devices[number]?.resumes = nil }
                devices[number]?.waits = 0
            }
        }
    }

    /// The time when the next device is retried, in seconds since 1970.
    var nextRetry: Int64? {
        state.withLock { $0.values.compactMap(\.resumes).min() }
    }
}
