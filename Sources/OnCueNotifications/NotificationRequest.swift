// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueActivities
internal import OnCueCore

/// A request of a program to notify the user: the content, and the time or event.
package struct NotificationRequest: Sendable, Equatable, Codable {
    /// The name of a request: its program, and an identifier that is unique within the program.
    package struct Name: Sendable, Hashable, Codable {
        /// The well-known name of the program on the bus.
        package var client: String
        package var identifier: String

        package init(_ client: String, _ identifier: String) {
            (self.client, self.identifier) = (client, identifier)
        }
    }

    package var name: Name
    package var content: NotificationContent
    /// The condition for showing it; `nil` to show it at once.
    package var trigger: NotificationTrigger?

    package init(_ name: Name, _ content: NotificationContent, trigger: NotificationTrigger? = nil) {
        (self.name, self.content, self.trigger) = (name, content, trigger)
    }
}

/// The content of a notification, and the data that goes with it.
package struct NotificationContent: Sendable, Equatable, Codable {
    /// The part of a notification that is visible while the screen is locked.
    package enum Privacy: String, Sendable, CaseIterable, Codable {
        case shown
        /// Only the fact that there is one, and its program.
        case withoutDetails = "without-details"
        case hidden
    }

    package enum Urgency: String, Sendable, CaseIterable, Codable {
        /// Most desktops only list it.
        case low
        case normal
        /// It stays until it is answered.
        case critical
    }

    package var title: String
    package var subtitle: String
    package var body: String
    /// The number on the program's icon; 0 removes it, `nil` leaves it unchanged.
    package var badge: Int?
    /// The progress of the task that it is about, in percent; `nil` if there is none.
    package var progress: Int?
    /// `default`, the name of a sound of the desktop's theme, or the URI of a file; `nil` for silence.
    package var sound: String?
    /// The URIs of pictures and sounds, which are shown as far as the screen can.
    package var attachments: [String]
    /// The data with which its program understands an answer.
    package var info: ActivityInfo
    /// The name of the program's category, which defines the possible answers.
    package var category: String
    /// The thread, which is the same for notifications that belong together and are summarised.
    package var thread: String
    package var privacy: Privacy
    package var urgency: Urgency
    /// Whether its program may complete it before it is shown.
    package var isMutable: Bool
    /// The place of the content item that it is about.
    package var item: String?
    /// The time after which it is no longer useful, in seconds since 1970; `nil` for never.
    package var expires: Int64?
    /// The differences of a notification of the service itself; `nil` for those of programs.
    package var manner: NotificationManner?

    package init(
        title: String, subtitle: String = "", body: String = "", category: String = "", thread: String = "",
        urgency: Urgency = .normal
    ) {
        (self.title, self.subtitle, self.body) = (title, subtitle, body)
        (self.category, self.thread, self.urgency) = (category, thread, urgency)
        (attachments, info, privacy, isMutable) = ([], ActivityInfo(), .shown, false)
    }

    /// Returns a text fit for a title: one line of limited length that is never empty.
    package static func line(_ text: String) -> String {
        let printable = String(text.map { $0.isNewline || $0.unicodeScalars.contains { $0.value < 0x20 } ? " " : $0 })
        return printable.isEmpty ? "Untitled" : printable.shortened(toBytes: NotificationLimits.titleBytes)
    }
}

/// The limits on notifications of programs.
package enum NotificationLimits {
    /// The maximum number of requests of a program, pending and delivered.
    package static let perClient = 1_000
    package static let overall = 20_000
    package static let clients = 200
    package static let identifierBytes = 255
    package static let titleBytes = 400
    package static let bodyBytes = 4_096
    package static let wordBytes = 100
    package static let attachments = 4
    package static let addressBytes = 2_048
    package static let infoKeys = 32
    package static let infoBytes = 4_096
    package static let categories = 32
    package static let actions = 8
    /// The maximum size of a typed answer, in bytes.
    package static let textBytes = 4_096
    /// The shortest interval of a trigger that repeats, and the longest interval of any, in seconds.
    package static let shortestRepetition: Int64 = 60
    package static let longestInterval: Int64 = 366 * 86_400
    /// The time, in seconds, after which a due notification is no longer shown, but listed as missed.
    package static let lateness: Int64 = 12 * 3_600
}

/// The reason why the notification centre refuses a request.
package struct NotificationRefusal: Error, Sendable, Equatable {
    package enum Code: Sendable {
        /// A value cannot be used.
        case invalid
        /// There is no such notification.
        case unknown
        /// There are too many.
        case full
        /// Not while the screen is locked.
        case locked
    }

    package var code: Code
    package var message: String

    package init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    static func invalid(_ message: String) -> NotificationRefusal { NotificationRefusal(.invalid, message) }
}
