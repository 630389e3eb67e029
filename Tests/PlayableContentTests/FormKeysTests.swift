// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import OnCueActivities
import OnCueCore
import OnCueIntents
import OnCueInterface
import OnCueNotifications
import Testing

@testable import PlayableContent

/// The library is small, so it does not load the forms of the interface and has their keys by hand. Here both are compared.
@Suite("The library's keys and the forms of the interface")
struct FormKeysTests {
    private static let data: [String: UserActivity.Value] = [
        "text": .string("Blue"), "whole": .int(-3), "number": .double(0.5), "flag": .bool(true),
        "texts": .strings(["a", "b"]),
    ]

    /// A location in which everything is set.
    private static var hall: ContentLocation {
        var hall = ContentLocation(name: "Waldbühne", latitude: 52.5, longitude: 13.2)
        (hall.street, hall.postalCode, hall.city) = ("Glockenturmstraße 1", "14053", "Berlin")
        (hall.region, hall.country, hall.telephones) = ("Berlin", "DE", ["+49 30 901820"])
        (hall.supportsNavigation, hall.supportsPhoneCalls) = (false, false)
        return hall
    }

    /// Content in which everything is set.
    private static var content: UserNotificationContent {
        var content = UserNotificationContent(title: "Mail", body: "Come over")
        (content.subtitle, content.sound, content.badge, content.progress) = ("Ann", "default", 3, 50)
        (content.attachments, content.userInfo) = (["file:///tmp/a.png"], data)
        (content.categoryIdentifier, content.threadIdentifier) = ("message", "ann")
        (content.interruptionLevel, content.showsPreviews, content.isMutable) = (.critical, .withoutDetails, true)
        (content.contentIdentifier, content.expirationTime) = ("album:1", 2_000_000_000)
        return content
    }

    /// Every part of a date is given.
    private static var date: UserNotificationTrigger.DateComponents {
        var date = UserNotificationTrigger.DateComponents()
        (date.year, date.month, date.day, date.weekdays) = (2030, 12, 24, [0, 6])
        (date.hour, date.minute, date.second) = (18, 30, 15)
        return date
    }

    private static let triggers: [UserNotificationTrigger] = [
        .timeInterval(90, repeats: true), .calendar(date, repeats: false), .event(.arrival("home"), .untilAnswered),
        .event(.departure(nil), .always), .event(.headphones, .once), .event(.car, .once), .event(.carLeft, .once),
        .event(.device("My Pods"), .once), .event(.deviceLeft("My Pods"), .once), .event(.unlock, .once),
        .event(.wake, .once), .event(.boot, .once), .event(.playback, .once),
    ]

    /// Checks that a form knows all that was written, and writes the same.
    ///
    /// - Returns: What the form writes.
    @discardableResult
    private func agrees<Form: DictionaryForm>(
        _ form: Form.Type, with values: [String: BusValue], without absent: Set<String> = []
    ) throws -> [String: BusValue] {
        let read = try #require(Strict<Form>(wire: .dictionary(values))).understood()
        let written = FormWriter.dictionary(read)

        #expect(written == values)
        #expect(Set(values.keys).union(absent) == Set(FormList.fields(of: form).map(\.name)))
        return written
    }

    @Test("A location has the fields of its form")
    func location() throws {
        let written = try agrees(Location.self, with: Self.hall.values)

        #expect(ContentLocation(values: written) == Self.hall)
    }

    @Test("An activity has the fields of its form")
    func activity() throws {
        var own = UserActivity(
            activityType: "org.example.Concerts.concert", identifier: "42", title: "Blue", userInfo: Self.data)
        (own.requiredUserInfoKeys, own.keywords) = (["text"], ["jazz"])
        (own.contentDescription, own.thumbnail) = ("A concert", "folder-music")
        (own.webpageURL, own.contentIdentifier) = ("https://example.org/42", "album:1")
        (own.persistentIdentifier, own.location) = ("concerts", Self.hall)
        (own.relevantOccasion, own.expirationTime) = ("weekdays 07:00..09:00 car", 2_000_000_000)
        (own.isEligibleForSearch, own.isEligibleForHandoff) = (true, true)
        (own.isEligibleForPrediction, own.isEligibleForPublicIndexing) = (true, true)

        let written = try agrees(Activity.self, with: own.values)

        #expect(UserActivity(values: written) == own)
    }

    @Test("A notification has the fields of its form, whatever its trigger", arguments: triggers)
    func notification(trigger: UserNotificationTrigger) throws {
        let own = UserNotificationRequest(identifier: "7", content: Self.content, trigger: trigger)

        let written = try agrees(NotificationWish.self, with: own.values)

        #expect(UserNotificationRequest(values: written) == own)
    }

