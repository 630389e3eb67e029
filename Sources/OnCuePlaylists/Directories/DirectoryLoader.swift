// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import HTTPClient
package import OnCueCore
package import OnCueRuntime
internal import OnCueSession
internal import OpenDirectories

/// Asks open directories for podcasts and radio stations, and reads their answers off the media thread.
///
/// Only the words are sent, and nothing is stored. Servers that share the work of one directory are tried one after the
/// other until one of them answers.
@MediaActor
package final class DirectoryLoader: DirectorySearching {
    /// The time limit for one server, and the maximum number of servers that are asked.
    package nonisolated static let deadline: Duration = .seconds(10)
    package nonisolated static let mostServers = 3

    /// The addresses of the directories; a change applies to the next search.
    package var podcastDirectory: String
    package var stationDirectory: String

    private let client: HTTPClient
    /// Finds the addresses of the servers of a domain.
    private let servers: @MediaActor @Sendable (_ domain: String) async -> [String]
    private let deadline: Duration
    private let reading = BlockingExecutor(label: "oncue.directories")

    /// - Parameters:
    ///   - podcasts: The directory's address, as ``DirectoryQuestion`` takes it.
    ///   - stations: The same for stations; the address of a domain with several servers is replaced by theirs.
    ///   - servers: Returns the addresses of the servers that share the work of a domain: those of its SRV records,
    ///     except in tests.
    package init(
        client: HTTPClient, podcasts: String, stations: String, deadline: Duration = DirectoryLoader.deadline,
        servers: @escaping @MediaActor @Sendable (_ domain: String) async -> [String] = {
            await DirectoryLoader.servers(of: $0)
        }
    ) {
        (self.client, self.deadline, self.servers) = (client, deadline, servers)
        (podcastDirectory, stationDirectory) = (podcasts, stations)
    }

    /// Returns the addresses of the servers in the SRV records of a domain.
    package static func servers(of domain: String) async -> [String] {
        DirectoryQuestion.servers(await ServiceLookup.hosts(of: "api", in: domain), of: domain)
    }

    @MediaActor
    package func podcasts(matching words: String, limit: Int) async throws(ContentError) -> [FoundPodcast] {
        let directory = podcastDirectory
        let address = DirectoryQuestion.podcasts(directory, matching: words, limit: limit)
        let setting = ConfigurationKey.podcastDirectory.name
        do throws(DirectoryFailure) {
            let (head, found) = try await answer(address) { DirectoryAnswer.podcasts($0, limit: limit) }
            return found.filter { client.keeps($0.address, of: head, asked: address) }.map { podcast in
                var podcast = podcast
                podcast.picture = podcast.picture.flatMap { client.keeps($0, of: head, asked: address) ? $0 : nil }
                return podcast
            }
        } catch {
            throw error.told(
                "podcasts", setting, instead: "if you know the address of a feed: oncue podcast add URL")
        }
    }

    @MediaActor
    package func stations(matching words: String, limit: Int) async throws(ContentError) -> [FoundStation] {
        let directory = stationDirectory
        let setting = ConfigurationKey.stationDirectory.name
        let domain = DirectoryQuestion.sharedDomain(directory)
        let all = if let domain { await servers(domain) } else { [directory] }
        var last: DirectoryFailure?
        for server in all.prefix(Self.mostServers) {
            do throws(DirectoryFailure) {
                // DNS chose this server, and must not choose one at home.
                return try await stations(
                    at: server, from: domain == nil ? nil : "", matching: words, limit: limit)
            } catch {
                last = error
                guard error.isOfServer else { break }
            }
        }
        throw (last ?? .silent("DNS names no servers of \(domain ?? directory)")).told(
            "radio stations", setting, instead: "if you know the address of a stream: oncue radio add NAME URL")
    }

    /// Returns the stations with the words in their names, followed by those with them as a tag.
    private func stations(
        at server: String, from source: String?, matching words: String, limit: Int
    ) async throws(DirectoryFailure) -> [FoundStation] {
        var found: [FoundStation] = []
        for field in DirectoryQuestion.StationField.allCases where found.count < limit {
            let address = DirectoryQuestion.stations(server, matching: words, in: field, limit: limit)
            let (head, more): (HTTPHead, [FoundStation])
            do throws(DirectoryFailure) {
                (head, more) = try await answer(address, from: source) { DirectoryAnswer.stations($0, limit: limit) }
            } catch {
                // The results found so far are better than none.
                guard found.isEmpty else { return found }
                throw error
            }
            let kept = more.filter { client.keeps($0.address, of: head, asked: address) }.map { station in
                var station = station
                station.picture = station.picture.flatMap { client.keeps($0, of: head, asked: address) ? $0 : nil }
                return station
            }
            found = DirectoryAnswer.joined(found, kept, limit: limit)
        }
        return found
    }

    private func answer<Found: Sendable>(
        _ address: String, from source: String? = nil, _ read: @escaping @Sendable ([UInt8]) -> Found?
    ) async throws(DirectoryFailure) -> (HTTPHead, Found) {
        var request = HTTPRequest(
            address, from: source, fields: ["Accept": "application/json, text/javascript;q=0.9, */*;q=0.5"],
            limit: DirectoryAnswer.limit, deadline: deadline)
        request.patience = deadline
        let response: HTTPResponse
        do throws(HTTPError) {
            response = try await client.get(request)
        } catch {
            throw DirectoryFailure(error, at: address, within: deadline)
        }
        let head = response.head
        let host = DirectoryFailure.host(of: head.address)
        switch head.status {
        case 200: break
        case 403, 429: throw .tooOften(host, wait: head.fields["retry-after"].flatMap { Int($0) })
        case 400..<500: throw .other("\(host) has no directory there (status \(head.status))")
        default: throw .silent("\(host) cannot answer at the moment (status \(head.status))")
        }
        let body = response.body
        guard let found = await reading.run({ read(body) }) else {
            let isPage = head.contentType.contains("html")
            throw isPage
                ? .silent("\(host) answered with a web page, as networks do that want you to sign in first")
                : .other("\(host) does not answer as a directory does")
        }
        return (head, found)
    }
}

