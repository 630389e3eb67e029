// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueInterface
import OnCueTestSupport
import Testing

@testable import OnCueCore
@testable import OnCueTerminal

@Suite("The full-screen program with what open directories have")
struct AppFoundTests {
    private static let start = ContinuousClock.now

    private func model(_ tab: AppTab, width: Int = 120, height: Int = 40, color: Bool = true) -> AppModel {
        var screen = Screen(isTerminal: true, width: width, height: height)
        screen.usesColor = color
        var model = AppModel(tab, screen: screen, now: Self.start)
        _ = model.begin()
        return model
    }

    private func press(_ model: inout AppModel, _ keys: String) -> [AppEffect] {
        keys.flatMap { letter in model.handle(.key(letter == "\r" ? .enter : .character(letter))) }
    }

    /// Gives the list the rows that the directory has.
    private func answer(_ model: inout AppModel, _ effects: [AppEffect]) async -> [AppEffect] {
        let pages = AppPages(service: FakeService(), files: Session().files)
        var more: [AppEffect] = []
        for case .fetch(let fetch) in effects { more += model.handle(await pages.read(fetch)) }
        return more
    }

    private func asked(_ effects: [AppEffect]) -> [ListFetch] {
        effects.compactMap { if case .fetch(let fetch) = $0, fetch.source.isDirectory { fetch } else { nil } }
    }

    @Test("n takes an address as before, and searches for words")
    func words() async {
        var model = model(.podcasts)
        #expect(press(&model, "nhttps://h/feed\r").contains(.item(.subscribe("https://h/feed"))))
        #expect(press(&model, "nexample.org/feed.xml\r").contains(.item(.subscribe("example.org/feed.xml"))))
        let effects = press(&model, "nlate night\r")
        #expect(asked(effects).map(\.source) == [.directory(.podcasts, words: "late night")])
        #expect(model.level.title == "Search: late night")

        var radio = self.model(.radio)
        _ = press(&radio, "nhttp://h/live\rJazz\r")
        #expect(asked(press(&radio, "njazz\r")).map(\.source) == [.directory(.stations, words: "jazz")])
    }

    @Test(
        "What may be an address is not sent to a directory",
        arguments: ["localhost:8000", "localhost:8000/live", "nas/feed", "me:secret@nas", "https://h/a b"])
    func addresses(text: String) {
        var model = model(.podcasts)
        let effects = press(&model, "n\(text)\r")
        #expect(effects.contains(.item(.subscribe(text))))
        #expect(asked(effects).isEmpty)
        #expect(asked(press(&model, "nnews: at 8\r")).count == 1)
    }

    @Test("Keys that come before the results do nothing to them")
    func unseen() async {
        var model = model(.podcasts)
        let effects = press(&model, "nlate night\r")
        #expect(press(&model, "\r").isEmpty && press(&model, "n").isEmpty)
        _ = press(&model, "\r")
        let more = await answer(&model, effects)
        #expect(!more.contains { if case .item = $0 { true } else { false } })
        #expect(model.level.selection != nil)
    }

    @Test("After a search that failed or found nothing, n asks for other words, and Ctrl-r asks again")
    func deadEnds() async {
        for words in ["offline", "nothing"] {
            var model = model(.podcasts)
            _ = await answer(&model, press(&model, "n\(words)\r"))
            let again = asked(model.handle(.key(.control("r"))))
            #expect(again.map(\.source) == [.directory(.podcasts, words: words)])
            _ = await answer(&model, again.map { .fetch($0) })
            #expect(press(&model, "n").isEmpty && model.prompt != nil)
            #expect(asked(press(&model, "late night\r")).map(\.source) == [.directory(.podcasts, words: "late night")])
        }
    }

    @Test("A picture that is on its way is not fetched for a list that was left")
    func leftPicture() async {
        var model = model(.radio)
        _ = await answer(&model, press(&model, "njazz\r"))
        #expect(press(&model, "h").contains(.leaveFound))
        #expect(!press(&model, "j").contains(.leaveFound))
    }

    @Test("A title that is too long for a name is shortened")
    func longTitle() {
        let name = FoundStation.name(String(repeating: "ä", count: 300))
        #expect(name.utf8.count <= FoundStation.longestName && name.hasSuffix("ä…"))
    }

