// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueRuntime

/// Tests a player against the MPRIS specification 2.2, point by point.
///
/// Every wait is bounded. Changes made for a test are reverted, even if its task is cancelled: volume, rate, shuffle,
/// repeat, track, position and playback.
@MediaActor
struct PlayerExaminer {
    typealias Finding = ConformanceReport.Finding

    let player: ExaminedPlayer
    let depth: ExaminationDepth

    /// Tests the player and returns the findings, in the order of the specification.
    ///
    /// - Returns: The identity and the findings; `nil` if the player does not answer.
    func examine() async -> (identity: String, findings: [Finding])? {
        guard let root = await player.properties(""), let values = await player.properties() else { return nil }
        let trackList = await player.properties(".TrackList")
        var findings = PropertyRules.types(of: "", root)
        findings += PropertyRules.root(root, hasTrackList: trackList != nil)
        findings += PropertyRules.types(of: ".Player", values) + PropertyRules.player(values)
        let status = values["PlaybackStatus"]?.stringValue ?? ""
        let metadata = values["Metadata"]?.dictionaryValue ?? [:]
        findings += MetadataRules.findings(metadata, isPlaying: status == "Playing" || status == "Paused")
        findings += await position(status, metadata)
        findings += await lists(trackList, metadata, status)
        if depth != .readOnly {
            findings += await PlayerTrial(player: player, before: values, isThorough: depth == .thorough).findings()
        }
        return (root["Identity"]?.stringValue ?? "", findings)
    }

    // MARK: Changes over time

    private func position(_ status: String, _ metadata: [String: BusValue]) async -> [Finding] {
        player.forget()
        let length = metadata["mpris:length"]?.intValue.map { Duration.microseconds($0) }
        let first = await player.position()
        await player.listen(for: .milliseconds(1200))
        let second = await player.position()
        guard let first, let second else {
            return [Finding("Player.Position", "can be read", .failed, "it is not a number, or there is no answer")]
        }
        let isInside = first >= .zero && length.map { second <= $0 + .seconds(1) } ?? true
        let moved = second - first
        let isRight =
            status == "Playing" ? (Duration.milliseconds(300) ... .seconds(4)).contains(moved) : moved == .zero
        let isTold = player.hasAnnounced("Position")
        let noise = player.announced.count { $0["Metadata"] != nil }
        return [
            Finding(
                "Player.Position", "is between 0 and the length", isInside ? .ok : .failed,
                isInside ? "" : "\(second.wholeMicroseconds) µs"),
            Finding(
                "Player.Position",
                status == "Playing" ? "advances during playback" : "stands still while nothing is playing",
                isRight ? .ok : .failed, isRight ? "" : "in 1.2 s it moved \(moved.wholeMicroseconds) µs"),
            Finding(
                "Player.Position", "never appears in PropertiesChanged", isTold ? .failed : .ok,
                isTold ? "clients redraw each time" : ""),
            Finding(
                "Player.Metadata", "is not signalled while it stays the same", noise < 2 ? .ok : .warning,
                noise < 2 ? "" : "\(noise) times in 1.2 s"),
        ]
    }

    // MARK: The optional interfaces

    private func lists(
        _ trackList: [String: BusValue]?, _ metadata: [String: BusValue], _ status: String
    ) async -> [Finding] {
        var findings: [Finding] = []
        if let trackList { findings += await tracks(trackList, metadata) }
        guard let playlists = await player.properties(".Playlists") else { return findings }
        findings += PropertyRules.types(of: ".Playlists", playlists)
        let order = playlists["Orderings"]?.stringsValue?.first ?? "Alphabetical"
        let answer = try? await player.call(
            "GetPlaylists", [.uint32(0), .uint32(1), .string(order), .bool(false)], of: ".Playlists")
        let count = answer?.first?.arrayValue?.count
        let isRight = count.map { $0 <= 1 } ?? false
        findings.append(
            Finding(
                "Playlists.GetPlaylists", "returns at most MaxCount", isRight ? .ok : .failed,
                isRight ? "" : count.map { "\($0) for 1" } ?? "no answer"))
        return findings
    }

    private func tracks(_ trackList: [String: BusValue], _ metadata: [String: BusValue]) async -> [Finding] {
        let tracks = trackList["Tracks"]?.arrayValue ?? []
        let current = metadata["mpris:trackid"]?.unwrapped
        let isNone = current == nil || current?.stringValue == MetadataRules.noTrack
        let isListed = isNone || tracks.contains { $0.stringValue == current?.stringValue }
        let isUnique = Set(tracks.compactMap(\.stringValue)).count == tracks.count
        let answer = try? await player.call(
            "GetTracksMetadata", [.array(Array(tracks.prefix(20)), of: "o")], of: ".TrackList")
        let rows = answer?.first?.arrayValue?.compactMap(\.dictionaryValue) ?? []
        let isComplete = rows.count == min(20, tracks.count) && rows.allSatisfy { $0["mpris:trackid"] != nil }
        return PropertyRules.types(of: ".TrackList", trackList) + [
            Finding(
                "TrackList.Tracks", "contains the current track", isListed ? .ok : .failed,
                isListed ? "" : current?.stringValue ?? ""),
            Finding("TrackList.Tracks", "contains every id once", isUnique ? .ok : .failed),
            Finding(
                "TrackList.GetTracksMetadata", "returns each track with its id", isComplete ? .ok : .failed,
                isComplete ? "" : "\(rows.count) for \(tracks.count)"),
        ]
    }
}
