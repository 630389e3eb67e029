// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import XMLReading

/// Reads ordinary web pages: JSON-LD, microdata, RDFa, OpenGraph, links and `<audio>`.
package enum PageReader {
    /// The bytes of a page that are read; in practice its descriptions are near the beginning.
    package static let limit = 2 << 20

    /// Makes an absolute address from a reference and its base; `nil` if there is none.
    package typealias Resolve = (_ reference: String, _ base: String) -> String?

    /// Returns the content of a page; empty for bytes that are anything else.
    ///
    /// - Parameters:
    ///   - charset: The encoding according to the server.
    ///   - address: The address of the page, after redirections.
    /// - Complexity: linear in the bytes, of which ``limit`` are read.
    package static func read(
        _ bytes: [UInt8], charset: String? = nil, address: String, resolve: Resolve
    ) -> WebPage {
        var scan = PageScan()
        HTMLReader.read(Array(bytes.prefix(limit)), charset: charset) { scan.take($0) }
        scan.finish()
        return withoutActuallyEscaping(resolve) { resolve in
            let base = scan.base.flatMap { resolve($0, address) } ?? address
            let addresses = PageAddresses { resolve($0, base) }
            var things = ThingWalk(ThingReader(graph: scan.graph, addresses: addresses), page: address)
            things.run()
            var page = things.page
            page.complete(with: scan, addresses)
            return page
        }
    }

    /// Returns whether a response is a web page, by its type or its first bytes.
    package static func isPage(_ bytes: [UInt8], contentType: String?) -> Bool {
        let type = contentType?.lowercased() ?? ""
        if type.hasPrefix("text/html") || type.hasPrefix("application/xhtml") { return true }
        let head = EncodedText(bytes.prefix(1024)).text.lowercased().drop { $0.isWhitespace }
        return head.hasPrefix("<!doctype html") || head.hasPrefix("<html")
    }

    /// The encoding in a content type such as `text/html; charset=iso-8859-1`.
    package static func charset(of contentType: String?) -> String? {
        guard let type = contentType?.lowercased(), let label = type.firstRange(of: "charset=") else { return nil }
        let name = type[label.upperBound...].prefix { $0 != ";" && $0 != "," }.filter { $0 != "\"" && $0 != " " }
        return name.isEmpty || name.utf8.count > 40 ? nil : name
    }
}

/// The addresses of a page.
struct PageAddresses {
    private let resolve: (String) -> String?

    init(_ resolve: @escaping (String) -> String?) {
        self.resolve = resolve
    }

    /// The absolute address of the web that a reference means; `nil` for scripts, files and everything else.
    func web(_ reference: String) -> String? {
        let trimmed = reference.unicodeScalars.drop { $0.properties.isWhitespace }
        let end = trimmed.lastIndex { !$0.properties.isWhitespace }.map(trimmed.index(after:)) ?? trimmed.startIndex
        let text = String(trimmed[..<end])
        guard !text.isEmpty, !text.hasPrefix("#"), text.utf8.count <= 4096,
            !text.unicodeScalars.contains(where: { $0.isSteering })
        else { return nil }
        let spaceless = text.contains(" ") ? text.split(separator: " ").joined(separator: "%20") : text
        guard let address = resolve(spaceless) else { return nil }
        let scheme = address.prefix(8).lowercased()
        return scheme.hasPrefix("http://") || scheme.hasPrefix("https://") ? address : nil
    }
}

extension String {
    /// One line without control characters and references, at most 512 bytes.
    var pageLine: String {
        let text = contains("&") ? HTMLText.decoded(utf8) : self
        let words = text.unicodeScalars.split { $0.isSteering || $0.properties.isWhitespace }
        return words.map(String.init).joined(separator: " ").shortened(toBytes: 512)
    }
}
