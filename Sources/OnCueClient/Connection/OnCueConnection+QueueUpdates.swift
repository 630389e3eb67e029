// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
package import OnCueCore
internal import OnCueRuntime

extension OnCueConnection {
    /// How many updates wait for a reader that is slow.
    private static let waitingUpdates = 64

    package func queueUpdates() -> AsyncStream<QueueUpdate> {
        let link = link
        // Who misses one notices it by the revisions.
        return AsyncStream(bufferingPolicy: .bufferingNewest(Self.waitingUpdates)) { continuation in
            let task = Task { @MediaActor in
                let follower = ServiceFollower(link: link, member: "QueueChanged", of: ServiceNames.playback)
                follower.onSignal = { signal in
                    continuation.yield(QueueChange(signal: signal.arguments).map(QueueUpdate.edited) ?? .changed)
                }
                follower.onPresence = { _ in continuation.yield(.changed) }
                follower.onLoss = { continuation.yield(.serviceLost) }
                await follower.run()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    package func queueChanges(since revision: UInt64) async throws(ClientError) -> QueueChanges {
        let reply = try await call("GetQueueChanges", of: ServiceNames.playback, [.uint64(revision)])
        guard let changes = QueueChanges(reply, since: revision) else {
            throw .unexpectedAnswer(to: "GetQueueChanges")
        }
        return changes
    }
}

extension QueueChange {
    /// `nil` for a signal of another form.
    fileprivate init?(signal values: [BusValue]) {
        guard values.count >= 7, let total = values[0].countValue, let base = values[1].identityValue,
            let revision = values[2].identityValue, let isReset = values[3].boolValue
        else { return nil }
        self.init(
            base: base, revision: revision, total: total,
            difference: isReset ? nil : QueueDifference(values[4...6]))
    }
}

extension QueueChanges {
    fileprivate init?(_ reply: [BusValue], since base: UInt64) {
        guard reply.count >= 4, let total = reply[0].countValue, let revision = reply[1].identityValue,
            let isReset = reply[2].boolValue, let rows = reply[3].arrayValue
        else { return nil }
        self.init(revision: revision, total: total, changes: isReset ? nil : [])
        guard !isReset else { return }
        var (base, found) = (base, [QueueChange]())
        for row in rows {
            guard let parts = row.arrayValue, parts.count == 4, let revision = parts[0].identityValue else {
                return nil
            }
            found.append(
                QueueChange(base: base, revision: revision, total: total, difference: QueueDifference(parts[1...3])))
            base = revision
        }
        changes = found
    }
}

extension QueueDifference {
    /// What was removed, moved and inserted; `nil` when it has another form.
    fileprivate init?(_ parts: ArraySlice<BusValue>) {
        let lists = parts.map { part in part.arrayValue?.map { row in row.arrayValue ?? [] } ?? [] }
        guard lists.count == 3 else { return nil }
        self.init()
        for row in lists[0] {
            guard row.count == 2, let start = row[0].countValue, let count = row[1].countValue else { return nil }
            removed.append(start..<start + count)
        }
        for row in lists[1] {
            guard row.count == 3, let start = row[0].countValue, let target = row[1].countValue,
                let count = row[2].countValue
            else { return nil }
            moved.append(Move(start: start, target: target, count: count))
        }
        for row in lists[2] {
            guard row.count == 3, let target = row[0].countValue, let count = row[1].countValue,
                let first = row[2].identityValue
            else { return nil }
            inserted.append(Insertion(target: target, count: count, first: .init(first)))
        }
    }
}
