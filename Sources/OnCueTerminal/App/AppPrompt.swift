// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueInterface
internal import TextOutput

/// A question to the user.
struct AppPrompt: Sendable, Equatable {
    /// The subject of the question.
    enum Kind: Sendable, Equatable {
        /// Whether to perform these effects; answered with y or n.
        case confirm([AppEffect])
        case clearQueue
        case saveQueue
        /// The name of a new playlist in a folder, whose path is empty for the top level.
        case newPlaylist(folder: String)
        case feed
        case stationAddress
        case stationName(address: String)
        case renamePlaylist(String)
        case renameStation(String)
        /// The stars for these places.
        case stars([String], title: String)
        case sleep
        /// The reason for dismissing the suggestion with an identifier.
        case dismissal(String, title: String)
        /// The playlist that these places are added to.
        case playlist([String], title: String)
        /// The action on a notification; answered by the digit of a button.
        case notice(NotificationRow)
        /// The text that an action of a notification requires.
        case noticeText(NotificationRow, action: String)
    }

    /// The longest answer, in characters.
    private static let longest = 1000

    let kind: Kind
    let question: String
    /// The title in the question; a narrow screen shows only its beginning.
    let title: String
    private(set) var text: String
    /// The known answers.
    var names: [String] = []

    init(_ kind: Kind, _ question: String, title: String = "", text: String = "") {
        (self.kind, self.question, self.title, self.text) = (kind, question, title, text)
    }

    /// Returns the question with as much of its title as fits.
    func question(in room: Int) -> String {
        let excess = TextLayout.width(of: question) - room
        guard excess > 0, let range = question.firstRange(of: title), !title.isEmpty else {
            return TextLayout.truncate(question, to: max(1, room))
        }
        let short = TextLayout.truncate(title, to: max(1, TextLayout.width(of: title) - excess))
        return TextLayout.truncate(
            question[..<range.lowerBound] + short + question[range.upperBound...], to: max(1, room))
    }

    /// Whether one key answers it, without typing.
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

    /// Completes the text to the first known answer, or to the next one.
    mutating func complete() {
        if let index = names.firstIndex(of: text) {
            text = names[(index + 1) % names.count]
        } else if let match = matches.first {
            text = match
        }
    }
}
