// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Removes the passwords in addresses from text to be displayed, logged or sent.
package enum HiddenPassword {
    /// The replacement for a password of any length.
    package static let mark = "***"

    /// Returns `text` with ``mark`` for the password of every address in it: `https://name:***@host/feed`.
    ///
    /// In an address, the password is before the host (RFC 3986, section 3.2.1). A name without a password is kept, and
    /// so is a key in the path or the query, which cannot be recognised as one; only requests of the Subsonic API have
    /// their logins in known fields after `/rest/METHOD?`. Linear in the text, which is scanned once for each of both
    /// if nothing is hidden.
    package static func hidden(in text: String) -> String {
        // Most texts are addresses of files, which contain neither: every row of a page has one.
        var looked = text
        let mayHide = looked.withUTF8 { bytes in
            bytes.contains { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "?") }
        }
        return mayHide ? hiddenLogins(in: hiddenPasswords(in: text)) : text
    }

    private static func hiddenPasswords(in text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "@")) else { return text }
        var (out, rest) = ([UInt8](), text.utf8[...])
        while let authority = authority(in: rest) {
            guard let password = password(in: rest[authority]) else {
                out += rest[..<authority.upperBound]
                rest = rest[authority.upperBound...]
                continue
            }
            out += rest[..<password.lowerBound]
            out += mark.utf8
            rest = rest[password.upperBound...]
        }
        return out.isEmpty ? text : String(decoding: out + rest, as: UTF8.self)
    }

    /// The fields of the Subsonic API that contain the login of a request: password, token, salt and key.
    private static let logins: Set<String> = ["p", "t", "s", "apikey"]

    private static func hiddenLogins(in text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "?")), text.contains("/rest/") else { return text }
        var (out, rest) = ([UInt8](), text.utf8[...])
        while let query = query(in: rest) {
            out += rest[..<query.lowerBound]
            let fields = rest[query].split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
            for (index, field) in fields.enumerated() {
                if index > 0 { out.append(UInt8(ascii: "&")) }
                let name = field.prefix { $0 != UInt8(ascii: "=") }
                guard name.endIndex < field.endIndex, logins.contains(String(name)?.lowercased() ?? "") else {
                    out += field
                    continue
                }
                out += name
                out += ("=" + mark).utf8
            }
            rest = rest[query.upperBound...]
        }
        return out.isEmpty ? text : String(decoding: out + rest, as: UTF8.self)
    }

    /// Returns the part after `/rest/METHOD?` of the first request.
    private static func query(in text: Bytes) -> Range<Bytes.Index>? {
        let start = Array("/rest/".utf8)
        var slash = text.startIndex
        while let found = text[slash...].firstIndex(of: UInt8(ascii: "/")) {
            slash = text.index(after: found)
            guard text[found...].starts(with: start) else { continue }
            let method = text.index(found, offsetBy: start.count)
            guard let mark = text[method...].firstIndex(where: { !isOfMethod($0) }), text[mark] == UInt8(ascii: "?")
            else {
                continue
            }
            let query = text.index(after: mark)
            return query..<(text[query...].firstIndex { ends($0) && !"/?".utf8.contains($0) } ?? text.endIndex)
        }
        return nil
    }

    private static func isOfMethod(_ byte: UInt8) -> Bool {
        let letter = byte | 0x20
        return UInt8(ascii: "a")...UInt8(ascii: "z") ~= letter || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
            || byte == UInt8(ascii: ".")
    }

    /// Returns whether a password was removed from an address, so that the address no longer works.
    package static func isHidden(in address: String) -> Bool {
        authority(in: address.utf8[...]).flatMap { password(in: address.utf8[$0]) }
            .map { address[$0] == mark } ?? false
    }

    private typealias Bytes = Substring.UTF8View

    /// Returns the part between `://` and the path, for the first address.
    private static func authority(in text: Bytes) -> Range<Bytes.Index>? {
        var colon = text.startIndex
        while let found = text[colon...].firstIndex(of: UInt8(ascii: ":")) {
            let after = text.index(after: found)
            if text[after...].starts(with: "//".utf8) {
                let start = text.index(after, offsetBy: 2)
                return start..<(text[start...].firstIndex(where: ends) ?? text.endIndex)
            }
            colon = after
        }
        return nil
    }

    /// Returns the part after the first colon, up to the last `@`.
    private static func password(in authority: Bytes) -> Range<Bytes.Index>? {
        guard let end = authority.lastIndex(of: UInt8(ascii: "@")),
            let colon = authority[..<end].firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        return authority.index(after: colon)..<end
    }

    private static func ends(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == 0x7F || "/?#\"<>".utf8.contains(byte)
    }
}
