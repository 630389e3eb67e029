// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCore
internal import Synchronization

/// Reports the user's activities in this program to OnCue, which can ask the program to continue them.
///
/// ```swift
/// let activities = UserActivityCenter(busName: "org.example.Concerts")
/// activities.delegate = concerts
/// var activity = UserActivity(activityType: "org.example.Concerts.concert", identifier: "7", title: "Friday")
/// activity.isEligibleForSearch = true
/// activities.update(activity)
/// activities.becomeCurrent("7")
/// try await activities.run()
/// ```
///
/// Everything can be called from any thread and returns at once, except ``run()``. An activity that is not eligible for
/// anything never leaves the process. Changes made while OnCue does not run are reported when it starts, and stored
/// activities deleted in the meantime are deleted then.
public final class UserActivityCenter: Sendable {
    /// A message to OnCue. Messages are sent in order.
    enum Request: Sendable, Equatable {
        case put(UserActivity)
        case becomeCurrent(String)
        case resignCurrent(String)
        case invalidate(String)
        case needsSave(String)
        /// An empty list means all.
        case delete([String])
    }

    private struct State {
        var delegate: (any UserActivityDelegate)?
        var intentHandler: (any IntentHandler)?
        var activities: [String: UserActivity] = [:]
        var order: [String] = []
        var current: String?
        var unsaved: Set<String> = []
        var deletions: [Request] = []
        var tell: (@Sendable (Request) -> Void)?
    }

    /// The well-known name that the program acquires on the bus: the `BusName` of its installed file.
    public let busName: String
    /// The object path of the handler: the `ObjectPath` of its installed file.
    public let objectPath: String
    private let state = Mutex(State())

    /// Creates a center that reports nothing until it runs.
    ///
    /// - Parameters:
    ///   - busName: The name in the installed file `oncue/activities/NAME.activities`. A program that also runs a
    ///     ``PlayableContentManager`` needs a different name here.
    ///   - objectPath: The object path, by default the bus name as a path: `/org/example/Concerts`.
    public init(busName: String, objectPath: String? = nil) {
        self.busName = busName
        self.objectPath = objectPath ?? "/" + busName.split(separator: ".").joined(separator: "/")
    }

    /// The delegate that continues activities. A strong reference; without a delegate nothing can be continued.
    public var delegate: (any UserActivityDelegate)? {
        get { state.withLock { $0.delegate } }
        set { state.withLock { $0.delegate = newValue } }
    }

    /// The handler of the tasks that the program declares in `oncue/intents/NAME.intents`. A strong reference; a
    /// handler that is set while the center runs is used from its next connection on. To donate a task, use an activity
    /// whose type is the task's full name and whose user info contains its values, with a thing as a list of identifier
    /// and title.
    public var intentHandler: (any IntentHandler)? {
        get { state.withLock { $0.intentHandler } }
        set { state.withLock { $0.intentHandler = newValue } }
    }

    /// The current activity of this program.
    public var current: UserActivity? {
        state.withLock { state in state.current.flatMap { state.activities[$0] } }
    }

    // MARK: Activities

    /// Adds an activity, or changes the one with its identifier.
    public func update(_ activity: UserActivity) {
        change { state in
            let old = state.activities.updateValue(activity, forKey: activity.identifier)
            if old == nil { state.order.append(activity.identifier) }
            state.unsaved.remove(activity.identifier)
            guard activity.isEligible else {
                return old?.isEligible == true
                    ? [.invalidate(activity.identifier), .delete([activity.identifier])] : []
            }
            let isCurrentNow = state.current == activity.identifier && old?.isEligible != true
            return [.put(activity)] + (isCurrentNow ? [.becomeCurrent(activity.identifier)] : [])
        }
    }

    /// Makes an activity this program's current one.
    public func becomeCurrent(_ identifier: String) {
        change { state in
            guard let activity = state.activities[identifier] else { return [] }
            let former = state.current.flatMap { state.activities[$0] }
            state.current = identifier
            if activity.isEligible { return [.becomeCurrent(identifier)] }
            return former?.isEligible == true && former?.identifier != identifier
                ? [.resignCurrent(former?.identifier ?? "")] : []
        }
    }

