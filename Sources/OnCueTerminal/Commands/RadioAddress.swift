// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import TextOutput

/// The address of a station as it was given: that of a stream, of a playlist, or of a web page that contains one.
struct RadioAddress {
    private static let endings = ["pls", "m3u", "m3u8", "asx", "xspf", "mp3", "ogg", "opus", "aac", "flac"]

    private let address: String
    private let name: String?

    struct Station {
        var name: String
        var address: String
        var isFromPage = false
    }

    init(_ address: String, name: String?) {
        self.address = address
        self.name = name
    }

    /// Returns the station to add. If a name is given, the server need not answer.
    ///
    /// - Throws: ``CommandFailure`` for a page without a station, and, without a name, for an address that is not a web
    ///   page; without a name, also the other errors of loading the page.
    func station(_ context: CommandContext) async throws -> Station {
        if let name, isNamedAsSound { return Station(name: name, address: address) }
        let page: WebPage
        do throws(ClientError) {
            page = try await context.service.page(at: address)
        } catch {
            if let name { return Station(name: name, address: address) }
            guard error.code == .refused else { throw error }
            throw CommandFailure(.wrongWords, "name the station: oncue radio add NAME URL")
        }
        let stream = page.stream?.stream ?? page.audio.first?.address
        guard let stream else {
            throw CommandFailure(
                .nothingFound,
                TextLayout.printable(
                    "\(address) is a web page that names no station; look on it for the address of the stream"))
        }
        let title = [page.stream?.title, page.title].compactMap(\.self).first { !$0.isEmpty }
        return Station(name: name ?? title ?? stream, address: stream, isFromPage: true)
    }

    private var isNamedAsSound: Bool {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        guard let dot = path.lastIndex(of: ".") else { return false }
        return Self.endings.contains(path[path.index(after: dot)...].lowercased())
    }
}
