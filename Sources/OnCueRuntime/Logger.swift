// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCore
internal import Synchronization

/// Writes one line per event to standard error: level, subsystem, constant message, `key=value` data.
///
/// Passwords of addresses are left out. Under journald (`JOURNAL_STREAM` is set) lines begin with a priority instead of
/// a time. Safe from any thread.
package struct Logger: Sendable {
    private static let threshold = Atomic<Int>(LogLevel.info.rawValue)
    private static let isUnderJournal = unsafe getenv("JOURNAL_STREAM") != nil

    package let subsystem: String

    package init(_ subsystem: String) {
        self.subsystem = subsystem
    }

    /// The least important level that is written, for the whole process.
    package static var level: LogLevel {
        get { LogLevel(rawValue: threshold.load(ordering: .relaxed)) ?? .info }
        set { threshold.store(newValue.rawValue, ordering: .relaxed) }
    }

    package func error(_ message: StaticString, _ data: @autoclosure () -> KeyValuePairs<String, String> = [:]) {
        log(.error, message, data)
    }

    package func warning(_ message: StaticString, _ data: @autoclosure () -> KeyValuePairs<String, String> = [:]) {
        log(.warning, message, data)
    }

    package func info(_ message: StaticString, _ data: @autoclosure () -> KeyValuePairs<String, String> = [:]) {
        log(.info, message, data)
    }

    package func debug(_ message: StaticString, _ data: @autoclosure () -> KeyValuePairs<String, String> = [:]) {
        log(.debug, message, data)
    }

    private func log(_ level: LogLevel, _ message: StaticString, _ data: () -> KeyValuePairs<String, String>) {
        guard level <= Self.level else { return }
        var line = Self.isUnderJournal ? "<\(level.journalPriority)>" : Self.timestamp() + " " + level.name + " "
        line += subsystem + ": " + message.description
        for (key, value) in data() { line += " " + key + "=" + Self.quoted(HiddenPassword.hidden(in: value)) }
        Self.output.write(line)
    }

    /// Keeps a value on one line and unambiguous.
    static func quoted(_ value: String) -> String {
        let isPlain =
            !value.isEmpty && value.unicodeScalars.allSatisfy { $0 != " " && $0 != "\"" && !$0.isSteering }
        if isPlain { return value }
        var out = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": out += "\\\""
            case "\\": out += "\\\\"
            case "\n": out += "\\n"
            case _ where scalar.isSteering: out += "?"
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out + "\""
    }

    private static func timestamp() -> String {
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        var parts = unsafe tm()
        unsafe gmtime_r(&now.tv_sec, &parts)
        let date = unsafe [parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday].map(twoDigits)
        let time = unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec].map(twoDigits)
        let milliseconds = String(now.tv_nsec / 1_000_000 + 1000).dropFirst()
        return date.joined(separator: "-") + "T" + time.joined(separator: ":") + "." + milliseconds + "Z"
    }

    private static func twoDigits(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }

    private static let output = LineWriter(2)
}
