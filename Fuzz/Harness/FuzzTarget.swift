// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import AssistantProtocol
internal import BusValues
internal import HTTPClient
internal import JSON
internal import MPDProtocol
internal import MediaChapters
internal import OnCueCore
internal import OnCueIntents
internal import OnCueInterface
internal import OnCuePlaylists
internal import OnCueQuery
internal import OnCueSentences
internal import OnCueSuggestions
internal import OnCueVoice
internal import OpenDirectories
internal import PairedMachines
internal import PlaylistFormats
internal import SharedListening
internal import SnapcastControl
internal import WebAccess
internal import WebInterface
internal import WebPages

@testable internal import OnCueHandoff
@testable internal import OnCuePodcasts
@testable internal import OnCueProviders
@testable internal import OnCueTerminal

/// The parsers that eat bytes from elsewhere. Whatever comes, each ends with a value or an error of its own, and what it
/// understood it understands again when it has been written.
enum FuzzTarget: String, CaseIterable {
    case m3u, pls, xspf, asx, cue, feed, opml, lyrics, chapters, query, format, json, event, path
    case handoff, link, shared, together
    case configuration, page, marks, address, bus, contacts, assistant, sentence, intents, shortcuts, handler
    case wyoming, speech, snapcast, web, mpd, directory, scrobbling, subsonic, message

    /// - Precondition: What is written is read as it was. Broken, that is a find, too.
    func take(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        switch self {
        case .m3u: playlist(bytes, "a.m3u8", .m3u8)
        case .pls: playlist(bytes, "a.pls", .m3u8)
        case .xspf: playlist(bytes, "a.xspf", .xspf)
        case .asx: playlist(bytes, "a.asx", .xspf)
        case .cue: playlist(bytes, "a.cue", .xspf)
        case .feed: _ = try? FeedParser.parse(bytes)
        case .opml: _ = try? OPML.parse(bytes)
        case .lyrics: _ = try? LyricsReader.read(text)
        case .chapters: _ = MediaChapters.read(bytes)
        case .query: _ = try? ContentQuery(text)
        case .format: format(text)
        case .json: json(text)
        case .event: _ = try? EvaluationEvent(text)
        case .path: path(text)
        case .configuration: configuration(text)
        case .page: page(bytes)
        case .marks: marks(bytes)
        case .address: address(text)
        case .bus: bus(bytes)
        case .contacts: contacts(bytes)
        case .assistant: assistant(bytes)
        case .sentence: sentence(text)
        case .intents: intents(text)
        case .shortcuts: shortcuts(text)
        case .handler: handler(text)
        case .handoff: handoff(text)
        case .together: together(text)
        case .shared: shared(text)
        case .link: link(bytes)
        case .wyoming: wyoming(bytes)
        case .speech: speech(bytes)
        case .snapcast: snapcast(bytes)
        case .web: WebRequests(bytes).read()
        case .mpd: mpd(bytes)
        case .directory: directory(bytes)
        case .scrobbling: scrobbling(bytes)
        case .subsonic: subsonic(bytes)
        case .message: message(bytes)
        }
    }

    private func playlist(_ bytes: [UInt8], _ name: String, _ format: PlaylistFormat) {
        let list = MediaLocation(filePath: Array("/music/\(name)".utf8))
        guard let document = PlaylistFile.read(bytes, list: list) else { return }
        let copy = MediaLocation(filePath: Array("/music/copy.\(format)".utf8))
        let written = PlaylistFile.write(document, as: format, list: copy)
        let again = PlaylistFile.read(written, list: copy)
        precondition(again?.entries.map(\.location) == document.entries.map(\.location), "another list is read again")
    }

    private func format(_ text: String) {
        let now: JSONValue = ["title": "A title {x}", "artists": ["B"], "position": 12.5, "duration": .null]
        _ = try? FormatTemplate(text).text(now)
    }

    private func json(_ text: String) {
        guard let value = try? JSONValue(parsing: text) else { return }
        precondition((try? JSONValue(parsing: value.text())) == value, "another value is read again")
    }

    private func path(_ text: String) {
        guard let (path, revision) = try? IndexPathText.parse(text) else { return }
        let written = IndexPathText.text(of: path) + (revision.map { "@\($0.number)" } ?? "")
        let again = try? IndexPathText.parse(written)
        precondition(again?.indexPath == path && again?.revision == revision, "another path is read again")
    }