/// The reason why a directory gave no results.
private enum DirectoryFailure: Error {
    /// It could not be reached, or is temporarily unavailable.
    case silent(String)
    /// It received too many requests; with the seconds to wait, if the server states them.
    case tooOften(String, wait: Int?)
    /// It must not be contacted; the reason includes the next step.
    case refused(String)
    /// It is not a directory.
    case other(String)

    /// Creates the failure of a request. Only the host is named, since the rest of the address contains the user's
    /// words.
    init(_ error: HTTPError, at address: String, within deadline: Duration) {
        let host = Self.host(of: address)
        self =
            switch error.code {
            case .unreachable: .silent("\(host) cannot be reached")
            case .timedOut: .silent("\(host) did not answer within \(deadline.components.seconds) s")
            case .cutOff: .silent("\(host) closed the connection before everything was sent")
            case .cancelled: .silent("the question to \(host) was cancelled")
            case .malformed, .status, .cannotJump, .changed, .notTaken:
                .silent("\(host) does not answer as a web server does")
            // The message names only the host, and how to trust a server of one's own.
            case .notTrusted: .refused(error.message)
            case .privateLink:
                .refused(
                    "\(host) leads to the home network, which no server of the internet may; to allow this: "
                        + "oncue config set network.private-links true")
            case .redirectLoop: .other("\(host) redirects without an end")
            case .tooLarge: .other("\(host) sends more than \(DirectoryAnswer.limit >> 20) MiB")
            case .invalidAddress: .other("\(host) is not an http or https address")
            }
    }

    /// Returns the host of an address, or else the address without its query.
    static func host(of address: String) -> String {
        HTTPAddress.host(of: address) ?? String(address.prefix { $0 != "?" })
    }

    /// Whether another server may succeed.
    var isOfServer: Bool {
        switch self {
        case .silent, .tooOften, .refused: true
        case .other: false
        }
    }

    /// Returns the error for the user.
    ///
    /// - Parameters:
    ///   - kind: The kind of the items searched for.
    ///   - setting: The key with the address of the directory.
    ///   - instead: An alternative without the directory.
    func told(_ kind: String, _ setting: String, instead: String) -> ContentError {
        switch self {
        case .silent(let reason):
            return ContentError(
                .unavailable,
                "cannot search for \(kind): \(reason); check the connection and try again later, or, \(instead)")
        case .tooOften(let host, let wait):
            let time = wait.flatMap { (1...86_400).contains($0) ? "\($0) s" : nil } ?? "a minute"
            return ContentError(.refused, "\(host) was asked too often; search again after \(time)")
        case .refused(let reason): return ContentError(.unavailable, "cannot search for \(kind): \(reason)")
        case .other(let reason):
            return ContentError(
                .unavailable, "cannot search for \(kind): \(reason); check \(setting) with: oncue config get \(setting)"
            )
        }
    }
}
