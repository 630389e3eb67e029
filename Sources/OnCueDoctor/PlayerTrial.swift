// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueRuntime

/// Makes a player carry out commands, checks its signals, and reverts everything, even if the task is cancelled
/// meanwhile.
@MediaActor
struct PlayerTrial {
    typealias Finding = ConformanceReport.Finding

    let player: ExaminedPlayer
    /// The properties of the player before the trial.
    let before: [String: BusValue]
    let isThorough: Bool
    let undo = UndoList()

    func flag(_ name: String) -> Bool { before[name]?.boolValue ?? false }

    /// Whether it was playing or paused, so that there is a state to restore.
    var hadTrack: Bool { ["Playing", "Paused"].contains(before["PlaybackStatus"]?.stringValue) }

    func findings() async -> [Finding] {
        guard flag("CanControl") else {
            return [
                Finding(
                    "Player.CanControl", "the player can be tested", .skipped,
                    "it does not allow other programs to control it")
            ]
        }
        let parts: [@MediaActor () async -> [Finding]] = [
            volume, { await toggled("Shuffle", .bool(!flag("Shuffle"))) }, loop, same, ends, status, seeking, strangers,
            edits, change, stop, address,
        ]
        var findings: [Finding] = []
        for part in parts where !Task.isCancelled { findings += await part() }
        await undo.undoAll()
        return findings
    }

    // MARK: Values

    private func volume() async -> [Finding] {
        guard let old = before["Volume"]?.doubleValue else { return [] }
        guard old > 0 else {
            // Writing any other value would make the player audible, and writing 0 would lose the former value.
            return [Finding("Player.Volume", "can be set", .skipped, "it is 0, which can also mean muted")]
        }
        undo.add("Volume") {
            _ = await player.set("Volume", .double(old))
            _ = await player.wait { await player.get("Volume")?.doubleValue.map { abs($0 - old) < 0.01 } ?? false }
        }
        let findings = await toggled("Volume", .double(old > 0.5 ? old - 0.1 : old + 0.1))
        let refusal = await player.set("Volume", .double(-1))
        let isSilent = await player.wait { await player.get("Volume")?.doubleValue == 0 }
        await undo.undo("Volume")
        let detail = refusal.map { "it refuses: \($0.message)" } ?? "it is then not 0"
        return findings + [
            Finding("Player.Volume", "below 0 is set to 0", isSilent ? .ok : .failed, isSilent ? "" : detail)
        ]
    }

    private func loop() async -> [Finding] {
        await toggled("LoopStatus", .string(before["LoopStatus"]?.stringValue == "None" ? "Playlist" : "None"))
    }

    /// Tests that a written value takes effect and is announced. Reverts it, unless a step to do so already exists.
    private func toggled(_ name: String, _ value: BusValue) async -> [Finding] {
        guard let old = before[name] else { return [] }
        player.forget()
        let isOurs = undo.add(name) {
            _ = await player.set(name, old)
            _ = await player.wait { await player.get(name).map { Self.isSame($0, old) } ?? false }
        }
        if let refusal = await player.set(name, value) {
            if isOurs { undo.remove(name) }
            return [Finding("Player." + name, "can be set", .failed, refusal.message)]
        }
        let isSet = await player.wait { await player.get(name).map { Self.isSame($0, value) } ?? false }
        let isTold = await player.wait { player.hasAnnounced(name) }
        if isOurs { await undo.undo(name) }
        return [
            Finding(
                "Player." + name, "can be set", isSet ? .ok : .failed,
                isSet ? "" : "it accepts the value but ignores it"),
            Finding("Player." + name, "is signalled when it changes", isTold || !isSet ? .ok : .failed),
        ]
    }

    private static func isSame(_ one: BusValue, _ other: BusValue) -> Bool {
        guard let one = one.doubleValue, let other = other.doubleValue else { return one.unwrapped == other.unwrapped }
        return abs(one - other) < 0.02
    }

    /// Tests that writing an unchanged value announces nothing.
    private func same() async -> [Finding] {
        let names = ["Volume", "Shuffle", "LoopStatus", "Rate"].filter {
            before[$0] != nil && ($0 != "Volume" || before[$0]?.doubleValue != 0)
        }
        await player.listen()
        player.forget()
        for name in names { _ = await player.set(name, await player.get(name) ?? before[name] ?? .bool(false)) }
        await player.listen()
        let told = names.filter { player.hasAnnounced($0) }
        return [
            Finding(
                "Properties.Set", "to its current value signals nothing", told.isEmpty ? .ok : .warning,
                told.joined(separator: " "))
        ]
    }

    // MARK: Playback

    var metadata: [String: BusValue] {
        get async { await player.get("Metadata")?.dictionaryValue?.mapValues(\.unwrapped) ?? [:] }
    }

    func trackID() async -> String? { await metadata["mpris:trackid"]?.stringValue }

    func reaches(_ status: String) async -> Bool {
        await player.wait { await player.get("PlaybackStatus")?.stringValue == status }
    }

    /// Restores the former playing or paused state.
    func resume() async {
        let old = before["PlaybackStatus"]?.stringValue ?? ""
        guard await player.get("PlaybackStatus")?.stringValue != old else { return }
        _ = try? await player.call(old == "Playing" ? "Play" : "Pause")
        _ = await reaches(old)
    }

    /// Seeks to a position of the current track; a track that has just begun may not be ready for that.
    func go(to position: Duration) async {
        guard let id = await trackID(), id.hasPrefix("/") else { return }
        _ = await player.wait { await player.get("CanSeek")?.boolValue ?? false }
        let begin = ContinuousClock.now
        _ = try? await player.call("SetPosition", [.objectPath(id), .int64(position.wholeMicroseconds)])
        _ = await player.wait { isNear(await player.position() ?? .zero, position, since: begin) }
        await player.listen()
    }

    /// Whether a position is as near to the wanted one as clocks and buffers allow, considering the playback since a
    /// moment.
    func isNear(_ position: Duration, _ wanted: Duration, since moment: ContinuousClock.Instant) -> Bool {
        let playedOn = (ContinuousClock.now - moment) * max(1, before["Rate"]?.doubleValue ?? 1)
        return (Duration.seconds(-1.5)...(.seconds(1.5) + playedOn)).contains(position - wanted)
    }
}
