// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueActivities
import Testing

@Suite("Which activity is current, which are kept, and which go")
struct ActivityRegisterTests {
    private var register = ActivityRegister()

    private func activity(
        _ identifier: String, of program: String = "org.example.A", _ eligibility: Activity.Eligibility = .search
    ) -> Activity {
        Activity(.init(program, identifier), type: program + ".thing", title: "Thing", eligibility: eligibility)
    }

    @Test("The one that became current last is current, and then the one before it")
    mutating func order() throws {
        for program in ["org.example.A", "org.example.B"] {
            for identifier in ["1", "2"] {
                _ = try register.put(activity(identifier, of: program), of: program, at: 1)
            }
        }
        register.becomeCurrent(.init("org.example.A", "1"))
        register.becomeCurrent(.init("org.example.A", "2"))
        register.becomeCurrent(.init("org.example.B", "1"))
        #expect(register.current?.name == .init("org.example.B", "1"))
        register.resign(.init("org.example.B", "1"))
        #expect(register.current?.name == .init("org.example.A", "2"))
        register.left("org.example.A")
        #expect(register.current == nil, "a program has one in the order")
    }

    @Test("What goes on behind is current only while the user has turned to nothing else")
    mutating func behind() throws {
        let (listening, browsing) = (Activity.Name("org.example.A", "1"), Activity.Name("org.example.B", "1"))
        for name in [listening, browsing] {
            _ = try register.put(activity("1", of: name.program), of: name.program, at: 1)
        }
        register.goOnBehind(listening)
        #expect(register.current?.name == listening)
        register.becomeCurrent(browsing)
        register.goOnBehind(listening)
        #expect(register.current?.name == browsing)
        register.resign(browsing)
        #expect(register.current?.name == listening)
    }

    @Test("Another machine is told nothing that means something here alone")
    func elsewhere() {
        var own = activity("1")
        (own.item, own.occasion, own.thumbnail, own.webPage) = ("album:a", "unlock", "file:///x.png", "https://x.org")
        let told = own.elsewhere
        #expect(told.item == nil && told.occasion == nil && told.thumbnail == nil && told.webPage == "https://x.org")
        own.thumbnail = "https://x.org/x.png"
        #expect(own.elsewhere.thumbnail == "https://x.org/x.png")
    }

    @Test(
        "Only what searches or suggestions may use is kept",
        arguments: [
            (Activity.Eligibility.search, true), (.prediction, true), (.everyone, true), (.handoff, false),
            (Activity.Eligibility(), false),
        ])
    mutating func keeping(eligibility: Activity.Eligibility, isKept: Bool) throws {
        let effects = try register.put(activity("1", eligibility), of: ":1.1", at: 5)
        #expect(effects.isEmpty != isKept)
        register.left(":1.1")
        #expect(register.entries.isEmpty != isKept)
    }

    @Test("What nobody is eligible for can be current, and is listed nowhere")
    mutating func unseen() throws {
        _ = try register.put(activity("1", []), of: ":1.1", at: 5)
        register.becomeCurrent(.init("org.example.A", "1"))
        #expect(register.current?.title == "Thing")
        #expect(register.listed.isEmpty)
    }

    @Test("Losing all eligibility forgets what was kept")
    mutating func losing() throws {
        _ = try register.put(activity("1"), of: ":1.1", at: 5)
        #expect(try register.put(activity("1", .handoff), of: ":1.1", at: 6) == [.forget(.init("org.example.A", "1"))])
    }

    @Test("Of its information only what is required is kept")
    mutating func required() throws {
        var one = activity("1")
        one.info = ActivityInfo(["id": .text("x"), "scroll": .integer(4)])
        one.requiredKeys = ["id"]
        guard case .keep(let kept)? = try register.put(one, of: ":1.1", at: 5).first else {
            Issue.record("it is not kept")
            return
        }
        #expect(kept.info.values == ["id": .text("x")])
        register.invalidate(one.name)
        #expect(register.entries[one.name]?.activity.info.values == ["id": .text("x")])
    }

    @Test("It goes when it expires, and a month after its last change when it does not say")
    mutating func expiring() throws {
        var one = activity("1")
        one.expires = 50
        _ = try register.put(one, of: ":1.1", at: 5)
        _ = try register.put(activity("2"), of: ":1.1", at: 5)
        #expect(register.nextExpiration == 50)
        #expect(register.expire(at: 49) == [])
        #expect(register.expire(at: 50) == [.forget(one.name)])
        #expect(register.expire(at: 5 + ActivityLimits.lifetime) == [.forget(.init("org.example.A", "2"))])
    }

