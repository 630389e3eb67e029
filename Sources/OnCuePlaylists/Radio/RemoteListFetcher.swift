// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import HTTPClient
package import OnCueCore
package import OnCueRuntime
internal import PlaylistFormats
internal import WebPages

/// Fetches lists from web servers.
@MediaActor
package final class RemoteListFetcher {
    /// The size, in bytes, above which a response is a stream and not a list of stations.
    fileprivate static let limit = PageReader.limit
    private static let deadline: Duration = .seconds(10)

    private let client: HTTPClient
    private let reading = BlockingExecutor(label: "oncue.lists")

    package init(client: HTTPClient) {
        self.client = client
    }

    /// Returns the list at an address; `nil` if there is sound.
    ///
    /// - Parameter believesType: Whether content that the server declares as sound is not examined.
    /// - Throws: `notFound`, `network`.
    package func list(
        at address: MediaLocation, believesType: Bool = true
    ) async throws(PlaybackError) -> RemoteList? {
        let sink = ListSink(believesType: believesType)
        do throws(HTTPError) {
            var request = HTTPRequest(
                address.uri, from: client.source(of: address.uri), limit: Self.limit, deadline: Self.deadline)
            request.keepsBeginning = true
            try await client.send(request, into: sink)
        } catch {
            // Sound has no end, and is not always declared as such. The beginning of a long page has the relevant
            // parts.
            if sink.isSound || error.code == .tooLarge && !sink.isPage { return nil }
            if error.code != .tooLarge { throw PlaybackError(.network, error.message) }
        }
        guard !sink.isSound, let head = sink.head else { return nil }
        guard head.status < 400 else {
            let code: PlaybackError.Code = head.status == 404 || head.status == 410 ? .notFound : .network
            throw PlaybackError(code, "\(address) answered with HTTP status \(head.status)")
        }
        var list = RemoteList(
            bytes: sink.bytes, contentType: head.contentType, address: MediaLocation(uri: head.address) ?? address)
        if list.isWebPage {
            let (bytes, type) = (sink.bytes, head.fields["content-type"])
            list.page = await reading.run { WebPage(bytes, contentType: type, address: head.address) }
        }
        list.closedHosts = await client.closedHosts(
            of: list.addresses(), from: head.address, isFromHome: head.isFromHome,
            isElsewhere: !head.isFromThisMachine)
        return list
    }
}

/// Keeps a list, and does not want sound.
@MediaActor
private final class ListSink: HTTPBodySink {
    private(set) var bytes: [UInt8] = []
    private(set) var isSound = false
    private(set) var head: HTTPHead?
    private static let beginning = 1024
    private let believesType: Bool

    init(believesType: Bool) {
        self.believesType = believesType
    }

    @MediaActor func begin(_ head: HTTPHead) async throws(HTTPError) -> Bool {
        self.head = head
        let type = head.contentType
        let isMedia = type.hasPrefix("audio/") || type.hasPrefix("video/") || type == "application/ogg"
        isSound = believesType && isMedia && PlaylistFile.format(type) == nil && !type.contains("mpegurl")
        isSound = isSound || isLong && !mayBePage
        return !isSound
    }

    /// Whether there is a page so far.
    var isPage: Bool { PageReader.isPage(bytes, contentType: head?.fields["content-type"]) }

    /// Whether more is announced than a list has.
    private var isLong: Bool { (head?.promisedBytes ?? 0) > RemoteListFetcher.limit }

    /// Whether the type is that of a page, or too vague.
    private var mayBePage: Bool {
        let type = head?.contentType ?? ""
        return !believesType || isPage || type.isEmpty || type.hasPrefix("text/") || type == "application/octet-stream"
    }

    @MediaActor func take(_ piece: [UInt8]) async throws(HTTPError) {
        let isDecided = bytes.count >= Self.beginning
        bytes += piece
        // Sound that is declared as something else soon contains zeros, which no list has; it is not read to its end.
        guard !isDecided, bytes.count >= Self.beginning, !isPage,
            isLong || bytes.contains(0) && PlaylistFormat(content: bytes) == nil
        else { return }
        isSound = true
        throw HTTPError(.tooLarge, "\(head?.address ?? "") is not a list")
    }
}
