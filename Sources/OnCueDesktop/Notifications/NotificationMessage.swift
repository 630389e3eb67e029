// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueNotifications

/// Converts a notification of the centre to the form of a notification server (Desktop Notifications Specification
/// 1.2), within the server's capabilities.
enum NotificationMessage {
    /// The key of a click on the notification itself.
    static let bodyKey = "default"
    /// The capabilities of servers that draw the hint `value` as a bar. No capability means this by definition, but
    /// each server with one of these draws it below the text. GNOME, Plasma and MATE draw none, and Xfce draws it in
    /// place of title and text.
    private static let gauges: Set<String> = ["x-canonical-private-synchronous", "x-dunst-stack-tag"]

    /// Returns the arguments of `Notify`; `nil` if the notification is useless on a server with these capabilities.
    static func arguments(
        _ shown: ShownNotification, replacing id: UInt32, _ capabilities: Set<String>
    ) -> [BusValue]? {
        let hasButtons = capabilities.contains("actions")
        guard hasButtons || !shown.manner.needsButtons else { return nil }
        let hasGauge = hasGauge(capabilities)
        guard hasGauge || shown.manner.needsGauge != true else { return nil }
        let hasBody = capabilities.contains("body")
        let isMarkup = capabilities.contains("body-markup")
        let percent = hasGauge ? [] : shown.progress.map { ["\($0) %"] } ?? []
        let text = percent + shown.lines
        let summary = hasBody ? shown.title : ([shown.title] + text.prefix(1)).joined(separator: " — ")
        let lines = hasBody ? text.map { line($0, isMarkup: isMarkup) } : []
        return [
            .string(shown.program), .uint32(id), .string(ServiceNames.desktopEntry),
            .string(NotificationText.plain(summary)), .string(lines.joined(separator: "\n")),
            .strings(hasButtons ? actions(shown, capabilities) : []),
            .dictionary(hints(shown, capabilities)),
            .int32(shown.lifetime.map { Int32(clamping: min($0, 1_000_000) * 1_000) } ?? -1),
        ]
    }

    private static func hasGauge(_ capabilities: Set<String>) -> Bool { !capabilities.isDisjoint(with: gauges) }

    /// Returns the key of a button: its name, and its subject if that outlives the notification.
    static func key(_ action: NotificationAction, _ manner: NotificationManner) -> String {
        manner.subject.map { action.name + " " + $0 } ?? action.name
    }

    /// Returns a text for the server, of which up to 20 lines are kept.
    private static func line(_ text: String, isMarkup: Bool) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(20).map {
            NotificationText.plain(String($0))
        }
        let joined = lines.joined(separator: "\n")
        return isMarkup ? NotificationText.escaped(joined) : joined
    }

    private static func actions(_ shown: ShownNotification, _ capabilities: Set<String>) -> [String] {
        let canReply = capabilities.contains(DesktopScreen.replyKey)
        var isReplyTaken = false
        let buttons = shown.actions.flatMap { action -> [String] in
            guard action.takesText else { return [key(action, shown.manner), action.title] }
            // A server has one text field.
            guard canReply, !isReplyTaken else { return [] }
            isReplyTaken = true
            return [DesktopScreen.replyKey, action.title]
        }
        // A click on a transient notification opens nothing.
        guard !shown.manner.isTransient || shown.manner.subject != nil else { return buttons }
        // Without a label, it does not become a button on servers that show one for each label.
        return [bodyKey, ""] + buttons
    }

    private static func hints(_ shown: ShownNotification, _ capabilities: Set<String>) -> [String: BusValue] {
        let urgency: UInt8 =
            switch shown.urgency {
            case .low: 0
            case .normal: 1
            case .critical: 2
            }
        var hints: [String: BusValue] = [
            "urgency": .byte(urgency), "desktop-entry": .string(ServiceNames.desktopEntry),
            "category": .string("x-oncue." + (shown.category.isEmpty ? "notification" : shown.category)),
            // This replaces a notification from before a restart, instead of stacking on it.
            "x-dunst-stack-tag": .string(shown.key),
        ]
        if let sound = shown.sound {
            if sound.hasPrefix("file:///") {
                hints["sound-file"] = .string(
                    MediaLocation(uri: sound)?.filePath.map { String(decoding: $0, as: UTF8.self) } ?? "")
            } else {
                hints["sound-name"] = .string(sound == "default" ? "message-new-instant" : sound)
            }
        } else {
            hints["suppress-sound"] = .bool(true)
        }
        for (hint, isSet) in [
            ("transient", shown.manner.isTransient), ("resident", shown.manner.isResident),
            ("action-icons", shown.manner.hasIcons && capabilities.contains("action-icons")),
        ] where isSet { hints[hint] = .bool(true) }
        if let progress = shown.progress, hasGauge(capabilities) { hints["value"] = .int32(Int32(progress)) }
        if let picture = shown.picture { hints["image-path"] = .string(picture) }
        if let reply = shown.actions.first(where: \.takesText), capabilities.contains(DesktopScreen.replyKey) {
            hints["x-kde-reply-submit-button-text"] = .string(reply.title)
            if !reply.placeholder.isEmpty { hints["x-kde-reply-placeholder-text"] = .string(reply.placeholder) }
        }
        return hints
    }
}