    @Test("They are deleted by identifier, by persistent identifier, by program, and all")
    mutating func deleting() throws {
        for (program, identifier) in [("org.example.A", "1"), ("org.example.A", "2"), ("org.example.B", "1")] {
            var one = activity(identifier, of: program)
            one.persistentIdentifier = "both"
            _ = try register.put(one, of: program, at: 5)
        }
        #expect(register.delete(program: "org.example.A", identifiers: ["1", "9"]).count == 1)
        #expect(register.delete(program: "org.example.A", identifiers: ["both"]).count == 1)
        #expect(register.delete(program: "org.example.A").isEmpty)
        #expect(register.delete().count == 1)
        #expect(register.entries.isEmpty)
    }

    @Test("A program has its limits, and hears of them")
    mutating func quotas() throws {
        for number in 0..<ActivityLimits.perProgram {
            _ = try register.put(activity("\(number)"), of: ":1.1", at: 5)
        }
        let refusal = #expect(throws: ActivityRefusal.self) {
            try register.put(activity("more"), of: ":1.1", at: 5)
        }
        #expect(refusal?.code == .full)
        #expect(refusal?.message.contains("100 activities") == true)
        _ = try register.put(activity("more", of: "org.example.B"), of: ":1.2", at: 5)
        _ = try register.put(activity("5"), of: ":1.1", at: 6)
    }

    @Test("The limit is that of a program over all its connections, and those of one that has left take no room")
    mutating func connections() throws {
        for number in 0..<ActivityLimits.perProgram {
            _ = try register.put(activity("\(number)"), of: number % 2 == 0 ? ":1.1" : ":1.2", at: 5)
        }
        for owner in [":1.1", ":1.2", ":1.3"] {
            #expect(throws: ActivityRefusal.self) { try register.put(activity("more"), of: owner, at: 5) }
        }
        register.left(":1.1")
        _ = try register.put(activity("more"), of: ":1.3", at: 5)
        // One that is only kept takes room again as soon as it is changed.
        _ = try register.put(activity("0"), of: ":1.3", at: 5)
        for number in 0..<ActivityLimits.perProgram / 2 - 2 {
            _ = try register.put(activity("new \(number)"), of: ":1.3", at: 5)
        }
        #expect(throws: ActivityRefusal.self) { try register.put(activity("2"), of: ":1.3", at: 5) }
    }

    @Test("A state that was asked for leaves the order of the list as it is, a change does not")
    mutating func asked() throws {
        for identifier in ["1", "2"] {
            _ = try register.put(activity(identifier), of: ":1.1", at: identifier == "1" ? 5 : 6)
        }
        _ = try register.put(activity("1"), of: ":1.1", at: 9, isAsked: true)
        #expect(register.listed.map(\.activity.name.identifier) == ["2", "1"])
        _ = try register.put(activity("1"), of: ":1.1", at: 9)
        #expect(register.listed.map(\.activity.name.identifier) == ["1", "2"])
    }

    @Test("The oldest go when a program leaves too many")
    mutating func leaving() throws {
        for number in 0...ActivityLimits.keptPerProgram {
            let effects = try register.put(activity("\(number)"), of: ":1.1", at: Int64(number + 1))
            let isTooMany = number == ActivityLimits.keptPerProgram
            #expect(effects.contains(.forget(.init("org.example.A", "0"))) == isTooMany)
            register.invalidate(.init("org.example.A", "\(number)"))
        }
        #expect(register.entries.count == ActivityLimits.keptPerProgram)
    }

    static let mistakes: [(String, @Sendable (inout Activity) -> Void)] = [
        ("type", { $0.type = "thing" }), ("type", { $0.type = "org..thing" }), ("type", { $0.type = "org.ex ample" }),
        ("title", { $0.title = "" }), ("title", { $0.title = String(repeating: "ä", count: 201) }),
        ("title", { $0.title = "a\u{1B}[2J" }), ("identifier", { $0.name.identifier = "" }),
        ("webPage", { $0.webPage = "file:///etc/passwd" }), ("webPage", { $0.webPage = "https://example.org/\na" }),
        ("webPage", { $0.webPage = "http://[::1" }), ("webPage", { $0.webPage = "https:///path" }),
        ("webPage", { $0.webPage = "https://exa mple.org" }), ("webPage", { $0.webPage = "http://:80/" }),
        ("expires", { $0.expires = 5 }),
        ("keywords", { $0.keywords = Array(repeating: "a", count: 33) }),
        ("userInfo", { $0.info = ActivityInfo(["a": .text(String(repeating: "x", count: 5000))]) }),
        ("userInfo", { $0.requiredKeys = ["id"] }),
        ("description", { $0.summary = String(repeating: "x", count: 3000) }),
    ]

    @Test("A value that cannot be used is refused by its key", arguments: mistakes.indices)
    mutating func refusing(number: Int) throws {
        let (key, change) = Self.mistakes[number]
        var one = activity("1")
        change(&one)
        let refusal = #expect(throws: ActivityRefusal.self) { try register.put(one, of: ":1.1", at: 5) }
        #expect(refusal?.code == .invalid)
        #expect(refusal?.message.contains(key) == true)
        #expect(register.entries.isEmpty)
    }
}
