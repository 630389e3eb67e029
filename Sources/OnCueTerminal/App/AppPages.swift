// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueActivities
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import OnCueQuery
internal import OnCueRuntime
internal import TextOutput

/// Reads pages of lists from the service.
struct AppPages: Sendable {
    /// Runs file checks, since disks may be slow.
    private static let disks = BlockingExecutor(label: "oncue.files")

    private static let playlists = RootBranch.playlists.identifier.description

    let service: any MediaServiceClient
    let files: LocalFiles

    /// The pauses before repeating a request for a page that was refused because too many are in progress.
    private static let pauses: [Duration] = [.milliseconds(200), .milliseconds(500), .seconds(1)]

    func read(_ fetch: ListFetch) async -> AppEvent {
        for pause in Self.pauses {
            let event = await readOnce(fetch)
            guard case .pageFailed(_, let error) = event, error.code == .busy else { return event }
            guard (try? await MediaActor.sleep(for: pause)) != nil else { return event }
        }
        return await readOnce(fetch)
    }

    private func readOnce(_ fetch: ListFetch) async -> AppEvent {
        do throws(ClientError) {
            switch fetch.source {
            case .queue:
                let (page, files) = (try await service.queue(offset: fetch.offset, limit: fetch.limit), files)
                return .queue(.page(fetch, await Self.disks.run { page.markingMissing(files) }))
            case .tree:
                var listing = try await children(fetch)
                if fetch.tab == .playlists, fetch.identifier == Self.playlists {
                    try await SavedLists(service: service).add(to: &listing, limit: fetch.limit)
                }
                var page = ListPage(listing)
                if listing.container?.knownKind == .playlist {
                    page.rows = Self.entries(listing.items, from: fetch.offset)
                }
                return .page(fetch, page)
            case .search(let query): return .page(fetch, try await search(query, fetch))
            case .suggestions: return .page(fetch, try await suggestions())
            case .sound:
                return .page(fetch, SoundRows.page(try await service.outputs(), try await service.sound()))
            case .history: return .page(fetch, try await history(fetch))
            case .directory(let directory, let words): return .page(fetch, try await found(words, in: directory))
            }
        } catch {
            return .pageFailed(fetch, error)
        }
    }

    /// Returns the rows of a playlist, which may contain an item several times.
    private static func entries(_ items: [ContentRecord], from offset: Int) -> [ListRow] {
        var counts: [String: Int] = [:]
        return items.enumerated().map { index, item in
            let count = counts[item.identifier, default: 0]
            counts[item.identifier] = count + 1
            let id = count == 0 ? item.identifier : "\(item.identifier)#\(count)"
            return ListRow(item, id: id, place: offset + index)
        }
    }

    // MARK: The content tree

    /// Returns a page, by its position while the same container is there, or else by its identifier.
    private func children(_ fetch: ListFetch) async throws(ClientError) -> ContentListing {
        if let listing = try await positioned(fetch) { return listing }
        return try await service.children(
            of: fetch.identifier, offset: fetch.offset, limit: fetch.limit, waits: fetch.waits)
    }

    private func positioned(_ fetch: ListFetch) async throws(ClientError) -> ContentListing? {
        guard let path = fetch.path else { return nil }
        do throws(ClientError) {
            let listing = try await service.children(
                of: path, offset: fetch.offset, limit: fetch.limit, waits: fetch.waits)
            let isSame = fetch.identifier.isEmpty || listing.container?.identifier == fetch.identifier
            return isSame ? listing : nil
        } catch {
            let mayHaveMoved = [.staleIndexPath, .notFound, .nothingMatches, .notContainer].contains(error.code)
            guard mayHaveMoved, !fetch.identifier.isEmpty else { throw error }
            return nil
        }
    }

    // MARK: Other lists

    private func search(_ query: String, _ fetch: ListFetch) async throws(ClientError) -> ListPage {
        guard query.contains(where: { !$0.isWhitespace }) else { return ListPage(total: 0, rows: []) }
        let listing = try await service.search(query, offset: fetch.offset, limit: fetch.limit)
        var page = ListPage(listing)
        for index in page.rows.indices {
            let amount = ContentPhrase.amount(of: page.rows[index].record)
            page.rows[index].note = amount.isEmpty ? page.rows[index].kind : amount
        }
        await addForeign(query, fetch, to: &page)
        page.remark = listing.unanswered.first.map { "\($0.title) could not be searched: \($0.message)" }
        return page
    }

    /// The most rows of other programs.
    private static let mostForeign = 50

