// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension ArgumentDefinition {
    /// The description, with the accepted words, for help and manual pages.
    var explained: String { value.explain(description) }
}

extension OptionDefinition {
    /// The description, with the words that the value accepts, for help and manual pages.
    var explained: String { value?.explain(description) ?? description }
}

extension ValueDefinition {
    /// The description with the accepted words, unless it names them itself.
    fileprivate func explain(_ text: String) -> String {
        let isSaid = allowed.allSatisfy { word in
            text.split { !($0.isLetter || $0.isNumber || $0 == "-") }.contains { $0 == word }
        }
        return isSaid ? text : "\(text) One of \(Phrase.alternatives(allowed))."
    }
}
