// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueRuntime

/// One connection of a notification center to the bus.
@MediaActor
enum UserNotificationSession {
    /// Serves until the task is cancelled.
    static func run(
        _ center: UserNotificationCenter, on location: BusLocation
    ) async throws(PlayableContentError) {
        center.setBus(nil, isRunning: true)
        defer { center.setBus(nil, isRunning: false) }
        try await OwnBus.serve(on: location) { bus throws(PlayableContentError) in
            defer { center.setBus(nil, isRunning: true) }
            try await serve(center, on: bus)
        }
    }

    /// Serves until the bus has ended or the task is cancelled.
    private static func serve(
        _ center: UserNotificationCenter, on bus: MessageBus
    ) async throws(PlayableContentError) {
        do throws(BusError) {
            let exports = [
                try bus.export(NotificationHandlerInterface(center), at: center.objectPath),
                try bus.export(NotificationExtensionInterface(center), at: center.objectPath),
            ]
            defer { withExtendedLifetime(exports) {} }
            guard try await bus.requestName(center.busName) == .owned else {
                throw BusError(name: BusError.accessDenied, message: "another program has it")
            }
            await follow(bus, center)
        } catch {
            let code: PlayableContentError.Code = error.name == BusError.accessDenied ? .nameTaken : .noBus
            throw PlayableContentError(code, "cannot notify as \(center.busName): \(error.message)")
        }
    }

    /// Sends the possible answers to notifications to OnCue each time that it appears.
    private static func follow(_ bus: MessageBus, _ center: UserNotificationCenter) async {
        // If several restarts were missed, only the last one matters: that the service went, and that it is back.
        let (owners, continuation) = AsyncStream.makeStream(of: String?.self, bufferingPolicy: .bufferingNewest(2))
        bus.onClosed = { continuation.finish() }
        let watch = bus.watchOwner(of: ServiceNames.busName) { continuation.yield($0) }
        defer { withExtendedLifetime(watch) {} }
        center.setBus(bus, isRunning: true)
        continuation.yield(try? await bus.owner(of: ServiceNames.busName))
        var told: String?
        for await owner in owners where owner != told {
            told = owner
            guard owner != nil else { continue }
            do throws(PlayableContentError) { try await center.update() } catch {
                Logger("notifications").warning("OnCue refused the categories", ["error": error.message])
            }
        }
    }
}

/// The interface `org.oncue.NotificationHandler1` of a center.
@MediaActor
final class NotificationHandlerInterface: ExportedInterface {
    nonisolated let introspectionXML = """
        <node>
          <interface name="org.oncue.NotificationHandler1">
            <method name="Respond"><arg name="response" type="a{sv}" direction="in"/></method>
          </interface>
        </node>
        """
    private let center: UserNotificationCenter

    init(_ center: UserNotificationCenter) { self.center = center }

    func properties() -> [String: BusValue] { [:] }

    func call(_ call: BusMethodCall, reply: BusReply) {
        let response = UserNotificationResponse(values: call.arguments.first?.dictionaryValue ?? [:])
        Task { @MediaActor [center] in
            await center.delegate?.userNotificationCenter(center, didReceive: response)
            reply.succeed([])
        }
    }
}

/// The interface `org.oncue.NotificationExtension1` of a center.
@MediaActor
final class NotificationExtensionInterface: ExportedInterface {
    nonisolated let introspectionXML = """
        <node>
          <interface name="org.oncue.NotificationExtension1">
            <method name="Complete">
              <arg name="request" type="a{sv}" direction="in"/><arg name="changes" type="a{sv}" direction="out"/>
            </method>
          </interface>
        </node>
        """
    private let center: UserNotificationCenter

    init(_ center: UserNotificationCenter) { self.center = center }

    func properties() -> [String: BusValue] { [:] }

    func call(_ call: BusMethodCall, reply: BusReply) {
        let request = UserNotificationRequest(values: call.arguments.first?.dictionaryValue ?? [:])
        Task { @MediaActor [center] in
            let completed = await center.delegate?.userNotificationCenter(center, willPresent: request)
            reply.succeed([.dictionary(completed?.values ?? [:])])
        }
    }
}

// MARK: On the bus

extension UserNotificationRequest {
    var values: [String: BusValue] {
        var values = content.values
        if !identifier.isEmpty { values["identifier"] = .string(identifier) }
        if let trigger { values["trigger"] = .dictionary(trigger.values) }
        return values
    }

    init(values: [String: BusValue]) {
        self.init(
            identifier: values["identifier"]?.stringValue ?? "", content: UserNotificationContent(values: values),
            trigger: values["trigger"]?.dictionaryValue.flatMap(UserNotificationTrigger.init(values:)))
    }
}

extension UserNotificationContent {
    var values: [String: BusValue] {
        var values: [String: BusValue] = [
            "title": .string(title), "subtitle": .string(subtitle), "body": .string(body),
            "attachments": .strings(attachments), "userInfo": .dictionary(userInfo.mapValues(\.wire)),
            "category": .string(categoryIdentifier), "thread": .string(threadIdentifier),
            "urgency": .string(interruptionLevel.rawValue), "whileLocked": .string(showsPreviews.rawValue),
            "mutable": .bool(isMutable),
        ]
        if let badge { values["badge"] = .uint32(UInt32(clamping: badge)) }
        if let progress { values["progress"] = .uint32(UInt32(clamping: progress)) }
        if let sound { values["sound"] = .string(sound) }
        if let contentIdentifier { values["item"] = .string(contentIdentifier) }
        if let expirationTime { values["expires"] = .int64(expirationTime) }
        return values
    }

