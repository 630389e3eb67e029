// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// A notification, or the summary of a thread, as a screen shows it.
package struct ShownNotification: Sendable, Equatable {
    /// The key; two notifications with the same key replace each other.
    package var key: String
    /// The name of the newest notification that it includes; answers apply to this one.
    package var name: NotificationRequest.Name
    /// The number of its delivery.
    package var number: Int64
    /// The number of notifications that it includes.
    package var count: Int
    /// The name of its program, for people.
    package var program: String
    package var title: String
    /// The text after the title, line by line.
    package var lines: [String]
    package var actions: [NotificationAction]
    /// The URI of a picture.
    package var picture: String?
    package var sound: String?
    /// The progress in percent; `nil` if there is none, and for a summary.
    package var progress: Int?
    package var urgency: NotificationContent.Urgency
    package var privacy: NotificationContent.Privacy
    package var category: String
    /// Whether it replaces one that the user knows, without another sound.
    package var isQuiet: Bool
    /// The time for which the screen keeps it, in seconds; 0 for until it is removed, `nil` for as long as the screen
    /// chooses.
    package var lifetime: Int64?
    /// The differences from notifications of programs.
    package var manner: NotificationManner

    /// The maximum number of titles in a summary; further ones are only counted.
    private static let longest = 5
    /// The delay, in seconds, above which a notification states when it was due.
    private static let punctual: Int64 = 120

    /// Creates the notification that is shown for a thread.
    ///
    /// - Parameters:
    ///   - thread: Its delivered notifications, the oldest first.
    ///   - isQuiet: Whether the user knows it already.
    ///   - isLocked: Whether the screen is locked, so that others may see it.
    ///   - time: Formats a moment, in seconds since 1970, for people.
    /// - Returns: `nil` if the thread is empty.
    package init?(
        _ thread: [NotificationRecord], of client: NotificationClient, isQuiet: Bool, isLocked: Bool,
        now: Int64, time: (Int64) -> String
    ) {
        guard let newest = thread.last, let delivery = newest.delivery else { return nil }
        let content = delivery.content
        key = Self.key(of: newest)
        (name, number, count) = (newest.name, delivery.number, thread.count)
        (program, category, self.isQuiet) = (client.title, content.category, isQuiet)
        (urgency, privacy) = (content.urgency, content.privacy)
        manner = content.manner ?? NotificationManner()
        lifetime =
            manner.isLasting
            ? content.expires.map { max(1, $0 - now) } ?? 0 : content.urgency == .critical ? 0 : nil
        sound = client.sound == .allowed && !isQuiet ? content.sound : nil
        let category = client.category(content.category)
        guard !isLocked || thread.allSatisfy({ $0.delivery?.content.privacy == .shown }) else {
            (title, lines, actions, picture) = ("A notification of \(client.title)", [], [], nil)
            return
        }
        picture = content.attachments.first { Self.isPicture($0) }
        if thread.count > 1 {
            title = Self.summary(thread.count, category, client)
            actions = []
            let titles = thread.reversed().compactMap { $0.delivery?.content }.map(Self.line)
            lines = Array(titles.prefix(Self.longest))
            if titles.count > Self.longest { lines.append("and \(titles.count - Self.longest) more") }
        } else {
            title = content.title
            actions = content.actions(of: client)
            progress = content.progress
            lines = [content.subtitle, content.body].filter { !$0.isEmpty }
            if content.manner == nil, now - delivery.due > Self.punctual {
                lines.append("Was due \(time(delivery.due))")
            }
        }
    }

    /// Returns the key of the thread of a record.
    package static func key(of record: NotificationRecord) -> String {
        let thread = record.delivery?.content.thread ?? ""
        return thread.isEmpty
            ? record.name.client + "\n" + record.name.identifier : record.name.client + "\n\n" + thread
    }

    private static func summary(_ count: Int, _ category: NotificationCategory?, _ client: NotificationClient) -> String
    {
        guard let text = category?.summary, !text.isEmpty else { return "\(count) notifications of \(client.title)" }
        return text.split(separator: "%u", maxSplits: 1, omittingEmptySubsequences: false).joined(separator: "\(count)")
    }

    private static func line(_ content: NotificationContent) -> String {
        [content.subtitle, content.title].filter { !$0.isEmpty }.joined(separator: ": ")
    }

    private static func isPicture(_ address: String) -> Bool {
        let name = address.lowercased()
        return [".png", ".jpg", ".jpeg", ".webp", ".gif", ".svg"].contains(where: name.hasSuffix)
    }
}
