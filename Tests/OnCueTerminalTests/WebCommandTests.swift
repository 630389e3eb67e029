// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import Synchronization
import Testing
import WebAccess

@testable import OnCueTerminal

@Suite("oncue web")
struct WebCommandTests {
    /// A page on paper.
    private final class Pages: PageServing {
        let served: Mutex<PageServingState>
        let calls = Mutex<[String]>([])

        init(_ state: PageServingState = PageServingState()) { served = Mutex(state) }

        func state() async throws(CommandFailure) -> PageServingState { served.withLock { $0 } }

        func serve(_ settings: WebSettings?) async throws(CommandFailure) -> PageServingState {
            served.withLock { state in
                state.isServing = settings != nil
                state.isLasting = settings != nil
                if let settings {
                    state.settings = settings
                    state.addresses = [settings.isEncrypted ? "https://10.0.0.1:6628/" : "http://localhost:6628/"]
                }
                return state
            }
        }

        func pairingCode() async throws(CommandFailure) -> PagePairing {
            calls.withLock { $0.append("code") }
            return PagePairing(
                code: "ABCDE-FGHJK", seconds: 60, address: "http://localhost:6628/#pair=ABCDE-FGHJK",
                rows: [[true, false], [true, true]])
        }

        func forget(_ name: String?) async throws(CommandFailure) -> PageServingState {
            calls.withLock { $0.append("forget \(name ?? "all")") }
            return served.withLock { state in
                state.devices.removeAll { name == nil || $0.name == name }
                return state
            }
        }
    }

    private func session(_ pages: Pages, screen: Screen = Screen()) -> Session {
        let session = Session(screen: screen)
        session.pages = pages
        return session
    }

    private static var phone: PageServingState {
        var state = PageServingState()
        state.isServing = true
        state.devices = [.init(name: "Anna's phone", paired: 1_700_000_000, seen: 1_700_003_600)]
        return state
    }

    @Test("While it is off it says how to switch it on, and makes no code")
    func off() async {
        let pages = Pages()
        let session = session(pages)
        #expect(await session.run("web") == .done)
        #expect(session.data.text.hasPrefix("The page is off"))
        #expect(pages.calls.withLock { $0 } == [])
    }

    @Test("It is served to this machine only, unless the network is asked for")
    func on() async {
        let pages = Pages()
        let session = session(pages)
        await session.run("web", "on")
        #expect(pages.served.withLock { $0.settings } == WebSettings())
        #expect(session.talk.text.contains("Only this machine reaches it"))
        await session.run("web", "on", "--network", "--port", "7000", "--host", "a.example", "--host", "b.example")
        var settings = WebSettings()
        (settings.port, settings.isOnNetwork, settings.hosts) = (7_000, true, ["a.example", "b.example"])
        #expect(pages.served.withLock { $0.settings } == settings)
        #expect(session.talk.text.contains("https://10.0.0.1:6628/") && session.talk.text.contains("/ca.crt"))
        // The port and the names stay; what is open is said each time.
        await session.run("web", "on", "--network", "--plain")
        settings.isPlain = true
        #expect(pages.served.withLock { $0.settings } == settings)
        #expect(session.talk.text.contains("not encrypted"))
        #expect(await session.run("web", "off") == .done)
        #expect(pages.served.withLock { !$0.isServing })
    }

