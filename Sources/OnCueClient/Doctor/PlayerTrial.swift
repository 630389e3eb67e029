// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueCore
internal import OnCueRuntime

/// Has a player do things, sees what it tells, and sets everything back.
@MediaActor
struct PlayerTrial {
    typealias Finding = ConformanceReport.Finding

    let player: ExaminedPlayer
    /// All properties of the player before.
    let before: [String: BusValue]

    private func flag(_ name: String) -> Bool { before[name]?.boolValue ?? false }

    func findings() async -> [Finding] {
        guard flag("CanControl") else {
            return [
                Finding("Player.CanControl", "the player can be tried", .skipped, "it does not let others control it")
            ]
        }
        var findings = await volume()
        findings += await toggled("Shuffle", .bool(!flag("Shuffle")))
        let loop = before["LoopStatus"]?.stringValue ?? ""
        findings += await toggled("LoopStatus", .string(loop == "None" ? "Playlist" : "None"))
        findings += await same()
        findings += await ends()
        findings += await status()
        return findings + (await seeking())
    }

    // MARK: Values

    private func volume() async -> [Finding] {
        guard let old = before["Volume"]?.doubleValue else { return [] }
        let findings = await toggled("Volume", .double(old > 0.5 ? old - 0.1 : old + 0.1), restores: false)
        let refusal = await player.set("Volume", .double(-1))
        let isSilent = await player.wait { await player.get("Volume")?.doubleValue == 0 }
        _ = await player.set("Volume", .double(old))
        _ = await player.wait { await player.get("Volume")?.doubleValue.map { abs($0 - old) < 0.01 } ?? false }
        let detail = refusal.map { "it refuses: \($0.message)" } ?? "it is not 0 then"
        return findings + [
            Finding("Player.Volume", "below 0 is set to 0", isSilent ? .ok : .failed, isSilent ? "" : detail)
        ]
    }

    /// A value that is written is there, and is told.
    private func toggled(_ name: String, _ value: BusValue, restores: Bool = true) async -> [Finding] {
        guard let old = before[name] else { return [] }
        player.forget()
        if let refusal = await player.set(name, value) {
            return [Finding("Player." + name, "can be set", .failed, refusal.message)]
        }
        let isSet = await player.wait { await player.get(name).map { Self.isSame($0, value) } ?? false }
        let isTold = await player.wait { player.hasAnnounced(name) }
        if restores {
            _ = await player.set(name, old)
            _ = await player.wait { await player.get(name).map { Self.isSame($0, old) } ?? false }
        }
        return [
            Finding(
                "Player." + name, "can be set", isSet ? .ok : .failed, isSet ? "" : "it takes the value and ignores it"),
            Finding("Player." + name, "is told when it changes", isTold || !isSet ? .ok : .failed),
        ]
    }

    private static func isSame(_ one: BusValue, _ other: BusValue) -> Bool {
        guard let one = one.doubleValue, let other = other.doubleValue else { return one.unwrapped == other.unwrapped }
        return abs(one - other) < 0.02
    }

    /// Writing what is there already tells nothing.
    private func same() async -> [Finding] {
        let names = ["Volume", "Shuffle", "LoopStatus", "Rate"].filter { before[$0] != nil }
        await player.listen()
        player.forget()
        for name in names { _ = await player.set(name, await player.get(name) ?? before[name] ?? .bool(false)) }
        await player.listen()
        let told = names.filter { player.hasAnnounced($0) }
        return [
            Finding(
                "Properties.Set", "of the value that is there tells nothing", told.isEmpty ? .ok : .warning,
                told.joined(separator: " "))
        ]
    }

    // MARK: Commands

    /// What is said to be impossible has no effect.
    private func ends() async -> [Finding] {
        let id = await trackID()
        var findings: [Finding] = []
        for (flagName, method) in [("CanGoNext", "Next"), ("CanGoPrevious", "Previous")] where !flag(flagName) {
            _ = try? await player.call(method)
            await player.listen(for: .milliseconds(150))
            let now = await player.properties()
            let isSame = await trackID() == id && now?["PlaybackStatus"]?.unwrapped == before["PlaybackStatus"]
            findings.append(
                Finding("Player." + method, "has no effect while \(flagName) is false", isSame ? .ok : .failed))
        }
        return findings
    }

    private func trackID() async -> String? {
        await player.get("Metadata")?.dictionaryValue?["mpris:trackid"]?.stringValue
    }

