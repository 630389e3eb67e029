// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface

extension OnCueConnection: PageService {
    package func page(at address: String) async throws(ServiceError) -> WebPage {
        try await call(
            PageMethods.page, Only(address), waitingFor: .server(of: address, limit: .seconds(20))
        ).value
    }
}
