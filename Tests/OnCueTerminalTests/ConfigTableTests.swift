// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import CommandLineParsing
import OnCueCore
import Testing

@testable import OnCueTerminal

@Suite("What is made of the table of keys")
struct ConfigTableTests {
    @Test("the example has every key with its default, and reads as the defaults with and without the signs")
    func example() async {
        let session = Session()
        #expect(await session.run("config", "example") == .done)
        let text = session.data.text
        let lines = text.split(separator: "\n").map(String.init)
        let uncommented = lines.map { $0.hasPrefix("#") && !$0.hasPrefix("# ") ? String($0.dropFirst()) : $0 }
        let reading = ConfigurationReading(uncommented.joined(separator: "\n"))

        #expect(ConfigurationReading(text).problems.isEmpty)
        #expect(ConfigurationReading(text).configuration == Configuration())
        #expect(reading.problems.isEmpty)
        #expect(reading.configuration.changes(from: Configuration()).isEmpty)
        #expect(ConfigurationKey.all.allSatisfy { reading.configuration.source($0) == .file })
        #expect(lines.allSatisfy { $0.count <= 80 || $0.hasPrefix("#output") })
    }

    @Test("the manual page has every key with its default and what it takes")
    func manual() {
        let page = ConfigurationManual.page(date: "2026-01-01").text.replacing("\\-", with: "-")
        for key in ConfigurationKey.all {
            #expect(page.contains(#"\fB\#(key.key)=\fR"#), "\(key.name)")
            #expect(page.contains("Default: \(key.standard)"), "\(key.name)")
        }
        for group in ConfigurationKey.groups { #expect(page.contains("KEYS OF [\(group)]")) }
    }
}
