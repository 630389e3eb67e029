// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
package import OnCueActivities
internal import OnCueCore
internal import OnCueIntents
package import OnCueInterface
package import OnCueRuntime
package import OnCueSession

/// The activities of all programs: decides which clients may change them, stores them, and continues them.
@MediaActor
package final class ActivityCenter {
    /// The types that every client of the service may create, for programs without a name on the bus, such as a
    /// terminal. Their program is the connection: they end with it, and no other client can have the same name.
    package nonisolated static let openTypes = [
        ServiceNames.busName + ".browsing", ServiceNames.busName + ".searching",
    ]
    /// The owner of activities that the service itself creates.
    private static let own = ""
    private static let answerBytes = 65_536

    /// The ways to continue an activity other than through a program.
    package struct Ways {
        /// Plays the item of an activity, and returns its title.
        package var play: @MediaActor (Activity) async throws -> String
        /// Opens a web page.
        package var open: @MediaActor (String) async throws -> Void

        package init(
            play: @escaping @MediaActor (Activity) async throws -> String,
            open: @escaping @MediaActor (String) async throws -> Void
        ) {
            (self.play, self.open) = (play, open)
        }
    }

    /// Sent after changes, once for all changes within a short time.
    package let changes = Broadcast<Void>()
    package let locationChanges = Broadcast<Void>()
    /// Returns the newest state of an activity that the service itself created.
    package var ownState: (@MediaActor (Activity.Name) -> Activity?)?
    /// Learns which activities are used at which times.
    package weak var learning: (any ActivityLearning)?
    /// The intents whose donations are activities.
    package weak var intents: IntentLink?
    /// Performs the intent of an activity; any questions are asked elsewhere.
    package var performing: (@MediaActor (IntentRequest) async throws -> IntentOutcome)?
    /// Returns whether the user has a shortcut with a name.
    package var hasShortcut: (@MediaActor (String) async -> Bool)?

    /// Returns the time for which the user has been away from this machine; `nil` while they are here.
    package var absence: (@MediaActor () -> Duration?)?

    private let bus: MessageBus
    let store: any ActivityStoring & SearchIndexing
    private let ways: Ways
    let now: () -> Int64
    /// Waits until the clock reaches a time in seconds since 1970, or is set.
    let wait: @MediaActor (Int64) async throws(CancellationError) -> Void
    let log = Logger("activities")
    private(set) var register = ActivityRegister()
    var uses = ActivityUses()
    let programs: ActivityPrograms
    /// Allows one change of the stored activities at a time.
    private let changing = CallGate(capacity: 1, longestLine: .max)
    private var owners: [String: BusSubscription] = [:]
    private var expiring: Task<Void, Never>?
    /// Waits for the expiration of the next item of the index that has a location.
    var expiringItem: Task<Void, Never>?
    private var telling: Task<Void, Never>?
    private var tellsActivities = false
    private var lastNumber: UInt64 = 0

    /// - Parameters:
    ///   - folders: The folders of declarations, the first having precedence.
    ///   - now: Returns the current time in seconds since 1970.
    ///   - wait: Waits until the clock of `now` reaches a time, or is set.
    package init(
        bus: MessageBus, store: any ActivityStoring & SearchIndexing, folders: [String], ways: Ways,
        now: @escaping () -> Int64,
        wait: @escaping @MediaActor (Int64) async throws(CancellationError) -> Void = {
            try await MediaActor.sleep(untilClock: Int($0))
        }
    ) {
        (self.bus, self.store, self.ways, self.now, self.wait) = (bus, store, ways, now, wait)
        programs = ActivityPrograms(folders: folders)
    }

    isolated deinit {
        expiring?.cancel()
        expiringItem?.cancel()
        telling?.cancel()
    }

    /// Reads the declarations and the stored activities.
    package func begin() async {
        register = ActivityRegister(kept: await store.load())
        await programs.read()
        programs.onChange = { [weak self] in await self?.programsChanged() }
        await tidyIndex()
        await expire()
    }

    private func programsChanged() async {
        await tidyIndex()
        tell()
    }

    /// Returns the activities as a client with a unique name sees them.
    package func session(of client: String) -> ActivitySession { ActivitySession(center: self, client: client) }

    /// The current activity of the user, even if it is not eligible for anything.
    package var current: Activity? { register.current }

    private func record(_ entry: ActivityRegister.Entry) -> ActivityRecord {
        var record = ActivityRecord(
            entry.activity, programName: programName(entry.activity.name.program),
            isCurrent: register.isCurrent(entry.activity.name), isLive: entry.owner != nil,
            needsSave: entry.needsSave)
        if record.isCurrent { record.absence = absence?() }
        return record
    }
}

