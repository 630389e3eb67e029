// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
package import SubsonicProtocol

/// Where the login of a server is: in the file that has this, or in the keyring.
package struct KeptLogin: Sendable, Equatable {
    /// The login, if it is here.
    package var credential: SubsonicCredential?
    /// The identifier in the keyring, if it is there, or was to be moved there.
    package var identifier: String?
    /// Another one for every login, so that a program that has read it sees that it was replaced.
    package var revision: String

    package init(_ credential: SubsonicCredential?, identifier: String? = nil, revision: String = "") {
        (self.credential, self.identifier, self.revision) = (credential, identifier, revision)
    }

    /// Whether only the keyring has it.
    package var isInKeyring: Bool { credential == nil && identifier != nil }

    /// The name of the place: `keyring` or `file`.
    package var place: String { isInKeyring ? "keyring" : "file" }

    // MARK: JSON

    /// Reads it; a text is a login from before there were keyrings.
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
