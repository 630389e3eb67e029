// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueInterface
internal import OnCueNotifications
internal import TextOutput

/// An event of the notification centre.
enum NoticeEvent: Sendable {
    /// A notification is due, and may be taken.
    case due(NotificationRow)
    /// The lists have changed.
    case changed
    /// The numbers of all unanswered notifications.
    case listed([Int64])
}

/// A request to the notification centre.
enum NoticeDeed: Sendable, Equatable {
    /// Takes over a notification in order to show it here.
    case take(Int64)
    /// Requests the unanswered notifications.
    case check
    case answer(NotificationRow, action: String, text: String?)
}

/// The notifications that the program shows in its message line instead of on the desktop.
struct AppNotices: Sendable {
    /// The most notifications to keep; more are only in the list of the notification centre.
    private static let most = 20
    /// The least width of a title, in cells.
    private static let leastTitle = 16

    private(set) var rows: [NotificationRow] = []

    /// The notification that is shown.
    var first: NotificationRow? { rows.first }

    /// Adds a notification; it replaces an earlier one of the same program with the same name.
    mutating func add(_ row: NotificationRow) {
        rows.removeAll { $0.name == row.name }
        rows.append(row)
        if rows.count > Self.most { rows.removeFirst() }
    }

    mutating func remove(_ row: NotificationRow) { rows.removeAll { $0.number == row.number } }

    /// Keeps the unanswered notifications.
    mutating func keep(_ numbers: [Int64]) {
        let known = Set(numbers)
        rows.removeAll { !known.contains($0.number) }
    }

    /// Returns `Night Crossing  Listen properly   ! Play · In an hour · Done`; `nil` if there is none.
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

    /// Returns the question about a notification: `Night Crossing: 1 Play · 2 In an hour · 3 Done · 4 Dismiss`.
    static func question(_ row: NotificationRow) -> String {
        let choices = choices(row).enumerated().map { "\($0 + 1) \($1.title)" }.joined(separator: " · ")
        return TextLayout.printable("\(row.wish.content.title): \(choices) · Enter open · Esc later")
    }

    /// Returns the actions on a notification, for the digits from 1.
    static func choices(_ row: NotificationRow) -> [NotificationAction] {
        row.actions.prefix(8) + [NotificationAction("dismiss", "Dismiss")]
    }
}

extension AppModel {
    mutating func take(_ event: NoticeEvent) -> [AppEffect] {
        switch event {
        case .due(let row):
            // On a tiny screen, or behind other windows, the user would not see it.
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

    /// Answers a notification with a digit. Esc leaves it only in the list of the centre; any other key leaves it here,
    /// too.
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

/// Follows the notification centre as a program that shows notifications itself.
struct NoticeWatch: Sendable {
    let service: any MediaServiceClient

    /// Returns when the task is cancelled. Never starts a daemon.
    func run(_ tell: @Sendable (NoticeEvent) -> Void) async {
        await DaemonStart.$isAllowed.withValue(false) { await follow(tell) }
    }

    private func follow(_ tell: @Sendable (NoticeEvent) -> Void) async {
        // Without a daemon there is nothing to show; a daemon that appears is notified at its first change.
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
