// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueRuntime

/// One connection of an activity center to the bus.
@MediaActor
enum UserActivitySession {
    private enum Event: Sendable {
        case service(String?)
        case request(UserActivityCenter.Request)
    }

    /// Serves until the task is cancelled.
    static func run(_ center: UserActivityCenter, on location: BusLocation) async throws(PlayableContentError) {
        try await OwnBus.serve(on: location) { bus throws(PlayableContentError) in try await serve(center, on: bus) }
    }

    /// Serves until the bus has ended or the task is cancelled.
    private static func serve(_ center: UserActivityCenter, on bus: MessageBus) async throws(PlayableContentError) {
        do throws(BusError) {
            let export = try bus.export(ActivityHandlerInterface(center), at: center.objectPath)
            let tasks = try center.intentHandler.map { handler throws(BusError) in
                try bus.export(IntentHandlerInterface(handler), at: center.objectPath)
            }
            defer { withExtendedLifetime((export, tasks)) {} }
            guard try await bus.requestName(center.busName) == .owned else {
                throw BusError(name: BusError.accessDenied, message: "another program has it")
            }
            try await follow(bus, center)
        } catch {
            let code: PlayableContentError.Code = error.name == BusError.accessDenied ? .nameTaken : .noBus
            throw PlayableContentError(code, "cannot serve activities as \(center.busName): \(error.message)")
        }
    }

    private static func follow(_ bus: MessageBus, _ center: UserActivityCenter) async throws(BusError) {
        // Requests go to the service in order, and none may be lost; the program itself limits their number.
        let (events, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .unbounded)
        bus.onClosed = { continuation.finish() }
        let watch = bus.watchOwner(of: ServiceNames.busName) { continuation.yield(.service($0)) }
        defer {
            withExtendedLifetime(watch) {}
            center.setTeller(nil)
        }
        continuation.yield(.service(try await bus.owner(of: ServiceNames.busName)))
        var service: String?
        for await event in events {
            switch event {
            case .service(let owner):
                guard owner != service else { continue }
                service = owner
                let tell: @Sendable (UserActivityCenter.Request) -> Void = { @Sendable request in
                    continuation.yield(.request(request))
                }
                center.setTeller(owner == nil ? nil : tell)
            case .request(let request):
                if service == nil { center.keep(request) } else { await tell(request, center, on: bus) }
            }
        }
    }

    private static func tell(
        _ request: UserActivityCenter.Request, _ center: UserActivityCenter, on bus: MessageBus
    ) async {
        let (member, arguments): (String, [BusValue]) =
            switch request {
            case .put(let activity): ("Create", [.dictionary(activity.values)])
            case .becomeCurrent(let identifier): ("BecomeCurrent", [.string(identifier)])
            case .resignCurrent(let identifier): ("ResignCurrent", [.string(identifier)])
            case .invalidate(let identifier): ("Invalidate", [.string(identifier)])
            case .needsSave(let identifier): ("NeedsSave", [.string(identifier)])
            case .delete(let identifiers): ("Delete", [.string(center.busName), .strings(identifiers)])
            }
        do throws(BusError) {
            try await bus.call(
                member, of: ServiceNames.activities, at: ServiceNames.objectPath, on: ServiceNames.busName, arguments,
                startsService: false)
        } catch {
            // A request that failed because the service was missing is sent to the next one; a refusal is the program's
            // mistake.
            let isGone = error.isUnanswered || error.name == BusError.serviceUnknown
            if isGone { return center.keep(request) }
            guard !error.name.hasSuffix(".NotFound") else { return }
            Logger("activities").warning("OnCue refused a call", ["method": member, "error": error.message])
        }
    }
}

/// The interface `org.oncue.ActivityHandler1` of a center.
@MediaActor
final class ActivityHandlerInterface: ExportedInterface {
    nonisolated let introspectionXML = """
        <node>
          <interface name="org.oncue.ActivityHandler1">
            <method name="Continue"><arg name="activity" type="a{sv}" direction="in"/></method>
            <method name="GetState">
              <arg name="identifier" type="s" direction="in"/><arg name="changes" type="a{sv}" direction="out"/>
            </method>
          </interface>
        </node>
        """
    private let center: UserActivityCenter

    init(_ center: UserActivityCenter) { self.center = center }

