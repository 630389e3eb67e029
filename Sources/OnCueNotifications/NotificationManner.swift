// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The differences between a notification of the service itself and those of programs.
package struct NotificationManner: Sendable, Equatable, Codable {
    /// The buttons; `nil` for those of its category.
    package var actions: [NotificationAction]?
    /// An identifier of the subject of its buttons. It is sent to the screen with them, so that a button that is
    /// pressed in the history of a desktop, when the notification itself is gone, still has a meaning.
    package var subject: String?
    /// Whether it is only shown: never listed, stored or offered to programs that follow notifications, and gone with
    /// the service.
    package var isTransient: Bool
    /// Whether it stays when one of its buttons is pressed.
    package var isResident: Bool
    /// Whether it stays on the screen until it expires or is removed, instead of as long as the screen chooses.
    package var isLasting: Bool
    /// Whether the names of its buttons are names of icons, for screens that draw icons.
    package var hasIcons: Bool
    /// Whether it is useless without buttons, and is not shown on screens that have none.
    package var needsButtons: Bool
    /// Whether it is useless without a progress bar, and is not shown on screens that have none; `nil` means no.
    package var needsGauge: Bool?
    /// Whether its trigger is switched off, so that it is pending but never due; `nil` means no.
    package var isOff: Bool?

    package init(
        actions: [NotificationAction]? = nil, subject: String? = nil, isTransient: Bool = false,
        isResident: Bool = false, isLasting: Bool = false, hasIcons: Bool = false, needsButtons: Bool = false,
        needsGauge: Bool? = nil, isOff: Bool? = nil
    ) {
        (self.actions, self.subject, self.isTransient) = (actions, subject, isTransient)
        (self.isResident, self.isLasting) = (isResident, isLasting)
        (self.hasIcons, self.needsButtons, self.needsGauge) = (hasIcons, needsButtons, needsGauge)
        self.isOff = isOff
    }
}

extension NotificationContent {
    /// Whether it is only shown, and never listed or stored.
    package var isTransient: Bool { manner?.isTransient ?? false }

    /// Whether its trigger is switched off.
    package var isOff: Bool { manner?.isOff ?? false }

    /// Returns the buttons of a notification of a program, the most important first.
    package func actions(of client: NotificationClient?) -> [NotificationAction] {
        manner?.actions ?? client?.category(category)?.actions ?? []
    }
}

extension NotificationRecord {
    /// Whether it is only shown, and never listed or stored.
    package var isTransient: Bool { request.content.isTransient }
}

extension NotificationBook.Effect {
    /// Whether it changes something that survives restarts.
    package var isKept: Bool {
        switch self {
        case .save(let record): !record.isTransient
        case .respond(let response): !response.content.isTransient
        case .delete, .saveClient, .deleteClient: true
        case .present, .withdraw: false
        }
    }
}
