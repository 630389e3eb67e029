// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A request to notify the user, now or later.
///
/// OnCue keeps it across restarts, and shows it on the desktop or in a terminal. A request with the same ``identifier``
/// changes it, whether it is pending or shown.
public struct UserNotificationRequest: Sendable, Equatable {
    /// The identifier within the program, at most 255 bytes; empty to let OnCue choose one.
    public var identifier: String
    /// The content of the notification.
    public var content: UserNotificationContent
    /// The condition for showing it; `nil` shows it at once.
    public var trigger: UserNotificationTrigger?

    /// Creates a request.
    public init(
        identifier: String = "", content: UserNotificationContent, trigger: UserNotificationTrigger? = nil
    ) {
        (self.identifier, self.content, self.trigger) = (identifier, content, trigger)
    }
}

/// The content of a notification, and the data that goes with it. OnCue refuses values beyond their limits.
public struct UserNotificationContent: Sendable, Equatable {
    /// The degree to which a notification may disturb the user.
    public enum InterruptionLevel: String, Sendable {
        /// Only listed, on most desktops.
        case passive = "low"
        /// Shown as usual.
        case active = "normal"
        /// Shown until it is answered.
        case critical
    }

    /// The part of a notification that is visible while the screen is locked.
    public enum Preview: String, Sendable {
        /// The whole notification.
        case always = "shown"
        /// The fact that there is one, and the name of the program.
        case withoutDetails = "without-details"
        /// Nothing.
        case never = "hidden"
    }

    /// The title, at most 400 bytes; never empty.
    public var title: String
    /// A line below it, at most 400 bytes.
    public var subtitle = ""
    /// The text, at most 4096 bytes. Markup is not interpreted.
    public var body = ""
    /// The number on the program's icon, up to 1,000,000; 0 removes it, `nil` leaves it unchanged.
    public var badge: Int?
    /// The progress in percent; `nil` if there is none to show.
    public var progress: Int?
    /// `default`, the name of a sound of the desktop's theme, or a `file:` URI; `nil` for silence.
    public var sound: String?
    /// The URIs of pictures and sounds, at most 4; those that cannot be shown are ignored.
    public var attachments: [String] = []
    /// The data with which the program interprets an answer: at most 32 values with 4096 bytes in total.
    public var userInfo: [String: UserActivity.Value] = [:]
    /// The ``UserNotificationCategory/identifier`` of its category; empty for none.
    public var categoryIdentifier = ""
    /// Notifications with the same identifier here are shown as one, with their number; empty for a notification that
    /// is not grouped.
    public var threadIdentifier = ""
    /// The degree to which the notification may disturb the user.
    public var interruptionLevel = InterruptionLevel.active
    /// The part that is visible while the screen is locked.
    public var showsPreviews = Preview.always
    /// Whether the delegate completes it before it is shown.
    public var isMutable = false
    /// The place in OnCue's tree of the item that it is about.
    public var contentIdentifier: String?
    /// The time after which it is no longer useful, in seconds since 1970; `nil` for never.
    public var expirationTime: Int64?

    /// Creates content with a title and a body.
    public init(title: String, body: String = "") {
        (self.title, self.body) = (title, body)
    }
}

/// The condition for showing a notification.
public enum UserNotificationTrigger: Sendable, Equatable {
    /// The number of times that a trigger takes effect.
    public enum Repetition: String, Sendable {
        /// The first time.
        case once
        /// Each time.
        case always
        /// Each time, until the user answers.
        case untilAnswered = "until-answered"
    }

    /// Something that happens around the machine.
    public enum Event: Sendable, Equatable {
        /// The machine arrives at a place that the user has named, or at any of them.
        case arrival(String?)
        /// The machine leaves such a place.
        case departure(String?)
        /// Headphones connect.
        case headphones
        /// The car connects.
        case car
        /// The car disconnects.
        case carLeft
        /// A device with that name connects.
        case device(String)
        /// A device with that name disconnects.
        case deviceLeft(String)
        /// The screen is unlocked.
        case unlock
        /// The machine wakes up.
        case wake
        /// The machine has started.
        case boot
        /// The user begins to listen.
        case playback
    }

    /// Parts of a date and time on the local clock. A `nil` part matches anything if it is larger than the smallest
    /// part given, and has its first value if it is smaller.
    public struct DateComponents: Sendable, Equatable {
        /// The year, from 1970.
        public var year: Int?
        /// The month, from 1 to 12.
        public var month: Int?
        /// The day, from 1 to 31.
        public var day: Int?
        /// The weekdays, from 0 for Monday to 6 for Sunday; empty for every day.
        public var weekdays: [Int] = []
        /// The hour, from 0 to 23.
        public var hour: Int?
        /// The minute, from 0 to 59.
        public var minute: Int?
        /// The second, from 0 to 59.
        public var second: Int?

