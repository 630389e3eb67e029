// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// A key press.
enum Key: Sendable, Equatable {
    case up, down, shiftUp, shiftDown, left, right, pageUp, pageDown, home, end
    case shiftLeft, shiftRight, insert
    case enter, backspace, delete, escape, tab, shiftTab
    /// F1 to F12.
    case function(Int)
    /// One letter, if its bytes arrived together.
    case character(Character)
    /// Ctrl with a lower-case letter.
    case control(Character)
    /// Alt with a letter.
    case alt(Character)
    case mouse(Mouse)
    /// Not a key: the terminal has gained or lost the keyboard focus.
    case focus(Bool)
}

/// An event of the mouse, with the cell counted from 0.
struct Mouse: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        case press, drag, release, wheelUp, wheelDown
    }

    var kind: Kind
    var column: Int
    var row: Int
    /// Whether it is the second press in the same cell within a short time.
    var isDouble = false
}

extension Key {
    /// The key as named in the table of keys.
    var stroke: KeyStroke {
        let name =
            switch self {
            case .up: "Up"
            case .down: "Down"
            case .shiftUp: "Shift-Up"
            case .shiftDown: "Shift-Down"
            case .left: "Left"
            case .right: "Right"
            case .shiftLeft: "Shift-Left"
            case .shiftRight: "Shift-Right"
            case .pageUp: "PageUp"
            case .pageDown: "PageDown"
            case .home: "Home"
            case .end: "End"
            case .insert: "Insert"
            case .enter: "Enter"
            case .backspace: "Backspace"
            case .delete: "Delete"
            case .escape: "Esc"
            case .tab: "Tab"
            case .shiftTab: "Shift-Tab"
            case .function(let number): "F\(number)"
            case .character(" "): "Space"
            case .character(let letter): String(letter)
            case .control(let letter): "Ctrl-\(letter)"
            case .alt(let letter): "Alt-\(letter)"
            case .mouse: "Mouse"
            case .focus: "Focus"
            }
        return KeyStroke(known: name)
    }
}

extension Key {
    /// The key together with Shift; the same key if that makes no difference.
    fileprivate var withShift: Key {
        switch self {
        case .up: .shiftUp
        case .down: .shiftDown
        case .left: .shiftLeft
        case .right: .shiftRight
        default: self
        }
    }
}

/// Decodes keys from the bytes that a terminal sends (ECMA-48 and the extensions of xterm).
///
/// Sequences may arrive in pieces. A lone escape is recognised as the key only after a while: ``isUndecided`` reports
/// that one is pending, and ``flush()`` decides.
struct KeyDecoder: Sendable {
    private var pending: [UInt8] = []

    /// The longest sequence, in bytes.
    private static let longest = 32

    /// Whether pending bytes may be continued by further ones.
    var isUndecided: Bool { !pending.isEmpty }

    /// Adds bytes and returns the complete keys.
    mutating func take(_ bytes: some Sequence<UInt8>) -> [Key] {
        pending += bytes
        var keys: [Key] = []
        while let (key, length) = next() {
            pending.removeFirst(length)
            if let key { keys.append(key) }
        }
        return keys
    }

    /// Treats the pending sequence as complete.
    mutating func flush() -> [Key] {
        var keys: [Key] = []
        while !pending.isEmpty {
            let isEscape = pending.removeFirst() == 0x1B
            // An incomplete sequence or letter has no meaning.
            if isEscape, pending.isEmpty { keys.append(.escape) }
            keys += isEscape ? [] : take([])
            if isEscape, !pending.isEmpty { pending.removeAll() }
        }
        return keys
    }

    /// Returns the first key, with `nil` inside for bytes without a meaning, and its number of bytes; `nil` if more
    /// bytes are needed.
    private func next() -> (Key?, Int)? {
        guard let first = pending.first else { return nil }
        switch first {
        case 0x1B: return escape()
        case 0x0D, 0x0A: return (.enter, 1)
        case 0x7F, 0x08: return (.backspace, 1)
        case 0x09: return (.tab, 1)
        case 0x01...0x1A: return (.control(Character(Unicode.Scalar(first + 0x60))), 1)
        case 0x00...0x1F: return (nil, 1)
        default: return letter(at: 0).map { ($0.map(Key.character), $1) }
        }
    }

