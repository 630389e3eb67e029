// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
package import GLib
internal import OnCueBus
internal import OnCueCore
internal import OnCueQuery
package import OnCueRuntime
package import OnCueSession

/// `org.mpris.MediaPlayer2.Player` (MPRIS 2.2).
@MediaActor
package final class MediaPlayer2PlayerInterface: ExportedInterface {
    package nonisolated var introspectionXML: String { Introspection.mediaPlayer2Player }
    /// Recognises presses that have already arrived by another route.
    package var presses: RemotePressGate?

    let screen: StagedScreen

    private let controller: PlaybackController
    private let manager: ContentManager
    private let center: NowPlayingCenter
    private let commands: RemoteCommandPerformer
    /// The last prepared properties, and the state that they describe.
    private var prepared: Prepared?

    private struct Prepared {
        var nowPlaying: NowPlaying
        var staged: StagedSuggestion?
        /// The versions of both sources; most requests only compare these two numbers.
        var playback: UInt64
        var center: UInt64
        var properties: PreparedProperties
    }

    package init(
        controller: PlaybackController, manager: ContentManager, center: NowPlayingCenter,
        commands: RemoteCommandPerformer
    ) {
        self.controller = controller
        self.manager = manager
        self.center = center
        self.commands = commands
        screen = StagedScreen(controller: controller)
    }

    private var staged: StagedSuggestion? { screen.shown }

    // MARK: Properties

    package func properties() -> [String: BusValue] {
        Self.steadyProperties(nowPlaying, staged).merging(movingProperties()) { $1 }
    }

    package func property(_ name: String) -> BusValue? {
        name == "Position" ? position : properties()[name]
    }

    package func preparedProperties() -> PreparedProperties? {
        let isSameStage = prepared?.staged == staged
        if let prepared, isSameStage, prepared.playback == controller.version, prepared.center == center.version {
            return prepared.properties
        }
        let nowPlaying = nowPlaying
        let known = isSameStage && prepared?.nowPlaying == nowPlaying ? prepared?.properties : nil
        let properties = known ?? PreparedProperties(Self.steadyProperties(nowPlaying, staged))
        prepared = Prepared(
            nowPlaying: nowPlaying, staged: staged, playback: controller.version, center: center.version,
            properties: properties)
        return properties
    }

    package func movingProperties() -> [String: BusValue] { ["Position": position] }

    /// The latest state: a notice may still wait for its picture, and the effect of a command must be visible
    /// immediately.
    private var nowPlaying: NowPlaying {
        let (told, snapshot) = (center.nowPlaying, controller.snapshot)
        let isSamePicture = told.track?.artwork == snapshot.entry?.track.artwork
        return NowPlaying(
            playback: snapshot, pictures: isSamePicture ? told.pictures : nil, chapter: told.chapter,
            opinion: center.opinion(of: snapshot.entry?.track.identifier))
    }

    /// Returns all properties except Position.
    private static func steadyProperties(
        _ nowPlaying: NowPlaying, _ staged: StagedSuggestion?
    ) -> [String: BusValue] {
        changingProperties(nowPlaying, staged).merging(["CanControl": .bool(true)]) { $1 }
    }

    private var position: BusValue { .int64((staged?.position ?? controller.position).wholeMicroseconds) }

    /// Returns the properties that PropertiesChanged announces: all but Position and CanControl.
    static func changingProperties(
        _ nowPlaying: NowPlaying, _ staged: StagedSuggestion? = nil
    ) -> [String: BusValue] {
        let usual = changingProperties(of: nowPlaying)
        return staged.map { usual.merging($0.properties) { $1 } } ?? usual
    }

    private static func changingProperties(of nowPlaying: NowPlaying) -> [String: BusValue] {
        let playback = nowPlaying.playback
        let commands = RemoteCommandCenter(playback, chapter: nowPlaying.chapter)
        return [
            "PlaybackStatus": .string(playback.status.mprisName),
            "LoopStatus": .string(playback.repeatMode.mprisName),
            "Rate": .double(playback.rate), "MinimumRate": .double(playback.rateRange.lowerBound),
            "MaximumRate": .double(playback.rateRange.upperBound),
            "Shuffle": .bool(playback.isShuffled),
            "Metadata": .dictionary(MPRISMetadata.make(nowPlaying)),
            "Volume": .double(playback.isMuted ? 0 : playback.volume),
            "CanGoNext": .bool(commands[.next].isEnabled),
            "CanGoPrevious": .bool(commands[.previous].isEnabled),
            // These two concern the current track, whatever the status is (MPRIS 2.2, Player).
            "CanPlay": .bool(playback.available.canPlay),
            "CanPause": .bool(playback.available.canPause),
            "CanSeek": .bool(commands[.seek].isEnabled),
        ]
    }

    package func setProperty(_ name: String, to value: BusValue) throws(BusError) {
        switch name {
        case "LoopStatus":
            guard let mode = RepeatMode(mprisName: value.stringValue ?? "") else {
                throw ControlError.invalidValue("LoopStatus must be None, Track or Playlist")
            }
            try perform(RemoteCommand.setRepeatMode(mode))
        case "Shuffle":
            let mode = controller.snapshot.shuffleMode.switched(value.boolValue ?? false)
            try perform(RemoteCommand.setShuffleMode(mode))
        case "Volume":
            guard let volume = value.doubleValue, volume.isFinite else {
                throw ControlError.invalidValue("Volume must be a number")
            }
            if volume > 0, controller.snapshot.isMuted { try perform(.setMuted(false)) }
            // The volume is reported as 0 while muted. A client that writes this 0 back does not mean a change, so the
            // actual volume is kept.
            if volume <= 0, controller.snapshot.isMuted { return }
            try perform(.setVolume(max(0, volume)))
        case "Rate":
            guard let rate = value.doubleValue, rate.isFinite else {
                throw ControlError.invalidValue("Rate must be a number")
            }
            // 0 means Pause. Other values are replaced by the nearest possible one, as the specification allows.
            let range = controller.snapshot.rateRange
            let nearest = min(max(rate, range.lowerBound), range.upperBound)
            if rate == 0 {
                if controller.snapshot.status == .playing { try perform(RemoteCommand.pause) }
            } else if range.lowerBound < range.upperBound {
                try perform(RemoteCommand.setRate(nearest))
            }
        default: throw BusError(name: BusError.notSupported, message: "\(name) is read-only")
        }
    }

    // MARK: Methods

    package func call(_ call: BusMethodCall, reply: BusReply) {
        do throws(BusError) {
            try BusLimits.check(call)
            if call.member == "OpenUri" {
                open(call.arguments.first?.stringValue ?? "", reply: reply)
                return
            }
            if let button = RemotePresses.Button(mprisMethod: call.member),
                presses?.lets(button, by: .sessionBus) == false
            {
                return reply.succeed()
            }
            if screen.takes(call.member) { return reply.succeed() }
            if let command = try command(for: call), let rest = try perform(command) {
                return reply.answer {
                    try await rest.value
                    return []
                }
            }
            reply.succeed()
        } catch {
            reply.fail(error)
        }
    }

    /// Returns the command of a method; `nil` if the specification requires it to have no effect, which is not an
    /// error.
    private func command(for call: BusMethodCall) throws(BusError) -> RemoteCommand? {
        let snapshot = controller.snapshot
        switch call.member {
        case "Next": return .next
        case "Previous": return .previous
        // The requested state is already reached.
        case "Play": return snapshot.status == .playing ? nil : .play
        case "Pause": return snapshot.status == .playing ? .pause : nil
        case "Stop": return snapshot.status == .stopped ? nil : .stop
        case "PlayPause": return .toggle
        case "Seek": return .seekBy(.microseconds(call.arguments.first?.intValue ?? 0))
        case "SetPosition": return setPosition(call.arguments, snapshot)
        default: throw BusError(name: BusError.unknownMethod, message: "no method \(call.member)")
        }
    }

    /// Returns `nil` for an outdated track id and for positions outside the track, which have no effect according to
    /// the specification.
    private func setPosition(_ arguments: [BusValue], _ snapshot: PlaybackSnapshot) -> RemoteCommand? {
        guard let entry = snapshot.entry, snapshot.available.canSeek,
            arguments.first?.stringValue == MPRISMetadata.trackID(of: entry.id)
        else { return nil }
        let position = Duration.microseconds(arguments.last?.intValue ?? -1)
        guard position >= .zero, snapshot.duration.map({ position <= $0 }) ?? true else { return nil }
        return .seek(to: position)
    }

    private func open(_ uri: String, reply: BusReply) {
        let location: MediaLocation
        do throws(BusError) {
            location = try MPRISMedia.location(uri)
        } catch {
            return reply.fail(error)
        }
        do throws(ContentError) {
            var options = PlaybackOptions(try manager.beginSelection())
            options.cause = .remote
            reply.answer { [options] in
                _ = try await self.manager.initiatePlayback(of: .location(location), with: options)
                return []
            }
        } catch {
            reply.fail(ControlError.make(error))
        }
    }

    /// - Returns: The operation in progress.
    @discardableResult
    private func perform(_ command: RemoteCommand) throws(BusError) -> Task<Void, any Error>? {
        do throws(PlaybackCommandError) {
            return try commands.performNow(command)
        } catch {
            throw ControlError.make(error)
        }
    }

    private func perform(_ command: PlaybackCommand) throws(BusError) {
        do throws(PlaybackCommandError) {
            try commands.perform(command)
        } catch {
            throw ControlError.make(error)
        }
    }
}

extension PlaybackStatus {
    fileprivate var mprisName: String {
        switch self {
        case .stopped: "Stopped"
        case .playing: "Playing"
        case .paused: "Paused"
        }
    }
}

extension RepeatMode {
    fileprivate var mprisName: String {
        switch self {
        case .off: "None"
        case .one: "Track"
        case .all: "Playlist"
        }
    }

    fileprivate init?(mprisName: String) {
        guard let mode = Self.allCases.first(where: { $0.mprisName == mprisName }) else { return nil }
        self = mode
    }
}
