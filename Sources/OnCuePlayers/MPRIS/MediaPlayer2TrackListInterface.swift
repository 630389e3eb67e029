// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueBus
internal import OnCueCore
internal import OnCueQuery
internal import OnCueRuntime
internal import OnCueSession

/// `org.mpris.MediaPlayer2.TrackList` (MPRIS 2.2): the queue around the current track.
@MediaActor
final class MediaPlayer2TrackListInterface: ExportedInterface {
    /// The most tracks for which one call returns metadata.
    private static let metadataLimit = 200

    nonisolated var introspectionXML: String { Introspection.mediaPlayer2TrackList }
    private let controller: PlaybackController
    private let manager: ContentManager
    private let center: NowPlayingCenter
    private let commands: RemoteCommandPerformer
    /// The tracks that were announced last.
    private var window = TrackWindow()
    /// Called for GoTo with the staged track.
    var onGoToStaged: (@MediaActor () -> Bool)?
    /// The staged suggestion, which precedes all tracks.
    private var staged: StagedSuggestion?

    init(
        controller: PlaybackController, manager: ContentManager, center: NowPlayingCenter,
        commands: RemoteCommandPerformer
    ) {
        self.controller = controller
        self.manager = manager
        self.center = center
        self.commands = commands
        _ = window.update(controller.queue)
    }

    func properties() -> [String: BusValue] { ["Tracks": tracks, "CanEditTracks": .bool(true)] }

    /// Those that are there now: a notice may still wait for its picture, while Metadata has the new track already.
    private var tracks: BusValue {
        var window = window
        _ = window.update(controller.queue)
        let queue = window.entries.map { BusValue.objectPath(MPRISMetadata.trackID(of: $0)) }
        return .array((staged.map { [.objectPath($0.trackID)] } ?? []) + queue, of: "o")
    }

    // MARK: Telling

    /// Announces the difference between the list and the last announcement, in one signal, however many edits there
    /// were.
    func announce(through export: BusExport) {
        guard let change = window.update(controller.queue) else { return }
        switch change {
        case .added(let id, let previous):
            guard let entry = controller.queue.entry(id) else { return }
            export.emit("TrackAdded", [.dictionary(metadata(of: entry)), path(previous)])
        case .removed(let id): export.emit("TrackRemoved", [path(id)])
        case .replaced: export.emit("TrackListReplaced", [tracks, path(controller.queue.current)])
        }
        export.emitPropertiesChanged([:], invalidated: ["Tracks"])
    }

    /// Stages a suggestion in place of the current track, or removes it.
    func stage(_ suggestion: StagedSuggestion?, through export: BusExport) {
        let before = staged
        staged = suggestion
        guard before?.trackID != suggestion?.trackID else { return }
        if let before { export.emit("TrackRemoved", [.objectPath(before.trackID)]) }
        if let suggestion { export.emit("TrackAdded", [.dictionary(suggestion.metadata), path(nil)]) }
        export.emitPropertiesChanged([:], invalidated: ["Tracks"])
    }

    /// Announces new metadata of the current track.
    func announceMetadata(_ nowPlaying: NowPlaying, through export: BusExport) {
        if let staged {
            return export.emit(
                "TrackMetadataChanged", [.objectPath(staged.trackID), .dictionary(staged.metadata)])
        }
        guard let entry = nowPlaying.playback.entry, window.entries.contains(entry.id) else { return }
        export.emit("TrackMetadataChanged", [path(entry.id), .dictionary(MPRISMetadata.make(nowPlaying))])
    }

    private func path(_ id: PlaybackQueue.EntryID?) -> BusValue {
        .objectPath(id.map(MPRISMetadata.trackID) ?? MPRISMetadata.noTrack)
    }

    private func metadata(of entry: PlaybackQueue.Entry) -> [String: BusValue] {
        let current = center.nowPlaying
        return entry.id == current.playback.entry?.id ? MPRISMetadata.make(current) : MPRISMetadata.make(entry)
    }

    // MARK: Methods

    func call(_ call: BusMethodCall, reply: BusReply) {
        do throws(BusError) {
            try BusLimits.check(call)
            switch call.member {
            case "GetTracksMetadata": reply.succeed([metadata(of: call.arguments.first?.arrayValue ?? [])])
            case "AddTrack": try add(call.arguments, reply: reply)
            case "RemoveTrack": try perform(.removeEntry(entry(call.arguments.first)), reply: reply)
            case "GoTo" where isStaged(call.arguments.first):
                _ = onGoToStaged?()
                reply.succeed()
            case "GoTo": try perform(.playEntry(entry(call.arguments.first)), reply: reply)
            default: throw BusError(name: BusError.unknownMethod, message: "no method \(call.member)")
            }
        } catch {
            reply.fail(error)
        }
    }

    private func isStaged(_ id: BusValue?) -> Bool { staged.map { $0.trackID == id?.stringValue } ?? false }

    /// Returns the metadata of tracks; those that are not in the queue are left out.
    private func metadata(of ids: [BusValue]) -> BusValue {
        let queue = controller.queue
        let known = ids.prefix(Self.metadataLimit).compactMap { id -> [String: BusValue]? in
            if let staged, staged.trackID == id.stringValue { return staged.metadata }
            return MPRISMetadata.entry(of: id.stringValue ?? "").flatMap { queue.entry($0) }.map(metadata)
        }
        return .array(known.map { .dictionary($0) }, of: "a{sv}")
    }

    /// - Throws: `NoSuchEntry`: the specification requires that there is no effect; the error gives the caller the
    ///   reason.
    private func entry(_ id: BusValue?) throws(BusError) -> PlaybackQueue.EntryID {
        let path = id?.stringValue ?? ""
        guard let entry = MPRISMetadata.entry(of: path), controller.queue.index(of: entry) != nil else {
            throw ControlError.make(
                PlaybackCommandError(
                    .noSuchEntry, "the queue has no track \(path.prefix(100)); it may have been removed"))
        }
        return entry
    }

    private func perform(_ command: PlaybackCommand, reply: BusReply) throws(BusError) {
        do throws(PlaybackCommandError) {
            try commands.perform(command)
            reply.succeed()
        } catch {
            throw ControlError.make(error)
        }
    }

    private func add(_ arguments: [BusValue], reply: BusReply) throws(BusError) {
        let location = try MPRISMedia.location(arguments.first?.stringValue ?? "")
        let previous = arguments[1].stringValue == MPRISMetadata.noTrack ? nil : try entry(arguments[1])
        // Noted now, in the order of the calls: a later request must take precedence, however long this takes.
        let selection = arguments.last?.boolValue == true ? try select() : nil
        reply.answer {
            let tracks = try await self.manager.tracks(at: .location(location)).tracks
            // After the present position of the previous entry; at the end if it has gone meanwhile.
            let queue = self.controller.queue
            let index = previous.map { queue.index(of: $0).map { $0 + 1 } ?? queue.entries.count } ?? 0
            try self.commands.perform(.enqueue(tracks, at: .at(index), shuffled: false))
            let entries = self.controller.queue.entries
            if let selection, entries.indices.contains(index) {
                try self.commands.playEntry(entries[index].id, for: selection)
            }
            return []
        }
    }

    private func select() throws(BusError) -> PlaybackController.Selection {
        do throws(ContentError) {
            return try manager.beginSelection()
        } catch {
            throw ControlError.make(error)
        }
    }
}
