// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSession

/// `shortcuts.json` in the folder of the configuration.
struct ShortcutFile: ShortcutStoring {
    private static let limit = 1 << 20
    private let path: String
    private let executor = BlockingExecutor(label: "oncue.shortcuts")

    init(path: String) { self.path = path }

    func load() async throws(ContentError) -> String {
        try await work { path throws(WholeFile.Failure) in
            String(decoding: try WholeFile.read(path, limit: Self.limit) ?? [], as: UTF8.self)
        }
    }

    func save(_ text: String) async throws(ContentError) {
        try await work { path throws(WholeFile.Failure) in try WholeFile.replace(path, with: Array(text.utf8)) }
    }

    private func work<Value: Sendable>(
        _ body: @escaping @Sendable (String) throws(WholeFile.Failure) -> Value
    ) async throws(ContentError) -> Value {
        do throws(WholeFile.Failure) {
            return try await executor.runThrowing { [path] () throws(WholeFile.Failure) in try body(path) }
        } catch {
            throw ContentError(.storage, error.message)
        }
    }
}
