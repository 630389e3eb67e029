// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueInterface

extension FakeService {
    func outputs() async throws(ClientError) -> OutputListing { try note("outputs").outputs }

    func setOutput(_ identifier: String?) async throws(ClientError) {
        var listing = try note("output \(identifier ?? "default")").outputs
        let output = listing.outputs.first { identifier == nil ? $0.isDefault : $0.identifier == identifier }
        if identifier != nil, output == nil { throw ClientError(.notFound, "there is no such output") }
        listing.chosen = identifier.map { OutputListing.Choice(identifier: $0, title: output?.title ?? $0) }
        for index in listing.outputs.indices {
            listing.outputs[index].isCurrent = listing.outputs[index].identifier == output?.identifier
        }
        change { [listing] in $0.outputs = listing }
    }
}
