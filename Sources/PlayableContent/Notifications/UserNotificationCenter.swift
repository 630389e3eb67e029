// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueRuntime
internal import Synchronization

/// Notifies the user through OnCue's notification centre, now or later, and receives the answers.
///
/// ```swift
/// let center = UserNotificationCenter(busName: "org.example.Backup", title: "Backup")
/// center.delegate = backup
/// center.categories = [
///     UserNotificationCategory(identifier: "done", actions: [.init(identifier: "open", title: "Open")])
/// ]
/// let running = Task { try await center.run() }
/// var content = UserNotificationContent(title: "The backup is done")
/// content.categoryIdentifier = "done"
/// try await center.add(UserNotificationRequest(content: content))
/// ```
///
/// A method that needs OnCue waits up to 5 seconds for the center to reach the bus, and starts OnCue if it does not
/// run. A program's first notification makes OnCue ask the user for permission; until then the program's notifications
/// are only listed.
public final class UserNotificationCenter: Sendable {
    private struct State {
        var delegate: (any UserNotificationDelegate)?
        var categories: [UserNotificationCategory] = []
        var bus: MessageBus?
        /// `nil` before the first run.
        var isRunning: Bool?
        var waiters: [Int: CheckedContinuation<MessageBus?, Never>] = [:]
        var lastWaiter = 0
    }

    /// The time that a request waits for the first run of the center, and for the bus.
    private static let patience: Duration = .seconds(5)

    /// The well-known name that the program acquires on the bus. If a D-Bus service file has this name, the program is
    /// started to receive answers.
    public let busName: String
    /// The name of the program for users.
    public let title: String
    /// The object path of the handler.
    public let objectPath: String
    private let state = Mutex(State())

    /// Creates a center, which is not connected until it runs.
    ///
    /// - Parameters:
    ///   - busName: Its name on the bus, such as `org.example.Backup`. A program that also runs a
    ///     ``PlayableContentManager`` or a ``UserActivityCenter`` needs a different name here.
    ///   - title: The name of the program for users, at most 400 bytes.
    ///   - objectPath: The object path, by default the bus name as a path: `/org/example/Backup`.
    public init(busName: String, title: String, objectPath: String? = nil) {
        (self.busName, self.title) = (busName, title)
        self.objectPath = objectPath ?? "/" + busName.split(separator: ".").joined(separator: "/")
    }

    /// The delegate that receives the answers. A strong reference; without a delegate answers are lost.
    public var delegate: (any UserNotificationDelegate)? {
        get { state.withLock { $0.delegate } }
        set { state.withLock { $0.delegate = newValue } }
    }

    /// The kinds of notifications and their possible answers. OnCue receives them when the center runs, or with
    /// ``update()``.
    public var categories: [UserNotificationCategory] {
        get { state.withLock { $0.categories } }
        set { state.withLock { $0.categories = newValue } }
    }

    // MARK: Asking

    /// Adds a request, or changes the pending or delivered one with its identifier. The request is on the disk when
    /// this returns.
    ///
    /// - Returns: The identifier of the request.
    /// - Throws: ``PlayableContentError/Code/refused`` for values beyond their limits, and for more than 1,000
    ///   notifications of the program; ``PlayableContentError/Code/unavailable``.
    @discardableResult
    public func add(_ request: UserNotificationRequest) async throws(PlayableContentError) -> String {
        try await call("Add", [.string(busName), .dictionary(request.values)]).first?.stringValue ?? ""
    }

    /// Returns the requests that wait for their triggers, beginning with the first one due.
    ///
    /// - Throws: ``PlayableContentError/Code/unavailable``.
    public func pendingRequests() async throws(PlayableContentError) -> [UserNotificationRequest] {
        try await requests("GetPending")
    }

    /// Returns the notifications that were due and are not answered, the newest first. A delivered notification was not
    /// necessarily seen.
    ///
    /// - Throws: ``PlayableContentError/Code/unavailable``.
    public func deliveredNotifications() async throws(PlayableContentError) -> [UserNotificationRequest] {
        try await requests("GetDelivered")
    }

    /// Removes pending requests.
    ///
    /// - Parameter identifiers: The identifiers of the requests; `nil` for all of the program.
    /// - Throws: ``PlayableContentError/Code/unavailable``.
    public func removePendingRequests(withIdentifiers identifiers: [String]?) async throws(PlayableContentError) {
        try await remove("pending", identifiers)
    }

    /// Removes delivered notifications without an answer.
    ///
    /// - Parameter identifiers: The identifiers of the requests; `nil` for all of the program.
    /// - Throws: ``PlayableContentError/Code/unavailable``.
    public func removeDeliveredNotifications(
        withIdentifiers identifiers: [String]?
    ) async throws(PlayableContentError) {
        try await remove("delivered", identifiers)
    }