    private func configuration(_ text: String) {
        let file = KeyFile(text)
        precondition(file.text == text, "what was not changed is another text")
        let reading = ConfigurationReading(text)
        precondition(reading.problems.count <= ConfigurationReading.longestList + 1, "the list of problems has no end")
        for key in ConfigurationKey.all { change(key, to: reading.configuration.text(key), in: file) }
    }

    /// A key that is set has its value and one line, whatever else there is; one that is taken out has none.
    private func change(_ key: ConfigurationKey, to value: String, in file: KeyFile) {
        var changed = file
        changed.set(key.key, in: key.group, to: value)
        let isOurs = { (entry: KeyFile.Entry) in entry.group == key.group && entry.key == key.key }
        precondition(KeyFile(changed.text).entries.filter(isOurs).map(\.value) == [value], "\(key.name) is not set")
        let others = file.entries.filter { !isOurs($0) }.map(\.value)
        precondition(changed.entries.filter { !isOurs($0) }.map(\.value) == others, "\(key.name) changes others")
        changed.remove(key.key, in: key.group)
        precondition(!KeyFile(changed.text).entries.contains(where: isOurs), "\(key.name) is still there")
    }

    /// Chapters of an episode that a server has in a file of their own.
    private func marks(_ bytes: [UInt8]) {
        let starts = ChapterFile.read(bytes)?.map(\.start) ?? []
        precondition(starts == starts.sorted() && starts.count <= Chapter.limit, "the chapters are out of order")
    }

    /// Whatever a page says, its lists have a bound, and its addresses are those of the web.
    private func page(_ bytes: [UInt8]) {
        let page = PageReader.read(bytes, address: "https://example.org/a/b") { HTTPAddress.resolve($0, against: $1) }
        precondition(page.events.count <= WebPage.listLimit && page.audio.count <= WebPage.listLimit, "endless lists")
        let addresses = page.audio.map(\.address) + page.podcasts.compactMap(\.feed)
        precondition(addresses.allSatisfy { $0.lowercased().hasPrefix("http") }, "another scheme")
        // These are for the service that keeps events, and do not cross the bus.
        var told = page
        for index in told.events.indices {
            (told.events[index].reference, told.events[index].formerStart) = (nil, "")
        }
        precondition(WebPage(wire: page.wire) == told, "another page is read again")
    }

    /// Whatever a directory answers, what is kept is bounded, and crosses the bus as it is.
    private func directory(_ bytes: [UInt8]) {
        let podcasts = DirectoryAnswer.podcasts(bytes, limit: 100) ?? []
        let stations = DirectoryAnswer.stations(bytes, limit: 100) ?? []
        precondition(podcasts.count <= 100 && stations.count <= 100, "endless lists")
        let addresses = podcasts.map(\.address) + stations.map(\.address)
        precondition(addresses.allSatisfy { $0.lowercased().hasPrefix("http") }, "another scheme")
        precondition(podcasts.allSatisfy { FoundPodcast(wire: $0.wire) == $0 }, "another podcast is read again")
        precondition(stations.allSatisfy { FoundStation(wire: $0.wire) == $0 }, "another station is read again")
    }

    /// Whatever is in an address book, what is kept is bounded.
    private func contacts(_ bytes: [UInt8]) {
        for contact in VCards.contacts(in: bytes) {
            precondition(!contact.name.isEmpty && contact.mails.count <= Contact.addressLimit, "an odd contact")
        }
    }

    private static let offer = AssistantToolTable(hasHistory: true).offer

    /// Whatever an assistant sends, what it gets is one message a line, and only tools that are offered are called.
    private func assistant(_ bytes: [UInt8]) {
        var session = AssistantSession(Self.offer, seed: 1)
        var lines = AssistantLines()
        var deeds = lines.append(bytes).flatMap { session.receive($0) }
        if let line = lines.finish() { deeds += session.receive(line) }
        while !deeds.isEmpty {
            switch deeds.removeFirst() {
            case .send(let line):
                precondition(!line.contains { $0.isNewline }, "a message has more than one line")
                precondition((try? JSONValue(parsing: line)) != nil, "a message is no JSON")
            case .call(let call):
                precondition(Self.offer.tools.contains { $0.name == call.tool }, "a tool that is not offered")
                let isAgreed = call.consent != .none
                deeds += session.answered(call, isAgreed ? .answer(.text("Done")) : .question("Do it?"))
            case .read(let reading): deeds += session.answered(reading, .notFound)
            case .watch(let uris): for uri in uris { deeds += session.changed(uri) }
            case .cancel: break
            }
        }
        _ = session.close()
        precondition(session.isIdle, "something is under way after the end")
    }

