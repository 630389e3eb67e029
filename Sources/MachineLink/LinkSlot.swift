// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueRuntime
package import PairedMachines

/// One of the slots that a paired machine has for its links to this one.
///
/// Each link is a process of its own. The slots, and the steps left on each, are in a file, so a machine gains nothing
/// by calling again, or several times at once. The kernel frees a slot however its process ends.
package final class LinkSlot {
    /// The largest number of links of one machine at a time. A handoff, an open library, playing together, an exchange
    /// of listening and a question need five.
    package static let most = 8

    /// The number of steps left below which the state is kept after each step, in case the process is killed.
    private static let few = 30.0
    /// The length of a record: the steps left in thousandths, and the time of that state in microseconds, as decimal
    /// text.
    private static let recordLength = 48
    /// `F_OFD_SETLK` of `<fcntl.h>`, which Swift does not see.
    private static let setLock: Int32 = 37

    private let descriptor: Int32
    private let number: Int
    private var steps = RateLimit.steps

    /// Takes the first free slot.
    ///
    /// - Parameter now: The time on the clock of ``allows(at:)``.
    /// - Returns: `nil` if all are taken, or if the file cannot be used.
    package init?(_ files: LinkFiles, of machine: MachineIdentifier, at now: Duration) {
        let descriptor = unsafe open(
            files.slotsPath(machine), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
        let free = (0..<Self.most).first { number in
            var lock = flock()
            (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
            (lock.l_start, lock.l_len) = (off_t(number), 1)
            return unsafe fcntl(descriptor, Self.setLock, &lock) == 0
        }
        guard let free else {
            close(descriptor)
            return nil
        }
        (self.descriptor, number) = (descriptor, free)
        if let rest = rest() { steps.go(on: rest, at: now) }
    }

    deinit {
        if let rest = steps.rest { keep(rest) }
        close(descriptor)
    }

    /// Counts a step, and returns whether it is allowed.
    ///
    /// - Parameter now: The time since the machine was started.
    package func allows(at now: Duration) -> Bool {
        let isAllowed = steps.allows(at: now)
        // A machine that asks now and then, for hours, does not cause a write for each question.
        if let rest = steps.rest, rest.left < Self.few { keep(rest) }
        return isAllowed
    }

    private func rest() -> RateLimit.Rest? {
        var bytes = [UInt8](repeating: 0, count: Self.recordLength)
        let count = unsafe pread(descriptor, &bytes, bytes.count, off_t(number * Self.recordLength))
        guard count == Self.recordLength else { return nil }
        let numbers = String(decoding: bytes, as: UTF8.self).split(separator: " ").compactMap { Int64($0) }
        guard numbers.count == 2 else { return nil }
        return RateLimit.Rest(left: Double(numbers[0]) / 1_000, moment: .microseconds(numbers[1]))
    }

    /// Keeps the state in the file. If that fails, the limit still applies to this link.
    private func keep(_ rest: RateLimit.Rest) {
        let text = "\(Int64(rest.left * 1_000)) \(Int64(rest.moment / .microseconds(1)))"
        let spaces = String(repeating: " ", count: max(0, Self.recordLength - text.utf8.count))
        let bytes = Array((text + spaces).utf8.prefix(Self.recordLength))
        _ = unsafe pwrite(descriptor, bytes, bytes.count, off_t(number * Self.recordLength))
    }
}
