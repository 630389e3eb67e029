// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension ContentQuery {
    /// Joins the arguments of a command line to a query.
    ///
    /// A shell passes `artist:"Artist 1" album:"Blue 1"` on as two arguments without quotes; they are put back, so that
    /// each is one value. A single argument is a whole query, as is one that contains more than a value.
    package static func joined(_ arguments: [String]) -> String {
        guard arguments.count > 1 else { return arguments.first ?? "" }
        return arguments.map { quoted($0) ?? $0 }.joined(separator: " ")
    }

    /// Returns a field and its value in quotes; `nil` for an argument that needs none, or that contains more than a
    /// field.
    private static func quoted(_ argument: String) -> String? {
        guard let colon = argument.firstIndex(of: ":") else { return nil }
        let name = argument[..<colon].drop { $0 == "-" || $0 == "(" }
        let value = argument[argument.index(after: colon)...]
        let words = value.split(separator: " ")
        guard QueryTextField(rawValue: name.lowercased()) != nil, words.count > 1,
            !value.contains(where: { "\"():".contains($0) })
        else { return nil }
        let isMore = words.contains { word in
            word.hasPrefix("-") || ["OR", "AND"].contains(word) || QueryFlag(word: word.lowercased()) != nil
        }
        return isMore ? nil : "\(argument[...colon])\"\(value)\""
    }
}
