// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON
package import OnCueClient
internal import OnCueInterface
internal import OnCuePhrases
package import WebAccess

/// Something that a page can ask for: an address below `/api/1`, with the forms of its request and of its answer.
package struct WebEndpoint: Sendable {
    package enum Verb: String, Sendable {
        /// Changes nothing; its request is in the parameters of the address.
        case get = "GET"
        /// Changes something; its request is an object in the body.
        case post = "POST"
    }

    package let verb: Verb
    /// Behind `/api/1/`.
    package let path: String
    /// The description of its effect, as a sentence.
    package let summary: String
    /// The forms of request and answer, for the description.
    package let request: FormSchema
    package let reply: FormSchema
    private let fields: [FormList.Field]
    private let reader: @Sendable ([JSONValue.Member]) -> Void
    private let body: @Sendable (any MediaServiceClient, [JSONValue.Member]) async throws -> JSONValue

    /// - Parameter body: Carries it out; throws ``WebRefusal`` or `ServiceError`.
    init<Request: DictionaryForm, Reply: WireForm>(
        _ verb: Verb, _ path: String, _ summary: String,
        _ body: @escaping @Sendable (any MediaServiceClient, Request) async throws -> Reply
    ) {
        (self.verb, self.path, self.summary) = (verb, path, summary)
        (request, reply) = (FormSchema(Request.self), FormSchema(Reply.self))
        fields = FormList.fields(of: Request.self)
        reader = { _ = try? RequestReader.request(Request.self, $0) }
        self.body = { service, members in
            let request = try RequestReader.request(Request.self, members)
            return FormJSON.object(try await body(service, request))
        }
    }

    /// Creates an endpoint that needs no request and only confirms success.
    init(
        _ path: String, _ summary: String, _ body: @escaping @Sendable (any MediaServiceClient) async throws -> Void
    ) {
        self.init(.post, path, summary) { (service, _: NoRequest) in
            try await body(service)
            return Nothing()
        }
    }

    /// The parameters of an address as the members of a request.
    package func members(of parameters: [RequestTarget.Parameter]) -> [JSONValue.Member] {
        RequestReader.members(parameters, fields)
    }

    /// Reads a request without carrying it out; for tests.
    package func check(_ members: [JSONValue.Member]) { reader(members) }

    /// Carries a request out.
    ///
    /// - Parameter members: Of its object, or of ``members(of:)``.
    /// - Returns: The answer, without the fields that a page must not see.
    /// - Throws: ``WebRefusal`` or `ServiceError`.
    package func answer(_ service: any MediaServiceClient, _ members: [JSONValue.Member]) async throws -> JSONValue {
        PrivateFields.removed(from: try await body(service, members))
    }

    /// The endpoint for a request.
    ///
    /// - Throws: ``WebRefusal``: `notFound`, or `wrongMethod` if there is one for another method.
    package static func find(_ verb: Verb, _ path: String) throws(WebRefusal) -> WebEndpoint {
        let found = all.filter { $0.path == path }
        guard !found.isEmpty else { throw WebRefusal(.notFound, "there is nothing at /api/1/\(path.prefix(100))") }
        guard let endpoint = found.first(where: { $0.verb == verb }) else {
            throw WebRefusal(.wrongMethod, "/api/1/\(path) takes \(found[0].verb.rawValue)")
        }
        return endpoint
    }
}

extension WebRefusal {
    /// Returns the status and the body of the answer that reports an error.
    package static func answer(to error: any Error) -> (status: Int, json: JSONValue) {
        if let refusal = error as? WebRefusal { return (refusal.code.status, refusal.json) }
        let error = ServiceError(error)
        return (error.webStatus, json(error.code.rawValue, PrivateFields.withoutPaths(error.message)))
    }
}

extension ServiceError {
    /// The status of HTTP.
    fileprivate var webStatus: Int {
        switch code {
        case .notFound, .nothingMatches, .noSuchEntry, .noSuchChapter, .noSuchFolder, .notInLibrary: 404
        case .invalidPlace, .invalidQuery, .invalidValue: 400
        case .staleIndexPath, .notContainer, .notPlayable, .unreadable, .refused, .nothingPlaying, .notSeekable,
            .notAvailable, .queueFull, .nothingWaiting, .nothingToUndo, .overtaken, .permissionDenied,
            .noAudioOutput, .audioOutputLost, .missingDecoder:
            409
        case .busy: 429
        case .network, .providerUnavailable: 502
        case .unavailable, .stopping, .unexpectedAnswer: 503
        case .storage, .failed: 500
        }
    }
}
