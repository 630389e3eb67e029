// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueInterface
internal import TextOutput

/// A question to the user.
struct AppPrompt: Sendable, Equatable {
    /// The things that are asked for.
    enum Kind: Sendable, Equatable {
        /// Whether to do this; answered by y or n.
        case confirm([AppEffect])
        case clearQueue
        case saveQueue
        /// The name of a playlist to be made in a folder, whose path is empty for none.
        case newPlaylist(folder: String)
        case feed
        case stationAddress
        case stationName(address: String)
        case renamePlaylist(String)
        case renameStation(String)
        /// The stars for these places.
        case stars([String], title: String)
        case sleep
        /// Why a suggestion is dismissed, by its identifier.
        case dismissal(String, title: String)
        /// The playlist that these places are added to.
        case playlist([String], title: String)
        /// The action on a notification; answered by the digit of a button.
        case notice(NotificationRow)
        /// The text that an action of a notification takes.
        case noticeText(NotificationRow, action: String)
    }

    /// In characters.
    private static let longest = 1000

    let kind: Kind
    let question: String
    /// The title in the question, of which a narrow screen shows only the beginning.
    let title: String
    private(set) var text: String
    /// The answers that are known.
    var names: [String] = []

    init(_ kind: Kind, _ question: String, title: String = "", text: String = "") {
        (self.kind, self.question, self.title, self.text) = (kind, question, title, text)
    }

    /// The question with as much of its title as there is room for.
    func question(in room: Int) -> String {
        let excess = TextLayout.width(of: question) - room
        guard excess > 0, let range = question.firstRange(of: title), !title.isEmpty else {
            return TextLayout.truncate(question, to: max(1, room))
        }
        let short = TextLayout.truncate(title, to: max(1, TextLayout.width(of: title) - excess))
        return TextLayout.truncate(
            question[..<range.lowerBound] + short + question[range.upperBound...], to: max(1, room))
    }

    /// Whether it is answered by one key, and no text is typed.
    var takesOneKey: Bool {
        switch kind {
        case .confirm, .clearQueue, .notice: true
        default: false
        }
    }

    /// The known answers that begin with the text.
    var matches: [String] {
        let typed = TextFolding.fold(text)
        return names.filter { TextFolding.fold($0).hasPrefix(typed) }
    }

    mutating func type(_ letter: Character) { text = String((text + String(letter)).prefix(Self.longest)) }

    mutating func deleteLetter() { text = String(text.dropLast()) }

    mutating func clear() { text = "" }

    /// Completes the text to the first known answer, or the one after the present text.
    mutating func complete() {
        if let index = names.firstIndex(of: text) {
            text = names[(index + 1) % names.count]
        } else if let match = matches.first {
            text = match
        }
    }
}
