// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Reads XML that is in memory, event by event.
///
/// Nothing is fetched, and entities are never declared: a document type declaration is skipped, so an entity bomb is a
/// few harmless words. Damage that is common in the wild is repaired: a wrong or missing encoding, bytes before the
/// first tag, HTML entities, bare ampersands, control characters. After damage that cannot be repaired, reading
/// continues as well as possible. Every byte sequence ends with events or an error, in time and memory linear in its
/// size.
///
///     _ = try XMLReader.read(bytes) { event in
///         if case .start(let element) = event { print(element.name.local) }
///         return true
///     }
package enum XMLReader {
    /// Calls `handle` with each event until it returns false.
    ///
    /// Tags are delivered in pairs, but an element that is cut off by the end of the document gets no `end`, and its
    /// last text is not delivered. Synchronous, on the caller's thread; any thread may read.
    ///
    /// - Throws: ``XMLReadError`` with `notXML`, `tooLarge` or `tooDeep`, the last after the events before it.
    @discardableResult
    package static func read(
        _ bytes: [UInt8], limits: XMLLimits = XMLLimits(), _ handle: (XMLEvent) -> Bool
    ) throws(XMLReadError) -> XMLReadOutcome {
        guard bytes.count <= limits.bytes else {
            throw XMLReadError(.tooLarge, "it has \(bytes.count) bytes, more than the limit of \(limits.bytes)")
        }
        var repair = XMLRepair(XMLEncoding.decode(bytes))
        let document = repair.run()
        guard !document.isEmpty else { throw XMLReadError(.notXML, "it is not XML: it contains no tags") }
        return try XMLParse.run(document, depth: limits.depth, handle)
    }
}
