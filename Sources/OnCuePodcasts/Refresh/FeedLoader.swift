// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import HTTPClient
internal import OnCueCore
internal import OnCueRuntime
internal import WebPages

/// Loads feeds and reads them, off the media thread.
@MediaActor
final class FeedLoader {
    /// The largest feed, in bytes.
    static let limit = 32 << 20
    private static let chapterDeadline: Duration = .seconds(15)

    /// The result of requesting a feed.
    enum Answer {
        case feed(Feed, HTTPHead)
        /// The feed is unchanged.
        case unchanged(HTTPHead)
        /// The publisher has ended the feed.
        case gone
        case failed(String, patience: String?)
        /// A web page that names a feed.
        case page(feed: String)
    }

    private let client: HTTPClient
    private let reading = BlockingExecutor(label: "oncue.feeds")

    nonisolated init(client: HTTPClient) {
        self.client = client
    }

    /// Requests a feed.
    ///
    /// - Parameters:
    ///   - source: The address of the page that contains the address; `nil` if the user gave it.
    ///   - tag: The `ETag` of the last response.
    ///   - modified: The `Last-Modified` of the last response.
    func load(
        _ address: String, from source: String? = nil, tag: String? = nil, modified: String? = nil
    ) async -> Answer {
        var fields = [
            "Accept": "application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5"
        ]
        fields["If-None-Match"] = tag
        fields["If-Modified-Since"] = modified
        // An address from a document of the internet, such as a directory, may only lead to the internet.
        let source = source ?? client.source(of: address)
        do throws(HTTPError) {
            let response = try await client.get(HTTPRequest(address, from: source, fields: fields, limit: Self.limit))
            // Whether it is kept or not, it may lead no further than the old address.
            if let target = response.head.movedTo { client.note(move: target, of: address) }
            let answer = await read(response)
            if case .page(let feed) = answer { client.note(move: feed, of: address) }
            return answer
        } catch {
            return .failed(error.message, patience: nil)
        }
    }

    /// Loads a file of chapters for an interactive request.
    ///
    /// - Parameter feed: The address of the feed that contains the address.
    /// - Throws: `unavailable`.
    func chapters(at address: String, from feed: String) async throws(ContentError) -> [Chapter] {
        let answer: HTTPResponse
        do throws(HTTPError) {
            answer = try await client.get(
                HTTPRequest(address, from: feed, limit: ChapterFile.limit, deadline: Self.chapterDeadline))
        } catch {
            throw ContentError(.unavailable, "cannot load the chapters: \(error.message)")
        }
        guard answer.head.status == 200 else {
            throw ContentError(
                .unavailable, "cannot load the chapters: \(address) answered with HTTP status \(answer.head.status)")
        }
        guard let chapters = await reading.run({ ChapterFile.read(answer.body) }) else {
            throw ContentError(.unavailable, "cannot load the chapters: \(address) is not a chapters file")
        }
        return chapters
    }

    /// Returns the new address after a permanent move, according to the feed or its server; `nil` if there was none, or
    /// if it is not accepted.
    func move(of feed: Feed, _ head: HTTPHead, from address: String) -> String? {
        guard let target = feed.movedTo, client.accepts(move: target, from: address) else { return head.movedTo }
        client.note(move: target, of: address)
        return target
    }

    /// Returns the address of the feed that a web page names.
    nonisolated private static func feed(of body: [UInt8], _ head: HTTPHead) -> String? {
        let page = PageReader.read(
            body, charset: PageReader.charset(of: head.fields["content-type"]), address: head.address,
            resolve: { HTTPAddress.resolve($0, against: $1) })
        return page.feed?.feed
    }

    private func read(_ answer: HTTPResponse) async -> Answer {
        let head = answer.head
        switch head.status {
        case 200: break
        case 304: return .unchanged(head)
        case 410: return .gone
        case 404: return .failed("\(head.address) does not exist (404); check the address", patience: nil)
        default:
            return .failed(
                "\(head.address) answered with HTTP status \(head.status); try again later",
                patience: head.fields["retry-after"])
        }
        let body = answer.body
        let result: Result<Feed, FeedError> = await reading.run {
            do throws(FeedError) { return .success(try FeedParser.parse(body)) } catch { return .failure(error) }
        }
        switch result {
        case .success(let feed) where !feed.isComplete && feed.episodes.isEmpty:
            return .failed(
                "\(head.address) was cut off before its first episode; try again later", patience: nil)
        case .success(let feed): return .feed(feed, head)
        case .failure(let error):
            let isPage = head.contentType.contains("html") || body.prefix(512).contains(UInt8(ascii: "<"))
            if isPage, let address = await reading.run({ Self.feed(of: body, head) }) { return .page(feed: address) }
            return .failed("\(head.address): \(error.message)", patience: nil)
        }
    }
}