    init(values: [String: BusValue]) {
        func text(_ key: String) -> String { values[key]?.stringValue ?? "" }
        self.init(title: text("title"), body: text("body"))
        (subtitle, categoryIdentifier, threadIdentifier) = (text("subtitle"), text("category"), text("thread"))
        (badge, sound) = (values["badge"]?.intValue, values["sound"]?.stringValue)
        progress = values["progress"]?.intValue
        attachments = values["attachments"]?.stringsValue ?? []
        for (key, value) in values["userInfo"]?.dictionaryValue ?? [:] {
            userInfo[key] = UserActivity.Value(wire: value.unwrapped)
        }
        interruptionLevel = InterruptionLevel(rawValue: text("urgency")) ?? .active
        showsPreviews = Preview(rawValue: text("whileLocked")) ?? .always
        isMutable = values["mutable"]?.boolValue ?? false
        contentIdentifier = values["item"]?.stringValue
        expirationTime = values["expires"]?.intValue.map(Int64.init)
    }
}

extension UserNotificationTrigger {
    var values: [String: BusValue] {
        switch self {
        case .timeInterval(let seconds, let repeats):
            return [
                "kind": .string("interval"), "seconds": .int64(seconds),
                "repeats": .string(repeats ? "always" : "once"),
            ]
        case .calendar(let date, let repeats):
            var values: [String: BusValue] = [
                "kind": .string("date"), "repeats": .string(repeats ? "always" : "once"),
                "weekdays": .array(date.weekdays.map { .uint32(UInt32(clamping: $0)) }, of: "u"),
            ]
            for (key, number) in [
                ("year", date.year), ("month", date.month), ("day", date.day), ("hour", date.hour),
                ("minute", date.minute), ("second", date.second),
            ] {
                if let number { values[key] = .uint32(UInt32(clamping: number)) }
            }
            return values
        case .event(let event, let repetition):
            let (kind, name) = event.words
            var values: [String: BusValue] = ["kind": .string(kind), "repeats": .string(repetition.rawValue)]
            if let name { values["name"] = .string(name) }
            return values
        }
    }

    init?(values: [String: BusValue]) {
        let repeats = values["repeats"]?.stringValue ?? Repetition.once.rawValue
        func number(_ key: String) -> Int? { values[key]?.intValue }
        switch values["kind"]?.stringValue {
        case "interval": self = .timeInterval(Int64(number("seconds") ?? 0), repeats: repeats == "always")
        case "date":
            var date = DateComponents()
            (date.year, date.month, date.day) = (number("year"), number("month"), number("day"))
            (date.hour, date.minute, date.second) = (number("hour"), number("minute"), number("second"))
            date.weekdays = values["weekdays"]?.arrayValue?.compactMap(\.intValue) ?? []
            self = .calendar(date, repeats: repeats == "always")
        case let kind?:
            guard let event = Event(kind, values["name"]?.stringValue) else { return nil }
            self = .event(event, Repetition(rawValue: repeats) ?? .once)
        case nil: return nil
        }
    }
}

extension UserNotificationTrigger.Event {
    fileprivate var words: (kind: String, name: String?) {
        switch self {
        case .arrival(let place): ("arrival", place)
        case .departure(let place): ("departure", place)
        case .headphones: ("headphones", nil)
        case .car: ("car", nil)
        case .carLeft: ("car-left", nil)
        case .device(let name): ("device", name)
        case .deviceLeft(let name): ("device-left", name)
        case .unlock: ("unlock", nil)
        case .wake: ("wake", nil)
        case .boot: ("boot", nil)
        case .playback: ("playback", nil)
        }
    }

    fileprivate init?(_ kind: String, _ name: String?) {
        switch kind {
        case "arrival": self = .arrival(name)
        case "departure": self = .departure(name)
        case "headphones": self = .headphones
        case "car": self = .car
        case "car-left": self = .carLeft
        case "device": self = .device(name ?? "")
        case "device-left": self = .deviceLeft(name ?? "")
        case "unlock": self = .unlock
        case "wake": self = .wake
        case "boot": self = .boot
        case "playback": self = .playback
        default: return nil
        }
    }
}

extension UserNotificationCategory {
    var values: [String: BusValue] {
        [
            "name": .string(identifier), "tellsDismissal": .bool(hasCustomDismissAction),
            "summary": .string(summaryFormat),
            "actions": .array(actions.map { .dictionary($0.values) }, of: "a{sv}"),
        ]
    }
}

extension UserNotificationAction {
    fileprivate var values: [String: BusValue] {
        [
            "name": .string(identifier), "title": .string(title), "text": .bool(textInputPlaceholder != nil),
            "placeholder": .string(textInputPlaceholder ?? ""), "foreground": .bool(isForeground),
            "destructive": .bool(isDestructive), "needsUnlock": .bool(isAuthenticationRequired),
        ]
    }
}

extension UserNotificationResponse {
    init(values: [String: BusValue]) {
        requestIdentifier = values["identifier"]?.stringValue ?? ""
        actionIdentifier = values["action"]?.stringValue ?? ""
        userText = values["text"]?.stringValue
        content = UserNotificationContent(values: values)
    }
}

extension UserNotificationSettings {
    init(values: [String: BusValue]) {
        func permission(_ key: String) -> Permission {
            values[key]?.stringValue.flatMap(Permission.init) ?? .notDetermined
        }
        (alert, sound, badge) = (permission("alert"), permission("sound"), permission("badge"))
        silencedCategories = values["silenced"]?.stringsValue ?? []
    }
}