    @Test("Enter subscribes to a podcast and plays a station; n subscribes and adds")
    func takes() async {
        var model = model(.podcasts)
        _ = await answer(&model, press(&model, "nlate night\r"))
        #expect(model.lines(Self.start).contains { $0.contains("Backstage") && $0.contains("42 episodes") })
        #expect(press(&model, "\r").contains(.item(.subscribe("https://example.org/feed.xml"))))
        #expect(press(&model, "n").contains(.item(.subscribe("https://example.org/feed.xml"))))
        for key in ["d", "f", "a", "R", "D", "o", "S", "p", "v", "J"] {
            let effects = press(&model, key).filter { if case .drawFound = $0 { false } else { true } }
            #expect(effects.isEmpty && model.prompt == nil, "\(key)")
            #expect(model.message == "Enter subscribes to it first", "\(key)")
        }

        var radio = self.model(.radio)
        _ = await answer(&radio, press(&radio, "njazz\r"))
        #expect(radio.lines(Self.start).contains { $0.contains("Kestrel Jazz") && $0.contains("MP3 128 kbit/s") })
        let played = press(&radio, "\r")
        #expect(played.contains(.play(["https://example.org/live"], shuffle: nil, title: "Kestrel Jazz")))
        #expect(
            press(&radio, "n").contains(.item(.addStation("Kestrel Jazz", address: "https://example.org/live"))))
        #expect(press(&radio, "f").isEmpty && radio.message == "n adds it first")
        _ = press(&radio, "i")
        #expect(radio.lines(Self.start).contains { $0.contains("jazz, soul") })
    }

    @Test("The picture of the selected row is fetched, and that of no other")
    func pictures() async {
        var model = model(.radio)
        let first = await answer(&model, press(&model, "njazz\r"))
        let request = model.found.request
        #expect(request?.address == "https://example.org/live")
        #expect(first.filter { if case .drawFound = $0 { true } else { false } }.count == 1)
        // It is asked for once, whatever else happens.
        #expect(!model.handle(.tick).contains { if case .drawFound = $0 { true } else { false } })
        if let request { _ = model.handle(.foundPicture(request, "ROW1\nROW2\n")) }
        #expect(model.lines(Self.start).contains { $0.contains("ROW1") })
        #expect(model.lines(Self.start).contains { $0.contains("Germany") && $0.contains("Country") })
        // A late picture of another row is not shown.
        _ = press(&model, "j")
        if let request { _ = model.handle(.foundPicture(request, "ROW1\nROW2\n")) }
        #expect(!model.lines(Self.start).contains { $0.contains("ROW1") })
        #expect(model.found.request?.address == "http://example.org:8000/bare")
        // Pixels lie over cells that stay empty, beside the list.
        if let request = model.found.request { _ = model.handle(.foundPicture(request, "\u{1B}_Gx\u{1B}\\")) }
        let frame = model.frame(Self.start)
        #expect(frame.picture?.text.hasPrefix("\u{1B}[") == true && frame.picture?.text.contains("\u{1B}_Gx") == true)
        _ = press(&model, "h")
        #expect(model.found.request == nil && model.frame(Self.start).picture == nil)
    }

    @Test("Without room or colours there is no picture, and none is fetched", arguments: [(80, true), (120, false)])
    func noRoom(width: Int, color: Bool) async {
        var model = model(.podcasts, width: width, color: color)
        let effects = await answer(&model, press(&model, "nlate night\r"))
        #expect(!effects.contains { if case .drawFound = $0 { true } else { false } })
        #expect(model.lines(Self.start).allSatisfy { !$0.contains("ROW") })
        #expect(model.lines(Self.start).contains { $0.contains("Backstage") })
    }

    @Test("The directory is not asked again by itself, also after a failure")
    func once() async {
        var model = model(.podcasts)
        _ = await answer(&model, press(&model, "nlate night\r"))
        var effects = press(&model, "jk76") + model.handle(.outdated(.podcasts))
        effects += model.handle(.resized(Screen(isTerminal: true, width: 130, height: 41)))
        #expect(asked(effects).isEmpty)
        #expect(model.level.title == "Search: late night")

        _ = press(&model, "h")
        _ = await answer(&model, press(&model, "noffline\r"))
        #expect(model.lines(Self.start).contains { $0.contains("did not answer") })
        #expect(asked(press(&model, "jk76") + model.handle(.outdated(.podcasts))).isEmpty)
        _ = press(&model, "h")
        #expect(model.trees[.podcasts]?.levels.count == 1)
        _ = await answer(&model, press(&model, "nnothing\r"))
        #expect(model.lines(Self.start).contains { $0.contains("nothing found for nothing") })
    }
}