extension ActivityCenter {
    /// Returns the name of a program for users.
    func programName(_ program: String) -> String {
        let isOwn = program == ServiceNames.busName || Self.isConnection(program)
        return isOwn ? "OnCue" : programs[program]?.name ?? intents?.programName(program) ?? program
    }

    /// Returns whether the program of an activity is a connection, which is the case if a client has created one of
    /// ``openTypes``.
    static func isConnection(_ program: String) -> Bool { program.hasPrefix(":") }

    /// Returns whether an activity is about using OnCue, created by the service or by a front end.
    static func isOfService(_ activity: Activity) -> Bool {
        activity.name.program == ServiceNames.busName || isConnection(activity.name.program)
    }

    /// Checks that a client has the name of a declared program.
    ///
    /// - Throws: `refused`.
    func check(_ program: String, of client: String) async throws(ServiceError) {
        if programs[program] == nil { await programs.read() }
        guard programs[program] != nil, (try? await bus.owner(of: program)) == client else {
            throw ServiceError(
                .refused,
                "\"\(program.cut(to: 200))\" is not declared in a file oncue/activities/NAME.activities, or is not the "
                    + "caller's name")
        }
    }
}

// MARK: For everyone

extension ActivityCenter {
    func list() async -> [ActivityRecord] {
        await expire()
        return register.listed.map(record)
    }

    /// Returns an activity without asking its program; `nil` if there is none that may be shown.
    func listed(_ name: Activity.Name) async -> ActivityRecord? {
        await expire()
        return (try? visible(name)).map(record)
    }

    /// Returns an activity in its newest state, if its program answers in time.
    func newest(_ name: Activity.Name) async throws(ServiceError) -> ActivityRecord { try await asked(name).record }

    /// - Returns: The activity, and whether its program did not answer in time.
    private func asked(_ name: Activity.Name) async throws(ServiceError) -> (record: ActivityRecord, isLate: Bool) {
        await expire()
        let entry = try visible(name)
        var isLate = false
        if entry.owner == Self.own {
            if let state = ownState?(name) { _ = try? register.put(state, of: Self.own, at: now(), isAsked: true) }
        } else if entry.needsSave, let owner = entry.owner, let program = programs[name.program] {
            isLate = await save(entry, owner, program)
        }
        return (record(try visible(name)), isLate)
    }

    private func visible(_ name: Activity.Name) throws(ServiceError) -> ActivityRegister.Entry {
        guard let entry = register.entries[name], !entry.activity.eligibility.isEmpty else {
            throw ServiceError(
                .notFound, "there is no such activity any longer; oncue activities lists those that there are")
        }
        return entry
    }

    /// Requests the newest state from a program, within half of its time limit. The state remains unchanged if it does
    /// not answer in time.
    ///
    /// - Returns: Whether it did not answer in time.
    private func save(_ entry: ActivityRegister.Entry, _ owner: String, _ program: ActivityProgram) async -> Bool {
        guard let path = program.objectPath else { return false }
        do {
            let reply = try await bus.call(
                "GetState", of: ServiceNames.activityHandler, at: path, on: owner,
                [.string(entry.activity.name.identifier)], timeout: program.deadline / 2, startsService: false,
                largestReply: Self.answerBytes)
            guard let values = reply.first?.dictionaryValue else { throw ServiceError(.failed, "it has wrong types") }
            var changed = try ActivityValues(values).applied(to: entry.activity)
            changed.type = entry.activity.type
            guard register.entries[changed.name]?.owner == owner else { return false }
            try await put(changed, of: owner, isAsked: true)
            return false
        } catch {
            log.warning(
                "a program did not tell its newest state",
                ["program": program.busName, "error": (error as? BusError)?.message ?? ServiceError(error).message])
            return (error as? BusError).map(Self.isLate) ?? false
        }
    }

    private static func isLate(_ error: BusError) -> Bool {
        error.name == BusError.timedOut || error.name == BusError.noReply
    }

    func resume(_ name: Activity.Name) async throws -> ContinuedActivity {
        let (activity, isLate) = try await toContinue(name)
        if let performing, let intent = intents?.declared(activity.type) {
            let outcome = try await performing(IntentRequest(activity.type, IntentLink.values(activity)))
            guard outcome.state != .failed else { throw ServiceError(.providerUnavailable, outcome.sentence) }
            return ContinuedActivity(.program, intent.programName)
        }
        return try await goOn(with: activity, isLate: isLate)
    }

