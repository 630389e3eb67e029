// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueActivities
import OnCueClient
import OnCueCore
import OnCueInterface

extension FakeService {
    func completions(_ kind: String, of typed: String, limit: Int) async throws(ClientError) -> [CompletionWord] {
        let state = try note("complete \(kind) \(typed)" + (limit > 0 ? " limit=\(limit)" : ""))
        guard let known = CompletionKind(rawValue: kind) else {
            throw ClientError(.invalidValue, "\"\(kind)\" is not a kind of words")
        }
        guard typed.utf8.count <= CompletionWord.longestText else {
            throw ClientError(.invalidValue, "the text is longer than \(CompletionWord.longestText) bytes")
        }
        let words: [CompletionWord] =
            switch known {
            case .item: state.items.map { CompletionWord($0.title, about: $0.subtitle, kind: $0.kind) }
            case .podcast: (state.children["Podcasts"] ?? []).map { CompletionWord($0.title, kind: kind) }
            case .station: (state.children["Radio"] ?? []).map { CompletionWord($0.title, kind: kind) }
            case .output: state.outputs.outputs.map { CompletionWord($0.title, kind: kind) }
            case .device: state.triggerDevices.map { CompletionWord($0.name, about: $0.kind, kind: kind) }
            case .place: state.places.map { CompletionWord($0.name, kind: kind) }
            case .time: state.triggerTimes.map { CompletionWord($0.name, kind: kind) }
            case .foreign:
                state.foreign.map {
                    CompletionWord(
                        $0.title, about: $0.programName, kind: kind,
                        identifier: $0.name.contentIdentifier.description)
                }
            default: state.completions
            }
        let fitting = words.filter { $0.text.lowercased().hasPrefix(typed.lowercased()) || known == .query }
        return Array(fitting.prefix(limit == 0 ? CompletionWord.limit : limit))
    }
}
