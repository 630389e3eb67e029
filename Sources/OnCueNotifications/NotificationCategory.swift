// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The possible answers to one kind of notification, which a program registers before it uses them.
package struct NotificationCategory: Sendable, Equatable, Codable {
    package var name: String
    /// The buttons, the most important first.
    package var actions: [NotificationAction]
    /// Whether the program is notified when the user dismisses one.
    package var tellsDismissal: Bool
    /// The summary of several notifications of a thread, with `%u` for their number: `%u new episodes`.
    package var summary: String

    package init(
        _ name: String, actions: [NotificationAction] = [], tellsDismissal: Bool = false, summary: String = ""
    ) {
        (self.name, self.actions, self.tellsDismissal, self.summary) = (name, actions, tellsDismissal, summary)
    }
}

/// A button of a notification.
package struct NotificationAction: Sendable, Equatable, Codable {
    package var name: String
    package var title: String
    /// Whether the user types a text for it.
    package var takesText: Bool
    /// The placeholder of the text field.
    package var placeholder: String
    /// Whether it brings the program to the front.
    package var isForeground: Bool
    /// Whether it deletes something.
    package var isDestructive: Bool
    /// Whether it is refused while the screen is locked.
    package var needsUnlock: Bool

    package init(
        _ name: String, _ title: String, takesText: Bool = false, placeholder: String = "",
        isForeground: Bool = false, isDestructive: Bool = false, needsUnlock: Bool = false
    ) {
        (self.name, self.title, self.takesText, self.placeholder) = (name, title, takesText, placeholder)
        (self.isForeground, self.isDestructive, self.needsUnlock) = (isForeground, isDestructive, needsUnlock)
    }
}

/// The user's answer to a notification.
package struct NotificationAnswer: Sendable, Equatable, Codable {
    package enum Action: Sendable, Equatable, Codable {
        /// The notification itself was chosen.
        case main
        case dismiss
        /// A button.
        case custom(String)

        /// - Parameter name: `default`, `dismiss`, or the name of an action.
        package init(name: String) {
            self =
                switch name {
                case "", "default": .main
                case "dismiss": .dismiss
                default: .custom(name)
                }
        }

        package var name: String {
            switch self {
            case .main: "default"
            case .dismiss: "dismiss"
            case .custom(let name): name
            }
        }

        var isCustom: Bool { if case .custom = self { true } else { false } }
    }

    package var action: Action
    package var text: String?

    package init(_ action: Action, text: String? = nil) { (self.action, self.text) = (action, text) }
}

/// An answer on its way to the program that sent the request.
package struct NotificationResponse: Sendable, Equatable, Codable {
    /// A number that grows with each response, so that a program receives them in order, and each once.
    package var number: Int64
    package var name: NotificationRequest.Name
    package var answer: NotificationAnswer
    /// The content that was shown.
    package var content: NotificationContent
    /// Seconds since 1970.
    package var time: Int64

    package init(
        number: Int64, name: NotificationRequest.Name, answer: NotificationAnswer, content: NotificationContent,
        time: Int64
    ) {
        (self.number, self.name, self.answer, self.content, self.time) = (number, name, answer, content, time)
    }
}

/// A program that sends notifications, and its permissions.
package struct NotificationClient: Sendable, Equatable, Codable {
    package enum Permission: String, Sendable, CaseIterable, Codable {
        /// The user was not asked yet, or has not answered.
        case undecided
        case allowed
        case refused
    }

    /// The well-known name of the program on the bus.
    package var name: String
    /// The name for people.
    package var title: String
    /// The permission to show notifications.
    package var alert: Permission
    package var sound: Permission
    package var badge: Permission
    package var categories: [NotificationCategory]
    /// The names of the categories that the user does not want to see.
    package var silenced: [String]
    /// The object that receives answers; `nil` for a program that only listens to the signal.
    package var handler: String?
    /// Whether the user was asked for its permissions.
    package var isAsked: Bool?
    /// The object that completes notifications before they are shown.
    package var completer: String?

    package init(_ name: String, title: String = "") {
        (self.name, self.title) = (name, title.isEmpty ? name : title)
        (alert, sound, badge) = (.undecided, .undecided, .undecided)
        (categories, silenced) = ([], [])
    }

    package func category(_ name: String) -> NotificationCategory? { categories.first { $0.name == name } }

    /// Whether notifications of a category may be shown.
    package func shows(_ category: String) -> Bool { alert == .allowed && !silenced.contains(category) }
}
