// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueActivities
internal import OnCueCore
package import OnCueInterface
internal import OnCueRuntime
internal import OnCueSession

extension ActivityCenter: ForeignIndexing {
    package func foreignMatches(_ text: String, limit: Int) async -> [ForeignHit] {
        let words = SearchWords.of(text)
        guard !words.isEmpty, limit > 0 else { return [] }
        let activities = await list().filter { record in
            let activity = record.activity
            return Self.isFound(activity) && SearchWords.matches(words, in: activity.searchText)
        }
        let items = await indexed { (store, now) throws(ContentError) in
            try await store.items(matching: words, limit: limit, at: now)
        }
        return hits(activities, items, limit)
    }

    package func newestForeign(limit: Int) async -> [ForeignHit] {
        guard limit > 0 else { return [] }
        let activities = await list().filter { Self.isFound($0.activity) }
            .sorted { $0.activity.changed > $1.activity.changed }
        let items = await indexed { (store, now) throws(ContentError) in
            try await store.newestItems(limit: limit, at: now)
        }
        return hits(activities, items, limit)
    }

    private func hits(_ activities: [ActivityRecord], _ items: [SearchItem], _ limit: Int) -> [ForeignHit] {
        var found = activities.prefix(limit).map {
            ForeignHit($0.activity, programName: $0.programName, date: $0.activity.changed)
        }
        // An item that an activity is about, by identifier and title, is listed only once.
        let names = Set(found.map { Self.subject($0.name, $0.title) })
        let others = items.filter { !names.contains(Self.subject($0.name, $0.title)) }
        found += others.prefix(limit - found.count).map {
            ForeignHit($0.activity, programName: programName($0.name.program), date: $0.date)
        }
        return found
    }

    /// Returns a key that is the same for an item of the index and an activity that is about it.
    static func subject(_ name: Activity.Name?, _ title: String) -> [String] {
        [name?.program ?? "", name?.identifier ?? "", title]
    }

    package func foreignItem(_ name: Activity.Name) async throws -> ForeignHit? {
        if let record = await listed(name) {
            return ForeignHit(
                record.activity, programName: record.programName, date: record.activity.changed)
        }
        return try await activityOfItem(name).map {
            ForeignHit($0, programName: programName(name.program), date: $0.changed)
        }
    }

    package func continueForeign(_ name: Activity.Name) async throws { _ = try await resume(name) }

    /// Returns whether searches may show an activity. Playback, and searches in OnCue itself, are found as items
    /// instead.
    static func isFound(_ activity: Activity) -> Bool {
        activity.eligibility.contains(.search) && !isOfService(activity)
    }

    /// - Parameter find: Searches the index; receives the current time.
    private func indexed(
        _ find: (any SearchIndexing, Int64) async throws(ContentError) -> [SearchItem]
    ) async -> [SearchItem] {
        do throws(ContentError) {
            return try await find(store, now())
        } catch {
            log.warning("cannot search the index of programs", ["error": error.message])
            return []
        }
    }

    /// Returns the activity with which a program shows an item of its index; `nil` if there is no such item, or if the
    /// name belongs to an activity.
    func activityOfItem(_ name: Activity.Name) async throws(ServiceError) -> Activity? {
        do throws(ContentError) {
            let stored = Activity.Name(name.program, name.identifier)
            guard name.isItem, programs[name.program] != nil, let item = try await store.item(stored),
                !item.isExpired(at: now())
            else { return nil }
            return item.activity
        } catch { throw ServiceError(error) }
    }

    func index(
        _ values: [SearchItemValues], of program: String, clientState: String, by client: String
    ) async throws(ServiceError) -> Int {
        try await check(program, of: client)
        guard values.count <= SearchLimits.batch else {
            throw ServiceError(
                .invalidValue, "Index takes at most \(SearchLimits.batch) items at a time, not \(values.count)")
        }
        var items: [SearchItem] = []
        for (place, value) in values.enumerated() {
            do throws(ServiceError) { items.append(try value.item(of: program)) } catch {
                throw ServiceError(
                    error.code, "item \(place + 1) of \(values.count) (\(value.label)): \(error.message)")
            }
        }
        let state = try Self.checked(clientState)
        do throws(ContentError) {
            let count = try await store.index(items, of: program, state: state, at: now())
            // Even an item without a location matters, since its earlier version may have had one.
            tell(ofActivities: false)
            return count
        } catch { throw ServiceError(error) }
    }