    /// Continues an activity that another machine has sent.
    func takeUp(_ told: ActivityRecord) async throws -> ContinuedActivity {
        let activity = told.activity.elsewhere
        do throws(ActivityRefusal) { try activity.check(at: now()) } catch { throw ServiceError(error) }
        // Another machine may share its activities, but must not cause actions here.
        if await intents?.declaredNow(activity.type) != nil {
            throw ServiceError(
                .refused,
                "\"\(activity.title)\" is a task, which is not taken over; do it here: oncue shortcut donations")
        }
        await programs.read()
        return try await goOn(with: activity, isLate: false, programName: told.programName.cut(to: 200))
    }

    /// - Parameter programName: The name of its program on the other machine that sent it; `nil` for an activity of
    ///   this machine.
    private func goOn(
        with activity: Activity, isLate: Bool, programName name: String? = nil
    ) async throws -> ContinuedActivity {
        if Self.isOfService(activity), activity.item == nil {
            if case .text(let place)? = activity.info.values["place"] { return ContinuedActivity(.place, place) }
            if case .text(let words)? = activity.info.values["words"] { return ContinuedActivity(.search, words) }
        }
        // A program name sent by another machine says nothing about a program here.
        let handlers = handlers(of: activity).filter { name == nil || $0.types.contains(activity.type) }
        for program in handlers {
            // A program that did not send the newest state gets the earlier one, within the rest of its time.
            let time = isLate && program.busName == activity.name.program ? program.deadline / 2 : program.deadline
            do throws(BusError) {
                try await hand(activity, to: program, within: time)
                return ContinuedActivity(.program, program.name)
            } catch {
                // A program that does not run and cannot be started is treated like a missing one.
                guard Self.isGone(error) else { throw Self.failure(activity, program, error) }
            }
        }
        if activity.item != nil, let title = try await played(activity) { return ContinuedActivity(.played, title) }
        if let page = activity.webPage {
            try await ways.open(page)
            return ContinuedActivity(.page, page)
        }
        if let name {
            throw ServiceError(
                .notAvailable,
                "nothing here can go on with \"\(activity.title)\" of \(name): "
                    + (handlers.isEmpty ? "no program here declares \(activity.type)" : "its program cannot be started")
                    + ", and it has no web page")
        }
        let reason =
            handlers.isEmpty ? "it declares no handler" : "it is not running, and nothing installed can start it"
        throw ServiceError(
            .notAvailable,
            "\(programName(activity.name.program)) cannot go on with \"\(activity.title)\": \(reason), and the activity has "
                + "neither an item nor a web page")
    }

    /// Plays the item of an activity.
    ///
    /// - Returns: The title, or `nil` if the item no longer exists but there is a web page to open instead.
    private func played(_ activity: Activity) async throws -> String? {
        do { return try await ways.play(activity) } catch {
            guard let page = activity.webPage else { throw error }
            var failure = ServiceError(error)
            if failure.isAbsence { return nil }
            failure.message += "; its web page: \(page)"
            throw failure
        }
    }

    private func toContinue(_ name: Activity.Name) async throws(ServiceError) -> (Activity, isLate: Bool) {
        if name.isItem {
            guard let item = try await activityOfItem(name) else {
                throw ServiceError(.notFound, "there is no such item of a program any longer; search for it again")
            }
            return (item, false)
        }
        let asked = try await asked(name)
        return (asked.record.activity, asked.isLate)
    }

    /// Returns the programs that can continue an activity: its own first, then others that declare its type.
    private func handlers(of activity: Activity) -> [ActivityProgram] {
        let own = programs[activity.name.program]
        // A declared program without a handler wants its item or its page to be shown.
        if let own, own.objectPath == nil { return [] }
        let others = programs.declarers(of: activity.type).filter { $0.busName != own?.busName }
        return ([own].compactMap(\.self) + others).filter { $0.objectPath != nil }
    }

    private func hand(
        _ activity: Activity, to program: ActivityProgram, within time: Duration
    ) async throws(BusError) {
        try await bus.call(
            "Continue", of: ServiceNames.activityHandler, at: program.objectPath ?? "", on: program.busName,
            [.dictionary(FormWriter.dictionary(activity))], timeout: time, largestReply: Self.answerBytes)
    }

    /// Returns whether an error means that a program neither runs nor can be started.
    private static func isGone(_ error: BusError) -> Bool {
        error.name == BusError.serviceUnknown || error.name == BusError.nameHasNoOwner
    }

