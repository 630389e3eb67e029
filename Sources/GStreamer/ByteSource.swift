// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGStreamer
internal import COnCueGStreamerShims
internal import Synchronization

/// The source of an element's bytes, such as a file on a web server.
///
/// Every function may be called on any thread. One thread reads at a time, and may wait there.
package protocol ByteSource: Sendable {
    /// The number of bytes; `nil` if it is not known.
    var byteCount: Int? { get }
    /// Whether reads may begin anywhere.
    var canJump: Bool { get }
    /// The address after redirections; `nil` if there were none.
    var redirection: String? { get }

    /// Copies bytes that begin at `offset` into a buffer, and waits for the first of them; for all of them if `whole`
    /// is true, unless the end comes before.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer, whole: Bool) -> ByteRead

    /// Ends a read that waits, and every later one until it is called with `false`.
    func interrupt(_ isInterrupted: Bool)

    /// Ends all reading.
    func close()
}

/// The end of a read.
package enum ByteRead: Sendable, Equatable {
    /// The number of bytes that were copied, at least one.
    case bytes(Int)
    case end
    case interrupted
    /// - Parameters:
    ///   - code: As in `PipelineFailure.code`, of the domain `resource`.
    ///   - status: The status of a web server's response.
    case failed(code: Int, text: String, status: Int?)
}

extension Element {
    /// Makes an element that reads from a source of our own; `nil` if GStreamer cannot be used.
    ///
    /// - Parameter uri: The address, against which the references in a list are resolved.
    package convenience init?(reading source: any ByteSource, uri: String) {
        guard MediaFramework.initialize() else { return nil }
        WebSources.makeSure()
        let box = unsafe CallbackBox<any ByteSource>.retained(source)
        var functions = unsafe byteFunctions()
        guard let made = unsafe oncue_byte_source_new(uri, &functions, box) else { return nil }
        unsafe self.init(sinking: made)
    }
}

extension MediaFramework {
    /// Makes GStreamer read every web address that it opens by itself, such as a part of a list, through a source of
    /// ours. Before this call, and afterwards for other schemes, GStreamer opens none.
    ///
    /// - Parameter opener: Called on a streaming thread with the address, and with the address of the list that
    ///   contains it, if that is known; must not wait.
    package static func readWeb(with opener: @escaping @Sendable (String, String?) -> any ByteSource) {
        WebOpener.shared.set(opener)
    }
}

/// Opens the sources that GStreamer requests by itself.
private final class WebOpener: Sendable {
    static let shared = WebOpener()

    private let opener = Mutex<(@Sendable (String, String?) -> any ByteSource)?>(nil)

    func set(_ opener: @escaping @Sendable (String, String?) -> any ByteSource) {
        self.opener.withLock { $0 = opener }
    }

    func open(_ uri: String, from list: String?) -> (any ByteSource)? { opener.withLock { $0 }?(uri, list) }
}

/// Registers the element that reads the web; called once, before anything is opened.
func registerWebSource() {
    var functions = unsafe byteFunctions()
    unsafe oncue_byte_source_register(onOpenWeb, &functions)
}

/// Returns the functions with which C reads a `ByteSource`.
@unsafe
private func byteFunctions() -> OnCueByteFunctions {
    unsafe OnCueByteFunctions(
        read: onRead, size: onSize, is_seekable: onCanJump, interrupt: onInterrupt, redirection: onRedirection,
        release: onReleaseSource)
}

private func source(_ data: gpointer?) -> (any ByteSource)? { unsafe CallbackBox<any ByteSource>.value(of: data) }

/// Called on a streaming thread, when an element that GStreamer has made starts.
private func onOpenWeb(_ uri: UnsafePointer<CChar>?, _ referrer: UnsafePointer<CChar>?) -> gpointer? {
    let list = unsafe referrer.map { unsafe String(cString: $0) }
    guard let uri = unsafe uri, let source = unsafe WebOpener.shared.open(String(cString: uri), from: list) else {
        return nil
    }
    return unsafe CallbackBox<any ByteSource>.retained(source)
}

/// Called on a streaming thread.
private func onRead(
    _ data: gpointer?, _ offset: guint64, _ bytes: UnsafeMutablePointer<guint8>?, _ length: gsize,
    _ whole: gboolean, _ failure: UnsafeMutablePointer<OnCueByteFailure>?
) -> gssize {
    guard let source = unsafe source(data), let bytes = unsafe bytes else { return gssize(ONCUE_BYTES_INTERRUPTED) }
    let buffer = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: Int(length))
    switch unsafe source.read(at: Int(clamping: offset), into: buffer, whole: whole != 0) {
    case .bytes(let count): return gssize(count)
    case .end: return 0
    case .interrupted: return gssize(ONCUE_BYTES_INTERRUPTED)
    case .failed(let code, let text, let status):
        unsafe failure?.pointee.code = gint(clamping: code)
        unsafe failure?.pointee.status = guint(clamping: status ?? 0)
        unsafe failure?.pointee.text = g_strdup(text)
        return gssize(ONCUE_BYTES_FAILED)
    }
}

/// Called on any thread, as are the functions below.
private func onSize(_ data: gpointer?) -> gint64 {
    unsafe source(data)?.byteCount.map { gint64(clamping: $0) } ?? -1
}

private func onCanJump(_ data: gpointer?) -> gboolean { unsafe source(data)?.canJump == true ? 1 : 0 }

private func onInterrupt(_ data: gpointer?, _ isInterrupted: gboolean) {
    unsafe source(data)?.interrupt(isInterrupted != 0)
}

private func onRedirection(_ data: gpointer?) -> UnsafeMutablePointer<gchar>? {
    unsafe source(data)?.redirection.flatMap { unsafe g_strdup($0) }
}

private func onReleaseSource(_ data: gpointer?) {
    unsafe source(data)?.close()
    unsafe onReleaseCallback(data)
}