    @Test(
        "Every event at which a notification may be due is one of the library's",
        arguments: NotificationEvent.Kind.allCases)
    func event(kind: NotificationEvent.Kind) throws {
        let name = kind == .device || kind == .deviceLeft ? "My Pods" : nil
        let wish = NotificationWish(
            "7", NotificationContent(title: "Mail"), trigger: .event(NotificationEvent(kind, name), .always))
        let written = FormWriter.dictionary(wish)

        let read = UserNotificationRequest(values: written)

        #expect(read.trigger?.values == written["trigger"]?.dictionaryValue)
    }

    @Test("A program, its categories and their buttons have the fields of their forms")
    func program() throws {
        var action = UserNotificationAction(identifier: "reply", title: "Reply", textInputPlaceholder: "Your answer")
        (action.isForeground, action.isDestructive, action.isAuthenticationRequired) = (true, true, true)
        var category = UserNotificationCategory(identifier: "message", actions: [action])
        (category.hasCustomDismissAction, category.summaryFormat) = (true, "%u messages")
        let center = UserNotificationCenter(busName: "org.example.Mail", title: "Mail")
        center.categories = [category]

        let program = try agrees(NotificationProgram.self, with: center.program)
        let categories = (program["categories"]?.arrayValue ?? []).compactMap(\.dictionaryValue)
        let actions = (categories.first?["actions"]?.arrayValue ?? []).compactMap(\.dictionaryValue)

        #expect(categories == [category.values])
        try agrees(NotificationCategory.self, with: category.values)
        try agrees(NotificationAction.self, with: try #require(actions.first))
    }

    @Test("What is removed is named by the fields of its form", arguments: ["pending", "delivered"])
    func selection(part: String) throws {
        let center = UserNotificationCenter(busName: "org.example.Mail", title: "Mail")

        try agrees(
            NotificationSelection.self, with: center.selection(part, ["7"]), without: ["thread"])
    }

    @Test("An answer is read by the keys with which it is written")
    func response() throws {
        let request = UserNotificationRequest(identifier: "7", content: Self.content)
        let content = try #require(Strict<NotificationWish>(wire: .dictionary(request.values))).understood().content
        let told = NotificationResponse(
            number: 1, name: NotificationRequest.Name("org.example.Mail", "7"),
            answer: NotificationAnswer(.custom("reply"), text: "Yes"), content: content, time: 0)

        let own = UserNotificationResponse(values: FormWriter.dictionary(NotificationResponseRecord(told)))

        #expect(own.requestIdentifier == "7" && own.actionIdentifier == "reply" && own.userText == "Yes")
        #expect(own.content == Self.content)
        #expect(NotificationAnswer.Action.main.name == UserNotificationResponse.defaultActionIdentifier)
        #expect(NotificationAnswer.Action.dismiss.name == UserNotificationResponse.dismissActionIdentifier)
    }

    @Test("Permissions are read by the keys with which they are written")
    func permissions() {
        var client = NotificationClient("org.example.Mail")
        (client.alert, client.sound, client.badge, client.silenced) = (.allowed, .refused, .undecided, ["news"])

        let own = UserNotificationSettings(
            values: FormWriter.dictionary(NotificationClientRecord(client, pending: 0, delivered: 0)))

        #expect(own.alert == .authorized && own.sound == .denied && own.badge == .notDetermined)
        #expect(own.silencedCategories == ["news"])
    }

    @Test("Words of the interface are words of the library")
    func words() {
        func unknown<Word: RawRepresentable & CaseIterable, Own: RawRepresentable>(
            _ words: Word.Type, _ own: Own.Type
        ) -> [String] where Word.RawValue == String, Own.RawValue == String {
            words.allCases.map(\.rawValue).filter { Own(rawValue: $0) == nil }
        }

        #expect(unknown(NotificationContent.Urgency.self, UserNotificationContent.InterruptionLevel.self) == [])
        #expect(unknown(NotificationContent.Privacy.self, UserNotificationContent.Preview.self) == [])
        #expect(unknown(NotificationTrigger.Repetition.self, UserNotificationTrigger.Repetition.self) == [])
        #expect(unknown(NotificationClient.Permission.self, UserNotificationSettings.Permission.self) == [])
    }

    @Test(
        "The value of a task is read as it was written",
        arguments: [IntentValue.text("Blue"), .number(2.5), .flag(true), .object(identifier: "42", title: "Blue")])
    func intentValue(value: IntentValue) throws {
        let read = try #require(ParameterValue(wire: value.wire))

        #expect(read.wire == value.wire)
        #expect(IntentValue(wire: read.wire) == value)
    }

    @Test("The choices of a task have the members of their form")
    func choices() throws {
        let own = IntentResolution(asking: "size", [.init("l", title: "Large", subtitle: "0.4 l")])

        let written = try #require(own.wire["choices"])
        let read = try #require([IntentChoice](wire: written))

        #expect(read.map(\.name) == ["l"] && read.map(\.title) == ["Large"] && read.map(\.subtitle) == ["0.4 l"])
    }
}
