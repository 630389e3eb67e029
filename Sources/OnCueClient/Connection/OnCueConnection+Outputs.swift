// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueInterface

extension OnCueConnection: OutputService {
    package func outputs() async throws(ServiceError) -> OutputListing {
        try await call(OutputMethods.list, Nothing())
    }

    package func setOutput(_ identifier: String?) async throws(ServiceError) {
        try await call(OutputMethods.select, Only(identifier ?? ""))
    }

    package func setOutputs(_ identifiers: [String]) async throws(ServiceError) {
        try await call(OutputMethods.selectSeveral, Only(identifiers))
    }
}
