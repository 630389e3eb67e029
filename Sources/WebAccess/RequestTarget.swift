// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The path and the query of a request, decoded.
package struct RequestTarget: Sendable, Equatable {
    /// The parts of the path, each decoded; empty for `/`.
    package var path: [String]
    /// The parameters in their order, each name once.
    package var parameters: [Parameter]

    package struct Parameter: Sendable, Equatable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }

    /// Reads a path with its query.
    ///
    /// Refuses text that is not UTF-8, control characters, `.` and `..`, empty parts, a part with a backslash or with a
    /// slash at its beginning, a repeated parameter, and everything beyond ``WebLimits``.
    ///
    /// - Returns: `nil` for a text that is refused.
    package init?(_ text: String) {
        guard text.utf8.count <= WebLimits.target, text.hasPrefix("/"), !text.contains("#") else { return nil }
        let halves = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var path: [String] = []
        if halves[0] != "/" {
            for part in halves[0].dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
                guard let decoded = Self.decoded(part, plusIsSpace: false), Self.isSafe(decoded) else { return nil }
                path.append(decoded)
            }
        }
        self.path = path
        guard let parameters = Self.parameters(halves.count > 1 ? halves[1] : "") else { return nil }
        self.parameters = parameters
    }

    package subscript(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

    private static func isSafe(_ part: String) -> Bool {
        // Items of other programs have slashes in their names, and never begin with one.
        !part.isEmpty && part != "." && part != ".." && !part.contains("\\") && !part.hasPrefix("/")
            && !part.split(separator: "/").contains { $0 == "." || $0 == ".." }
    }

    private static func parameters(_ text: Substring) -> [Parameter]? {
        var parameters: [Parameter] = []
        for part in text.split(separator: "&") {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decoded(sides[0], plusIsSpace: true), !name.isEmpty,
                let value = sides.count > 1 ? decoded(sides[1], plusIsSpace: true) : "",
                value.utf8.count <= WebLimits.parameter, parameters.count < WebLimits.parameters,
                !parameters.contains(where: { $0.name == name })
            else { return nil }
            parameters.append(Parameter(name, value))
        }
        return parameters
    }

    /// Percent signs decoded; `nil` if one is not followed by two digits, or if the result is not text.
    private static func decoded(_ text: Substring, plusIsSpace: Bool) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else { return nil }
        let hasControls = decoded.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
        return hasControls ? nil : decoded
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