    /// Removes items from the index that can no longer be found.
    func tidyIndex() async {
        do throws(ContentError) {
            try await store.tidy(declared: Set(programs.all.keys), at: now())
        } catch {
            log.warning("the index of programs cannot be tidied", ["error": error.message])
        }
    }

    /// Removes items of programs at the user's request.
    ///
    /// - Throws: `notFound` if a program is given that has none of them.
    func forget(_ program: String?, _ identifiers: [String]) async throws(ServiceError) -> Int {
        guard identifiers.count <= SearchLimits.batch else {
            throw ServiceError(.invalidValue, "at most \(SearchLimits.batch) items can be taken out at a time")
        }
        let count: Int
        do throws(ContentError) {
            if let program {
                count = try await store.remove(
                    identifiers.isEmpty ? .all : .items(identifiers), of: program,
                    state: identifiers.isEmpty ? "" : nil)
            } else {
                count = try await store.removeEverything()
            }
            if count > 0 { tell(ofActivities: false) }
        } catch { throw ServiceError(error) }
        guard count > 0 || program == nil else {
            throw ServiceError(.notFound, "\"\(program?.cut(to: 200) ?? "")\" has no such items in the index")
        }
        return count
    }

    func remove(
        _ deletion: SearchDeletion, of program: String, clientState: String, by client: String
    ) async throws(ServiceError) -> Int {
        try await check(program, of: client)
        guard deletion.count <= SearchLimits.batch else {
            throw ServiceError(
                .invalidValue,
                "at most \(SearchLimits.batch) items or domains can be taken out at a time, not \(deletion.count)")
        }
        let state = deletion == .all ? "" : try Self.checked(clientState)
        do throws(ContentError) {
            let count = try await store.remove(deletion, of: program, state: state)
            if count > 0 { tell(ofActivities: false) }
            return count
        } catch { throw ServiceError(error) }
    }

    func clientState(of program: String, by client: String) async throws(ServiceError) -> String {
        try await check(program, of: client)
        do throws(ContentError) { return try await store.clientState(of: program) } catch { throw ServiceError(error) }
    }

    /// Returns a valid client state; `nil` for an empty one, which changes nothing.
    private static func checked(_ state: String) throws(ServiceError) -> String? {
        guard state.utf8.count <= SearchLimits.stateBytes else {
            throw ServiceError(.invalidValue, "clientState may have at most \(SearchLimits.stateBytes) bytes")
        }
        return state.isEmpty ? nil : state
    }
}

extension ActivitySession: nonisolated SearchIndexService {
    @MediaActor
    package func searchForeign(_ words: String, limit: Int) async throws -> [ForeignHit] {
        await center.foreignMatches(words, limit: limit)
    }

    @MediaActor
    package func continueItem(_ identifier: String, of program: String) async throws -> ContinuedActivity {
        try await center.resume(Activity.Name(program, identifier, isItem: true))
    }

    @MediaActor
    package func indexItems(
        _ items: [SearchItemValues], of program: String, clientState: String
    ) async throws -> Int {
        try await center.index(items, of: program, clientState: clientState, by: client)
    }

    @MediaActor
    package func removeItems(
        _ deletion: SearchDeletion, of program: String, clientState: String
    ) async throws -> Int {
        try await center.remove(deletion, of: program, clientState: clientState, by: client)
    }

    @MediaActor
    package func forgetItems(of program: String?, identifiers: [String]) async throws -> Int {
        try await center.forget(program, identifiers)
    }

    @MediaActor
    package func clientState(of program: String) async throws -> String {
        try await center.clientState(of: program, by: client)
    }
}