    /// A sentence, a template and a language file. A reading is never better than the one before it.
    private func sentence(_ text: String) {
        _ = try? SentenceTemplate(text)
        if let language = try? SentenceLanguage(text, intents: nil) { _ = try? SentenceMatcher(language) }
        let quoted = JSONValue.string(text).text()
        let file = #"{"language": "xx", "intents": {"it": {"data": [{"sentences": [\#(quoted)]}]}}}"#
        if let language = try? SentenceLanguage(file, intents: nil) {
            _ = (try? SentenceMatcher(language))?.match(text)
        }
        let scores = Self.matcher?.match(text, lists: ["title": Self.titles]).map(\.score) ?? []
        precondition(scores == scores.sorted(by: >), "a reading is better than the one before it")
    }

    private static let matcher = try? SentenceMatcher(
        SentenceLanguage(SentenceLanguage.builtInFile(for: "en") ?? ""))
    private static let titles = SentenceList(names: ["Night Crossing", "Little Gears", "Gold"])

    /// A file in which a program declares its tasks: it is used, or has a mistake with a place in the text.
    private func intents(_ text: String) {
        let (file, problems) = IntentFile.read(text)
        precondition(file != nil || problems.contains(where: \.isMistake), "nobody knows what is wrong")
        precondition(problems.allSatisfy { $0.line > 0 && $0.column > 0 }, "a problem is nowhere")
        for definition in file?.intents ?? [] {
            _ = definition.schema
            _ = definition.missing([:])
        }
    }

    /// The file of shortcuts and cues, and an occasion: what was read is written in a form that reads the same.
    private func shortcuts(_ text: String) {
        if let book = try? ShortcutBook(text) {
            precondition((try? ShortcutBook(book.text)) == book, "other shortcuts are read again")
        }
        if let occasion = try? Occasion(parsing: text) {
            precondition((try? Occasion(parsing: occasion.text)) == occasion, "another occasion is read again")
        }
    }

    /// What comes over a link: messages are read again as they were, whatever they are cut into, and nothing that is said
    /// pairs a machine without a person here.
    private func link(_ bytes: [UInt8]) {
        var (whole, parts) = (FrameReader(limit: 1 << 14), FrameReader(limit: 1 << 14))
        whole.add(bytes)
        var texts: [String] = []
        while let text = try? whole.next() { texts.append(text) }
        var again: [String] = []
        for byte in bytes {
            parts.add([byte])
            if let text = try? parts.next() { again.append(text) }
        }
        precondition(again.starts(with: texts), "other messages are read when they come in parts")
        guard let own = MachineIdentifier(String(repeating: "1", count: 64)),
            let peer = MachineIdentifier(String(repeating: "2", count: 64))
        else { return }
        for role in [Pairing.Role.initiator, .responder] {
            var pairing = Pairing(
                role, card: MachineCard(name: "a", port: 1), own: own, peer: peer, secret: [],
                number: Array(repeating: 1, count: 32), hash: PairingHash(sha256: { $0 }, hmac: { $0 + $1 }))
            var actions = pairing.begin()
            for text in texts { actions += pairing.receive(text) }
            let isPaired = actions.contains { if case .pair = $0 { true } else { false } }
            precondition(!isPaired, "a machine is paired without a yes here")
        }
        for text in texts {
            if let message = PairingMessage(text: text) {
                precondition(PairingMessage(text: message.text) == message, "another message is read again")
            }
            if let book = MachineBook(text: text) {
                precondition(MachineBook(text: book.text) == book, "another list of machines is read again")
            }
        }
    }

    /// What machines that play together say: a question is read again as it was, and whatever a machine that is followed
    /// answers is possible, and can be compared with a clock and kept in step with.
    private func together(_ text: String) {
        if let step = try? TogetherStep(line: text) {
            precondition((try? TogetherStep(line: step.line)) == step, "another question is read again")
        }
        _ = try? TogetherStep.state(answeredIn: text)
        guard let answer = try? TogetherStep.answer(in: text) else { return }
        let timeline = answer.timeline
        precondition(timeline.sound == timeline, "it is possible")
        var clocks = ClockComparison()
        clocks.note(
            ClockComparison.Exchange(
                sent: .seconds(1), receivedThere: answer.received, sentThere: answer.sent, received: .seconds(2)))
        var here = timeline
        here.moment = timeline.moment.flatMap { clocks.here($0) }
        guard let position = here.sound.position(at: .seconds(5)) else { return }
        var keeper = StepKeeper()
        var behind = (position - .seconds(1)) / timeline.rate
        for turn in 0..<200 {
            let advice = keeper.note(behind: behind, at: .milliseconds(50 * turn), reserve: .zero)
            for correction in advice.corrections {
                switch correction {
                case .jump(let time), .bend(let time): behind -= time
                case .veil, .unveil: break
                }
            }
            if advice.isFar { behind = .milliseconds(90) }
        }
        precondition(keeper.isInStep, "it comes into step with whatever is possible")
    }

