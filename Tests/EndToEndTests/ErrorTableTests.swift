// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueInterface
import Testing

@Suite("The table of errors in the documentation of the bus")
struct ErrorTableTests {
    @Test("has every name that the service gives, and no other")
    func names() throws {
        let text = try String(
            contentsOf: URL(filePath: Products.source + "/Documentation/dbus-api.md"), encoding: .utf8)
        let section = try #require(text.split(separator: "\n## Errors\n").dropFirst().first)
        let table = try #require(section.split(separator: "\n## ").first)
        let rows = table.split(separator: "\n").filter { $0.hasPrefix("| `") && !$0.contains("org.oncue.Error") }
        let names = rows.flatMap { $0.split(separator: "|")[0].split(separator: "`") }.filter {
            $0.first?.isLetter == true
        }

        let ours: Set<ServiceError.Code> = [.unavailable, .unexpectedAnswer]
        let codes = ServiceError.Code.allCases.filter { !ours.contains($0) }
        #expect(names.map(String.init).sorted() == codes.map(\.rawValue).sorted())
    }
}