    private static func failure(_ activity: Activity, _ program: ActivityProgram, _ error: BusError) -> ServiceError {
        let reason =
            isLate(error)
            ? "it did not answer within \(program.deadline)" : error.message.cut(to: ProviderLimits.messageBytes)
        let page = activity.webPage.map { "; its web page: \($0)" } ?? ""
        return ServiceError(
            .providerUnavailable, "\(program.name) cannot go on with \"\(activity.title)\": \(reason)\(page)")
    }

    func delete(program: String?, identifiers: [String]) async throws(ServiceError) -> Int {
        var count = 0
        try await change { (register) throws(ActivityRefusal) in
            let before = register.entries.count
            let effects = register.delete(program: program, identifiers: identifiers)
            count = before - register.entries.count
            guard count > 0 || program == nil && identifiers.isEmpty else {
                throw ActivityRefusal(
                    .unknown, "there is no such activity; oncue activities lists those that there are")
            }
            return effects
        }
        // This includes activities that have expired since.
        if identifiers.isEmpty {
            do throws(ContentError) {
                try await learning?.forgetActivities(program.map(LearntActivities.program) ?? .all)
            } catch { throw ServiceError(error) }
        }
        return count
    }
}

// MARK: For programs

extension ActivityCenter {
    func create(_ values: ActivityValues, by client: String) async throws(ServiceError) -> String {
        var activity = try values.applied()
        var intent = intents?.declared(activity.type)
        if intent == nil, !Self.openTypes.contains(activity.type), programs.declarers(of: activity.type).isEmpty {
            intent = await intents?.declaredNow(activity.type)
        }
        if let intent, let intents {
            activity = try intents.donated(activity, intent.definition)
            activity.name.program = try await owner(of: intent.definition, for: client)
        } else {
            activity.name.program = try await program(declaring: activity.type, for: client)
        }
        if activity.name.identifier.isEmpty {
            lastNumber += 1
            activity.name.identifier = "\(now())-\(lastNumber)"
        }
        try await put(activity, of: client)
        // A donation means that the intent was just carried out.
        if intent != nil { noteUse(of: activity) }
        return activity.name.identifier
    }

    /// Returns the name of the program of an intent, which must be the caller, and watches for the client's departure.
    private func owner(of intent: IntentDefinition, for client: String) async throws(ServiceError) -> String {
        follow(client)
        let program = intent.name.program
        guard await isOwner(client, of: program) else {
            throw ServiceError(
                .refused, "\(intent.name.text) is declared by \(program), which the caller does not have as its name")
        }
        return program
    }

    func update(_ identifier: String, _ values: ActivityValues, by client: String) async throws(ServiceError) {
        let name = try name(identifier, of: client)
        guard let old = register.entries[name]?.activity else { return }
        let new = try values.applied(to: old)
        guard new.type == old.type else { throw ServiceError(.invalidValue, "the type of an activity stays the same") }
        guard let intents, let intent = intents.declared(new.type) else { return try await put(new, of: client) }
        try await put(try intents.donated(new, intent.definition), of: client)
    }

    func becomeCurrent(_ identifier: String, by client: String) throws(ServiceError) {
        let name = try name(identifier, of: client)
        register.becomeCurrent(name)
        if let activity = register.entries[name]?.activity { noteUse(of: activity) }
        tell()
    }

    func resign(_ identifier: String, by client: String) throws(ServiceError) {
        register.resign(try name(identifier, of: client))
        tell()
    }

    func invalidate(_ identifier: String, by client: String) async throws(ServiceError) {
        // Otherwise an update that is being written would bring it back.
        _ = await changing.enter()
        defer { changing.leave() }
        register.invalidate(try name(identifier, of: client))
        tell()
    }

    func noteNeedsSave(_ identifier: String, by client: String) throws(ServiceError) {
        register.noteNeedsSave(try name(identifier, of: client))
    }

    private func name(_ identifier: String, of client: String) throws(ServiceError) -> Activity.Name {
        do throws(ActivityRefusal) { return try register.name(identifier, of: client) } catch {
            throw ServiceError(error)
        }
    }

