// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import HTTPClient
internal import OnCueCore
internal import OnCueMedia
internal import OnCuePlaylists
internal import OnCuePodcasts
internal import OnCueProviders
internal import OnCueRuntime

/// The pictures of the service that are on web servers.
@MediaActor
enum ServicePictures {
    /// The time limit for a picture, since a request is waiting for it.
    private static let deadline: Duration = .seconds(15)

    static func make(_ directories: UserDirectories, _ web: ServiceWeb, _ sources: PictureSources) -> RemotePictures {
        let client = web.makeClient()
        return RemotePictures(folder: directories.cache + "/pictures") { address in
            if address.hasPrefix("oncue:") { return await sources.registry?.picture(at: address) }
            // The origin is no longer known: it is treated as a document, unless the address is known from this
            // machine.
            let source = await sources.isTrusted(address) ? nil : ""
            let request = HTTPRequest(address, from: source, limit: RemotePictures.sizeLimit, deadline: deadline)
            guard let response = try? await client.get(request), response.head.status == 200 else { return nil }
            return response.body
        }
    }
}

/// The origins of pictures, as soon as they exist.
@MediaActor
final class PictureSources {
    weak var registry: ProviderRegistry?
    weak var podcasts: PodcastCenter?
    var stations: StationStore?

    /// Returns whether an address may be trusted: its host serves the pictures of a local program or of a subscribed
    /// feed, or it is in the user's own list of stations and its name is one of the home network. A name of the
    /// internet in that list may be from a web page, and lead elsewhere by now.
    func isTrusted(_ picture: String) async -> Bool {
        if registry?.hasPictures(atHostOf: picture) == true { return true }
        if let host = HTTPAddress.host(of: picture), LinkRules().isAtHome(host),
            await stations?.stations.contains(where: { $0.picture?.uri == picture }) == true
        {
            return true
        }
        return await podcasts?.hasFeed(atHostOf: picture) ?? false
    }
}