    private func status() async -> [Finding] {
        let old = before["PlaybackStatus"]?.stringValue
        guard old == "Playing" || old == "Paused", flag("CanPause"), flag("CanPlay") else {
            return [Finding("Player.PlayPause", "pauses and goes on", .skipped, "nothing plays that can be paused")]
        }
        let other = old == "Playing" ? "Paused" : "Playing"
        player.forget()
        _ = try? await player.call("PlayPause")
        let isOther = await reaches(other)
        let isTold = await player.wait { player.hasAnnounced("PlaybackStatus") }
        var findings = [
            Finding(
                "Player.PlayPause", "pauses and goes on", isOther ? .ok : .failed, isOther ? "" : "it is not \(other)"),
            Finding("Player.PlaybackStatus", "is told when it changes", isTold ? .ok : .failed),
        ]
        _ = try? await player.call("Play")
        _ = await reaches("Playing")
        if before["Rate"] != nil {
            _ = await player.set("Rate", .double(0))
            let isPaused = await reaches("Paused")
            let rate = await player.get("Rate")?.doubleValue ?? 0
            if let old = before["Rate"] { _ = await player.set("Rate", old) }
            findings.append(
                Finding(
                    "Player.Rate", "0 pauses, and stays no rate", isPaused && rate != 0 ? .ok : .failed,
                    isPaused ? rate == 0 ? "it is 0 then" : "" : "it is not paused"))
        }
        _ = try? await player.call(old == "Playing" ? "Play" : "Pause")
        _ = await reaches(old ?? "")
        return findings
    }

    private func reaches(_ status: String) async -> Bool {
        await player.wait { await player.get("PlaybackStatus")?.stringValue == status }
    }

    // MARK: Positions

    private func seeking() async -> [Finding] {
        guard flag("CanSeek"), let start = await player.position(), let id = await trackID(),
            id != MetadataRules.noTrack
        else { return [Finding("Player.Seek", "moves the position", .skipped, "nothing plays that can be sought in")] }
        player.forget()
        _ = try? await player.call("Seek", [.int64(3_000_000)])
        let isTold = await player.wait { !player.jumps.isEmpty }
        let target = player.jumps.last ?? start
        let now = await player.position() ?? .zero
        var findings = [
            Finding("Player.Seeked", "is told after a jump", isTold ? .ok : .failed),
            near("Player.Seek", "moves the position by the offset, in microseconds", now, start + .seconds(3)),
            near("Player.Seeked", "tells the position that can be read", target, now),
        ]
        if case .objectPath? = (await player.get("Metadata"))?.dictionaryValue?["mpris:trackid"]?.unwrapped {
            await go(to: start)
            findings.append(
                near("Player.SetPosition", "goes to the position", await player.position() ?? .zero, start))
        }
        findings += await ignoredPositions(id)
        await go(to: start)
        return findings
    }

    private func go(to position: Duration) async {
        guard let id = await trackID(), id.hasPrefix("/") else { return }
        _ = try? await player.call("SetPosition", [.objectPath(id), .int64(position.wholeMicroseconds)])
        await player.listen()
    }

    private func ignoredPositions(_ id: String) async -> [Finding] {
        let isPath = id.hasPrefix("/")
        let tries: [(String, String, Int64)] = [
            ("for another track is ignored", "/org/oncue/doctor/stale", 1_000_000),
            ("below 0 is ignored", isPath ? id : "/", -5_000_000),
            ("behind the end is ignored", isPath ? id : "/", .max / 2),
        ]
        var findings: [Finding] = []
        for (point, path, position) in tries {
            player.forget()
            let old = await player.position() ?? .zero
            _ = try? await player.call("SetPosition", [.objectPath(path), .int64(position)])
            await player.listen(for: .milliseconds(200))
            let now = await player.position() ?? .zero
            let isSame = await trackID() == id && player.jumps.isEmpty && Self.isNear(now, old)
            findings.append(
                Finding("Player.SetPosition", point, isSame ? .ok : .failed, isSame ? "" : "the position moved"))
        }
        return findings
    }

    private func near(_ section: String, _ point: String, _ position: Duration, _ wanted: Duration) -> Finding {
        let isNear = Self.isNear(position, wanted)
        return Finding(
            section, point, isNear ? .ok : .failed,
            isNear ? "" : "\(position.wholeMicroseconds) µs, not \(wanted.wholeMicroseconds) µs")
    }

    /// As near as clocks and buffers let it be.
    private static func isNear(_ one: Duration, _ other: Duration) -> Bool {
        (Duration.seconds(-1.5) ... .seconds(1.5)).contains(one - other)
    }
}