    private func escape() -> (Key?, Int)? {
        guard pending.count > 1 else { return nil }
        switch pending[1] {
        case UInt8(ascii: "["): return controlSequence()
        case UInt8(ascii: "O"):
            guard pending.count > 2 else { return nil }
            return (Self.key(final: pending[2], number: 0), 3)
        case 0x1B: return (.escape, 1)
        case 0x20...0x7E: return (.alt(Character(Unicode.Scalar(pending[1]))), 2)
        default: return (.escape, 1)
        }
    }

    /// `ESC [`, parameters, a final letter.
    private func controlSequence() -> (Key?, Int)? {
        for index in 2..<min(pending.count, Self.longest) {
            let byte = pending[index]
            switch byte {
            case 0x40...0x7E:
                if pending[2] == UInt8(ascii: "<") { return (mouse(final: byte, end: index), index + 1) }
                let numbers = pending[2..<index].split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
                    .map { Int(String(decoding: $0.prefix { (0x30...0x39).contains($0) }, as: UTF8.self)) ?? 0 }
                let key = Self.key(final: byte, number: numbers.first ?? 0)
                return (numbers.dropFirst().first == 2 ? key?.withShift : key, index + 1)
            case 0x20...0x3F: continue
            default: return (nil, index)
            }
        }
        return pending.count < Self.longest ? nil : (nil, Self.longest)
    }

    /// `ESC [ <`, button, column and row, as in mode 1006 of xterm.
    private func mouse(final: UInt8, end: Int) -> Key? {
        let numbers = String(decoding: pending[3..<end], as: UTF8.self).split(separator: ";").compactMap { Int($0) }
        guard numbers.count == 3, (1...9999).contains(numbers[1]), (1...9999).contains(numbers[2]) else { return nil }
        // Modifiers are ignored.
        let kind: Mouse.Kind? =
            switch (numbers[0] & ~28, final) {
            case (0, UInt8(ascii: "M")): .press
            case (0, UInt8(ascii: "m")): .release
            case (32, UInt8(ascii: "M")): .drag
            case (64, UInt8(ascii: "M")): .wheelUp
            case (65, UInt8(ascii: "M")): .wheelDown
            default: nil
            }
        return kind.map { .mouse(Mouse(kind: $0, column: numbers[1] - 1, row: numbers[2] - 1)) }
    }

    private static func key(final: UInt8, number: Int) -> Key? {
        switch final {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "Z"): .shiftTab
        case UInt8(ascii: "I") where number == 0: .focus(true)
        case UInt8(ascii: "O") where number == 0: .focus(false)
        case UInt8(ascii: "P"), UInt8(ascii: "Q"), UInt8(ascii: "R"), UInt8(ascii: "S"):
            .function(Int(final) - 0x4F)
        case UInt8(ascii: "M") where number == 0: .enter
        case UInt8(ascii: "~"):
            switch number {
            case 1, 7: .home
            case 2: .insert
            case 3: .delete
            case 4, 8: .end
            case 5: .pageUp
            case 6: .pageDown
            case 11...15: .function(number - 10)
            case 17...21: .function(number - 11)
            case 23...24: .function(number - 12)
            default: nil
            }
        default: nil
        }
    }

    /// Returns a letter in UTF-8, with `nil` inside for invalid bytes; `nil` if more bytes are needed.
    private func letter(at start: Int) -> (Character?, Int)? {
        let first = pending[start]
        let length =
            switch first {
            case 0x20...0x7E: 1
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 0
            }
        guard length > 0 else { return (nil, 1) }
        let bytes = pending[start...].prefix(length)
        guard bytes.dropFirst().allSatisfy({ (0x80...0xBF).contains($0) }) else { return (nil, 1) }
        guard bytes.count == length else { return nil }
        guard let text = String(validating: bytes, as: UTF8.self), let letter = text.first else { return (nil, length) }
        return (letter, length)
    }
}
