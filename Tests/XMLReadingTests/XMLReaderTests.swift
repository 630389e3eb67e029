// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import XMLReading

@Suite("Reading XML")
struct XMLReaderTests {
    /// The events in a form that is short to write: `<name`, `text`, `>`.
    private func events(_ bytes: [UInt8]) throws -> [String] {
        var events: [String] = []
        try XMLReader.read(bytes) { event in
            switch event {
            case .start(let element):
                let attributes = element.attributes.map { " \($0.name.local)=\($0.value)" }.joined()
                events.append("<" + element.name.local + attributes)
            case .text(let text): events.append(text)
            case .end: events.append(">")
            }
            return true
        }
        return events
    }

    private func events(_ text: String) throws -> [String] { try events(Array(text.utf8)) }

    @Test("elements, attributes, text and CDATA arrive in order, text in one piece")
    func order() throws {
        #expect(
            try events("<?xml version=\"1.0\"?><a x='1&amp;2'>b &lt;<![CDATA[ c & <d>]]> e<f/></a>")
                == ["<a x=1&2", "b < c & <d> e", "<f", ">", ">"])
    }

    @Test("names carry the namespace, and a prefix that is not declared stays visible")
    func namespaces() throws {
        var names: [XMLName] = []
        let text = "<r xmlns='u:1' xmlns:i='u:2'><i:a/><j:b i:c='1'/></r>"

        let outcome = try XMLReader.read(Array(text.utf8)) { event in
            if case .start(let element) = event { names.append(element.name) }
            return true
        }

        #expect(
            names == [
                XMLName("r", namespace: "u:1"), XMLName("a", namespace: "u:2", prefix: "i"),
                XMLName("b", namespace: nil, prefix: "j"),
            ])
        #expect(outcome == XMLReadOutcome())
    }

    @Test(
        "what is common in the wild is repaired",
        arguments: [
            ("\n\n  <?xml version='1.0'?><a>b</a>", "b"), ("\u{FEFF}<a>b</a>", "b"),
            ("Warning: x<a>b</a>", "b"), ("<a>caf&eacute;&nbsp;&mdash;</a>", "café\u{A0}—"),
            ("<a>R&B &unknown; & &amp;</a>", "R&B &unknown; & &"), ("<a>\u{1}b\u{B}c</a>", " b c"),
            ("<a>&#x26;&#60;&#x1F600;&#0;</a>", "&<😀 "), ("<a>&#xD800;&#;</a>", "&#xD800;&#;"),
            ("<!DOCTYPE a [<!ENTITY b 'c > ]'>]><a>&b;</a>", "&b;"), ("<a><!-- -- & --->b</a>", "b"),
        ])
    func repairs(document: String, text: String) throws {
        #expect(try events(document).joined() == "<a" + text + ">")
    }

    @Test(
        "the encoding is found out, whatever is declared",
        arguments: [
            ("<?xml version='1.0' encoding='ISO-8859-1'?><a>\u{FC}</a>", nil as [UInt8]?),
            ("<?xml version='1.0' encoding='ISO-8859-1'?><a>ü</a>", Array("<a>".utf8) + [0xFC] + Array("</a>".utf8)),
        ])
    func encodings(head: String, bytes: [UInt8]?) throws {
        #expect(try events(bytes ?? Array(head.utf8)) == ["<a", "ü", ">"])
    }

    @Test("UTF-16, KOI8-R and Windows-1252 are read")
    func moreEncodings() throws {
        let wide = Array("<a>ю😀</a>".utf16)
        #expect(try events([0xFF, 0xFE] + wide.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }) == ["<a", "ю😀", ">"])
        #expect(try events([0xFE, 0xFF] + wide.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }) == ["<a", "ю😀", ">"])
        #expect(try events(wide.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }) == ["<a", "ю😀", ">"])
        let koi = Array("<?xml version=\"1.0\" encoding=\"KOI8-R\"?><a>".utf8) + [0xC0] + Array("</a>".utf8)
        #expect(try events(koi) == ["<a", "ю", ">"])
        let lying = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?><a>".utf8) + [0x93, 0xE9] + Array("</a>".utf8)
        #expect(try events(lying) == ["<a", "“é", ">"])
        let nobodyKnows = Array("<?xml version=\"1.0\" encoding=\"x-y\"?><a>".utf8) + [0xE9] + Array("</a>".utf8)
        #expect(try events(nobodyKnows) == ["<a", "é", ">"])
    }

    @Test("reading goes on behind damage, and entities keep their meaning there")
    func damage() throws {
        var texts: [String] = []
        let text = "<a><b>1</c><d>2&amp;3</d></a>"

        let outcome = try XMLReader.read(Array(text.utf8)) { event in
            if case .text(let text) = event { texts.append(text) }
            return true
        }

        #expect(texts == ["1", "2&3"])
        #expect(outcome.damage?.hasPrefix("line 1: ") == true)
    }

    @Test("what is cut off gets no end, and its text is not told")
    func cutOff() throws {
        #expect(try events("<a><b>1</b><c>2") == ["<a", "<b", "1", ">", "<c"])
    }

    @Test("the handler ends reading when it wants")
    func ends() throws {
        var count = 0
        let outcome = try XMLReader.read(Array("<a><b/><c/></a>".utf8)) { _ in
            count += 1
            return count < 2
        }

        #expect(count == 2)
        #expect(!outcome.isFinished)
    }

    @Test("entity bombs stay a few words", arguments: [true, false])
    func bombs(isNested: Bool) throws {
        let nested = (1...9).map { "<!ENTITY l\($0) '" + String(repeating: "&l\($0 - 1);", count: 10) + "'>" }.joined()
        let long = "<!ENTITY l9 '" + String(repeating: "x", count: 100_000) + "'>"
        let declarations = "<!ENTITY l0 'ha'><!ENTITY f SYSTEM 'file:///etc/passwd'>" + (isNested ? nested : long)
        let body = String(repeating: "&l9;", count: 10_000) + "&f;"

        let found = try events("<!DOCTYPE a [\(declarations)]><a>\(body)</a>")

        #expect(found == ["<a", body, ">"])
    }

    @Test("bounds are kept: size, depth, and nothing at all")
    func bounds() throws {
        let deep = String(repeating: "<a>", count: 65)
        func code(_ bytes: [UInt8], _ limits: XMLLimits = XMLLimits()) -> XMLReadError.Code? {
            #expect(throws: XMLReadError.self) { try XMLReader.read(bytes, limits: limits) { _ in true } }?.code
        }

        #expect(code(Array(deep.utf8)) == .tooDeep)
        #expect(code(Array("<a></a>".utf8), XMLLimits(bytes: 6)) == .tooLarge)
        #expect(code([]) == .notXML)
        #expect(code(Array("no tags here & <".utf8)) == .notXML)
        #expect(code(Array("{\"a\": 1}".utf8)) == .notXML)
        #expect(code([0x3C, 0, 0, 0, 0xFF, 0xD8]) == .notXML)
        #expect(try events(String(repeating: "<a>", count: 64)).count == 64)
    }

    @Test("damage of every kind ends in events or an error, and never in a crash")
    func mutations() throws {
        let whole = Array(
            """
            <?xml version="1.0" encoding="utf-8"?><!DOCTYPE r [<!ENTITY a "b">]><r xmlns:i="u:i" a="&quot;1">
            <i:a href='x?a=1&amp;b=2'>caf\u{E9} &eacute; &#233;<!-- c --><![CDATA[<p>d]]></i:a><b/></r>
            """.utf8)
        var state: UInt64 = 20_260
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }

        for _ in 0..<1000 {
            var bytes = whole
            for _ in 0...next(6) {
                switch next(4) {
                case 0: bytes[next(bytes.count)] = UInt8(next(256))
                case 1: bytes.remove(at: next(bytes.count))
                case 2: bytes.insert(Array("<&>\"]!-;".utf8)[next(8)], at: next(bytes.count))
                default: bytes.removeSubrange(next(bytes.count)...)
                }
                if bytes.isEmpty { bytes = [0x3C] }
            }
            _ = try? XMLReader.read(bytes) { event in
                if case .text(let text) = event { return !text.isEmpty }
                return true
            }
        }
    }
}
