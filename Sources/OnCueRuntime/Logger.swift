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
        Self.write(line + "\n")
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

    /// The number of lines that could not be written.
    private static let dropped = Atomic<Int>(0)

    /// Writes a line without waiting. A reader that has stopped reading costs lines, not time, since the thread may be
    /// the one that controls the sound.
    private static func write(_ line: String) {
        guard isWritable else {
            dropped.add(1, ordering: .relaxed)
            return
        }
        let count = dropped.exchange(0, ordering: .relaxed)
        var line = count == 0 ? line : "(\(count) lines were dropped because they were not read in time)\n" + line
        line.withUTF8 { bytes in
            // One call per line, so lines of several threads do not mix. If stderr is closed, the failure cannot be
            // reported anywhere.
            unsafe _ = Glibc.write(2, bytes.baseAddress, bytes.count)
        }
    }

    private static var isWritable: Bool {
        var standardError = pollfd(fd: 2, events: Int16(POLLOUT), revents: 0)
        return unsafe poll(&standardError, 1, 0) != 0
    }
}
