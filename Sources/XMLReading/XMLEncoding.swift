// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CLibXML2

/// Brings a document of any encoding to UTF-8.
enum XMLEncoding {
    /// Returns the text as valid UTF-8, without a byte order mark.
    ///
    /// Valid UTF-8 is accepted as such, regardless of the declaration: pages are converted by programs that do not read
    /// their first line. Otherwise the declaration determines the encoding, and Windows-1252 is the default.
    static func decode(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return repaired(bytes.dropFirst(3), as: nil) }
        if let isBig = utf16Order(bytes) { return utf16(bytes, isBigEndian: isBig) }
        return repaired(bytes[...], as: declared(in: bytes))
    }

    /// Returns the text of a web page as valid UTF-8, without a byte order mark.
    ///
    /// - Parameter charset: The encoding according to the server.
    static func decode(html bytes: [UInt8], charset: String?) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return repaired(bytes.dropFirst(3), as: nil) }
        if let isBig = utf16Order(bytes) { return utf16(bytes, isBigEndian: isBig) }
        return repaired(bytes[...], as: charset ?? declared(inPage: bytes))
    }

    /// The encoding that a `<meta>` in the first lines names.
    private static func declared(inPage bytes: [UInt8]) -> String? {
        let head = String(decoding: bytes.prefix(4096).map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self).lowercased()
        guard let label = head.firstRange(of: "charset") else { return nil }
        let rest = head[label.upperBound...].drop { " =\"'".contains($0) }
        let name = rest.prefix { $0.isLetter || $0.isNumber || "-_:.".contains($0) }
        return name.isEmpty || name.utf8.count > 40 ? nil : String(name)
    }

    private static func repaired(_ bytes: ArraySlice<UInt8>, as name: String?) -> [UInt8] {
        if String(validating: bytes, as: UTF8.self) != nil { return Array(bytes) }
        if let name, !isUTF8(name), let converted = convert(Array(bytes), from: name) { return converted }
        // A few wrong bytes in much UTF-8 are replaced; a page in another encoding has them all over.
        let text = String(decoding: bytes, as: UTF8.self)
        let wrong = text.unicodeScalars.count { $0 == "\u{FFFD}" }
        let multiple = text.unicodeScalars.count { $0.value > 0x7F } - wrong
        return wrong > multiple ? Windows1252.decode(bytes) : Array(text.utf8)
    }

    private static func isUTF8(_ name: String) -> Bool { ["utf-8", "utf8"].contains(name.lowercased()) }

    /// Returns true for big-endian UTF-16, false for little-endian, `nil` for everything else.
    private static func utf16Order(_ bytes: [UInt8]) -> Bool? {
        guard bytes.count >= 4 else { return nil }
        switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
        case (0xFE, 0xFF, _, _), (0, UInt8(ascii: "<"), 0, _): return true
        case (0xFF, 0xFE, _, _), (UInt8(ascii: "<"), 0, _, 0): return false
        default: return nil
        }
    }

    private static func utf16(_ bytes: [UInt8], isBigEndian: Bool) -> [UInt8] {
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        let body = units.first == 0xFEFF ? units.dropFirst() : units[...]
        return Array(String(decoding: body, as: UTF16.self).utf8)
    }

    /// The encoding that the first lines name.
    private static func declared(in bytes: [UInt8]) -> String? {
        let head = String(decoding: bytes.prefix(1024).map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self)
        guard let start = head.firstRange(of: "<?xml"), let end = head[start.upperBound...].firstRange(of: "?>"),
            let label = head[start.upperBound..<end.lowerBound].firstRange(of: "encoding")
        else { return nil }
        let quoted = head[label.upperBound..<end.lowerBound].drop { $0 == " " || $0 == "=" }
        guard let quote = quoted.first, quote == "\"" || quote == "'" else { return nil }
        let name = quoted.dropFirst().prefix { $0 != quote }
        return name.isEmpty || name.utf8.count > 40 ? nil : String(name)
    }

    /// Converts with the encodings of libxml2 and the system; returns `nil` for an unknown encoding and for invalid
    /// bytes.
    private static func convert(_ bytes: [UInt8], from name: String) -> [UInt8]? {
        _ = XMLParse.setUp
        guard let handler = unsafe xmlFindCharEncodingHandler(name) else { return nil }
        defer { unsafe xmlCharEncCloseFunc(handler) }
        guard let output = unsafe xmlBufferCreate() else { return nil }
        defer { unsafe xmlBufferFree(output) }
        let input = unsafe xmlBufferCreateSize(bytes.count)
        defer { unsafe xmlBufferFree(input) }
        let isAdded = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe xmlBufferAdd(input, buffer.baseAddress, Int32(clamping: buffer.count)) == 0
        }
        // libxml2 would report invalid bytes on standard error, where they are not wanted; the setting is per thread.
        unsafe xmlSetStructuredErrorFunc(nil, onWrongBytes)
        defer { xmlSetStructuredErrorFunc(nil, nil) }
        guard isAdded, unsafe xmlCharEncInFunc(handler, output, input) >= 0, unsafe xmlBufferLength(input) == 0
        else { return nil }
        let length = unsafe Int(xmlBufferLength(output))
        let text = unsafe [UInt8](UnsafeBufferPointer(start: xmlBufferContent(output), count: length))
        return String(validating: text, as: UTF8.self) == nil ? nil : text
    }
}

private func onWrongBytes(_ data: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<xmlError>?) {}

extension String {
    fileprivate func firstRange(of word: String) -> Range<Index>? { self[...].firstRange(of: word) }
}

extension Substring {
    /// Returns the first range of a word of ASCII letters, ignoring case.
    fileprivate func firstRange(of word: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            let rest = self[start...].prefix(word.count)
            if rest.lowercased() == word { return start..<rest.endIndex }
            start = index(after: start)
        }
        return nil
    }
}

/// The encoding that text of unknown origin has most often.
enum Windows1252 {
    private static let high: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]

    static func decode(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes {
            guard byte >= 0x80 else {
                out.append(byte)
                continue
            }
            let code = byte < 0xA0 ? high[Int(byte) - 0x80] : UInt32(byte)
            out.append(contentsOf: String(Unicode.Scalar(code) ?? "\u{FFFD}").utf8)
        }
        return out
    }
}
