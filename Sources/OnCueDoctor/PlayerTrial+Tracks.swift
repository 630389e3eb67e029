// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore

/// Tests of a change of track, and of the list of tracks.
extension PlayerTrial {
    /// A path that no player has given to a track.
    static let stranger = "/org/oncue/doctor/stale"

    // MARK: A change of track

    func change() async -> [Finding] {
        let point = "goes to another track"
        guard hadTrack, flag("CanGoNext"), !flag("Shuffle"), let old = await trackID(), old != MetadataRules.noTrack
        else {
            let reason = flag("Shuffle") ? "with Shuffle on, there is no sure way back" : "there is no next track"
            return [Finding("Player.Next", point, .skipped, reason)]
        }
        let start = await player.position() ?? .zero
        undo.add("Track") { await goBack(to: old, start) }
        player.forget()
        _ = try? await player.call("Next")
        let isOther = await player.wait { await trackID() != old }
        // Pictures come late.
        await player.listen(for: .seconds(1))
        let (told, now) = (player.announced, await metadata)
        await undo.undo("Track")
        guard isOther else {
            return [Finding("Player.Next", point, .failed, "CanGoNext is true, but the track does not change")]
        }
        let isBack = await trackID() == old
        return [
            Finding("Player.Next", point),
            Finding(
                "Properties.PropertiesChanged", "comes at most twice for a new track", told.count <= 2 ? .ok : .warning,
                told.count <= 2 ? "" : "\(told.count) times"),
            whole(told.compactMap { $0["Metadata"]?.dictionaryValue?.mapValues(\.unwrapped) }, now),
            late(told.compactMap { $0["Metadata"]?.dictionaryValue }),
            Finding(
                "Metadata.mpris:trackid", "is the same when the track comes back", isBack ? .ok : .warning,
                isBack ? "" : "it is a different one, or Previous does not go back"),
        ]
    }

    /// Tests that the last signal contains everything that can be read.
    private func whole(_ told: [[String: BusValue]], _ now: [String: BusValue]) -> Finding {
        let point = "of a new track is signalled completely"
        guard let last = told.last else { return Finding("Player.Metadata", point, .failed, "it is not signalled") }
        let wrong = Set(now.keys).union(last.keys).filter { now[$0] != last[$0] }.sorted()
        return Finding("Player.Metadata", point, wrong.isEmpty ? .ok : .failed, wrong.joined(separator: " "))
    }

    /// Tests that late values, such as a picture, are sent together with all others.
    private func late(_ told: [[String: BusValue]]) -> Finding {
        let lost = zip(told, told.dropFirst()).flatMap { earlier, later -> [String] in
            guard earlier["mpris:trackid"]?.stringValue == later["mpris:trackid"]?.stringValue else { return [] }
            return earlier.keys.filter { later[$0] == nil }
        }
        return Finding(
            "Player.Metadata", "that arrive late come with everything else", lost.isEmpty ? .ok : .failed,
            Set(lost).sorted().joined(separator: " "))
    }

    private func goBack(to track: String, _ position: Duration) async {
        let other = await trackID()
        // Many players only restart the track the first time.
        for _ in 0..<2 {
            guard other != track, await trackID() == other else { break }
            _ = try? await player.call("Previous")
            _ = await player.wait { await trackID() != other }
        }
        if await trackID() != track {
            _ = try? await player.call("GoTo", [.objectPath(track)], of: ".TrackList")
            _ = await player.wait { await trackID() == track }
        }
        await resume()
        await go(to: position)
    }

    // MARK: The list

    /// Tracks that are not in the list have no effect on it.
    func strangers() async -> [Finding] {
        guard let list = await player.properties(".TrackList") else { return [] }
        let id = await trackID()
        player.forget()
        _ = try? await player.call("GoTo", [.objectPath(Self.stranger)], of: ".TrackList")
        await player.listen(for: .milliseconds(200))
        let isSame = await trackID() == id && !player.hasAnnounced("PlaybackStatus")
        _ = try? await player.call("RemoveTrack", [.objectPath(Self.stranger)], of: ".TrackList")
        await player.listen(for: .milliseconds(200))
        let isKept = await player.properties(".TrackList")?["Tracks"] == list["Tracks"]
        let told = player.signals.filter { $0.interface == ExaminedPlayer.prefix + ".TrackList" }.map(\.member)
        return [
            Finding("TrackList.GoTo", "a track that is not in the list has no effect", isSame ? .ok : .failed),
            Finding(
                "TrackList.RemoveTrack", "of a track that is not in the list has no effect", isKept ? .ok : .failed),
            Finding(
                "TrackList", "signals nothing while the list stays the same", told.isEmpty ? .ok : .failed,
                told.joined(separator: " ")),
        ]
    }
}
