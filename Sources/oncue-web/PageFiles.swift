// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import WebAccess
internal import WebServing

/// The files of the page, which are part of this program.
struct PageFiles: Sendable {
    private struct File: Sendable {
        var type: String
        var bytes: [UInt8]
        /// The same, compressed; `nil` for pictures, and where it would not become smaller.
        var smaller: [UInt8]?
        var tag: String
    }

    /// The addresses that lead to the page itself; it shows the mode of its address.
    private static let modes: Set<String> = ["", "lock", "car", "remote"]

    private let files: [String: File]

    init() {
        var files: [String: File] = [:]
        for (name, bytes) in Self.contents {
            let tag = "\"\(WebFiles.hash(String(decoding: bytes, as: UTF8.self) + "\(bytes.count)").prefix(16))\""
            let smaller = name.hasSuffix(".png") ? nil : GzipCompressor.compress(bytes)
            files[name] = File(type: Self.type(of: name), bytes: bytes, smaller: smaller, tag: tag)
        }
        self.files = files
    }

    /// Returns the file at an address; `nil` if there is none.
    func answer(to target: RequestTarget, _ head: WebRequestHead) -> WebAnswer? {
        guard target.path.count <= 1 else { return nil }
        let name = target.path.first ?? ""
        guard let file = files[Self.modes.contains(name) ? "index.html" : name] else { return nil }
        var fields = ["ETag": file.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"]
        if head.knownTag == file.tag { return WebAnswer(304, type: file.type, fields: fields) }
        guard head.acceptsGzip, let smaller = file.smaller else {
            return WebAnswer(200, type: file.type, body: file.bytes, fields: fields)
        }
        fields["Content-Encoding"] = "gzip"
        return WebAnswer(200, type: file.type, body: smaller, fields: fields)
    }

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "webmanifest": "application/manifest+json"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        default: "application/octet-stream"
        }
    }
}