    @Test("It is served at one address only if that is said, which is then said again")
    func address() async throws {
        let pages = Pages()
        let session = session(pages)
        await session.run("web", "on", "--address", "192.168.1.20")
        var settings = WebSettings()
        (settings.address, settings.isOnNetwork) = ("192.168.1.20", true)
        #expect(pages.served.withLock { $0.settings } == settings && settings.isEncrypted)
        #expect(session.talk.text.contains("It is served at 192.168.1.20 only"))
        await session.run("web", "--json")
        #expect(try JSONValue(parsing: session.data.text)["onlyAt"] == "192.168.1.20")
        #expect(SocketUnit.text(settings, hasSix: true).hasSuffix("ListenStream=\nListenStream=192.168.1.20:6628\n"))
        settings.address = "fd00::20"
        #expect(SocketUnit.text(settings, hasSix: true).hasSuffix("ListenStream=\nListenStream=[fd00::20]:6628\n"))
        // One of this machine alone opens nothing.
        await session.run("web", "on", "--address", "127.0.0.2")
        #expect(pages.served.withLock { !$0.settings.isOnNetwork && $0.settings.address == "127.0.0.2" })
        for wrong in ["0.0.0.0", "::", "router", "fe80::1%eth0", "192.168.1.20:80", ""] {
            #expect(await session.run("web", "on", "--address", wrong) == .wrongWords, "\(wrong)")
        }
        // Without it, all of them.
        await session.run("web", "on", "--network")
        #expect(pages.served.withLock { $0.settings.address } == "")
    }

    @Test("A port or a name that is none is refused")
    func wrong() async {
        let session = session(Pages())
        #expect(await session.run("web", "on", "--port", "0") == .wrongWords)
        #expect(await session.run("web", "on", "--host", "http://x/") == .wrongWords)
        #expect(await session.run("web", "forget") == .wrongWords)
        #expect(await session.run("web", "forget", "x", "--all") == .wrongWords)
    }

    @Test("It shows the address with a fresh code, in a terminal as a picture, too")
    func code() async throws {
        let pages = Pages(Self.phone)
        let plain = session(pages)
        await plain.run("web")
        #expect(plain.data.text == "http://localhost:6628/#pair=ABCDE-FGHJK\n")
        let terminal = session(pages, screen: Screen(isTerminal: true))
        await terminal.run("web")
        #expect(terminal.data.text.contains("██ ▀██\n"))
        await plain.run("web", "--json")
        let json = try JSONValue(parsing: plain.data.text)
        #expect(json["code"] == "ABCDE-FGHJK" && json["seconds"] == 60 && json["total"] == 1)
        #expect(pages.calls.withLock { $0.count } == 3)
    }

    @Test("Devices are listed and forgotten by names of several words")
    func devices() async throws {
        let pages = Pages(Self.phone)
        let session = session(pages)
        await session.run("web", "devices")
        #expect(session.data.text.hasPrefix("Anna's phone  paired 2023-11-1"))
        await session.run("web", "devices", "--json")
        let json = try JSONValue(parsing: session.data.text)
        #expect(json["items"]?[0]?["name"] == "Anna's phone" && json["code"] == nil)
        await session.run("web", "forget", "Anna's", "phone")
        #expect(pages.calls.withLock { $0 } == ["forget Anna's phone"])
        await session.run("web", "devices")
        #expect(session.talk.text.contains("No device is paired"))
    }

    @Test("What oncue-web says is read, and what it could not have said is not")
    func answers() throws {
        let text =
            "{\"serving\":true,\"process\":7,\"lasting\":true,\"port\":7000,\"network\":true,\"plain\":false,\"onlyAt\":\"10.0.0.1\",\"hosts\":[\"a\"],\"addresses\":[\"b\"],\"devices\":[{\"name\":\"x\",\"paired\":1,\"seen\":2}]}"
        let state = try #require(PageServingState(json: JSONValue(parsing: text)))
        #expect(
            state.settings.port == 7_000 && state.settings.isEncrypted && state.settings.address == "10.0.0.1"
                && state.devices.map(\.name) == ["x"])
        #expect(PageServingState(json: ["serving": 1]) == nil && PagePairing(json: []) == nil)
    }

    @Test("Light modules are drawn around the code, two rows in a line, if there is room for it")
    func picture() {
        let rows = [[true, false, true], [false, true, true], [true, true, true]]
        #expect(
            QRPicture.lines(rows, screen: Screen(isTerminal: true)) == ["███████", "██▄▀ ██", "██▄▄▄██", "███████"])
        let wide = [[Bool]](repeating: [Bool](repeating: true, count: 90), count: 90)
        #expect(QRPicture.lines(wide, screen: Screen(isTerminal: true)) == [])
        #expect(QRPicture.lines([], screen: Screen()) == [])
    }
}
