// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import OnCueActivities
import OnCueCore
import OnCueIntents
import OnCueInterface
import OnCueNotifications
import Testing

/// Values as they go over the bus and come back: one description writes them and reads them.
@Suite("Values of the interface come back as they went")
struct RoundTripTests {
    private func back<Value: WireField>(_ value: Value) -> Value? { Value(wire: value.wire) }

    private func backAsBody<Value: WireForm>(_ value: Value) -> Value? {
        MemberReader.value(Value.self, in: FormWriter.members(value))
    }

    @Test("A change that turns something off arrives", arguments: [true, false])
    func flags(isOn: Bool) throws {
        let sound = SoundChanges(preventsClipping: isOn, skipsSilence: isOn)
        #expect(try Strict(sound).understood() == sound)
        let notifications = NotificationChanges(controls: isOn)
        #expect(try Strict(notifications).understood() == notifications)
    }

    @Test("A list of which a part would mean something else is refused with an element that cannot be read")
    func wholeLists() {
        let gains = BusValue.array((0..<10).map { .double($0 == 3 ? .nan : 0) }, of: "d")
        let error = #expect(throws: ServiceError.self) {
            try Strict<SoundChanges>(wire: .dictionary(["bands": gains]))?.understood()
        }
        #expect(error?.message == "bands must be a list")
        var change = FormWriter.members(
            QueueChange(base: 1, revision: 2, total: 3, difference: QueueDifference(removed: [0..<1])))
        #expect(MemberReader.value(QueueChange.self, in: change)?.difference?.removed == [0..<1])
        change[4] = .array([.structure([.uint32(0)])], of: "(uu)")
        #expect(MemberReader.value(QueueChange.self, in: change) == nil)
    }

    @Test("A location with everything that there can be, and with a name alone")
    func locations() throws {
        let full = try #require(
            Location(
                name: "Waldbühne",
                address: PostalAddress(
                    street: "Glockenturmstraße 1", postalCode: "14053", city: "Berlin", region: "BE", country: "DE"),
                coordinates: Coordinates(latitude: 52.515_9, longitude: 13.229_2), telephones: ["+49 30 1234567"],
                allowsNavigation: false, allowsCalls: false))
        #expect(back(full) == full)
        let bare = try #require(Location(name: "Somewhere"))
        #expect(back(bare) == bare)
    }

    @Test("What a directory has, with everything that there can be, and with an address alone")
    func directories() {
        var podcast = FoundPodcast(title: "Gears", address: "https://example.org/feed")
        #expect(back(podcast) == podcast)
        (podcast.author, podcast.episodes, podcast.genre, podcast.newest) = ("Rosa Weld", 12, "Arts", "2026-11-20")
        (podcast.summary, podcast.picture, podcast.page) = (
            "About gears", "https://example.org/p", "https://example.org"
        )
        #expect(back(podcast) == podcast)
        var station = FoundStation(title: "Kestrel", address: "https://example.org/live")
        #expect(back(station) == station)
        (station.country, station.language, station.tags) = ("Germany", "german", ["jazz", "soul"])
        (station.codec, station.bitRate, station.votes) = ("MP3", 128_000, 1234)
        (station.picture, station.page) = ("https://example.org/p", "https://example.org")
        #expect(back(station) == station)
    }

    @Test("The sound that was chosen from a page is among the fields of what was played")
    func takenSound() {
        var played = PlayedContent(title: "x", count: 1)
        #expect(back(played) == played)
        played.taken = WebPage.Sound(kind: "episode", title: "The van", address: "https://host/3.mp3")
        #expect(back(played) == played)
    }

    @Test("A location with impossible degrees has none, and one without a name is none")
    func hostileLocations() {
        let far = BusValue.dictionary(["name": .string("x"), "latitude": .double(300), "longitude": .double(1)])
        #expect(Location(wire: far)?.coordinates == nil)
        #expect(Location(wire: far)?.name == "x")
        #expect(Location(wire: .dictionary(["name": .string("\u{1b}"), "telephones": .string("110")])) == nil)
        #expect(Location(wire: .dictionary(["latitude": .double(1), "longitude": .double(1)])) == nil)
    }

    @Test("An activity arrives with everything that its program told")
    func activities() throws {
        var activity = Activity(
            .init("org.example.A", "1"), type: "org.example.A.thing", title: "Thing",
            eligibility: [.search, .handoff, .prediction, .everyone])
        activity.info = ActivityInfo([
            "text": .text("a"), "number": .number(1.5), "integer": .integer(-3), "flag": .flag(true),
            "texts": .texts(["a", "b"]),
        ])
        (activity.requiredKeys, activity.keywords) = (["text"], ["one", "two"])
        (activity.persistentIdentifier, activity.summary, activity.thumbnail) = ("p", "About", "folder-music")
        activity.occasion = "weekdays car"
        (activity.webPage, activity.item) = ("https://example.org", "album:a")
        activity.location = Location(name: "Waldbühne", telephones: ["+49 30 1234567"])
        (activity.expires, activity.changed) = (2_000_000_000, 1_000_000_000)
        let record = ActivityRecord(activity, programName: "A", isCurrent: true, isLive: true, needsSave: true)
        #expect(back(record) == record)
        var values = try ActivityValues(activity).applied()
        (values.name.program, values.changed) = ("org.example.A", 1_000_000_000)
        #expect(values == activity)
        #expect(
            backAsBody(ContinuedActivity(.page, "https://example.org"))
                == ContinuedActivity(.page, "https://example.org"))
    }

    @Test("What is not changed is not sent")
    func unchanged() {
        #expect(FormWriter.dictionary(SoundChanges(fade: .zero)).keys.sorted() == ["fade"])
        #expect(FormWriter.dictionary(NotificationChanges()).isEmpty)
    }

    private static var report: NowPlayingReport {
        var report = NowPlayingReport(
            status: .playing, volume: 0.25, isMuted: true, repeatMode: .all, shuffleMode: .albums, rate: 1.5,
            sleep: .time(.seconds(90)), stopsAfterEntry: true, queueLength: 7, isLoading: true,
            entry: NowPlayingEntry(
                id: .init(3), queueIndex: 2, identifier: "track:a", title: "So What", artists: ["Miles Davis"],
                url: "file:///a.flac", position: .seconds(1), duration: .seconds(9),
                chapter: ChapterMark(index: 1, count: 4, title: "Two")),
            output: AudioOutput(name: "silent", isSilent: true), failure: ServiceError(.missingDecoder, "no decoder"))
        report.next = NextMark(id: .init(4), identifier: "track:b", title: "Blue", artists: ["Ada"])
        report.interrupted = InterruptedMark(title: "Mix", count: 5, depth: 2)
        report.context = ContextMark(title: "Kind of Blue", identifier: "album:k", kind: "album", number: 1, count: 5)
        report.entry?.isFavourite = true
        report.entry?.stars = Stars(halves: 7)
        report.entry?.format = MediaFormat(
            codec: "flac", bitRate: 900_000, sampleRate: 44_100, bitDepth: 16, channelCount: 2, gain: -6.25)
        (report.isSingle, report.isConsuming) = (true, true)
        report.loop = PlaybackLoop(from: .seconds(2), to: .milliseconds(4500))
        report.state = .buffering
        report.buffering = 40
        report.interruption = .outputLost
        report.token = 12
        return report
    }

    @Test("What is playing, with everything that there can be, and with nothing")
    func nowPlaying() {
        #expect(back(Self.report) == Self.report)
        let nothing = NowPlayingReport(status: .stopped)
        #expect(back(nothing) == nothing)
        #expect(nothing.wire.dictionaryValue?["entry"] == nil)
    }

    @Test("A sleep timer in each mode", arguments: [.time(.seconds(5)), .track, .queue, nil] as [SleepWish?])
    func sleep(wish: SleepWish?) {
        var report = NowPlayingReport(status: .playing)
        report.sleep = wish
        #expect(back(report) == report)
        #expect(backAsBody(SleepRequest(wish))?.wish == wish)
    }

    @Test("Texts of tags are bounded, and an address that is too long is left out")
    func bounds() {
        var report = Self.report
        report.entry?.title = String(repeating: "x", count: 100_000)
        report.entry?.url = "http://host/" + String(repeating: "x", count: 100_000)
        let values = report.wire.dictionaryValue ?? [:]
        #expect((values["title"]?.stringValue?.utf8.count ?? .max) <= 2048)
        #expect(values["url"] == nil)
    }

    @Test("What a file is comes back as it went, with everything that there can be, and with nothing")
    func files() throws {
        let location = MediaLocation(filePath: Array("/m/a.flac".utf8))
        var file = ReportedFile(ContentIdentifier(kind: .track, key: "a"), title: "A", at: location, FileReport())
        #expect(back(file) == file)
        file.report.tags = [.init("ARTIST", "B"), .init("ARTIST", "C"), .init("LABEL", "")]
        (file.report.size, file.report.modified, file.report.duration) = (9_000_000_000, 5, .seconds(3))
        (file.report.bitRate, file.report.sampleRate, file.report.channelCount) = (320_000, 44_100, 2)
        file.report.replayGain = ReplayGain(trackGain: -6.5, trackPeak: 0.9, albumGain: nil, albumPeak: nil)
        (file.report.picture, file.report.lyrics) = (.file(location), .tags)
        #expect(back(file) == file)
        (file.report.picture, file.report.lyrics) = (.tags, .file)
        #expect(back(file) == file)
    }

    @Test("Commands come back as they went, each by one method")
    func commands() throws {
        let commands: [PlaybackCommand] = [
            .pause, .resume, .toggle, .stop, .next, .previous, .clearQueue, .goBack, .seek(to: .seconds(3)),
            .seekBy(.seconds(-4)), .setVolume(0.5), .adjustVolume(-0.1), .setMuted(false), .setRate(1.5),
            .adjustRate(-0.25), .setSleep(.track), .setSleep(nil), .stopAfterEntry(true), .setRepeatMode(.one),
            .setShuffleMode(.albums), .setSimilar(false), .playEntry(.init(9)), .removeEntry(.init(8)),
            .removeEntries([.init(1), .init(2)]), .moveEntry(.init(7), to: 2),
            .keepEntries([.init(3)]), .removeDuplicates, .moveEntries([.init(1), .init(2)], to: 0),
            .playNext([.init(6), .init(5)]), .playFirst([.init(6), .init(5)]), .sortQueue(.artist), .setSingle(true),
            .setConsuming(true),
            .setLoop(.part(.seconds(80), .milliseconds(105_500))), .setLoop(.mark(.end)), .setLoop(.off),
        ]
        for command in commands {
            let methods = PlaybackMethods.commands.filter { $0.arguments(command) != nil }
            #expect(methods.count == 1, "\(command)")
            let method = try #require(methods.first)
            #expect(try method.command(try #require(method.arguments(command))) == command)
        }
    }

    @Test("Every command comes back from the arguments of its method, and from those of no other")
    func commandMethods() throws {
        for method in PlaybackMethods.commands {
            let command = try method.command(method.blank)
            #expect(PlaybackMethods.commands.filter { $0.arguments(command) != nil }.map(\.name) == [method.name])
            #expect(try method.command(try #require(method.arguments(command))) == command)
        }
    }

    @Test("What is handed over comes back as it went")
    func handoff() throws {
        var entry = HandedEntry(title: "One")
        (entry.artists, entry.album, entry.discNumber, entry.trackNumber) = (["A"], "B", 1, 2)
        (entry.duration, entry.recording, entry.episode, entry.address) = (.seconds(3), "r", "e", "http://h/a")
        (entry.isLive, entry.path, entry.size, entry.number) = (true, [0x61, 0xFF], 5, 6)
        entry.segment = MediaSegment(start: .seconds(1), end: nil)
        (entry.medium, entry.identifier) = (StableKey(number: 99), 1 << 62)
        var queue = HandedQueue(
            machine: "m", run: 4, entries: [entry, HandedEntry(title: "")], current: 1, position: .seconds(9),
            isPlaying: true, rate: 2, repeatMode: .one, shuffleMode: .tracks, order: [1, 0], context: "C",
            contextCount: 7, sleep: .time(.seconds(60)), stopsAfterEntry: true)
        queue.link = "ab"
        #expect(back(queue) == queue)
        var prepared = PreparedHandoff(
            number: 1 << 61, machine: "m", title: "t", isElsewhere: true, total: 9, found: 8, missing: ["x"])
        (prepared.fetched, prepared.refusal) = (3, "no")
        #expect(back(prepared) == prepared)
        var released = ReleasedHandoff(run: 3, title: "t", entry: 8, position: .seconds(2), isPlaying: true)
        released.heard = .seconds(4)
        #expect(back(released) == released)
        var start = HandoffStart(5, current: nil, at: .seconds(1), playing: true)
        start.heard = .seconds(4)
        #expect(back(start) == start)
        var machine = MachineRecord("m", isReachable: true)
        (machine.title, machine.artists, machine.position) = ("t", ["a"], .seconds(2))
        (machine.isPlaying, machine.absence) = (true, .seconds(5))
        #expect(back(machine) == machine)
        #expect(back(ContinuedHere("s", notes: ["n"])) == ContinuedHere("s", notes: ["n"]))
    }

    @Test("What pages in browsers say and are told comes back as it went")
    func browsers() {
        var page = BrowserPage("browser:1", title: "Phone", page: "p")
        (page.isTaking, page.isLeaving, page.order, page.medium) = (true, true, 1 << 61, "run-1")
        (page.state, page.position, page.duration) = (.waiting, .seconds(2), .seconds(9))
        page.reason = "it is damaged"
        #expect(back(page) == page)
        var wish = BrowserWish()
        (wish.isHere, wish.isReplaced, wish.order, wish.medium) = (true, true, 7, "run-1")
        (wish.next, wish.position, wish.isPlaying, wish.rate) = ("run-2", .seconds(3), true, 1.5)
        (wish.volume, wish.isMuted) = (0.25, true)
        #expect(back(wish) == wish)
        #expect(
            back(BrowserPart("browser:1", "run-1", offset: 1 << 40))
                == BrowserPart("browser:1", "run-1", offset: 1 << 40))
        #expect(back(BrowserPart("b", "m", offset: 0, length: 1 << 30))?.length == MediaPiece.limit)
        let piece = MediaPiece([0, 1, 255], of: 1 << 40, type: "audio/flac")
        #expect(back(piece) == piece)
    }

    @Test("What machines that play together tell each other comes back as it went")
    func together() throws {
        let timeline = SharedTimeline(
            number: 1 << 61, queue: 3, entry: 2, position: .seconds(3), moment: .seconds(81_000), rate: 1.5,
            isPlaying: true, machine: "m")
        let queue = HandedQueue(machine: "m", entries: [HandedEntry(title: "One")], current: 0)
        #expect(back(TimelineAnswer(timeline, queue: queue)) == TimelineAnswer(timeline, queue: queue))
        let question = TimelineQuestion(queue: 4, number: 9, isHeard: true)
        #expect(back(question) == question)
        let news = TogetherNews("m", timeline: timeline, queue: queue, error: .microseconds(80), loss: "gone")
        #expect(back(news) == news)
        let state = TogetherState(
            .inStep, machine: "m", title: "t", behind: -7, error: .microseconds(9), catches: 2, isFollowed: true,
            reason: "r")
        #expect(back(state) == state)
    }

    @Test("Commands of controls elsewhere come back as they went")
    func remoteCommands() throws {
        let commands: [RemoteCommand] = [
            .play, .seek(to: .seconds(3)), .seekBy(.seconds(-4)), .skipForward(nil), .skipBackward(.seconds(10)),
            .setRate(2), .setShuffleMode(.tracks), .setRepeatMode(.all), .like(false), .dislike(true),
            .bookmark(name: nil), .bookmark(name: "here"), .nextChapter,
        ]
        for command in commands {
            #expect(try backAsBody(RemoteRequest(command))?.command() == command)
        }
    }

    @Test("Outputs, lyrics, pages of the queue and registrations come back as they went")
    func others() throws {
        let outputs = OutputListing(
            outputs: [.init(identifier: "a", title: "A", kind: "headphones", isAvailable: false, isCurrent: true)],
            chosen: .init(identifier: "b", title: "B"), isServerThere: true, fixed: "null")
        #expect(backAsBody(outputs) == outputs)
        #expect(backAsBody(OutputListing()) == OutputListing())
        let room = Room(
            identifier: "a", title: "A", isConnected: false, isPlaying: true, volume: 0.5, isMuted: true, group: "g",
            groupTitle: "G", output: "o")
        #expect(backAsBody(Only([room]))?.value == [room])
        let change = RoomChange(volume: 0.5, isPlaying: false)
        #expect(try backAsBody(Pair("a", Strict(change)))?.second.understood() == change)
        let lyrics = FoundLyrics(lyrics: Lyrics([.init("one", at: .seconds(1)), .init("", at: .zero)]), source: .tags)
        #expect(backAsBody(LyricsReply(lyrics))?.found == lyrics)
        #expect(backAsBody(LyricsReply(nil))?.found == nil)
        let page = QueuePage(
            total: 9, current: 0, entries: [.init(id: .init(4), identifier: "track:a", title: "A", isCurrent: true)],
            context: ContextMark(title: "Mix"), revision: 77)
        #expect(backAsBody(page) == page)
        #expect(backAsBody(QueuePage(total: 0, entries: [])) == QueuePage(total: 0, entries: []))
        let provider = ProviderRegistration(
            busName: "org.a", objectPath: "/a", name: "A", icon: "i", deadline: .seconds(2), isKept: true)
        #expect(try backAsBody(ProviderRequest(provider))?.registration() == provider)
    }

    private static var suggestion: SuggestionRecord {
        var suggestion = SuggestionRecord(id: "7.2", identifier: "album:k", title: "Blue")
        (suggestion.subtitle, suggestion.sentence, suggestion.cause) = ("Ada", "You pinned this.", "nominated")
        (suggestion.ground, suggestion.probability, suggestion.isPlayable) = ("pinned", 0.25, false)
        suggestion.reasons = [.init(facet: "hour", weight: -0.5)]
        (suggestion.artwork, suggestion.position) = ("file:///a.png", .seconds(4))
        return suggestion
    }

    @Test("Devices, places, times and events of triggers come back as they went")
    func triggers() {
        var device = TriggerDeviceRecord(id: "A", name: "Set", kind: "car")
        (device.isSaid, device.isAmbiguous, device.isHeard) = (true, true, true)
        (device.policy, device.lastSeen, device.volumeLimit) = ("play", 12, 0.5)
        #expect(back(device) == device)
        let plain = TriggerDeviceRecord(id: "A", name: "Set", kind: "other")
        #expect(back(plain) == plain)
        #expect(plain.wire.dictionaryValue?["policy"] == .string(""))
        var place = PlaceRecord(name: "home")
        #expect(back(place) == place)
        (place.networks, place.isHere, place.policy) = (2, true, "ignore")
        place.area = .init(latitude: 52.5, longitude: 13.25, radius: 150)
        #expect(back(place) == place)
        let time = TriggerTimeRecord(name: "gym", minute: 1_080, days: ["tue", "thu"], next: 99)
        #expect(back(time) == time)
        let event = TriggerEventRecord(time: 3, source: "", event: "raise", text: "You came home.")
        #expect(back(event) == event)
        let source = TriggerSourceRecord(source: "sound", state: "working")
        #expect(back(source) == source)
    }

    @Test("Trips come back as they went")
    func trips() throws {
        let options = TripOptions(origin: "Home", time: .seconds(1_500))
        let understood = try Strict(options).understood()
        #expect(understood.origin == "Home" && understood.time == .seconds(1_500))
        let basis = TripBasis(
            count: 4, isByCar: true, lower: .seconds(1_200), upper: .seconds(1_800), isOfSuchTimes: true)
        let record = TripRecord(from: "Home", to: "Work", basis, median: .seconds(1_500), last: 9)
        #expect(back(record) == record)
        var plan = TripPlan(time: .seconds(1_500), reason: "nothing fits")
        #expect(back(plan) == plan)
        plan = TripPlan(
            time: .seconds(1_500), basis: basis, destination: "Work", location: Location(name: "Work"), origin: "Home",
            fitted: FittedContent(
                titles: ["News"], times: [.seconds(60)], musicCount: 2, total: .seconds(600), fades: true)
        )
        #expect(back(plan) == plan)
    }

    @Test("Notifications come back as they went")
    func notifications() throws {
        var content = NotificationContent(
            title: "T", subtitle: "S", body: "B", category: "c", thread: "t", urgency: .critical)
        (content.badge, content.sound, content.attachments) = (3, "default", ["file:///a.png"])
        (content.privacy, content.isMutable, content.item, content.expires) = (.hidden, true, "album:a", 9)
        content.progress = 40
        content.info.values["k"] = .texts(["a"])
        #expect(back(content) == content)
        let date = CalendarComponents(year: 2030, month: 2, day: 3, weekdays: [0, 6], hour: 4, minute: 5, second: 6)
        let triggers: [NotificationTrigger] = [
            .interval(60, repeats: true), .calendar(date, repeats: false), .calendar(.init(minute: 0), repeats: true),
            .event(.init(.device, "Set"), .untilAnswered), .event(.init(.wake), .always),
        ]
        for trigger in triggers {
            let wish = NotificationWish("i", content, trigger: trigger)
            #expect(try Strict(wish).understood() == wish)
            let reminder = ReminderWish(place: "album:a", trigger, note: "n")
            #expect(try Strict(reminder).understood() == reminder)
            let alarm = AlarmWish(
                trigger, place: "album:a", title: "t", volume: 0.4, fade: .seconds(9), output: "speakers")
            #expect(try Strict(alarm).understood() == alarm)
        }
        let action = NotificationAction(
            "a", "A", takesText: true, placeholder: "p", isForeground: true, isDestructive: true, needsUnlock: true)
        var row = NotificationRow(
            client: "org.example", program: "P", NotificationWish("i", content), .delivered, due: 5, actions: [action])
        (row.number, row.shown, row.screen) = (7, 6, "desktop")
        #expect(back(row) == row)
        var client = NotificationClient("org.example", title: "P")
        (client.alert, client.sound, client.badge, client.silenced) = (.allowed, .refused, .undecided, ["c"])
        client.categories = [NotificationCategory("c", actions: [action], tellsDismissal: true, summary: "%u")]
        let record = NotificationClientRecord(client, pending: 1, delivered: 2)
        #expect(back(record) == record)
        let program = NotificationProgram(title: "P", categories: client.categories, handler: "/a", completer: "/b")
        #expect(try Strict(program).understood() == program)
        let selection = NotificationSelection(client: "c", identifiers: ["i"], thread: "t", part: .delivered)
        #expect(try Strict(selection).understood() == selection)
        let response = NotificationResponseRecord(
            NotificationResponse(
                number: 3, name: row.name, answer: .init(.custom("a"), text: ""), content: content, time: 4))
        #expect(back(response) == response)
    }

    @Test("Intents come back as they went")
    func intents() throws {
        let values: [String: ParameterValue] = [
            "a": .text("x"), "b": .number(1.5), "c": .flag(true), "d": .object(identifier: "album:a", title: "A"),
        ]
        var request = IntentRequest("play", values, isConfirmed: true)
        request.language = "de"
        #expect(try Strict(request).understood() == request)
        var outcome = IntentOutcome(.asks, "org.example.A.b", title: "T", sentence: "S", values: values)
        (outcome.code, outcome.parameter, outcome.picture) = ("c", "p", "file:///a.png")
        outcome.choices = [IntentChoice("n", "N", subtitle: "s")]
        (outcome.lines, outcome.properties, outcome.total, outcome.isUndoable) = (["l"], values, 3, true)
        outcome.items = [ContentRecord(identifier: "album:a", kind: "album", title: "A", isContainer: true)]
        #expect(back(outcome) == outcome)
        let shortcut = Shortcut("S", phrase: "p", steps: [.init("play", values), .init("undo")])
        #expect(try Strict(shortcut).understood() == shortcut)
        let cue = CueRecord("c", "car", runs: "S", isPerformed: true, volumeLimit: 0.4, coolDown: 60)
        #expect(try Strict(cue).understood() == cue)
        #expect(try Strict(CueRecord("c", "car", runs: "S")).understood() == CueRecord("c", "car", runs: "S"))
        let said = SayOptions(language: "de", reading: 2, isConfirmed: true, isRehearsal: true)
        #expect(try Strict(said).understood() == said)
        for definition in BuiltinIntents.all {
            let record = IntentRecord(definition, programName: "OnCue")
            #expect(back(record) == record)
        }
        var definition = IntentDefinition(.init("org.example.A", "b"), title: "B")
        (definition.category, definition.effect) = (.order, .lasting)
        (definition.isConfirmed, definition.needsUnlock) = (true, true)
        definition.responses = [
            IntentResponse("done", isSuccess: true, properties: ["m"], text: IntentTemplate("in ${m}"))
        ]
        let record = IntentRecord(definition, programName: "A")
        #expect(back(record) == record)
    }

    @Test("People come back as they went")
    func people() throws {
        var person = PersonRecord("Ada")
        #expect(back(person) == person)
        (person.isContact, person.mails, person.telephones) = (true, ["a@b"], ["+49"])
        (person.messengers, person.devices, person.isPresent) = (["xmpp:a@b"], ["Set"], true)
        (person.interactions, person.last) = (3, 9)
        #expect(back(person) == person)
        let interaction = InteractionRecord(
            program: "p", identifier: "i", action: "share", direction: "incoming", people: ["Ada"], group: "g",
            item: "album:a", title: "A", time: 4)
        #expect(try Strict(interaction).understood() == interaction)
        let page = InteractionPage(total: 7, interactions: [interaction])
        #expect(backAsBody(page) == page)
        let shared = SharedItem("track:a", title: "A", subtitle: "B", link: "https://example.org")
        #expect(back(shared) == shared)
    }

    @Test("A wish that clears a setting arrives, and what is not wished is not sent")
    func wishes() throws {
        for wish in [TriggerWish(kind: ""), TriggerWish(policy: ""), TriggerWish(policy: "play", volumeLimit: 2)] {
            #expect(try Strict(wish).understood() == wish)
        }
        #expect(FormWriter.dictionary(TriggerWish()).isEmpty)
        let here = PlaceLocation.here(radius: 80)
        #expect(try Strict(here).understood() == here)
        #expect(FormWriter.dictionary(here).keys.sorted() == ["here", "radius"])
        let area = PlaceLocation.area(.init(latitude: 1, longitude: -2))
        #expect(try Strict(area).understood() == area)
        #expect(FormWriter.dictionary(area).keys.sorted() == ["latitude", "longitude"])
    }

    @Test("What is simulated comes back as it went, with its suggestions")
    func simulation() throws {
        let request = SimulationRequest(kind: "arrival", name: "home", time: 9, place: "", isDryRun: true)
        #expect(try Strict(request).understood() == request)
        var result = SimulationResult(
            isRaised: true, action: "play", objections: [.init(rule: "call", sentence: "You are in a call.")],
            suggestions: [Self.suggestion, SuggestionRecord(id: "now.1", identifier: "track:a", title: "A")],
            note: "Little has been learnt yet.")
        (result.sentence, result.time, result.place, result.device) = ("You came home.", 9, "home", "Set")
        result.trip = "About 25 min to Work, the median of 4 trips from Home."
        #expect(back(result) == result)
    }

    @Test("An offer, its end and the property come back as they went")
    func offers() {
        var offer = SuggestionOffer(
            id: 7, trigger: "arrival", sentence: "You came home.", raisedAt: 5, expiresAt: 9,
            suggestions: [Self.suggestion])
        (offer.device, offer.place) = ("Set", "home")
        #expect(back(offer) == offer)
        let end = backAsBody(OfferEnd(7, "expired"))
        #expect(end?.id == 7 && end?.reason == "expired")
        for present in [offer, nil] {
            let values = FormWriter.dictionary(SuggestionProperties(offer: present))
            #expect(values.keys.sorted() == ["Offer"])
            #expect(FormReader.value(SuggestionProperties.self, in: values)?.offer == present)
        }
        let explanation = SuggestionExplanation(Self.suggestion, time: 8, place: "home", trigger: "arrival")
        #expect(back(explanation) == explanation)
        let accepted = AcceptedSuggestion(identifier: "album:k", title: "Blue", position: .seconds(3))
        #expect(back(accepted) == accepted)
    }

    @Test("Learnt data and preferences come back as they went")
    func learnt() throws {
        let said = SaidRecord(identifier: "album:k", title: "Blue", isNever: true, neverHere: ["Set"])
        #expect(back(said) == said)
        let page = LearntPage(total: 9, lines: ["{}"])
        #expect(backAsBody(page) == page)
        var donation = DonatedPlayback(item: "album:k", program: "org.a", identifier: "1", kind: "skipped", time: 4)
        (donation.trigger, donation.device, donation.place) = ("car", "Passat", "home")
        #expect(try Strict(donation).understood() == donation)
    }

    @Test("Settings of suggestions come back as they went, and so does each change, also one that empties")
    func suggestionSettings() throws {
        var settings = SuggestionSettings()
        #expect(back(settings) == settings)
        settings.quietHours = .init(from: 1_320, to: 420)
        (settings.moments, settings.stages) = (["unlock"], false)
        #expect(back(settings) == settings)
        let changes: [SuggestionSetting] = [
            .quietHours(nil), .coolDown(.seconds(60)), .lifetime(.seconds(30)), .stagingGuard(.zero),
            .dismissalLimit(0), .stages(false), .moments([]), .notifies(false),
        ]
        #expect(try Strict(SuggestionChanges(changes)).understood().settings() == changes)
        for change in changes + [.quietHours(.init(from: 0, to: 60)), .moments(["boot"]), .stages(true)] {
            #expect(try Strict(SuggestionChanges([change])).understood().settings() == [change])
        }
        let half = try #require(Strict<SuggestionChanges>(wire: .dictionary(["quietFrom": .uint32(1)])))
        #expect(throws: ServiceError(.invalidValue, "quietFrom and quietTo must be set together")) {
            try half.understood().settings()
        }
    }

    @Test("Changes of the queue come back as they went, and follow each other")
    func queueChanges() {
        let difference = QueueDifference(
            removed: [2..<4], moved: [.init(start: 0, target: 5, count: 1)],
            inserted: [.init(target: 1, count: 2, first: .init(30))])
        let change = QueueChange(base: 4, revision: 5, total: 9, difference: difference)
        #expect(backAsBody(change) == change)
        let reset = QueueChange(base: 4, revision: 9, total: 9, difference: nil)
        #expect(backAsBody(reset) == reset)
        let changes = QueueChanges(revision: 5, total: 9, changes: [change])
        #expect(backAsBody(QueueNews(changes))?.changes(since: 4) == changes)
        let part = QueueIdentifiers(
            total: 9, revision: 5,
            rows: [.init(.init(7), "track:a"), .init(.init(1 << 60), ""), .init(.init(3), "é:\n")])
        #expect(backAsBody(part) == part)
        #expect(backAsBody(QueueIdentifiers.blank) == .blank)
        let unknown = QueueChanges(revision: 5, total: 9, changes: nil)
        #expect(backAsBody(QueueNews(unknown))?.changes(since: 1) == unknown)
    }

    @Test("Pages of the content tree, and what is told of it")
    func content() {
        let album = ContentRecord(
            identifier: "album:k", kind: "album", title: "Kind of Blue", isContainer: true, path: "/0")
        var listing = ContentListing(
            revision: ContentTree.Revision(7), container: album, offset: 2, total: 9,
            items: [ContentRecord(identifier: "track:a", kind: "track", title: "So What", duration: .seconds(9))],
            isLoading: true, showsProgress: true)
        listing.all = 12
        var back = backAsBody(ChildrenPage(listing))?.listing(from: 2)
        listing.items[0].path = "/0/2"
        #expect(back == listing)

        listing = ContentListing(revision: ContentTree.Revision(7), total: 0, items: [])
        listing.unanswered = [UnansweredBranch(title: "A", message: "no"), UnansweredBranch(title: "B", message: "?")]
        back = backAsBody(FoundPage(listing))?.listing(from: 0)
        #expect(back == listing)

        for named in [NamedItems([album]), NamedItems([album], by: .words, runnerUp: album)] {
            #expect(backAsBody(named) == named)
        }
        for options in [ChildrenOptions(), ChildrenOptions(waits: false, view: 3)] {
            #expect(self.back(options) == options)
        }
        for options in [SearchOptions(), SearchOptions(limit: 50, isOnlyProvided: true)] {
            #expect(self.back(options) == options)
        }
        for limits in [ContentLimits(), ContentLimits(items: 6, depth: 2)] {
            #expect(self.back(limits) == limits)
            #expect(self.back(ContentContext(limits)) == ContentContext(limits))
        }
        var finding = SearchFinding(search: 3, source: "Radio", error: "", isLast: false)
        finding.groups = [
            SearchFinding.Group(ContentSearchGroup(kind: .album, total: 4, isTotalExact: false, items: []))
        ]
        #expect(backAsBody(finding) == finding)
    }

    @Test("A difference of a container comes back whole or not at all")
    func differences() {
        let difference = ContainerDifference(
            of: "album:k", revision: ContentTree.Revision(7), added: [.init(index: 1, identifier: "track:b")],
            removed: ["track:a"], changed: ["track:c"])
        #expect(backAsBody(difference) == difference)
        let changes = ContainerChanges(revision: ContentTree.Revision(8), difference: nil)
        #expect(backAsBody(changes) == changes)
        var members = FormWriter.members(difference)
        members[2] = .array([.structure([.uint32(0)])], of: "(us)")
        #expect(MemberReader.value(ContainerDifference.self, in: members) == nil)
    }
}
