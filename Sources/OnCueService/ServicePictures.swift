// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import HTTPClient
internal import OnCueBus
internal import OnCueCatalog
internal import OnCueCore
internal import OnCueRuntime

/// The pictures of the service that are on web servers.
@MediaActor
enum ServicePictures {
    /// Somebody waits for a picture, so a slow server has to do without.
    private static let deadline: Duration = .seconds(15)

    /// - Parameter provided: The pictures that other programs give.
    static func make(_ directories: UserDirectories, provided: ProvidedPictures) -> RemotePictures {
        let client = HTTPClient(userAgent: "OnCue/" + ServiceVersion.current)
        return RemotePictures(folder: directories.cache + "/pictures") { address in
            if address.hasPrefix("oncue:") { return await provided.registry?.picture(at: address) }
            let request = HTTPRequest(address, limit: RemotePictures.sizeLimit, deadline: deadline)
            guard let response = try? await client.get(request), response.head.status == 200 else { return nil }
            return response.body
        }
    }
}

/// Who knows the programs that give pictures, as soon as there is a bus.
@MediaActor
final class ProvidedPictures {
    weak var registry: ProviderRegistry?
}
