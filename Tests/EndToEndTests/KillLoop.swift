// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import Glibc
import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import Testing

/// A client that edits the queue at random until the daemon is killed, and then looks at what came back.
@MediaActor
final class KillLoop {
    /// What the service tells of itself.
    struct Found {
        var entries: [KillLoopModel.Entry]
        var status: String?
        var current: UInt64?
        var position: Duration?
        var volume: Double?
        var repeatMode: String?
        var isShuffled: Bool?
    }

    static let files = (1...6).map { "piece \($0)" }

    private let machine: Machine
    private let bus: MessageBus
    private var random: SplitMix64
    private var model = KillLoopModel()
    /// What was asked for and not answered.
    private var unanswered: KillLoopModel.Edit?
    /// When it was asked for: what plays from then on may be heard before the answer is.
    private var askedAt = ContinuousClock.now
    private var killed = ContinuousClock.now
    private(set) var edits = 0
    /// What was asked for in this life of the daemon, and which of it was refused.
    private var story: [String] = []

    init(_ machine: Machine, seed: UInt64) async throws {
        self.machine = machine
        bus = try await #require(machine.bus).connect()
        random = SplitMix64(seed: seed)
    }

    /// One life of the daemon: what came back is looked at, then it is killed at a random moment under load.
    func round(_ number: Int) async throws {
        let daemon = try await machine.startDaemon()
        try compare(try await look(), "round \(number)")
        try await feedScan(number)
        let moment = Duration.milliseconds(Int.random(in: 20...500, using: &random))
        let killer = Task {
            try? await Task.sleep(for: moment)
            kill(daemon.identifier, SIGKILL)
        }
        await editUntilKilled()
        await killer.value
        #expect(try await daemon.ending() == .signal(SIGKILL))
        killed = .now
    }

    // MARK: As a client

    private func editUntilKilled() async {
        unanswered = nil
        story = []
        do throws(BusError) {
            while true {
                let edit = model.randomEdit(Self.files, using: &random)
                unanswered = edit
                askedAt = .now
                story.append("\(edit)")
                if try await isDone(edit) { model.apply(edit, at: askedAt) }
                edits += 1
                unanswered = nil
                if model.current == nil { try await learnPlace() }
            }
        } catch {
            // Nobody got it.
            if error.name == "org.freedesktop.DBus.Error.ServiceUnknown" { unanswered = nil }
        }
    }

    /// - Returns: False when it was refused, so that nothing has changed.
    private func isDone(_ edit: KillLoopModel.Edit) async throws(BusError) -> Bool {
        do throws(BusError) {
            try await send(edit)
            return true
        } catch {
            guard error.name.hasPrefix("org.oncue.Error.") else { throw error }
            story.append("refused: \(error.message)")
            return false
        }
    }

    private func send(_ edit: KillLoopModel.Edit) async throws(BusError) {
        switch edit {
        case .play: try await call("Play", [.string(place("")), .dictionary([:])])
        case .add(let titles, let isNext):
            try await call("Enqueue", [.string(place(titles[0] + ".wav")), .dictionary(["next": .bool(isNext)])])
        case .remove(let number): try await call("RemoveEntry", [.uint64(number)])
        case .move(let number, let index): try await call("MoveEntry", [.uint64(number), .uint32(UInt32(index))])
        case .clear: try await call("ClearQueue")
        case .undo: try await call("Undo")
        case .playEntry(let number): try await call("PlayEntry", [.uint64(number)])
        case .seek(let position): try await call("SeekTo", [.int64(position.wholeMicroseconds)])
        case .volume(let volume): try await call("SetVolume", [.double(volume)])
        case .repeatMode(let mode): try await call("SetRepeat", [.string(mode)])
        case .shuffle(let isOn): try await call("SetShuffle", [.bool(isOn)])
        case .steer(let method): try await call(method)
        }
    }

    private func place(_ name: String) -> String {
        "file://" + machine.directory.file("work/music/" + name).split(separator: " ").joined(separator: "%20")
    }

