// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues

/// The exchange before the first message (D-Bus specification, authentication protocol). The socket has already
/// identified the user.
struct DirectLogin {
    /// The largest number of bytes in a line; no program sends more before it begins.
    private static let most = 4096
    private static let mostLines = 16

    private let identity: String
    private var hasGreeted = false
    private var isIn = false
    private var lineCount = 0

    init(identity: String) { self.identity = identity }

    /// Processes lines, and answers them.
    ///
    /// - Returns: Whether messages follow from now on; they begin at the beginning of the input.
    /// - Throws: ``WireFault`` for input that violates the protocol.
    mutating func take(_ input: inout [UInt8], _ answer: (String) -> Void) throws(WireFault) -> Bool {
        if !hasGreeted, let first = input.first {
            guard first == 0 else { throw WireFault() }
            input.removeFirst()
            hasGreeted = true
        }
        while let end = input.firstIndex(of: 0x0A) {
            lineCount += 1
            guard lineCount <= Self.mostLines, end <= Self.most else { throw WireFault() }
            let line = String(decoding: input[..<end], as: UTF8.self)
            input.removeSubrange(...end)
            let words = line.split { $0 == " " || $0 == "\r" || $0 == "\r\n" }
            switch words.first {
            case "BEGIN":
                guard isIn else { throw WireFault() }
                return true
            case "AUTH" where words.count > 1 && words[1] == "EXTERNAL":
                // Some programs send the user in the next line.
                isIn = words.count > 2
                answer(isIn ? "OK \(identity)\r\n" : "DATA\r\n")
            case "DATA":
                isIn = true
                answer("OK \(identity)\r\n")
            case "AUTH", "CANCEL", "ERROR": answer("REJECTED EXTERNAL\r\n")
            default: answer("ERROR\r\n")
            }
        }
        guard input.count <= Self.most else { throw WireFault() }
        return false
    }
}