    /// What another machine hands over: a step is read again as it was, and its queue can be taken over and used.
    private func handoff(_ text: String) {
        if let message = try? SharedMessage(text: text) {
            precondition((try? SharedMessage(text: message.text)) == message)
        }
        answers(text)
        _ = HandoffGreeting(line: text)
        together(text)
        guard let step = try? HandoffStep(line: text) else { return }
        precondition((try? HandoffStep(line: step.line)) == step, "another step is read again")
        guard case .prepare(let queue) = step, !queue.entries.isEmpty else { return }
        let tracks = queue.entries.map { entry in
            Track(
                identifier: ContentIdentifier(kind: .track, key: "a"), location: MediaLocation(filePath: [0x2F, 0x61]),
                title: entry.title)
        }
        var (machine, now) = (PlaybackStateMachine(seed: 1), ContinuousClock.now)
        let taken = TakenQueue(queue, tracks: tracks, missing: [], current: queue.current)
        for command in [PlaybackCommand.takeOver(taken), .resume, .next, .previous, .undo, .redo] {
            _ = try? machine.perform(command, now: now)
            now += .seconds(1)
        }
        precondition(machine.queue.entries.count == queue.entries.count, "another queue was taken over")
    }

    /// What another machine answers to the steps of a handoff.
    private func answers(_ text: String) {
        if let queue = (try? HandoffStep.value(HandedQueue.self, answeredIn: text))?.sound {
            precondition(queue.sound == queue, "it is possible")
            precondition(queue.entries.isEmpty || queue.entries.indices.contains(queue.current), "an entry is current")
        }
        _ = try? HandoffStep.value(PreparedHandoff.self, answeredIn: text)
        _ = try? HandoffStep.value(ReleasedHandoff.self, answeredIn: text)
        _ = try? ActivityStep.activity(answeredIn: text)
        _ = try? ActivityStep.activities(answeredIn: text)
        _ = try? JournalStep.answer(in: text)
    }

    /// What paired machines ask for of that which is shared, and what they answer.
    private func shared(_ text: String) {
        _ = LinkStep(line: text)
        if let caller = LinkCaller(line: text) {
            precondition(LinkCaller(line: caller.line) == caller, "another caller is read again")
        }
        if let bytes = PieceText.bytes(text, limit: 1 << 20) {
            precondition(PieceText.text(bytes) == text, "two texts mean the same bytes")
        }
        guard let json = try? JSONValue(parsing: text) else { return }
        if let step = try? SharedStep(json: json), let again = try? JSONValue(parsing: step.line) {
            precondition((try? SharedStep(json: again)) == step, "another step is read again")
        }
        if let rows = SharedRows(json: json, count: 5) {
            precondition(rows.rows.count <= 5, "there are more rows than were asked for")
        }
        for (offset, count) in [(0, 64), (3, 5)] {
            guard let piece = FilePiece(json: json, at: offset, count: count) else { continue }
            precondition(piece.bytes.count == min(count, piece.size - offset), "it is longer or shorter than asked for")
            precondition(FilePiece(json: piece.json, at: offset, count: count) == piece, "another piece is read again")
        }
    }

    /// What the handler of a program answers: its card begins with its name, and has an end.
    private func handler(_ text: String) {
        guard let value = try? JSONValue(parsing: text), let answer = Self.wire(value).dictionaryValue else { return }
        for definition in BuiltinIntents.all {
            var errand = IntentLink.Errand(definition, ["what": .text("Gold")])
            let outcomes = [
                errand.take(resolved: answer, by: "Coffee"), errand.confirming(answer, by: "Coffee"),
                errand.handled(answer, by: "Coffee"),
            ]
            for outcome in outcomes.compactMap(\.self) where !outcome.lines.isEmpty {
                precondition(outcome.lines[0] == "Coffee" && outcome.lines.count <= 20, "an odd card")
                precondition(outcome.lines.allSatisfy { !$0.contains(where: \.isNewline) }, "a line is several")
            }
        }
    }