    /// Makes an activity no longer the current one.
    public func resignCurrent(_ identifier: String) {
        change { state in
            guard state.current == identifier else { return [] }
            state.current = nil
            return state.activities[identifier]?.isEligible == true ? [.resignCurrent(identifier)] : []
        }
    }

    /// Ends an activity. The copy that OnCue keeps for searches and suggestions stays until it expires or is deleted.
    public func invalidate(_ identifier: String) {
        change { state in
            guard let activity = state.activities.removeValue(forKey: identifier) else { return [] }
            state.order.removeAll { $0 == identifier }
            state.unsaved.remove(identifier)
            if state.current == identifier { state.current = nil }
            return activity.isEligible ? [.invalidate(identifier)] : []
        }
    }

    /// Notes that there is a newer state, which is requested from the delegate when it is needed.
    public func needsSave(_ identifier: String) {
        change { state in
            guard state.activities[identifier]?.isEligible == true else { return [] }
            state.unsaved.insert(identifier)
            return [.needsSave(identifier)]
        }
    }

    /// Deletes the copies that OnCue keeps of activities with these persistent identifiers.
    public func deleteSavedUserActivities(withPersistentIdentifiers identifiers: [String]) {
        if !identifiers.isEmpty { change { _ in [.delete(identifiers)] } }
    }

    /// Deletes everything that OnCue keeps about this program.
    public func deleteAllSavedUserActivities() {
        change { _ in [.delete([])] }
    }

    private func change(_ body: (inout State) -> [Request]) {
        state.withLock { state in
            for request in body(&state) {
                if let tell = state.tell {
                    tell(request)
                } else if case .delete = request {
                    state.deletions.append(request)
                }
            }
        }
    }

    // MARK: For the session

    /// Sets the receiver of requests, which first gets the deletions that were kept, and all existing activities.
    func setTeller(_ tell: (@Sendable (Request) -> Void)?) {
        state.withLock { state in
            state.tell = tell
            guard let tell else { return }
            for request in state.deletions { tell(request) }
            state.deletions = []
            for activity in state.order.compactMap({ state.activities[$0] }) where activity.isEligible {
                tell(.put(activity))
                if state.unsaved.contains(activity.identifier) { tell(.needsSave(activity.identifier)) }
            }
            if let current = state.current, state.activities[current]?.isEligible == true {
                tell(.becomeCurrent(current))
            }
        }
    }

    /// Keeps a deletion that could not be sent.
    func keep(_ request: Request) {
        state.withLock { state in
            if case .delete = request { state.deletions.append(request) }
        }
    }

    func activity(_ identifier: String) -> UserActivity? { state.withLock { $0.activities[identifier] } }

    /// Returns the newest state of an activity, from the delegate if necessary.
    func newest(_ identifier: String) async -> UserActivity? {
        guard let activity = activity(identifier) else { return nil }
        let saved = await delegate?.userActivityCenter(self, willSave: activity) ?? activity
        guard saved.identifier == identifier else { return activity }
        state.withLock { state in
            guard state.activities[identifier] != nil else { return }
            state.activities[identifier] = saved
            state.unsaved.remove(identifier)
        }
        return saved.isEligible ? saved : activity
    }

    // MARK: Running

    /// Serves until the task is cancelled.
    ///
    /// Connects to the session bus, or to OnCue's own bus if there is none, and acquires the bus name. Does not start
    /// OnCue.
    ///
    /// - Throws: ``PlayableContentError/Code/noBus``, ``PlayableContentError/Code/nameTaken``.
    public func run() async throws(PlayableContentError) {
        try await UserActivitySession.run(self, on: ProviderSession.location)
    }

    /// Like ``run()``, but on the bus at a D-Bus address.
    package func run(at address: String) async throws(PlayableContentError) {
        try await UserActivitySession.run(self, on: .session(address: address))
    }
}
