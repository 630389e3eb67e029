// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import HTTPClient
internal import OnCueBus
internal import OnCueCatalog
internal import OnCueCore
internal import OnCuePlaylists
internal import OnCuePodcasts
internal import OnCueRuntime

/// The pictures of the service that are on web servers.
@MediaActor
enum ServicePictures {
    /// Somebody waits for a picture, so a slow server has to do without.
    private static let deadline: Duration = .seconds(15)

    static func make(_ directories: UserDirectories, _ web: ServiceWeb, _ sources: PictureSources) -> RemotePictures {
        let client = web.makeClient()
        return RemotePictures(folder: directories.cache + "/pictures") { address in
            if address.hasPrefix("oncue:") { return await sources.registry?.picture(at: address) }
            // Who names it is not known any more: a document, unless it is known to be somebody of this machine.
            let source = await sources.isTrusted(address) ? nil : ""
            let request = HTTPRequest(address, from: source, limit: RemotePictures.sizeLimit, deadline: deadline)
            guard let response = try? await client.get(request), response.head.status == 200 else { return nil }
            return response.body
        }
    }
}

/// Who names pictures, as soon as they are there.
@MediaActor
final class PictureSources {
    weak var registry: ProviderRegistry?
    weak var podcasts: PodcastCenter?
    var stations: StationStore?

    /// Whether it is where a program of this machine has pictures, or a feed that the person has chosen is, or is
    /// written in the person's own list of stations.
    func isTrusted(_ picture: String) async -> Bool {
        if registry?.hasPictures(atHostOf: picture) == true { return true }
        if await stations?.stations.contains(where: { $0.picture?.uri == picture }) == true { return true }
        return await podcasts?.hasFeed(atHostOf: picture) ?? false
    }
}
