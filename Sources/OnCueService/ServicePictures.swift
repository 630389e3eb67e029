// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import HTTPClient
internal import OnCueCatalog
internal import OnCueCore
internal import OnCueRuntime

/// The pictures of the service that are on web servers.
@MediaActor
enum ServicePictures {
    /// Somebody waits for a picture, so a slow server has to do without.
    private static let deadline: Duration = .seconds(15)

    static func make(_ directories: UserDirectories) -> RemotePictures {
        let client = HTTPClient(userAgent: "OnCue/" + ServiceVersion.current)
        return RemotePictures(folder: directories.cache + "/pictures") { address in
            let request = HTTPRequest(address, limit: RemotePictures.sizeLimit, deadline: deadline)
            guard let response = try? await client.get(request), response.head.status == 200 else { return nil }
            return response.body
        }
    }
}
