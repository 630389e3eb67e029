// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// A notification as a screen shows it, or all of a thread together.
package struct ShownNotification: Sendable, Equatable {
    /// Two with one key replace each other.
    package var key: String
    /// The newest of those that it stands for; an answer is to this one.
    package var name: NotificationRequest.Name
    /// The number of its delivery.
    package var number: Int64
    /// How many it stands for.
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
    /// In percent; `nil` for what has no progress, and for several together.
    package var progress: Int?
    package var urgency: NotificationContent.Urgency
    package var privacy: NotificationContent.Privacy
    package var category: String
    /// Whether it takes the place of one that the user knows, without another sound.
    package var isQuiet: Bool
    /// How long the screen keeps it, in seconds; 0 until it is taken away, `nil` as long as the screen likes.
    package var lifetime: Int64?
    /// In which ways it differs from those of programs.
    package var manner: NotificationManner

    /// More lines of a summary are counted, not named.
    private static let longest = 5
    /// One that is shown later than this after it was due says so, in seconds.
    private static let punctual: Int64 = 120

    /// Creates what is shown of a thread.
    ///
    /// - Parameters:
    ///   - thread: Its delivered notifications, the oldest first.
    ///   - isQuiet: Whether the user knows it already.
    ///   - isLocked: Whether others may see the screen.
    ///   - time: Returns a moment, in seconds since 1970, as people say it.
    /// - Returns: `nil` for none.
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
