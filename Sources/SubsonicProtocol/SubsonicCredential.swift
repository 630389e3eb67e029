// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueCore

/// The credential that is sent to a server with each request and identifies the user.
package enum SubsonicCredential: Sendable, Equatable {
    /// The digest of the password and a salt, in place of the password, which is not kept.
    case token(user: String, token: String, salt: String)
    /// The password itself, for servers that do not store a password from which they could compute a token.
    case password(user: String, password: String)
    /// A key that the user has created on the server (the extension `apiKeyAuthentication` of OpenSubsonic).
    case key(String)

    /// Makes a token from a password.
    ///
    /// - Parameter salt: At least six random letters or digits.
    package static func token(user: String, password: String, salt: String) -> SubsonicCredential {
        .token(user: user, token: MD5.digest((password + salt).utf8), salt: salt)
    }

    /// The name of the kind of credential: `token`, `password` or `key`.
    package var way: String {
        switch self {
        case .token: "token"
        case .password: "password"
        case .key: "key"
        }
    }

    /// The parameters of a request that carry the credential.
    var parameters: [(name: String, value: String)] {
        switch self {
        case .token(let user, let token, let salt): [("u", user), ("t", token), ("s", salt)]
        case .password(let user, let password): [("u", user), ("p", "enc:" + MD5.hexadecimal(password.utf8))]
        case .key(let key): [("apiKey", key)]
        }
    }

    // MARK: Storage

    /// The JSON text in which the credential is stored.
    package var kept: String {
        let members: [JSONValue.Member] =
            switch self {
            case .token(let user, let token, let salt):
                [.init("user", .string(user)), .init("token", .string(token)), .init("salt", .string(salt))]
            case .password(let user, let password):
                [.init("user", .string(user)), .init("password", .string(password))]
            case .key(let key): [.init("key", .string(key))]
            }
        return JSONValue.object(members).text()
    }

    /// Reads a stored credential; `nil` for any other text.
    package init?(kept text: String) {
        guard let json = try? JSONValue(parsing: text, maximumDepth: 2, maximumCount: 10) else { return nil }
        if let key = json["key"]?.stringValue {
            self = .key(key)
        } else if let user = json["user"]?.stringValue {
            if let token = json["token"]?.stringValue, let salt = json["salt"]?.stringValue {
                self = .token(user: user, token: token, salt: salt)
            } else if let password = json["password"]?.stringValue {
                self = .password(user: user, password: password)
            } else {
                return nil
            }
        } else {
            return nil
        }
    }
}
