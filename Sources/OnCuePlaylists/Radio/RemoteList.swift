// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import HTTPClient
package import OnCueCore

/// The beginning of what a server sends.
package struct RemoteList: Sendable {
    package var bytes: [UInt8]
    package var contentType: String?
    /// Where it came from in the end, after redirections.
    package var address: MediaLocation
    /// Hosts of what it names where it must not lead, as ``HTTPAddress/authority(of:)`` gives them.
    package var closedHosts: Set<Substring> = []

    package init(bytes: [UInt8], contentType: String?, address: MediaLocation) {
        self.bytes = bytes
        self.contentType = contentType
        self.address = address
    }

    /// Whether what is at an address is a list by its name; a stream would be opened twice if it was looked into.
    static func isNamed(_ address: MediaLocation) -> Bool {
        guard address.scheme == "http" || address.scheme == "https" else { return false }
        let path = address.uri.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        return PlaylistFormat(fileName: Array(path)) != nil
    }

    /// What the list names that a web server may name, none of our files; `nil` for HLS, which looks like M3U, but is
    /// the stream. One whose parts lie where it must not lead names nothing.
    func entries() -> [PlaylistEntry]? {
        if isSegmented { return closedHosts.isEmpty ? nil : [] }
        let document = PlaylistFile.read(bytes, list: address, contentType: contentType)
        return document?.entries.filter {
            ($0.location.scheme == "http" || $0.location.scheme == "https")
                && !closedHosts.contains(HTTPAddress.authority(of: $0.location.uri))
        } ?? []
    }

    /// Whether it is HLS, whose parts the player asks for by itself.
    private var isSegmented: Bool { PlaylistText(bytes.prefix(65_536)).text.contains("#EXT-X-") }

    /// The addresses that it has somebody ask for.
    func addresses() -> [String] {
        guard isSegmented else { return (entries() ?? []).map(\.location.uri) }
        return SegmentList.references(in: PlaylistText(bytes).text)
            .compactMap { HTTPAddress.resolve($0, against: address.uri) }
    }

    /// Why nothing of it plays, behind what names the list.
    var refusal: String {
        closedHosts.isEmpty
            ? "contains no stream"
            : "comes from the internet but contains only addresses on the home network; to allow this: "
                + "oncue config set network.private-links true"
    }
}
