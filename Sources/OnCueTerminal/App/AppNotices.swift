// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueInterface
internal import OnCueNotifications
internal import TextOutput

/// Something of the notification centre.
enum NoticeEvent: Sendable {
    /// One is due, and may be taken.
    case due(NotificationRow)
    /// The lists are others.
    case changed
    /// The numbers of all that are not answered.
    case listed([Int64])
}

/// A request to the notification centre.
enum NoticeDeed: Sendable, Equatable {
    /// This one is shown here.
    case take(Int64)
    /// Asks which are not answered.
    case check
    case answer(NotificationRow, action: String, text: String?)
}

/// The notifications that the program shows in place of the desktop, in its line for messages.
struct AppNotices: Sendable {
    /// More wait in the list of the centre only.
    private static let most = 20
    /// A line shows no title in less, in cells.
    private static let leastTitle = 16

    private(set) var rows: [NotificationRow] = []

    /// That which is shown.
    var first: NotificationRow? { rows.first }

    /// Adds one, in place of what its program has shown of it before.
    mutating func add(_ row: NotificationRow) {
        rows.removeAll { $0.name == row.name }
        rows.append(row)
        if rows.count > Self.most { rows.removeFirst() }
    }

    mutating func remove(_ row: NotificationRow) { rows.removeAll { $0.number == row.number } }

    /// Keeps those that are not answered.
    mutating func keep(_ numbers: [Int64]) {
        let known = Set(numbers)
        rows.removeAll { !known.contains($0.number) }
    }

    /// `Night Crossing  Listen properly   ! Play · In an hour · Done`; `nil` without any.
    func line(width: Int, _ style: Style) -> String? {
        guard let row = rows.first else { return nil }
        let content = row.wish.content
        let about = [content.subtitle, content.body.split(separator: "\n").first.map(String.init) ?? ""]
            .filter { !$0.isEmpty }.joined(separator: " · ")
        let count = rows.count > 1 ? "1/\(rows.count)  " : ""
        let title = TextLayout.printable(count + content.title)
        var keys = "  ! " + (row.actions.isEmpty ? "answer" : row.actions.map(\.title).joined(separator: " · "))
        keys = TextLayout.printable(keys)
        if width - TextLayout.width(of: keys) < Self.leastTitle { keys = "  !" }
        let room = max(1, width - TextLayout.width(of: keys))
        let name = TextLayout.truncate(title, to: room)
        let rest = room - TextLayout.width(of: name) - 2
        let more = rest > 3 && !about.isEmpty ? "  " + TextLayout.truncate(TextLayout.printable(about), to: rest) : ""
        return style.accent(name) + more + style.dim(keys)
    }

    /// Returns the question about one: `Night Crossing: 1 Play · 2 In an hour · 3 Done · 4 Dismiss`.
    static func question(_ row: NotificationRow) -> String {
        let choices = choices(row).enumerated().map { "\($0 + 1) \($1.title)" }.joined(separator: " · ")
        return TextLayout.printable("\(row.wish.content.title): \(choices) · Enter open · Esc later")
    }

    /// Returns the actions on one, by the digits from 1.
    static func choices(_ row: NotificationRow) -> [NotificationAction] {
        row.actions.prefix(8) + [NotificationAction("dismiss", "Dismiss")]
    }
}

extension AppModel {
    mutating func take(_ event: NoticeEvent) -> [AppEffect] {
        switch event {
        case .due(let row):
            // On a tiny screen, or behind other windows, nobody would see it.
            guard isFocused, !layout.isTiny else { return [] }
            notices.add(row)
            return [.notice(.take(row.number))]
        case .changed: return notices.rows.isEmpty ? [] : [.notice(.check)]
        case .listed(let numbers):
            notices.keep(numbers)
            if case .notice(let row) = prompt?.kind, !numbers.contains(row.number) { prompt = nil }
        }
        return []
    }

    /// Asks what to do with the notification that is shown.
    mutating func askAboutNotice() -> [AppEffect] {
        guard let row = notices.first else { return refuse("no notification is shown") }
        prompt = AppPrompt(.notice(row), AppNotices.question(row))
        return []
    }

    /// Answers a notification by a digit; Esc leaves it in the list, and any other key leaves it here.
    mutating func answer(_ row: NotificationRow, _ key: Key) -> [AppEffect] {
        prompt = nil
        switch key {
        case .enter: return finish(row, "default")
        case .escape: notices.remove(row)
        case .character(let letter):
            let choices = AppNotices.choices(row)
            guard let digit = letter.wholeNumberValue, (1...choices.count).contains(digit) else { return [] }
            let action = choices[digit - 1]
            guard action.takesText else { return finish(row, action.name) }
            let question = action.placeholder.isEmpty ? action.title + ":" : action.placeholder
            prompt = AppPrompt(
                .noticeText(row, action: action.name), TextLayout.printable(question) + " ")
        default: break
        }
        return []
    }

    private mutating func finish(_ row: NotificationRow, _ action: String) -> [AppEffect] {
        notices.remove(row)
        return [.notice(.answer(row, action: action, text: nil))]
    }
}

/// Follows the notification centre, as one that shows notifications itself.
struct NoticeWatch: Sendable {
    let service: any MediaServiceClient

    /// Returns when the task is cancelled. Starts no daemon.
    func run(_ tell: @Sendable (NoticeEvent) -> Void) async {
        await DaemonStart.$isAllowed.withValue(false) { await follow(tell) }
    }

    private func follow(_ tell: @Sendable (NoticeEvent) -> Void) async {
        // Without a daemon there is nothing to be shown; one that comes is told at its first change.
        try? await service.watchNotifications(true)
        for await update in await service.notificationUpdates() {
            switch update {
            case .presented(let row): tell(.due(row))
            case .changed:
                try? await service.watchNotifications(true)
                tell(.changed)
            case .responded, .serviceLost: break
            }
        }
    }
}
