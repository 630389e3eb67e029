// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import HTTPClient
internal import OnCueRuntime
package import PlayableContent
internal import SubsonicProtocol

/// The addresses at which items play, and the marks that are sent to the server.
extension SubsonicSource: MarkingPlayableContentDelegate {
    /// The time for which OnCue keeps an address.
    private nonisolated static let expiry: Duration = .seconds(600)

    @MediaActor package func url(forContentItem identifier: String) async throws -> ContentURL {
        guard let item = SubsonicItem(identifier) else { throw PlayableContentError.notFound("there is no such item") }
        switch item.kind {
        case .song, .bookmark, .episode:
            if let path = await copies?.path(of: item) { return .file(path) }
            return ContentURL(
                connection.address(of: .stream(item.id), isData: true), expires: Self.expiry)
        case .station: return try await url(ofStation: item)
        case .list, .artist, .album, .genre, .playlist, .podcast:
            throw PlayableContentError.notFound("a list has no address")
        }
    }

    @MediaActor private func url(ofStation item: SubsonicItem) async throws -> ContentURL {
        let record: SubsonicRecord?
        do throws(SubsonicError) {
            if let known = recordAtHand(item) { record = known } else { record = try await self.record(of: item) }
        } catch {
            throw Self.failure(error)
        }
        guard let address = record?.address else { throw PlayableContentError.notFound("there is no such station") }
        // A server on the internet must not lead into the home network.
        guard
            !LinkRules().isGuarded(address, from: connection.server.address.text)
                || HTTPAddress.host(of: address).map({ !LinkRules().isAtHome($0) }) ?? false
        else {
            throw PlayableContentError(
                .unavailable, "the station is on the home network, but the server is on the internet")
        }
        return ContentURL(address, expires: Self.expiry)
    }

    // MARK: Marks

    @MediaActor package func setFavourite(_ isFavourite: Bool, forContentItem identifier: String) async throws {
        let item = try markable(identifier)
        try await tell(.star(item, isFavourite)) { [weak self] in
            self?.change(item) { $0.isStarred = isFavourite }
            if let list = SubsonicSection.starred.item {
                self?.forget(list)
                self?.manager?.reloadChildItems(ofItemWithIdentifier: list.identifier)
            }
        }
    }

    @MediaActor package func setStars(_ stars: Double?, forContentItem identifier: String) async throws {
        let item = try markable(identifier)
        let whole = stars.map { min(5, max(1, Int(($0 + 0.5).rounded(.down)))) }
        try await tell(.rate(item.id, whole ?? 0)) { [weak self] in self?.change(item) { $0.stars = whole } }
    }

    @MediaActor private func markable(_ identifier: String) throws -> SubsonicItem {
        guard let item = SubsonicItem(identifier) else { throw PlayableContentError.notFound("there is no such item") }
        switch item.kind {
        case .song, .album, .artist: return item
        // A bookmark and its song are the same song.
        case .bookmark: return SubsonicItem(.song, item.id) ?? item
        default:
            throw PlayableContentError(
                .unavailable, "\(connection.server.name) keeps this for songs, albums and artists only")
        }
    }

    /// Sends the server a change. If it does not answer in time, the request continues, and the change is shown once it
    /// is done.
    @MediaActor private func tell(
        _ request: SubsonicRequest, then show: @escaping @MediaActor () -> Void
    ) async throws {
        let connection = connection
        let work = Task { @MediaActor () -> Result<Void, SubsonicError> in
            do throws(SubsonicError) {
                _ = try await connection.ask(request)
                show()
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        switch await MediaActor.value(within: patience, of: { await work.value }) {
        case .success: return
        case .failure(let error): throw Self.failure(error)
        case nil:
            throw PlayableContentError(
                .unavailable,
                "\(connection.server.name) has not answered yet; what it takes is shown as soon as it does")
        }
    }
}
