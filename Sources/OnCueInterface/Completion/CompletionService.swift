// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Words that complete a text being typed: `org.oncue.Completion1`.
package protocol CompletionService<Failure>: Sendable {
    /// Any error in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    /// Returns the words of a kind that begin with the typed text, the likeliest first.
    ///
    /// - Throws: `invalidValue` for an unknown kind, or a text that is too long.
    func completions(_ kind: String, of typed: String, limit: Int) async throws(Failure) -> [CompletionWord]
}

/// The kind of thing that a word stands for.
package enum CompletionKind: String, Sendable, CaseIterable {
    /// Anything that can be played.
    case item
    case artist, album, track, genre, composer, playlist, podcast, episode, station
    /// A list of For You, or a saved query.
    case list
    case output
    /// A known device, or a place or a time of day with a name.
    case device, place, time
    /// A recently seen location, the venue of a kept event, or a city.
    case location
    /// The address of such a location or of a contact, as one line.
    case address
    case city
    /// The name of a performer, of a location or of a contact.
    case name
    /// A telephone number of a location or of a contact.
    case telephone
    /// A mail address of a contact.
    case mail
    case givenName = "given-name"
    case familyName = "family-name"
    /// A person about whom something is known, or one of the contacts.
    case person
    /// An activity of another program, or an item of its index.
    case foreign
    /// A query, whose last word is completed: to a field, a flag, or a value in the library.
    case query
}

/// A word that fits.
package struct CompletionWord: Sendable, Equatable {
    /// The most words of an answer.
    package static let limit = 200
    /// The longest text that is completed, in bytes.
    package static let longestText = 1_000

    package var text: String
    /// Words about it, such as its kind and its artist or owner; may be empty.
    package var about: String
    /// A ``CompletionKind``, or another kind of a later version.
    package var kind: String
    /// The identifier of the item; empty if it has none.
    package var identifier: String

    package init(_ text: String, about: String = "", kind: String, identifier: String = "") {
        (self.text, self.about, self.kind, self.identifier) = (text, about, kind, identifier)
    }
}

/// The arguments of `Complete`.
package struct CompletionQuestion: WireForm, Equatable {
    package var kind: String
    package var typed: String
    package var limit: Int

    package init(_ kind: String, _ typed: String, limit: Int) {
        (self.kind, self.typed, self.limit) = (kind, typed, limit)
    }

    package static var blank: CompletionQuestion { CompletionQuestion("", "", limit: 0) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("kind", &kind)
        fields("typed", &typed)
        fields("limit", &limit)
    }
}

// MARK: On the bus

package enum CompletionMethods {
    package static let complete = Method<CompletionQuestion, Only<[CompletionWord]>>(
        ServiceNames.completion, "Complete", isRepeatable: true)

    package static func bindings<Service: CompletionService>() -> [Binding<Service>] {
        [
            Binding(complete) { service, request in
                Only(try await service.completions(request.kind, of: request.typed, limit: request.limit))
            }
        ]
    }
}

extension CompletionWord: StructureForm {
    package static var blank: CompletionWord { CompletionWord("", kind: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("text", &text)
        fields("about", &about)
        fields("kind", &kind)
        fields("identifier", &identifier)
    }
}
