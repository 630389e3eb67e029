// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
package import SubsonicProtocol

/// The place where the login of a server is kept: in OnCue's file, or in the keyring.
package struct KeptLogin: Sendable, Equatable {
    /// The login, if the file contains it.
    package var credential: SubsonicCredential?
    /// The identifier in the keyring, if the login is there or was about to be moved there.
    package var identifier: String?
    /// A value that is different for each login, so that a program that has read an earlier one notices the
    /// replacement.
    package var revision: String

    package init(_ credential: SubsonicCredential?, identifier: String? = nil, revision: String = "") {
        (self.credential, self.identifier, self.revision) = (credential, identifier, revision)
    }

    /// Whether the login is only in the keyring.
    package var isInKeyring: Bool { credential == nil && identifier != nil }

    /// The name of the place: `keyring` or `file`.
    package var place: String { isInKeyring ? "keyring" : "file" }

    // MARK: JSON

    /// Reads it; a string is a login from before keyrings were supported.
    init?(_ json: JSONValue) {
        if let text = json.stringValue {
            guard let credential = SubsonicCredential(kept: text) else { return nil }
            self.init(credential)
            return
        }
        self.init(
            json["login"]?.stringValue.flatMap { SubsonicCredential(kept: $0) },
            identifier: json["keyring"]?.stringValue, revision: json["revision"]?.stringValue ?? "")
        if credential == nil, identifier == nil { return nil }
    }

    var json: JSONValue {
        var members: [JSONValue.Member] = [.init("revision", .string(revision))]
        if let credential { members.append(.init("login", .string(credential.kept))) }
        if let identifier { members.append(.init("keyring", .string(identifier))) }
        return .object(members)
    }
}
