// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A wish to tell the user something, now or later.
///
/// OnCue keeps it over restarts, and shows it on the desktop or in a terminal. One with the same ``identifier`` is
/// changed, whether it waits or is shown.
public struct UserNotificationRequest: Sendable, Equatable {
    /// The identifier within the program, at most 255 bytes; empty for one that OnCue makes.
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
    /// How much a notification may disturb.
    public enum InterruptionLevel: String, Sendable {
        /// Only listed, on most desktops.
        case passive = "low"
        /// Shown as usual.
        case active = "normal"
        /// Stays until it is answered.
        case critical
    }

    /// The part of a notification that is visible while the screen is locked.
    public enum Preview: String, Sendable {
        /// Everything.
        case always = "shown"
        /// That there is one, and of which program.
        case withoutDetails = "without-details"
        /// Nothing.
        case never = "hidden"
    }

    /// The title, at most 400 bytes; never empty.
    public var title: String
    /// A line below it, at most 400 bytes.
    public var subtitle = ""
    /// The text, at most 4096 bytes. It is text: markup in it is shown as it is written.
    public var body = ""
    /// The number on the program's icon, up to 1,000,000; 0 takes it away, `nil` leaves it as it is.
    public var badge: Int?
    /// How much is done of what it is about, in percent; `nil` for what has no progress.
    public var progress: Int?
    /// `default`, the name of a sound of the desktop's theme, or a `file:` URI; `nil` for silence.
    public var sound: String?
    /// URIs of pictures and sounds, at most 4; what can be shown of them is shown.
    public var attachments: [String] = []
    /// The data with which the program understands an answer: at most 32 values with 4096 bytes.
    public var userInfo: [String: UserActivity.Value] = [:]
    /// The ``UserNotificationCategory/identifier`` of its category; empty for none.
    public var categoryIdentifier = ""
    /// Notifications with the same are shown as one, with their number; empty for one that stands alone.
    public var threadIdentifier = ""
    /// How much it may disturb.
    public var interruptionLevel = InterruptionLevel.active
    /// The part that is visible while the screen is locked.
    public var showsPreviews = Preview.always
    /// Whether the delegate completes it before it is shown.
    public var isMutable = false
    /// The place in OnCue's tree of what it is about.
    public var contentIdentifier: String?
    /// When it is no longer worth anything, in seconds since 1970; `nil` for never.
    public var expirationTime: Int64?

    /// Creates content with a title, and with a text below it.
    public init(title: String, body: String = "") {
        (self.title, self.body) = (title, body)
    }
}

/// The condition for showing a notification.
public enum UserNotificationTrigger: Sendable, Equatable {
    /// How often a trigger counts.
    public enum Repetition: String, Sendable {
        /// The first time.
        case once
        /// Each time.
        case always
        /// Each time, until the user has answered.
        case untilAnswered = "until-answered"
    }

    /// Something that happens around the machine.
    public enum Event: Sendable, Equatable {
        /// The machine comes to a place that the user has named, or to any.
        case arrival(String?)
        /// It leaves it.
        case departure(String?)
        /// Headphones connect.
        case headphones
        /// The car connects.
        case car
        /// The car is gone.
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

    /// Parts of a date, on the clock on the wall. A part that is `nil` may be anything if it is larger than the smallest
    /// that is given, and is the first if it is smaller.
    public struct DateComponents: Sendable, Equatable {
        /// From 1970.
        public var year: Int?
        /// From 1 to 12.
        public var month: Int?
        /// From 1 to 31.
        public var day: Int?
        /// From 0 for Monday to 6 for Sunday; empty for every day.
        public var weekdays: [Int] = []
        /// From 0 to 23.
        public var hour: Int?
        /// From 0 to 59.
        public var minute: Int?
        /// From 0 to 59.
        public var second: Int?

        /// Creates parts of which none is given; at least one has to be.
        public init() {}
    }

    /// A number of seconds from when it is asked for, through sleep and whatever the clock shows: up to 366 days, and at
    /// least 60 s for one that repeats.
    case timeInterval(Int64, repeats: Bool)
    /// A moment of the calendar; one that is skipped by summer time comes when the clock is put forward.
    case calendar(DateComponents, repeats: Bool)
    /// Something that happens.
    case event(Event, Repetition)
}

/// How notifications of one kind can be answered.
public struct UserNotificationCategory: Sendable, Equatable {
    /// The identifier within the program, at most 100 bytes.
    public var identifier: String
    /// The buttons, the most important first; at most 8, of which some desktops show three.
    public var actions: [UserNotificationAction]
    /// Whether the delegate gets a response when the user dismisses one.
    public var hasCustomDismissAction = false
    /// The summary of several notifications of a thread, with `%u` for their number: `%u new messages`.
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
    /// The placeholder of the text field; `nil` for a button without a text.
    public var textInputPlaceholder: String?
    /// Whether it brings the program to the front.
    public var isForeground = false
    /// Whether it deletes something.
    public var isDestructive = false
    /// Whether it is refused while the screen is locked.
    public var isAuthenticationRequired = false

    /// Creates a button.
    ///
    /// - Parameter textInputPlaceholder: For one with a text, which the desktop or a terminal takes.
    public init(identifier: String, title: String, textInputPlaceholder: String? = nil) {
        (self.identifier, self.title, self.textInputPlaceholder) = (identifier, title, textInputPlaceholder)
    }
}

/// An answer of the user.
public struct UserNotificationResponse: Sendable, Equatable {
    /// The ``actionIdentifier`` of a press on the notification itself.
    public static let defaultActionIdentifier = "default"
    /// The ``actionIdentifier`` of one that was dismissed.
    public static let dismissActionIdentifier = "dismiss"

    /// The identifier of the request.
    public let requestIdentifier: String
    /// The identifier of the button.
    public let actionIdentifier: String
    /// The text that the user typed, for a button with a text.
    public let userText: String?
    /// The content that was shown.
    public let content: UserNotificationContent
}

/// The permissions that the user gives the program.
public struct UserNotificationSettings: Sendable, Equatable {
    /// An answer to the question whether the program may do something.
    public enum Permission: String, Sendable {
        /// The user was not asked yet, or has not answered: notifications are only listed.
        case notDetermined = "undecided"
        /// The user has allowed it.
        case authorized = "allowed"
        /// The user has refused it.
        case denied = "refused"
    }

    /// Whether notifications are shown.
    public var alert: Permission
    /// Whether they make a sound.
    public var sound: Permission
    /// Whether the program has a number on its icon.
    public var badge: Permission
    /// The identifiers of the categories that the user does not want to see.
    public var silencedCategories: [String]
}

/// Takes the answers of the user, and completes notifications.
///
/// Calls of a method without isolation may come on the thread that serves the bus, so nothing in them may block it.
public protocol UserNotificationDelegate: AnyObject, Sendable {
    /// Takes an answer, which may be to a request of an earlier run of the program. Each comes at most once, in order; the
    /// result is due within 20 seconds.
    func userNotificationCenter(
        _ center: UserNotificationCenter, didReceive response: UserNotificationResponse) async

    /// Returns a mutable notification as it is to be shown, or `nil` to show it as it is. After 2 seconds it is shown as it
    /// was, and what comes within 10 replaces it.
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
