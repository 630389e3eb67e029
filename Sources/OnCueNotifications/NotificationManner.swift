// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// In which ways a notification of the service itself differs from those of programs.
package struct NotificationManner: Sendable, Equatable, Codable {
    /// The buttons, in place of those of its category; `nil` for those.
    package var actions: [NotificationAction]?
    /// An identifier of what its buttons are about. It goes with them to the screen, so that one that is pressed in the
    /// history of a desktop, when the notification itself is gone, still has a meaning.
    package var subject: String?
    /// Whether it is only shown: never listed or kept, never offered to those who watch, and gone with the service.
    package var isTransient: Bool
    /// Whether it stays when one of its buttons is pressed.
    package var isResident: Bool
    /// Whether it stays on the screen until it expires or is taken away, and not as long as the screen likes.
    package var isLasting: Bool
    /// Whether the names of its buttons are names of icons, for screens that draw those.
    package var hasIcons: Bool
    /// Whether it is of no use where buttons cannot be shown, and is not shown there.
    package var needsButtons: Bool
    /// Whether it is of no use where a progress cannot be drawn, and is not shown there; `nil` is no.
    package var needsGauge: Bool?
    /// Whether its trigger is switched off: it is pending, and never due; `nil` is no.
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
    /// Whether it is only shown, and never listed or kept.
    package var isTransient: Bool { manner?.isTransient ?? false }

    /// Whether its trigger is switched off.
    package var isOff: Bool { manner?.isOff ?? false }

    /// The buttons of a notification of a program, the most important first.
    package func actions(of client: NotificationClient?) -> [NotificationAction] {
        manner?.actions ?? client?.category(category)?.actions ?? []
    }
}

extension NotificationRecord {
    /// Whether it is only shown, and never listed or kept.
    package var isTransient: Bool { request.content.isTransient }
}

extension NotificationBook.Effect {
    /// Whether it changes something that is kept over restarts.
    package var isKept: Bool {
        switch self {
        case .save(let record): !record.isTransient
        case .respond(let response): !response.content.isTransient
        case .delete, .saveClient, .deleteClient: true
        case .present, .withdraw: false
        }
    }
}
