// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Waits until something is so that tells nobody when it begins, by asking again and again.
///
/// What makes an event is better waited for with ``EventLog``. The limit is for what never happens; it is generous,
/// because the machine may be busy. What takes long to answer, such as a program that is started for it, or does not
/// come soon is asked for less often, so that what is waited for has the processors.
///
/// - Parameter what: What is waited for, as a sentence; it is asked for at the end, so it may say what was seen last.
/// - Throws: ``SupportError`` after `limit`, with the place of the call, and whatever `isSo` throws.
package func waitUntil(
    _ what: @autoclosure () -> String, within limit: Duration = .seconds(60), file: String = #fileID, line: Int = #line,
    _ isSo: () async throws -> Bool
) async throws {
    try await waitFor(what(), within: limit, file: file, line: line) { try await isSo() ? () : nil }
}

/// Waits until something is there that tells nobody when it comes, and gives it; as ``waitUntil(_:within:file:line:_:)``.
@discardableResult
package func waitFor<Value>(
    _ what: @autoclosure () -> String, within limit: Duration = .seconds(60), file: String = #fileID, line: Int = #line,
    _ find: () async throws -> Value?
) async throws -> Value {
    let begin = ContinuousClock.now
    let deadline = begin + limit
    while true {
        let asked = ContinuousClock.now
        if let found = try await find() { return found }
        let answered = ContinuousClock.now
        guard answered < deadline else {
            throw SupportError("not so after \(limit): \(what()) (\(file):\(line))")
        }
        let forAnswer = min((answered - asked) * 4, .milliseconds(250))
        let forWait = min((answered - begin) / 20, .milliseconds(60))
        let pause = max(forAnswer, forWait, .milliseconds(5))
        try await Task.sleep(for: pause)
    }
}
