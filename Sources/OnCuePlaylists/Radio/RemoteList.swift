// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import HTTPClient
package import OnCueCore
internal import PlaylistFormats
internal import WebPages

/// The beginning of a server's response.
package struct RemoteList: Sendable {
    package var bytes: [UInt8]
    package var contentType: String?
    /// The final address, after redirections.
    package var address: MediaLocation
    /// The hosts to which the list must not lead, in the form of ``HTTPAddress/authority(of:)``.
    package var closedHosts: Set<Substring> = []
    /// The content, if it is a web page.
    package var page: WebPage?

    package init(bytes: [UInt8], contentType: String?, address: MediaLocation) {
        self.bytes = bytes
        self.contentType = contentType
        self.address = address
    }

    /// Returns whether the name of an address is that of a list; a stream would have to be opened twice to examine it.
    static func isNamed(_ address: MediaLocation) -> Bool {
        guard address.scheme == "http" || address.scheme == "https" else { return false }
        let path = address.uri.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        return PlaylistFormat(fileName: Array(path)) != nil
    }

    /// Returns the entries that a web server may name, which excludes local files; `nil` for HLS, which looks like M3U,
    /// but is the stream. HLS with parts on closed hosts has no entries.
    func entries() -> [PlaylistEntry]? {
        if isSegmented { return closedHosts.isEmpty ? nil : [] }
        let document = PlaylistFile.read(bytes, list: address, contentType: contentType)
        return document?.entries.filter {
            ($0.location.scheme == "http" || $0.location.scheme == "https")
                && !closedHosts.contains(HTTPAddress.authority(of: $0.location.uri))
        } ?? []
    }

    /// Whether it is HLS, whose parts the player itself requests.
    private var isSegmented: Bool { EncodedText(bytes.prefix(65_536)).text.contains("#EXT-X-") }

    /// Returns the addresses that would be requested for it.
    package func addresses() -> [String] {
        if let page { return page.sounds.flatMap { [$0.address, $0.picture].compactMap(\.self) } }
        guard isSegmented else { return (entries() ?? []).map(\.location.uri) }
        return SegmentList.references(in: EncodedText(bytes).text)
            .compactMap { HTTPAddress.resolve($0, against: address.uri) }
    }

    /// The sounds of a web page, without those on hosts to which it must not lead.
    var sounds: [WebPage.Sound] {
        let sounds = page?.sounds ?? []
        guard !closedHosts.isEmpty else { return sounds }
        return sounds.filter { !isClosed($0.address) }.map { sound in
            var sound = sound
            if sound.picture.map(isClosed) == true { sound.picture = nil }
            return sound
        }
    }

    private func isClosed(_ address: String) -> Bool { closedHosts.contains(HTTPAddress.authority(of: address)) }

    var isWebPage: Bool { PageReader.isPage(bytes, contentType: contentType) }

    /// The reason why nothing of it can be played, as the end of a sentence about the list.
    var refusal: String {
        closedHosts.isEmpty
            ? "contains no stream"
            : "comes from the internet but contains only addresses on the home network; to allow this: "
                + "oncue config set network.private-links true"
    }
}