    /// Returns the name of the program of a client that may create activities of a type, and watches for the client's
    /// departure.
    private func program(declaring type: String, for client: String) async throws(ServiceError) -> String {
        follow(client)
        let isOpen = Self.openTypes.contains(type)
        if !isOpen, programs.declarers(of: type).isEmpty { await programs.read() }
        let names = isOpen ? [client] : programs.declarers(of: type).map(\.busName)
        guard !names.isEmpty else {
            throw ServiceError(
                .refused,
                "no program declares the type \"\(type.cut(to: 200))\"; a package declares its types in a file "
                    + "oncue/activities/NAME.activities, and its tasks in oncue/intents/NAME.intents")
        }
        for name in names where await isOwner(client, of: name) { return name }
        let all = names.joined(separator: " and ")
        throw ServiceError(
            .refused,
            "\(type) is declared by \(all), which the caller does not have as its name"
        )
    }

    /// Returns whether a client owns a name. A client that left before it was watched no longer owns any.
    private func isOwner(_ client: String, of name: String) async -> Bool {
        (try? await bus.owner(of: name)) == client
    }

    private func follow(_ client: String) {
        guard owners[client] == nil else { return }
        owners[client] = bus.watchOwner(of: client) { [weak self] owner in
            guard owner == nil, let self else { return }
            self.owners[client] = nil
            self.register.left(client)
            self.tell()
        }
    }

    private func put(_ activity: Activity, of owner: String, isAsked: Bool = false) async throws(ServiceError) {
        guard !Self.isConnection(activity.name.program) || activity.eligibility.isSubset(of: .handoff) else {
            throw ServiceError(
                .invalidValue,
                "eligibleFor of \(activity.type) can only be handoff, since such an activity ends with its program")
        }
        try Self.checkOccasion(activity)
        let now = self.now()
        let wasPredicted = register.entries[activity.name].map { Self.isPredicted($0.activity) } ?? false
        try await change { (register) throws(ActivityRefusal) in
            try register.put(activity, of: owner, at: now, isAsked: isAsked)
        }
        // The client may have left while the file was written.
        if owners[owner] == nil { register.left(owner) }
        guard wasPredicted, !Self.isPredicted(activity) else { return }
        do throws(ContentError) { try await forgetUses([.forget(activity.name)]) } catch { throw ServiceError(error) }
    }

    /// Changes the stored activities, one change after the other: the file first, then the register, so that both are
    /// unchanged after an error.
    private func change(
        _ body: (inout ActivityRegister) throws(ActivityRefusal) -> [ActivityRegister.Effect]
    ) async throws(ServiceError) {
        _ = await changing.enter()
        defer { changing.leave() }
        var changed = register
        let effects: [ActivityRegister.Effect]
        do throws(ActivityRefusal) { effects = try body(&changed) } catch { throw ServiceError(error) }
        do throws(ContentError) { try await store.apply(effects) } catch { throw ServiceError(error) }
        // Other changes made meanwhile are in memory only, and do not affect this one.
        do throws(ActivityRefusal) { _ = try body(&register) } catch { throw ServiceError(error) }
        tell()
        awaitExpiration()
        do throws(ContentError) { try await forgetUses(effects) } catch { throw ServiceError(error) }
    }

    /// Announces changes of activities, or of the index only, after a moment in which more may follow.
    func tell(ofActivities: Bool = true) {
        tellsActivities = tellsActivities || ofActivities
        guard telling == nil else { return }
        telling = Task { @MediaActor [weak self] in
            guard (try? await MediaActor.sleep(for: .milliseconds(50))) != nil, let self else { return }
            self.telling = nil
            if self.tellsActivities { self.changes.send(()) }
            self.tellsActivities = false
            self.locationChanges.send(())
        }
    }
}

// MARK: The service's own

extension ActivityCenter {
    /// Adds or changes an activity of the service itself, which ranks behind those that the user turns to.
    package func putOwn(_ activity: Activity) {
        guard (try? register.put(activity, of: Self.own, at: now())) != nil else { return }
        register.goOnBehind(activity.name)
        tell()
    }

    package func endOwn(_ name: Activity.Name) {
        guard register.entries[name] != nil else { return }
        register.invalidate(name)
        tell()
    }
}

// MARK: Expiration

extension ActivityCenter {
    private func expire() async {
        let effects = register.expire(at: now())
        awaitExpiration()
        guard !effects.isEmpty else { return }
        tell()
        do throws(ContentError) {
            try await store.apply(effects)
            try await forgetUses(effects)
        } catch {
            log.warning("expired activities cannot be deleted", ["error": error.message])
        }
    }

    /// Waits until the next activity expires; does not wait if none will.
    private func awaitExpiration() {
        expiring?.cancel()
        guard let next = register.nextExpiration else { return }
        expiring = Task { @MediaActor [weak self, wait] in
            guard (try? await wait(next)) != nil, !Task.isCancelled else { return }
            await self?.expire()
        }
    }
}