    private static func wire(_ value: JSONValue) -> BusValue {
        switch value {
        case .string(let text): .string(text)
        case .int(let number): .int64(Int64(number))
        case .double(let number): .double(number)
        case .bool(let flag): .bool(flag)
        case .null: .string("")
        case .array(let values):
            values.allSatisfy { $0.stringValue != nil }
                ? .strings(values.compactMap(\.stringValue)) : .structure(values.map(wire))
        case .object(let members):
            .dictionary(Dictionary(members.map { ($0.name, wire($0.value)) }) { $1 })
        }
    }

    /// What clients of MPD send: commands, numbers, filters and settings. No line of a reply is too long, or two.
    private func mpd(_ bytes: [UInt8]) {
        _ = try? MPDSettings(String(decoding: bytes, as: UTF8.self))
        let song = Song(
            "a/b.ogg", tags: [.init(.artist, "A"), .init(.title, "It's")], modified: 1_000, format: "44100:*:2")
        for line in bytes.split(separator: 0x0A) {
            guard let request = try? RequestLine(line) else { continue }
            precondition(request.arguments.count <= RequestLine.mostArguments, "there are too many arguments")
            try? CommandRule.rule(for: request).check(request, .all)
            _ = try? Subsystems(request.arguments)
            for foldsCase in [false, true] {
                let filter = try? SongFilter(request.arguments, foldsCase: foldsCase) { text, _ in
                    { $0.hasPrefix(text) }
                }
                _ = filter?.matches(song)
            }
            for word in request.arguments {
                if let range = try? ArgumentNumber.range(word) { _ = try? range.positions(in: 3) }
                _ = try? ArgumentNumber.position(word, of: 3, current: 1)
                _ = try? ArgumentNumber.time(word)
                var reply = Reply()
                reply.add("Title", word)
                precondition(reply.bytes.count <= ReplyText.longestLine, "a line is too long")
                precondition(reply.bytes.filter { $0 < 0x20 } == [0x0A], "a line is two")
            }
        }
    }

    /// What a Snapcast server tells, and asks of a plugin: the same lines in whatever parts it arrives; rooms and names
    /// within their bounds; sound to the host of the server only; and one line for each answer.
    private func snapcast(_ bytes: [UInt8]) {
        var (whole, parts, found) = (SnapcastLines(), SnapcastLines(), [[UInt8]]())
        let lines = whole.append(bytes) ?? []
        let size = 1 + Int(bytes.first ?? 0) % 7
        for start in stride(from: 0, to: bytes.count, by: size) {
            found += parts.append(bytes[start..<min(bytes.count, start + size)]) ?? []
        }
        precondition(found == lines, "other parts are other lines")
        let server = ServiceAddress("tcp://hall:1705")
        var status = SnapcastStatus()
        for line in lines {
            for message in SnapcastMessage.messages(in: line) {
                switch message {
                case .answer(_, let value): status = SnapcastStatus(value) ?? status
                case .refusal(_, let reason): precondition(reason.unicodeScalars.count <= 200, "a long reason")
                case .notification(let method, let value): _ = status.take(method, value)
                }
            }
            if let request = PluginRequest(line), case .refuse(let id, let code, let reason) = request {
                let answer = PluginRequest.failure(id, code: code, reason)
                precondition(!answer.contains(where: \.isNewline), "not a line")
            }
        }
        let rooms = status.rooms(prefix: "", stream: status.streams.first?.identifier ?? "")
        precondition(rooms.count <= SnapcastStatus.limit && status.streams.count <= SnapcastStatus.limit, "too many")
        precondition(rooms.allSatisfy { (0...1).contains($0.volume) && $0.group.utf8.count <= 200 }, "out of bounds")
        for room in rooms.prefix(3) {
            let change = RoomChange(volume: 0.5, isMuted: true, isPlaying: true)
            for call in (try? status.calls(for: change, client: room.identifier, stream: "s")) ?? [] {
                precondition(call.line(number: 1).filter { $0 == 10 }.count == 1, "not a line")
            }
        }
        for stream in status.streams {
            guard let server, let receiver = stream.receiver(of: server, delay: .zero) else { continue }
            precondition(receiver.address.host == server.host, "sound goes elsewhere")
        }
    }

