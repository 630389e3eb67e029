// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore

/// Tests of positions.
extension PlayerTrial {
    func seeking() async -> [Finding] {
        let metadata = await metadata
        guard flag("CanSeek"), let start = await player.position(), let id = metadata["mpris:trackid"]?.stringValue,
            id != MetadataRules.noTrack
        else {
            return [
                Finding("Player.Seek", "moves the position", .skipped, "the current track does not support seeking")
            ]
        }
        let length = metadata["mpris:length"]?.intValue.map { Duration.microseconds($0) }
        if let length, length < .seconds(6) {
            return [Finding("Player.Seek", "moves the position", .skipped, "the current track is shorter than 6 s")]
        }
        // The specification defines a jump beyond the end as Next.
        let isNearEnd = length.map { $0 - start < .seconds(6) } ?? false
        let goal = isNearEnd ? max(.zero, start - .seconds(3)) : start + .seconds(3)
        undo.add("Position") { await go(to: start) }
        player.forget()
        let begin = ContinuousClock.now
        _ = try? await player.call("Seek", [.int64(isNearEnd ? -3_000_000 : 3_000_000)])
        let isTold = await player.wait { !player.jumps.isEmpty }
        let target = player.jumps.last ?? start
        let now = await player.position() ?? .zero
        var findings = [
            Finding("Player.Seeked", "is signalled after a jump", isTold ? .ok : .failed),
            near("Player.Seek", "moves the position by the offset, in microseconds", now, goal, since: begin),
            near("Player.Seeked", "gives the same position as the property", now, target, since: begin),
        ]
        if case .objectPath? = metadata["mpris:trackid"] {
            let (place, begin) = (isNearEnd ? goal : start, ContinuousClock.now)
            await go(to: place)
            let now = await player.position() ?? .zero
            findings.append(near("Player.SetPosition", "goes to the position", now, place, since: begin))
        }
        findings += await ignoredPositions(id)
        await undo.undo("Position")
        return findings
    }

    private func ignoredPositions(_ id: String) async -> [Finding] {
        let isPath = id.hasPrefix("/")
        let tries: [(String, String, Int64)] = [
            ("for another track is ignored", Self.stranger, 1_000_000),
            ("below 0 is ignored", isPath ? id : "/", -5_000_000),
            ("beyond the end is ignored", isPath ? id : "/", .max / 2),
        ]
        var findings: [Finding] = []
        for (point, path, position) in tries {
            player.forget()
            let begin = ContinuousClock.now
            let old = await player.position() ?? .zero
            _ = try? await player.call("SetPosition", [.objectPath(path), .int64(position)])
            await player.listen(for: .milliseconds(200))
            let now = await player.position() ?? .zero
            let isSame = await trackID() == id && player.jumps.isEmpty && isNear(now, old, since: begin)
            findings.append(
                Finding("Player.SetPosition", point, isSame ? .ok : .failed, isSame ? "" : "the position moved"))
        }
        return findings
    }

    private func near(
        _ section: String, _ point: String, _ position: Duration, _ wanted: Duration,
        since moment: ContinuousClock.Instant
    ) -> Finding {
        let isNear = self.isNear(position, wanted, since: moment)
        return Finding(
            section, point, isNear ? .ok : .failed,
            isNear ? "" : "\(position.wholeMicroseconds) µs, not \(wanted.wholeMicroseconds) µs")
    }
}