    func properties() -> [String: BusValue] { [:] }

    func call(_ call: BusMethodCall, reply: BusReply) {
        Task { @MediaActor in
            do {
                reply.succeed(try await answer(call))
            } catch {
                reply.fail(BusError(name: "org.oncue.Error.Failed", message: String(describing: error)))
            }
        }
    }

    private func answer(_ call: BusMethodCall) async throws -> [BusValue] {
        guard call.member == "Continue" else {
            let identifier = call.arguments.first?.stringValue ?? ""
            guard let activity = await center.newest(identifier) else {
                throw PlayableContentError(.notFound, "there is no activity \"\(identifier)\"")
            }
            return [.dictionary(activity.values)]
        }
        guard let activity = UserActivity(values: call.arguments.first?.dictionaryValue ?? [:]) else {
            throw PlayableContentError(.unavailable, "the activity has no identifier, type or title")
        }
        guard let delegate = center.delegate else {
            throw PlayableContentError(.unavailable, "the program takes nothing up again")
        }
        try await delegate.userActivityCenter(center, continue: activity)
        return []
    }
}

// MARK: On the bus

extension UserActivity {
    var values: [String: BusValue] {
        var values: [String: BusValue] = [
            "type": .string(activityType), "identifier": .string(identifier), "title": .string(title),
            "userInfo": .dictionary(userInfo.mapValues(\.wire)), "requiredKeys": .strings(requiredUserInfoKeys),
            "keywords": .strings(keywords), "eligibleFor": .strings(eligibility),
        ]
        for (key, text) in [
            ("description", contentDescription), ("thumbnail", thumbnail), ("webPage", webpageURL),
            ("item", contentIdentifier), ("persistentIdentifier", persistentIdentifier),
            ("occasion", relevantOccasion),
        ] {
            if let text { values[key] = .string(text) }
        }
        if let location { values["location"] = .dictionary(location.values) }
        if let expirationTime { values["expires"] = .int64(expirationTime) }
        return values
    }

    private var eligibility: [String] {
        [
            isEligibleForSearch ? "search" : nil, isEligibleForHandoff ? "handoff" : nil,
            isEligibleForPrediction ? "prediction" : nil, isEligibleForPublicIndexing ? "public" : nil,
        ].compactMap(\.self)
    }

    init?(values: [String: BusValue]) {
        guard let type = values["type"]?.stringValue, let identifier = values["identifier"]?.stringValue,
            let title = values["title"]?.stringValue
        else { return nil }
        self.init(activityType: type, identifier: identifier, title: title)
        for (key, value) in values["userInfo"]?.dictionaryValue ?? [:] { userInfo[key] = Value(wire: value.unwrapped) }
        requiredUserInfoKeys = values["requiredKeys"]?.stringsValue ?? []
        keywords = values["keywords"]?.stringsValue ?? []
        (contentDescription, thumbnail) = (values["description"]?.stringValue, values["thumbnail"]?.stringValue)
        (webpageURL, contentIdentifier) = (values["webPage"]?.stringValue, values["item"]?.stringValue)
        persistentIdentifier = values["persistentIdentifier"]?.stringValue
        relevantOccasion = values["occasion"]?.stringValue
        expirationTime = values["expires"]?.intValue.map(Int64.init)
        location = values["location"]?.dictionaryValue.flatMap(ContentLocation.init(values:))
        let words = Set(values["eligibleFor"]?.stringsValue ?? [])
        (isEligibleForSearch, isEligibleForHandoff) = (words.contains("search"), words.contains("handoff"))
        isEligibleForPrediction = words.contains("prediction")
        isEligibleForPublicIndexing = words.contains("public")
    }
}

extension UserActivity.Value {
    var wire: BusValue {
        switch self {
        case .string(let text): .string(text)
        case .int(let number): .int64(number)
        case .double(let number): .double(number)
        case .bool(let flag): .bool(flag)
        case .strings(let texts): .strings(texts)
        }
    }

    init?(wire: BusValue) {
        switch wire {
        case .string(let text): self = .string(text)
        case .double(let number): self = .double(number)
        case .bool(let flag): self = .bool(flag)
        default:
            if let number = wire.intValue {
                self = .int(Int64(number))
            } else if let texts = wire.stringsValue {
                self = .strings(texts)
            } else {
                return nil
            }
        }
    }
}