    /// Adds matches in other programs that are not content, after everything else.
    private func addForeign(_ query: String, _ fetch: ListFetch, to page: inout ListPage) async {
        let found = (try? await service.searchForeign(query, limit: Self.mostForeign)) ?? []
        let (own, end) = (page.total, fetch.offset + fetch.limit)
        let shown = found.dropFirst(max(0, fetch.offset - own)).prefix(max(0, end - max(own, fetch.offset)))
        page.total += found.count
        page.rows += shown.map { match in
            let identifier = match.name.contentIdentifier.description
            var record = ContentRecord(
                identifier: identifier, kind: ContentKind.foreign.rawValue, title: match.title,
                subtitle: match.location?.name ?? "", isPlayable: true)
            record.location = match.location
            if let picture = match.thumbnail {
                // It is either the URI of a picture or the name of an icon.
                if picture.contains("/") { record.artwork = picture } else { record.iconName = picture }
            }
            var row = ListRow(record, id: identifier)
            row.note = match.programName
            return row
        }
    }

    /// The most results of a directory, which arrive all at once.
    private static let mostFound = 50

    private func found(_ words: String, in directory: OpenDirectory) async throws(ClientError) -> ListPage {
        let rows: [ListRow]
        switch directory {
        case .podcasts:
            rows = try await service.searchPodcasts(words, limit: Self.mostFound).map { podcast in
                var row = ListRow(
                    ContentRecord(
                        identifier: podcast.address, kind: ContentKind.podcast.rawValue, title: podcast.title,
                        subtitle: podcast.author))
                (row.note, row.details) = (
                    DirectoryView.episodes(podcast), FoundDetails.text(DirectoryView.facts(podcast))
                )
                return row
            }
        case .stations:
            rows = try await service.searchStations(words, limit: Self.mostFound).map { station in
                var row = ListRow(
                    ContentRecord(
                        identifier: station.address, kind: ContentKind.station.rawValue, title: station.title,
                        subtitle: station.country, isPlayable: true))
                (row.note, row.details) = (
                    DirectoryView.sound(station), FoundDetails.text(DirectoryView.facts(station))
                )
                return row
            }
        }
        return ListPage(total: rows.count, rows: rows)
    }

    private func suggestions() async throws(ClientError) -> ListPage {
        let offer = try await service.offer()
        let found: [SuggestionRecord] =
            if let offer { offer.suggestions } else { try await service.suggestions(limit: 0) }
        let rows = found.enumerated().map { index, suggestion in
            let record = ContentRecord(
                identifier: suggestion.identifier, kind: String(suggestion.identifier.prefix { $0 != ":" }),
                title: suggestion.title, subtitle: suggestion.subtitle, isPlayable: suggestion.isPlayable)
            // Its identifier changes each time that the list is made, so the selection follows the item.
            var row = ListRow(record, id: suggestion.id, place: index)
            row.note = suggestion.sentence
            row.details = ReasonView.line(suggestion.reasons)
            return row
        }
        var page = ListPage(total: rows.count, rows: rows)
        page.remark = offer.map { SuggestionView.headline($0, now: MomentText.now) }
        return page
    }

    private static let kindWidth = JournalEntry.Kind.allCases.map(\.rawValue.count).max() ?? 0

    /// Returns a row for each listen, the newest first.
    private func history(_ fetch: ListFetch) async throws(ClientError) -> ListPage {
        let page = try await HistoryCommand.listens(HistoryRequest(), fetch.offset, fetch.limit, service)
        let rows = page.entries.enumerated().map { index, entry in
            let record = ContentRecord(
                identifier: entry.subject.identifier.description, kind: entry.subject.identifier.kind.rawValue,
                title: entry.subject.title, subtitle: entry.subject.artists.joined(separator: ", "), isPlayable: true,
                duration: entry.subject.duration)
            // Rows are counted from the oldest, so that their identifiers do not change when newer ones arrive.
            var row = ListRow(record, id: "\(page.total - fetch.offset - index)")
            (row.artist, row.album) = (entry.subject.artists.joined(separator: ", "), entry.subject.album ?? "")
            // The kind of end comes first, as a narrow screen cuts the text.
            let moment = MomentText.text(entry.time)
            row.note = TextLayout.fit(entry.kind.rawValue, to: Self.kindWidth) + "  " + moment
            // `11-26 14:03 finished`; the moment matters more.
            row.shortNote = moment.dropFirst("2026-".count) + " " + entry.kind.rawValue
            return row
        }
        return ListPage(total: page.total, rows: rows, offset: fetch.offset)
    }
}
