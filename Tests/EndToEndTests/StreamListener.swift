// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueTestSupport
import Testing

/// A daemon that plays what is at an address, and a file behind it.
struct StreamListener {
    let machine: Machine
    let last: String
    /// What the commands that play said, which may well fail.
    private let answers = EventLog<String>()

    init() async throws {
        machine = try await Machine()
        _ = try await machine.startDaemon()
        last = try machine.writeMusic("last.wav", seconds: 30).first ?? ""
    }

    func play(_ address: String) async throws {
        try await machine.done("queue", "add", address, last)
        let result = try await machine.oncue("queue", "play", "1")
        answers.append("\(result.ending) \(result.errors)")
    }

    /// What plays, as soon as it is as a test wants it.
    @discardableResult
    func wait(
        _ what: String, within limit: Duration = .seconds(60), _ matches: (JSONValue) -> Bool
    ) async throws -> JSONValue {
        try await machine.waitForNow("\(what), after \(answers.events)", within: limit, matches)
    }

    /// Waits for the file behind the stream; what was said when it began.
    func waitForLast(within limit: Duration = .seconds(60)) async throws -> JSONValue {
        try await wait("the file behind it", within: limit) {
            $0["title"] == "last" && $0["status"] == "playing" && $0["loading"] == false
        }
    }

    /// How many failures the journal knows.
    func failures() async throws -> Int {
        let history = try await machine.json("history")
        return history["items"]?.arrayValue?.filter { $0["kind"] == "failed" }.count ?? 0
    }

    /// Sound of 8,000 samples a second, 16 bit each.
    static func sound(_ seconds: Double) -> [UInt8] {
        Array(ToneFile.tone(440, seconds: seconds, rate: 8_000, channels: 1).data)
    }
}
