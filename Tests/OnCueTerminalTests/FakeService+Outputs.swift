// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueInterface

extension FakeService {
    func outputs() async throws(ClientError) -> OutputListing { try note("outputs").outputs }

    func setOutput(_ identifier: String?) async throws(ClientError) {
        let known = try note("output \(identifier ?? "default")").outputs.outputs
        guard let identifier, !known.contains(where: { $0.identifier == identifier }) else { return }
        throw ClientError(.notFound, "there is no such output")
    }
}