    /// What a recogniser of the user's choice sends: the same messages in whatever parts it arrives, each within its bounds,
    /// and what is written down is one line.
    private func wyoming(_ bytes: [UInt8]) {
        let (messages, isWhole) = Self.messages(in: bytes, parts: bytes.count)
        let parts = Self.messages(in: bytes, parts: 1 + Int(bytes.first ?? 0) % 7)
        precondition(parts.messages == messages && parts.isWhole == isWhole, "other parts are other messages")
        for message in messages {
            precondition(message.payload.count <= WyomingMessage.Limit.payload, "a payload without an end")
            if JSONValue.object(message.data).text().utf8.count <= WyomingMessage.Limit.data, message.type.count < 1_000
            {
                let again = Self.messages(in: message.bytes, parts: message.bytes.count)
                precondition(again.messages == [message], "another message is read again")
            }
            switch Transcription.answer(message) {
            case .text(let line), .failure(let line):
                precondition(line.utf8.count <= 1_000 && !line.contains(where: \.isNewline), "not a line")
            case .other: break
            }
            _ = RecognitionRequest(message)
            _ = Recognition(message)
        }
    }

    private static func messages(in bytes: [UInt8], parts: Int) -> (messages: [WyomingMessage], isWhole: Bool) {
        var (reader, messages) = (WyomingReader(), [WyomingMessage]())
        for start in stride(from: 0, to: bytes.count, by: max(1, parts)) {
            reader.add(bytes[start..<min(bytes.count, start + max(1, parts))])
            do throws(WyomingMessage.Failure) {
                while let message = try reader.next() { messages.append(message) }
            } catch {
                return (messages, false)
            }
        }
        return (messages, true)
    }

    /// What speech-dispatcher answers, and a text that it is to speak: the text is sent once at most, and nothing in it
    /// ends it.
    private func speech(_ bytes: [UInt8]) {
        let (replies, isWhole) = Self.replies(in: bytes, parts: bytes.count)
        let parts = Self.replies(in: bytes, parts: 1 + Int(bytes.first ?? 0) % 7)
        precondition(parts.replies == replies && parts.isWhole == isWhole, "other parts are other replies")
        let text = SpeechDispatcherLine.text(String(decoding: bytes, as: UTF8.self))
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        precondition(lines.suffix(2) == [".", ""], "the text has no end")
        precondition(!lines.dropLast(2).contains("."), "the text ends too soon")
        var conversation = SpeechConversation("One.\n.Two", user: "user", language: "en")
        var written = [conversation.begin()]
        for reply in replies {
            let step = conversation.take(reply)
            if case .write = step { written.append(step) }
        }
        precondition(written.count <= 8, "it says more and more")
    }

    private static func replies(in bytes: [UInt8], parts: Int) -> (replies: [SpeechDispatcherReply], isWhole: Bool) {
        var (reader, replies) = (SpeechDispatcherReader(), [SpeechDispatcherReply]())
        for start in stride(from: 0, to: bytes.count, by: max(1, parts)) {
            reader.add(bytes[start..<min(bytes.count, start + max(1, parts))])
            do throws(SpeechDispatcherReader.Malformed) {
                while let reply = try reader.next() { replies.append(reply) }
            } catch {
                return (replies, false)
            }
        }
        return (replies, true)
    }

    private func bus(_ bytes: [UInt8]) {
        var arguments = BusArguments(bytes)
        arguments.read()
    }

    private func message(_ bytes: [UInt8]) {
        guard let size = try? BusMessage.size(in: bytes, from: 0), size <= bytes.count,
            let message = try? BusMessage(bytes, from: 0, size: size)
        else { return }
        // What is no number is not equal to itself, though an array with it is, as long as it is the same array.
        let text = "\(message.body)"
        guard !text.contains("unsupported"), !text.contains("nan") else { return }
        let written = message.bytes
        let again = try? BusMessage(written, from: 0, size: written.count)
        precondition(again == message, "a message is read as another one")
    }

    /// The rule for links and whoever asks must mean the same host: none is gained or lost on the way.
    private func address(_ text: String) {
        _ = try? DirectionsRequest(parsing: text)
        guard let absolute = HTTPAddress.resolve(text, against: "https://example.org/a/b?c") else { return }
        let host = HTTPAddress.host(of: absolute)
        _ = host.map(LinkRules().isAtHome)
        _ = HTTPAddress.authority(of: absolute)
        guard let again = HTTPAddress.resolve(absolute, against: "https://example.net/") else { return }
        precondition(HTTPAddress.host(of: again) == host, "another host is read again")
    }
}
