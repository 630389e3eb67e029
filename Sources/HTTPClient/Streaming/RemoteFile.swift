// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueRuntime

/// A file or a stream on a web server, read by a thread that may wait for it, from any position if the server allows.
///
/// A few megabytes are read ahead, and the bytes read are kept for a while. A jump requests the bytes from there on,
/// and a connection that breaks or stalls is replaced by one that continues at the next byte, if the server supports
/// that. Every connection follows the `LinkRules` of its client.
package final class RemoteFile: Sendable {
    /// The properties of the file according to the server when it is opened.
    package struct Facts: Sendable, Equatable {
        /// The number of bytes; `nil` if the server does not send it.
        package var size: Int?
        /// Whether reads may begin anywhere.
        package var canJump = false
        /// The server answers as the server of a radio station does.
        package var isStation = false
        /// The address after redirections.
        package var address: String
        /// The answer came from the network at home.
        package var isFromHome = false
        /// It came from this machine itself.
        package var isFromThisMachine = false
        /// The media type, in lower case; empty if the server does not send it.
        package var contentType = ""
    }

    let window = ReadWindow()
    private let line: RemoteLine

    /// Prepares to read; nothing is requested before ``open()`` or the first read.
    ///
    /// - Parameters:
    ///   - address: An `http` or `https` address.
    ///   - source: As in `HTTPRequest`.
    ///   - sparesThisMachine: As in `HTTPRequest`.
    package init(
        _ address: String, from source: String? = nil, sparesThisMachine: Bool = false, client: HTTPClient
    ) {
        line = RemoteLine(window, address, source, sparesThisMachine, .web(client))
        listen()
    }

    /// Prepares to read from a server that is not a web server.
    ///
    /// - Parameter address: The address of the file on that server.
    package init(_ address: String, on server: any FileServer) {
        line = RemoteLine(window, address, nil, false, .other(server))
        listen()
    }

    private func listen() {
        window.setDemandHandler { [weak line] isStanding in
            Task { @MediaActor in if isStanding { line?.standsStill() } else { line?.demand() } }
        }
    }

    deinit { close() }

    /// Requests the file from its beginning, and returns its properties according to the server.
    ///
    /// - Throws: ``HTTPError``; `.status` for a response that is an error.
    @MediaActor
    package func open() async throws(HTTPError) -> Facts { try await line.open() }

    /// The facts; `nil` before the server has answered.
    package var facts: Facts? { line.facts }

    /// The number of bytes received so far.
    package var received: Int { window.received }

    /// The offset after the last byte that was read.
    package var place: Int { window.wanted }

    /// Calls `handler` whenever bytes arrive, or when no more will; `nil` removes the handler.
    @MediaActor
    package func onArrival(_ handler: (@MediaActor () -> Void)?) { line.onArrival = handler }

    /// Whether bytes are on their way; false while enough is read ahead, and after a connection broke off.
    package var isRunning: Bool { window.isRunning }

    /// Whether the reader waits for bytes.
    package var isAwaited: Bool { window.unmet != nil }

    /// Whether everything up to the end of the file can be read at once.
    package var hasRest: Bool { window.hasRest }

    /// Whether the server turned out to have fewer bytes than it announced.
    package var isShort: Bool { window.isShort }

    /// The number of bytes; `nil` if it is not known.
    package var size: Int? { window.size }

    /// The reason why reading has failed; `nil` if it has not.
    package var failure: HTTPError? { window.failure }

    /// The number of bytes that can be read at once.
    package var lead: Int { window.lead }

    /// Calls `handler` on the reader's thread with each title of a station, when the reader comes to it.
    package func onTitle(_ handler: @escaping @Sendable (String) -> Void) { window.setTitleHandler(handler) }

    /// Copies bytes that begin at `offset` into a buffer, and waits for the first of them; for all, if `whole`.
    ///
    /// Blocks the calling thread as long as a server may bring them. One thread reads at a time.
    package func read(
        at offset: Int, into buffer: UnsafeMutableRawBufferPointer, whole: Bool = false
    ) -> RemoteRead {
        unsafe window.read(at: offset, into: buffer, whole: whole)
    }

    /// Ends a read that waits, and every later one until this is called with `false`, which also forgets a failure.
    package func interrupt(_ isInterrupted: Bool) { window.interrupt(isInterrupted) }

    /// Ends all connections; reads are interrupted from now on.
    package func close() {
        window.close()
        Task { @MediaActor [line] in line.close() }
    }
}
