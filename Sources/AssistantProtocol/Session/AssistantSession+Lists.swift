// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON

/// Lists of tools, resources and templates, in pages.
extension AssistantSession {
    /// Lists are the same for all users and change with the version of the server only, so clients may keep them for an
    /// hour.
    static let publicCaching: [JSONValue.Member] = [.init("ttlMs", 3_600_000), .init("cacheScope", "public")]

    /// Lists the tools.
    mutating func listTools(_ origin: RequestOrigin, _ parameters: JSONValue) {
        list(origin, parameters, "tools", offer.tools.map { $0.json(origin.client.revision) })
    }

    /// Lists the resources.
    mutating func listResources(_ origin: RequestOrigin, _ parameters: JSONValue) {
        list(origin, parameters, "resources", offer.resources.map { .object($0.members(origin.client.revision)) })
    }

    /// Lists the templates of resources.
    mutating func listTemplates(_ origin: RequestOrigin, _ parameters: JSONValue) {
        list(origin, parameters, "resourceTemplates", offer.templates.map { $0.json(origin.client.revision) })
    }

    private mutating func list(
        _ origin: RequestOrigin, _ parameters: JSONValue, _ name: String, _ entries: [JSONValue]
    ) {
        guard let start = start(of: parameters["cursor"], name, count: entries.count) else {
            return refuse(
                origin, ProtocolError(.invalidParameters, "The cursor is not one of this list; begin without one."))
        }
        let end = min(start + limits.page, entries.count)
        var members: [JSONValue.Member] = [.init(name, .array(Array(entries[start..<end])))]
        if end < entries.count { members.append(.init("nextCursor", .string("\(name):\(end)"))) }
        if origin.client.revision.isModern { members += Self.publicCaching }
        succeed(origin, members)
    }

    /// Returns where a page begins; `nil` for a cursor that no page of this list has given.
    private func start(of cursor: JSONValue?, _ name: String, count: Int) -> Int? {
        switch cursor {
        case nil, .null: 0
        case .string(let text):
            stride(from: limits.page, to: count, by: limits.page).first { text == "\(name):\($0)" }
        default: nil
        }
    }
}

extension AssistantServer {
    /// The identity as a revision describes it.
    func json(_ revision: AssistantRevision) -> JSONValue {
        var members: [JSONValue.Member] = [.init("name", .string(name))]
        if revision >= .june2025 { members.append(.init("title", .string(title))) }
        members.append(.init("version", .string(version)))
        return .object(members)
    }
}

extension AssistantTool {
    /// The tool as a revision describes it.
    fileprivate func json(_ revision: AssistantRevision) -> JSONValue {
        var members: [JSONValue.Member] = [.init("name", .string(name))]
        if revision >= .june2025 { members.append(.init("title", .string(title))) }
        members += [.init("description", .string(description)), .init("inputSchema", inputSchema)]
        if revision >= .june2025, let outputSchema { members.append(.init("outputSchema", outputSchema)) }
        if revision >= .march2025 { members.append(.init("annotations", hints(revision))) }
        return .object(members)
    }

    private func hints(_ revision: AssistantRevision) -> JSONValue {
        let title: [JSONValue.Member] = revision == .march2025 ? [.init("title", .string(title))] : []
        return .object(
            title + [
                .init("readOnlyHint", .bool(hints.isReadOnly)), .init("destructiveHint", .bool(hints.isDestructive)),
                .init("idempotentHint", .bool(hints.isIdempotent)), .init("openWorldHint", .bool(hints.isOpenWorld)),
            ])
    }
}

extension AssistantResource {
    /// The resource as a revision describes it.
    func members(_ revision: AssistantRevision) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = [.init("uri", .string(uri)), .init("name", .string(name))]
        if revision >= .june2025 { members.append(.init("title", .string(title))) }
        members.append(.init("description", .string(description)))
        if let mimeType { members.append(.init("mimeType", .string(mimeType))) }
        return members
    }
}

extension AssistantResourceTemplate {
    /// The template as a revision describes it.
    fileprivate func json(_ revision: AssistantRevision) -> JSONValue {
        var members: [JSONValue.Member] = [.init("uriTemplate", .string(uriTemplate)), .init("name", .string(name))]
        if revision >= .june2025 { members.append(.init("title", .string(title))) }
        members.append(.init("description", .string(description)))
        if let mimeType { members.append(.init("mimeType", .string(mimeType))) }
        return .object(members)
    }
}
