// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport
import Testing

private enum TwoClocks {
    static let isPossible = ["pulseaudio", "parec", "cc"].allSatisfy { access("/usr/bin/" + $0, X_OK) == 0 }
}

/// Two daemons in step to sound servers whose clocks are 200 millionths apart, by recordings of both: what `oncue-bench`
/// measures, for five minutes.
@Suite(
    "Two machines in step whose sound cards differ",
    .enabled(if: TestEffort.isLong),
    .enabled(if: !TestEffort.isLong || TwoClocks.isPossible, "it needs pulseaudio, parec and cc"),
    .steadyMachine, .timeLimit(.minutes(45)))
struct TwoClocksTests {
    @Test(
        "Behind the first two minutes they are heard a millisecond apart at two moments of a hundred at most, and never two"
    )
    func clocks() async throws {
        let folder = try TemporaryDirectory()
        let measured = try await ChildProcess.run(
            Products.program("oncue-bench"),
            ["--only", "clocks", "--minutes", "5", "--json", "--root", Products.source],
            environment: ["HOME": folder.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"], within: .seconds(1_500))
        #expect(measured.status == 0, "\(measured.errors)")
        let figures = try JSONValue(parsing: measured.output)["figures"]?.arrayValue ?? []
        func figure(_ end: String) throws -> Double {
            let found = figures.first { $0["name"]?.stringValue?.hasSuffix(end) == true }
            return try #require(found?["median"]?.doubleValue, "\(end) in \(measured.output)")
        }

        #expect(try figure("behind them, apart by") < 0.5, "\(measured.output)")
        #expect(try figure("moments more than 1 ms apart") <= 2, "\(measured.output)")
        #expect(try figure("apart by at most") < 2, "\(measured.output)")
    }
}
