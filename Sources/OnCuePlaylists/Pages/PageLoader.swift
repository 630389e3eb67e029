// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import HTTPClient
package import OnCueCore
package import OnCueRuntime
package import OnCueSession
internal import WebPages

/// Loads web pages from their servers, and reads them off the media thread.
@MediaActor
package final class PageLoader: PageReading {
    private static let deadline: Duration = .seconds(10)

    /// Receives every page that was read.
    package let loaded = Broadcast<WebPage>()

    /// The pictures of the streams on the pages that were read.
    package nonisolated let pictures = PagePictures()

    private let client: HTTPClient
    private let reading = BlockingExecutor(label: "oncue.pages")

    package init(client: HTTPClient) {
        self.client = client
    }

    @MediaActor
    package func page(at text: String) async throws(ContentError) -> WebPage {
        guard let location = MediaLocation(uri: text), ["http", "https"].contains(location.scheme) else {
            throw ContentError(
                .invalidPlace, "\"\(text.prefix(200))\" is not the address of a web page; expected https://…")
        }
        let sink = PageSink()
        do throws(HTTPError) {
            var request = HTTPRequest(
                location.uri, from: client.source(of: location.uri),
                fields: ["Accept": "text/html, application/xhtml+xml, */*;q=0.5"], limit: PageReader.limit,
                deadline: Self.deadline)
            request.keepsBeginning = true
            try await client.send(request, into: sink)
        } catch {
            // The beginning of a long page is read, which has the relevant parts.
            if error.code != .tooLarge || sink.head == nil { throw ContentError(.unavailable, error.message) }
        }
        guard let head = sink.head else {
            throw ContentError(.unavailable, "\(location) sent nothing; try again later")
        }
        guard head.status < 400 else {
            throw ContentError(.unavailable, "\(head.address) answered with HTTP status \(head.status)")
        }
        let (bytes, type) = (sink.bytes, head.fields["content-type"])
        guard !sink.isOther, PageReader.isPage(bytes, contentType: type) else {
            let kind = head.contentType.isEmpty ? "" : " but \(head.contentType)"
            let isFeed = head.contentType.contains("xml")
            throw ContentError(
                .refused,
                "\(head.address) is not a web page\(kind); "
                    + (isFeed ? "subscribe to a feed with: oncue podcast add URL" : "play it with: oncue play URL"))
        }
        let page = await reading.run { WebPage(bytes, contentType: type, address: head.address) }
        await notePictures(of: page, head)
        loaded.send(page)
        return page
    }
}

extension PageLoader {
    /// Remembers the pictures of the streams on a page, without those to which it must not lead.
    private func notePictures(of page: WebPage, _ head: HTTPHead) async {
        let pictures = page.streamPictures
        guard !pictures.isEmpty else { return }
        let closed = await client.closedHosts(
            of: Set(pictures.map(\.picture)).sorted(), from: head.address, isFromHome: head.isFromHome,
            isElsewhere: !head.isFromThisMachine)
        for (stream, picture) in pictures where !closed.contains(HTTPAddress.authority(of: picture)) {
            self.pictures.note(picture, of: stream)
        }
    }
}

extension WebPage {
    /// The streams that can become stations, with their pictures, or else that of the page; a few, if there are many.
    fileprivate var streamPictures: [(stream: String, picture: String)] {
        let stations = stations.map { ($0.stream, $0.picture ?? picture) }
        let streams = (stations + audio.map { ($0.address, picture) }).prefix(8)
        return streams.compactMap { stream, picture in
            guard let stream, let picture else { return nil }
            return (stream, picture)
        }
    }

    /// Reads a page whose references are resolved as the client does.
    init(_ bytes: [UInt8], contentType: String?, address: String) {
        self = PageReader.read(
            bytes, charset: PageReader.charset(of: contentType), address: address,
            resolve: { HTTPAddress.resolve($0, against: $1) })
    }
}

/// Keeps a page, and does not want sound.
@MediaActor
private final class PageSink: HTTPBodySink {
    private(set) var head: HTTPHead?
    private(set) var bytes: [UInt8] = []
    private(set) var isOther = false

    @MediaActor func begin(_ head: HTTPHead) async throws(HTTPError) -> Bool {
        self.head = head
        let type = head.contentType
        isOther = ["audio/", "video/", "image/", "font/"].contains(where: type.hasPrefix) || type == "application/ogg"
        return !isOther
    }

    @MediaActor func take(_ piece: [UInt8]) async throws(HTTPError) {
        bytes += piece
        // Sound without a type is not read to its end.
        guard bytes.count >= 1024, !PageReader.isPage(bytes, contentType: head?.fields["content-type"]) else { return }
        isOther = true
        throw HTTPError(.tooLarge, "\(head?.address ?? "") is not a web page")
    }
}