    @discardableResult
    private func call(
        _ member: String, of interface: String = ServiceNames.playback, _ arguments: [BusValue] = []
    ) async throws(BusError) -> [BusValue] {
        try await bus.call(
            member, of: interface, at: ServiceNames.objectPath, on: ServiceNames.busName, arguments,
            timeout: .seconds(60), startsService: false)
    }

    /// Gives the library new files to read.
    private func feedScan(_ round: Int) async throws {
        for number in 0..<10 {
            try machine.directory.write("work/more/\(round)-\(number).wav", SoundFiles.silence(seconds: 1))
        }
        try await call("Scan", of: ServiceNames.library)
    }

    // MARK: What is there

    private func learnPlace() async throws(BusError) {
        let begin = ContinuousClock.now
        let values = try await call("GetNowPlaying", of: ServiceNames.nowPlaying).first?.dictionaryValue ?? [:]
        model.current = values["entry"]?.unsigned
        let isActive = values["status"]?.stringValue != "stopped"
        model.place = isActive ? values["position"]?.time.map { .init(position: $0, instant: begin) } : nil
    }

    private func look() async throws -> Found {
        let queue = try await call("GetQueue", of: ServiceNames.playback, [.uint32(0), .uint32(1000)])
        let values = try await call("GetNowPlaying", of: ServiceNames.nowPlaying).first?.dictionaryValue ?? [:]
        let entries = (queue[2].arrayValue ?? []).map { value in
            let entry = value.dictionaryValue ?? [:]
            return KillLoopModel.Entry(
                number: entry["entry"]?.unsigned ?? 0, title: entry["title"]?.stringValue ?? "")
        }
        return Found(
            entries: entries, status: values["status"]?.stringValue, current: values["entry"]?.unsigned,
            position: values["position"]?.time, volume: values["volume"]?.doubleValue,
            repeatMode: values["repeat"]?.stringValue, isShuffled: values["shuffle"]?.boolValue)
    }

    /// What came back is what was answered, or that and what was asked for last.
    private func compare(_ found: Found, _ name: String) throws {
        var asked = model
        if let unanswered { asked.apply(unanswered, at: askedAt) }
        let isAskedDone = found.entries == asked.entries && found.entries != model.entries
        let text: Comment = "\(name), not answered: \(unanswered.map { "\($0)" } ?? "nothing"), after \(story)"
        #expect(found.entries == model.entries || isAskedDone, text)
        #expect([model.volume, asked.volume].contains(found.volume ?? -1), text)
        #expect([model.repeatMode, asked.repeatMode].contains(found.repeatMode ?? ""), text)
        #expect([model.isShuffled, asked.isShuffled].contains(found.isShuffled ?? !model.isShuffled), text)
        #expect(found.status != "playing", text)
        #expect(found.entries.isEmpty == (found.current == nil), text)
        comparePlaces(found, asked, text)
        if isAskedDone { model = asked }
        (model.volume, model.repeatMode) = (found.volume ?? 1, found.repeatMode ?? "off")
        model.isShuffled = found.isShuffled ?? false
        // What can be taken back ends with the daemon.
        model.earlier = []
        model.current = found.current
        model.place =
            found.status == "paused" ? found.position.map { .init(position: $0, instant: .now) } : nil
        try #require(found.entries == model.entries, text)
    }

    private func comparePlaces(_ found: Found, _ asked: KillLoopModel, _ text: Comment) {
        let places = [model, asked].filter { $0.current == found.current }
        // Where the last answers did not tell what is current, anything may be.
        guard model.current != nil, asked.current != nil else { return }
        #expect(!places.isEmpty, text)
        guard model.place != nil, asked.place != nil else { return }
        let position = found.position ?? .zero
        let isRight = places.compactMap(\.place).contains { place in
            let heard = place.position + (killed - place.instant)
            return position >= min(place.position, heard - .seconds(5)) - .milliseconds(50)
                && position <= heard + .milliseconds(50)
        }
        #expect(isRight, "\(text.rawValue): at \(position), asked \(places.map(\.place))")
    }
}

extension BusValue {
    fileprivate var unsigned: UInt64? {
        if case .uint64(let number) = unwrapped { number } else { nil }
    }

    fileprivate var time: Duration? { unwrapped.intValue.map { .microseconds($0) } }
}