    /// Returns the permissions that the user has given to the program.
    ///
    /// - Throws: ``PlayableContentError/Code/unavailable``.
    public func settings() async throws(PlayableContentError) -> UserNotificationSettings {
        UserNotificationSettings(values: try await describe())
    }

    /// Sends the current categories to OnCue.
    ///
    /// - Throws: ``PlayableContentError/Code/refused`` for more than 32, and for values beyond their limits;
    ///   ``PlayableContentError/Code/unavailable``.
    public func update() async throws(PlayableContentError) { _ = try await describe() }

    private func describe() async throws(PlayableContentError) -> [String: BusValue] {
        try await call("SetProgram", [.string(busName), .dictionary(program)]).first?.dictionaryValue ?? [:]
    }

    /// The description of the program for OnCue.
    var program: [String: BusValue] {
        [
            "programName": .string(title), "handler": .string(objectPath), "extension": .string(objectPath),
            "categories": .array(categories.map { .dictionary($0.values) }, of: "a{sv}"),
        ]
    }

    private func requests(_ member: String) async throws(PlayableContentError) -> [UserNotificationRequest] {
        let page = 500
        var (requests, offset, total): ([UserNotificationRequest], Int, Int) = ([], 0, 0)
        repeat {
            let answer = try await call(member, [.uint32(UInt32(offset)), .uint32(UInt32(page))])
            total = answer.first?.intValue ?? 0
            let rows = (answer.dropFirst().first?.arrayValue ?? []).compactMap(\.dictionaryValue)
            requests += rows.filter { $0["program"]?.stringValue == busName }.map(UserNotificationRequest.init(values:))
            offset += rows.count
            if rows.isEmpty { break }
        } while offset < total
        return requests
    }

    private func remove(_ part: String, _ identifiers: [String]?) async throws(PlayableContentError) {
        guard identifiers?.isEmpty != true else { return }
        try await call("Remove", [.dictionary(selection(part, identifiers))])
    }

    /// Returns a selection of the requests in a part that have some identifiers, or of all of them.
    func selection(_ part: String, _ identifiers: [String]?) -> [String: BusValue] {
        var selection: [String: BusValue] = ["program": .string(busName), "part": .string(part)]
        if let identifiers { selection["identifiers"] = .strings(identifiers) }
        return selection
    }

    @discardableResult
    private func call(_ member: String, _ arguments: [BusValue]) async throws(PlayableContentError) -> [BusValue] {
        guard let bus = await connection() else {
            throw PlayableContentError(
                .unavailable, "\(busName) cannot be reached: its notification center does not run")
        }
        do throws(BusError) {
            return try await bus.call(
                member, of: ServiceNames.userNotifications, at: ServiceNames.objectPath, on: ServiceNames.busName,
                arguments)
        } catch {
            let isRefused = [".Refused", ".InvalidValue", ".NotFound"].contains { error.name.hasSuffix($0) }
            throw PlayableContentError(isRefused ? .refused : .unavailable, error.message)
        }
    }

    /// Returns the connection to the bus as soon as there is one, or `nil` if the center does not run.
    private func connection() async -> MessageBus? {
        let number = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        let timeout = Task { [weak self] in
            guard (try? await MediaActor.sleep(for: Self.patience)) != nil else { return }
            self?.state.withLock { $0.waiters.removeValue(forKey: number) }?.resume(returning: nil)
        }
        defer { timeout.cancel() }
        return await withCheckedContinuation { continuation in
            let known: MessageBus?? = state.withLock { state in
                if state.bus == nil, state.isRunning != false {
                    state.waiters[number] = continuation
                    return .none
                }
                return .some(state.bus)
            }
            if case .some(let bus) = known { continuation.resume(returning: bus) }
        }
    }

    // MARK: For the session

    func setBus(_ bus: MessageBus?, isRunning: Bool) {
        let waiters = state.withLock { state in
            (state.bus, state.isRunning) = (bus, isRunning)
            guard bus != nil || !isRunning else { return [CheckedContinuation<MessageBus?, Never>]() }
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.resume(returning: bus) }
    }

    // MARK: Running

    /// Serves until the task is cancelled: receives answers, and completes notifications.
    ///
    /// Connects to the session bus, or to OnCue's own bus if there is none, and acquires the bus name.
    ///
    /// - Throws: ``PlayableContentError/Code/noBus``, ``PlayableContentError/Code/nameTaken``.
    public func run() async throws(PlayableContentError) {
        try await UserNotificationSession.run(self, on: ProviderSession.location)
    }

    /// Like ``run()``, but on the bus at a D-Bus address.
    package func run(at address: String) async throws(PlayableContentError) {
        try await UserNotificationSession.run(self, on: .session(address: address))
    }
}
