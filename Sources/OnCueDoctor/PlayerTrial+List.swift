// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore

/// Tests of the signals of a changing list: the current track is added again after itself, and removed.
extension PlayerTrial {
    private static let list = ExaminedPlayer.prefix + ".TrackList"

    func edits() async -> [Finding] {
        let point = "inserts a track after another and does not disturb playback"
        guard isThorough, hadTrack, let old = await tracks(), await canEdit() else { return [] }
        let playing = await metadata
        guard let id = playing["mpris:trackid"]?.stringValue, let url = playing["xesam:url"]?.stringValue,
            old.contains(id)
        else { return [Finding("TrackList.AddTrack", point, .skipped, "the current track is not in the list")] }
        undo.add("TrackList") { await takeOut(old) }
        player.forget()
        _ = try? await player.call("AddTrack", [.string(url), .objectPath(id), .bool(false)], of: ".TrackList")
        _ = await player.wait { await added(old) != nil }
        await player.listen()
        guard let new = await added(old) else {
            await undo.undo("TrackList")
            return [Finding("TrackList.AddTrack", point, .failed, "nothing was added")]
        }
        let fault = await fault(of: new, behind: id)
        let additions = told
        await undo.undo("TrackList")
        await player.listen()
        let removals = Array(told.dropFirst(additions.count))
        return [
            Finding("TrackList.AddTrack", point, fault == nil ? .ok : .failed, fault ?? ""),
            announced(additions, "TrackAdded") { signal in
                signal.arguments.map(\.signature) == ["a{sv}", "o"] && Self.track(signal) == new
                    && signal.arguments.last?.stringValue == id
            },
            Finding("TrackList.RemoveTrack", "removes it again", await tracks() == old ? .ok : .failed),
            announced(removals, "TrackRemoved") { $0.arguments.first?.stringValue == new },
        ]
    }

    private func fault(of new: String, behind id: String) async -> String? {
        if await trackID() != id { return "another track is playing" }
        guard let tracks = await tracks(), tracks.contains(new) else { return "Tracks does not contain it" }
        return tracks.drop { $0 != id }.dropFirst().first == new ? nil : "it is at another position"
    }

    /// Checks for the signal of one track, or of a replaced list; the player may choose either.
    private func announced(
        _ signals: [BusSignal], _ member: String, _ isRight: (BusSignal) -> Bool
    ) -> Finding {
        let point = "or TrackListReplaced signals it"
        if signals.contains(where: { $0.member == "TrackListReplaced" }) {
            return Finding("TrackList." + member, point)
        }
        guard let signal = signals.first(where: { $0.member == member }) else {
            return Finding("TrackList." + member, point, .failed, "nothing was signalled")
        }
        guard isRight(signal) else {
            return Finding("TrackList." + member, point, .failed, "it is about another track, or has the wrong types")
        }
        return Finding("TrackList." + member, point)
    }

    /// The signals of the list since the last check.
    private var told: [BusSignal] { player.signals.filter { $0.interface == Self.list } }

    private func canEdit() async -> Bool {
        await player.properties(".TrackList")?["CanEditTracks"]?.boolValue ?? false
    }

    private func tracks() async -> [String]? {
        await player.properties(".TrackList")?["Tracks"]?.arrayValue?.compactMap(\.stringValue)
    }

    /// Returns the new track from the list, or from a signal, which VLC sends on another interface.
    private func added(_ old: [String]) async -> String? {
        if let listed = await tracks()?.first(where: { !old.contains($0) }) { return listed }
        return player.signals.filter { $0.member == "TrackAdded" }.compactMap(Self.track).first { !old.contains($0) }
    }

    /// Returns the track of a `TrackAdded` signal; VLC's has a list of metadata.
    private static func track(_ signal: BusSignal) -> String? {
        let metadata = signal.arguments.first
        return (metadata?.dictionaryValue ?? metadata?.arrayValue?.first?.dictionaryValue)?["mpris:trackid"]?
            .unwrapped.stringValue
    }

    private func takeOut(_ old: [String]) async {
        guard let new = await added(old) else { return }
        _ = try? await player.call("RemoveTrack", [.objectPath(new)], of: ".TrackList")
        _ = await player.wait { await tracks() == old }
    }
}
