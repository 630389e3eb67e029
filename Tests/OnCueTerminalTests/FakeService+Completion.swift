// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueActivities
import OnCueClient
import OnCueCore
import OnCueInterface

extension FakeService {
    func completions(_ kind: String, of typed: String, limit: Int) async throws(ClientError) -> [CompletionWord] {
        let state = try note("complete \(kind) \(typed)" + (limit > 0 ? " limit=\(limit)" : ""))
        let words: [CompletionWord] =
            switch CompletionKind(rawValue: kind) {
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
        return words.filter { $0.text.lowercased().hasPrefix(typed.lowercased()) || kind == "query" }
    }
}
