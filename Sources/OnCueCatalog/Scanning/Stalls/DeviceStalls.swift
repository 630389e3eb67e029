// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Synchronization

/// Knows which devices do not answer, so that their files are left alone for a while: a disk that stands still would cost
/// each of its files the time that one file has.
///
/// A device counts as stalled when three of its files in succession got no answer. Safe from any thread.
final class DeviceStalls: Sendable {
    /// Files without an answer, one after the other, that are no accident.
    static let limit = 3

    private struct Device {
        /// Files without an answer since the last one that got it.
        var waits = 0
        /// How often it has stalled since it last answered.
        var stalls = 0
        /// When it is tried again, in seconds since 1970; `nil` while it is used.
        var resumes: Int64?
    }

    private let state = Mutex<[UInt64: Device]>([:])

    /// Seconds until a device is tried again; `nil` while it is used.
    func pause(of device: UInt64, now: Int64) -> Int64? {
        state.withLock { $0[device]?.resumes }.flatMap { $0 > now ? $0 - now : nil }
    }

    /// Notes that a file of a device was read, or could be told to be unreadable.
    func answered(_ device: UInt64) {
        state.withLock { devices in
            // Those that never stalled are not kept.
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

    /// Lets devices be tried whose pause is over; all of them when somebody asks, or when a disk has come back.
    func beginScan(now: Int64, triesAgain: Bool) {
        state.withLock { devices in
            for (number, device) in devices {
                if let resumes = device.resumes, triesAgain || resumes <= now { devices[number]?.resumes = nil }
                devices[number]?.waits = 0
            }
        }
    }

    /// When the next device is tried again, in seconds since 1970.
    var nextRetry: Int64? {
        state.withLock { $0.values.compactMap(\.resumes).min() }
    }
}