        /// Creates an instance without any part; at least one has to be set.
        public init() {}
    }

    /// A number of seconds from the request on, counted through sleep and independent of the clock: up to 366 days, and
    /// at least 60 s if it repeats.
    case timeInterval(Int64, repeats: Bool)
    /// A date and time; one that daylight saving time skips takes effect when the clock is put forward.
    case calendar(DateComponents, repeats: Bool)
    /// An event.
    case event(Event, Repetition)
}

/// The possible answers to notifications of one kind.
public struct UserNotificationCategory: Sendable, Equatable {
    /// The identifier within the program, at most 100 bytes.
    public var identifier: String
    /// The buttons, the most important first; at most 8, of which some desktops show three.
    public var actions: [UserNotificationAction]
    /// Whether the delegate is called when the user dismisses a notification.
    public var hasCustomDismissAction = false
    /// The summary of several notifications in a thread, with `%u` for their number: `%u new messages`.
    public var summaryFormat = ""

    /// Creates a category.
    public init(identifier: String, actions: [UserNotificationAction] = []) {
        (self.identifier, self.actions) = (identifier, actions)
    }
}

/// A button of a notification.
public struct UserNotificationAction: Sendable, Equatable {
    /// The identifier within the category, at most 100 bytes; not `default` or `dismiss`.
    public var identifier: String
    /// Its label, at most 100 bytes.
    public var title: String
    /// The placeholder of the text field; `nil` for a button without a text field.
    public var textInputPlaceholder: String?
    /// Whether it brings the program to the front.
    public var isForeground = false
    /// Whether it deletes something.
    public var isDestructive = false
    /// Whether it is refused while the screen is locked.
    public var isAuthenticationRequired = false

    /// Creates a button.
    ///
    /// - Parameter textInputPlaceholder: The placeholder of a button with a text field, which the desktop or a terminal
    ///   shows.
    public init(identifier: String, title: String, textInputPlaceholder: String? = nil) {
        (self.identifier, self.title, self.textInputPlaceholder) = (identifier, title, textInputPlaceholder)
    }
}

/// The user's answer.
public struct UserNotificationResponse: Sendable, Equatable {
    /// The ``actionIdentifier`` of a press on the notification itself.
    public static let defaultActionIdentifier = "default"
    /// The ``actionIdentifier`` of a dismissed notification.
    public static let dismissActionIdentifier = "dismiss"

    /// The identifier of the request.
    public let requestIdentifier: String
    /// The identifier of the button.
    public let actionIdentifier: String
    /// The text that the user typed, for a button with a text field.
    public let userText: String?
    /// The content of the notification, as it was shown.
    public let content: UserNotificationContent
}

/// The permissions that the user has given to the program.
public struct UserNotificationSettings: Sendable, Equatable {
    /// The user's answer on whether the program may do something.
    public enum Permission: String, Sendable {
        /// The user has not been asked or has not answered; notifications are only listed.
        case notDetermined = "undecided"
        /// The user has allowed it.
        case authorized = "allowed"
        /// The user has refused it.
        case denied = "refused"
    }

    /// The permission to show notifications.
    public var alert: Permission
    /// The permission to make sounds with them.
    public var sound: Permission
    /// The permission to show a number on the program's icon.
    public var badge: Permission
    /// The identifiers of the categories that the user does not want to see.
    public var silencedCategories: [String]
}

/// Handles the user's answers, and completes notifications.
///
/// Calls of a method without isolation may arrive on the thread that serves the bus, so they must not block it.
public protocol UserNotificationDelegate: AnyObject, Sendable {
    /// Handles an answer, which may be to a request from an earlier run of the program. Each answer arrives at most
    /// once, in order; the result is due within 20 seconds.
    func userNotificationCenter(
        _ center: UserNotificationCenter, didReceive response: UserNotificationResponse) async

    /// Returns a mutable notification as it should be shown, or `nil` to show it unchanged. After 2 seconds it is shown
    /// unchanged, and a result within 10 seconds replaces it.
    func userNotificationCenter(
        _ center: UserNotificationCenter, willPresent request: UserNotificationRequest
    ) async -> UserNotificationContent?
}

extension UserNotificationDelegate {
    /// Returns `nil`.
    public func userNotificationCenter(
        _ center: UserNotificationCenter, willPresent request: UserNotificationRequest
    ) async -> UserNotificationContent? { nil }
}
