// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The tools and resources that a server offers. They do not change during a session.
package struct AssistantOffer: Sendable, Equatable {
    /// The identity of the server.
    package let server: AssistantServer
    /// The tools in the order in which they are listed.
    package let tools: [AssistantTool]
    /// The resources in the order in which they are listed.
    package let resources: [AssistantResource]
    /// The templates of resources in the order in which they are listed.
    package let templates: [AssistantResourceTemplate]

    /// Creates an offer. It is not checked; see `problems`.
    package init(
        server: AssistantServer, tools: [AssistantTool], resources: [AssistantResource] = [],
        templates: [AssistantResourceTemplate] = []
    ) {
        self.server = server
        self.tools = tools
        self.resources = resources
        self.templates = templates
    }

    /// Whether there is anything to read.
    var hasResources: Bool { !(resources.isEmpty && templates.isEmpty) }

    /// Returns whether an address is that of a resource, or has the form of a template.
    package func hasResource(_ uri: String) -> Bool {
        resources.contains { $0.uri.utf8.elementsEqual(uri.utf8) } || templates.contains { $0.matches(uri) }
    }

    /// Returns the tool with a name, compared letter by letter.
    func tool(_ name: String) -> AssistantTool? {
        tools.first { $0.name.utf8.elementsEqual(name.utf8) }
    }
}
