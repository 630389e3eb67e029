// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueInterface

extension OnCueConnection: FileService {
    package func file(of place: String) async throws(ServiceError) -> ReportedFile {
        try await call(FileMethods.file, Only(place)).value
    }
}
