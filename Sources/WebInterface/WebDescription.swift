// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON
internal import OnCueInterface

/// The interface of the page for other programs, in the form of OpenAPI: made of the endpoints and their forms.
package enum WebDescription {
    /// The whole description.
    package static var json: JSONValue {
        [
            "openapi": "3.1.0",
            "info": [
                "title": "OnCue in a browser", "version": "1",
                "description":
                    "What a paired device can ask for and do. Times are in microseconds, moments in seconds since 1970. A request with the field OnCue-Start: no starts no service.",
            ],
            "paths": .object(paths),
            "components": [
                "schemas": [
                    "Error": [
                        "type": "object",
                        "properties": [
                            "error": [
                                "type": "object",
                                "properties": ["code": ["type": "string"], "message": ["type": "string"]],
                                "required": ["code", "message"],
                            ]
                        ],
                        "required": ["error"],
                    ]
                ],
                "securitySchemes": [
                    "device": [
                        "type": "apiKey", "in": "cookie", "name": "oncue",
                        "description":
                            "The cookie of a paired device; __Host-oncue where the page is encrypted. Requests that change something also need the page's own address as Origin.",
                    ]
                ],
            ],
            "security": [["device": []]],
        ]
    }

    private static var paths: [JSONValue.Member] {
        var paths: [(String, [JSONValue.Member])] = []
        func add(_ path: String, _ verb: String, _ operation: JSONValue) {
            let member = JSONValue.Member(verb, operation)
            if let index = paths.firstIndex(where: { $0.0 == path }) {
                paths[index].1.append(member)
            } else {
                paths.append((path, [member]))
            }
        }
        for endpoint in own + WebEndpoint.all.map(Operation.init) {
            add("/api/1/" + endpoint.path, endpoint.isPost ? "post" : "get", endpoint.json)
        }
        return paths.map { .init($0.0, .object($0.1)) }
    }

    /// The operations that the server answers without the service.
    private static var own: [Operation] {
        let text: JSONValue = ["type": "string"]
        let size = FormSchema.Field(
            name: "size", schema: ["type": "integer", "enum": [128, 256, 512]], isRequired: false)
        let session: JSONValue = [
            "type": "object",
            "properties": ["paired": ["type": "boolean"], "name": text, "machine": text, "version": text],
            "required": ["paired"],
        ]
        let named: JSONValue = ["type": "object", "properties": ["name": text], "required": ["name"]]
        let pairing: JSONValue = [
            "type": "object", "properties": ["code": text, "name": text], "required": ["code", "name"],
        ]
        return [
            Operation("session", "Whether this device is paired.", reply: session, isOpen: true),
            Operation(
                "pair", "Pair this device with a code of oncue web; the answer sets its cookie.", body: pairing,
                reply: named, isOpen: true),
            Operation("unpair", "Forget this device.", body: FormSchema(Nothing.self).json, reply: ["type": "object"]),
            Operation("now", "What is playing.", reply: FormSchema(NowReply.self).json),
            Operation("state", "Everything that events change.", reply: FormSchema(StateReply.self).json),
            Operation(
                "events",
                "A web socket: everything as from state, then each change as an object with type (now, queue, offer, suggestions, outputs, alarms, here, service or snapshot) and revision.",
                reply: FormSchema(StateReply.self).json, status: "101"),
            Operation(
                "here",
                "Say what this page plays, and be told what it is to play. A page says so at least every 3 seconds while it plays, and after the event here; it is an output, by the identifier in the answer.",
                body: FormSchema(HereRequest.self).json, reply: FormSchema(HereReply.self).json),
            Operation(
                "media/{identifier}", "A medium that this page is to play, or a part of it by Range.", reply: nil,
                type: "audio/*"),
            Operation(
                "art/{identifier}", "The picture of an item.", parameters: [size], reply: nil),
        ]
    }

    /// An operation that can be requested.
    private struct Operation {
        var path: String
        var summary: String
        var parameters: [FormSchema.Field] = []
        /// `nil` for one that changes nothing.
        var body: JSONValue?
        /// `nil` for a picture or a medium.
        var reply: JSONValue?
        var type = "image/*"
        var isOpen = false
        var status = "200"

        var isPost: Bool { body != nil }

        init(
            _ path: String, _ summary: String, parameters: [FormSchema.Field] = [], body: JSONValue? = nil,
            reply: JSONValue?, isOpen: Bool = false, status: String = "200", type: String = "image/*"
        ) {
            self.type = type
            (self.path, self.summary, self.parameters) = (path, summary, parameters)
            (self.body, self.reply, self.isOpen, self.status) = (body, reply, isOpen, status)
        }

        init(_ endpoint: WebEndpoint) {
            let isPost = endpoint.verb == .post
            self.init(
                endpoint.path, endpoint.summary, parameters: isPost ? [] : endpoint.request.fields,
                body: isPost ? endpoint.request.json : JSONValue?.none, reply: endpoint.reply.json)
        }

        var json: JSONValue {
            var members: [JSONValue.Member] = [.init("summary", .string(summary))]
            var list = parameters.map { field -> JSONValue in
                [
                    "name": .string(field.name), "in": "query", "required": .bool(field.isRequired),
                    "schema": field.schema,
                ]
            }
            if path.contains("{identifier}") {
                list.append(["name": "identifier", "in": "path", "required": true, "schema": ["type": "string"]])
            }
            if !list.isEmpty { members.append(.init("parameters", .array(list))) }
            if let body {
                let content: JSONValue = ["application/json": ["schema": body]]
                members.append(.init("requestBody", ["required": true, "content": content]))
            }
            let answer: JSONValue =
                reply.map { ["application/json": ["schema": $0]] } ?? [type: [:]]
            let refusal: JSONValue = [
                "description": "Why not.",
                "content": ["application/json": ["schema": ["$ref": "#/components/schemas/Error"]]],
            ]
            members.append(
                .init(
                    "responses",
                    .object([
                        .init(status, ["description": "Done.", "content": answer]), .init("default", refusal),
                    ])))
            if isOpen { members.append(.init("security", [])) }
            return .object(members)
        }
    }
}
