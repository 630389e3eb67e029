// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime

/// A server of files that is not a web server; each file can be read from any offset.
@MediaActor
package protocol FileServer: AnyObject, Sendable {
    /// Begins to read a file.
    ///
    /// - Parameters:
    ///   - offset: The offset of the first piece.
    ///   - length: The number of bytes to read; `nil` for all to the end.
    /// - Throws: ``HTTPError``: `unreachable`, `timedOut` and `cutOff` where it may succeed later.
    func read(_ address: String, from offset: Int, length: Int?) async throws(HTTPError) -> ServedFile
}

/// A part of a file on such a server.
package struct ServedFile: Sendable {
    /// The number of bytes of the whole file.
    package var size: Int
    /// Changes when the file changes.
    package var version: String
    /// Returns the next bytes; `nil` at the end of the requested part.
    package var next: @MediaActor @Sendable () async throws(HTTPError) -> [UInt8]?

    package init(
        size: Int, version: String, next: @escaping @MediaActor @Sendable () async throws(HTTPError) -> [UInt8]?
    ) {
        (self.size, self.version, self.next) = (size, version, next)
    }
}

/// The source of the bytes of a remote file.
enum RemoteServer: Sendable {
    case web(HTTPClient)
    case other(any FileServer)
}

/// The bytes that answer one request, piece by piece.
@MediaActor
protocol RemoteBody: AnyObject {
    /// The next piece; `nil` at the end.
    func read() async throws(HTTPError) -> [UInt8]?
}

extension Exchange: RemoteBody {}

/// The bytes of a file on a server that is not a web server.
@MediaActor
final class ServedBody: RemoteBody {
    private let file: ServedFile
    private let end: ExchangeEnd

    init(_ file: ServedFile, _ end: ExchangeEnd) { (self.file, self.end) = (file, end) }

    func read() async throws(HTTPError) -> [UInt8]? {
        if let reason = end.reason { throw reason }
        return try await file.next()
    }
}
