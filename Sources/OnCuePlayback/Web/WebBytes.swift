// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import HTTPClient
import Synchronization

/// Hands a file on a web server to a decoder.
final class WebBytes: ByteSource {
    let file: RemoteFile
    private let table = Mutex(SeekTableCorrection())
    private let list = Mutex(ListText())
    private let serials = Mutex(OggSerials())

    private let parts: PartCount?
    private let onDocument: @Sendable () -> Void

    /// - Parameters:
    ///   - parts: Counts the reads of a part of a list, which is closed when the decoder has finished; `nil` for a
    ///     medium, which its deck closes.
    ///   - onDocument: Called before the beginning of a text is handed over, which may contain other addresses.
    init(_ file: RemoteFile, counting parts: PartCount? = nil, onDocument: @escaping @Sendable () -> Void = {}) {
        (self.file, self.parts, self.onDocument) = (file, parts, onDocument)
    }

    var byteCount: Int? { file.size }

    var canJump: Bool { file.facts?.canJump == true }

    /// Whether the bytes that were read show that it is a chain of Ogg files, in which no jump leads anywhere.
    var isOggChain: Bool { serials.withLock { $0.isChain } }

    var redirection: String? { file.facts?.address }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer, whole: Bool) -> ByteRead {
        switch file.read(at: offset, into: buffer, whole: whole) {
        case .bytes(let count):
            table.withLock { $0.apply(to: buffer.prefix(count), at: offset) }
            if parts == nil { serials.withLock { $0.note(buffer.prefix(count), at: offset) } }
            if let parts {
                if offset == 0, Self.isDocument(buffer.prefix(count)) { onDocument() }
                parts.add(count)
                list.withLock { $0.add(buffer.prefix(count), at: offset) }
            }
            return .bytes(count)
        case .end:
            if let hash = list.withLock({ $0.hash }) { parts?.note(list: redirection ?? "", hash) }
            return .end
        case .interrupted: return .interrupted
        case .failed(let error):
            return .failed(code: Self.code(of: error), text: error.message, status: error.status)
        }
    }

    func interrupt(_ isInterrupted: Bool) { file.interrupt(isInterrupted) }

    func close() { if parts != nil { file.close() } }

    /// Returns whether the data is HLS or XML, the latter also in UTF-16, or too short to decide. Sound and pictures
    /// begin otherwise, except for MPEG layer I, which is not in use for parts.
    private static func isDocument(_ bytes: Slice<UnsafeMutableRawBufferPointer>) -> Bool {
        if bytes.count < 4 { return true }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return true }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes
        let first = text.first { ![0x00, 0x09, 0x0A, 0x0D, 0x20].contains($0) }
        return first == nil || first == UInt8(ascii: "#") || first == UInt8(ascii: "<")
    }

    /// The text of a list of parts, from its beginning.
    private struct ListText {
        private var hasher = Hasher()
        private var count = 0
        private var isList = false

        /// `nil` for anything else.
        var hash: Int? { isList ? hasher.finalize() : nil }

        mutating func add(_ bytes: Slice<UnsafeMutableRawBufferPointer>, at offset: Int) {
            if offset == 0 {
                (hasher, count) = (Hasher(), 0)
                isList = bytes.starts(with: "#EXTM3U".utf8)
            }
            guard isList, offset == count else { return }
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes))
            count += bytes.count
        }
    }

    private static func code(of error: HTTPError) -> Int {
        switch error.code {
        case .cannotJump: PipelineFailure.resourceSeek
        case .status where error.status == 404 || error.status == 410: PipelineFailure.resourceNotFound
        case .status where error.status == 401 || error.status == 403: PipelineFailure.resourceNotAuthorized
        case .privateLink: PipelineFailure.resourceNotAuthorized
        default: PipelineFailure.resourceRead
        }
    }
}
