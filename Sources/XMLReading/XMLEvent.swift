// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// One step through a document.
package enum XMLEvent: Sendable, Equatable {
    case start(XMLElement)
    /// Character data between two tags, CDATA included, as one piece; never empty.
    case text(String)
    case end(XMLName)
}

/// An opening tag.
package struct XMLElement: Sendable, Equatable {
    package var name: XMLName
    package var attributes: [XMLAttribute]

    package init(name: XMLName, attributes: [XMLAttribute] = []) {
        self.name = name
        self.attributes = attributes
    }

    /// Returns the value of the first attribute with this local name in no namespace; case-sensitive.
    package func value(_ name: String) -> String? {
        attributes.first { $0.name.namespace == nil && $0.name.local == name }?.value
    }
}

package struct XMLAttribute: Sendable, Equatable {
    package var name: XMLName
    package var value: String

    package init(name: XMLName, value: String) {
        self.name = name
        self.value = value
    }
}

/// The name of an element or attribute.
package struct XMLName: Sendable, Hashable {
    package var local: String
    /// The URI of the namespace; `nil` without one, and when the document does not declare the prefix.
    package var namespace: String?
    /// The prefix before the colon in the document.
    package var prefix: String?

    package init(_ local: String, namespace: String? = nil, prefix: String? = nil) {
        self.local = local
        self.namespace = namespace
        self.prefix = prefix
    }
}
