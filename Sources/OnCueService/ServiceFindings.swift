// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import HTTPClient
internal import OnCueCore
internal import OnCueMedia
internal import OnCueRuntime

/// The web servers that are asked for lyrics and covers of the playing track, if the user wants that.
@MediaActor
struct ServiceFindings {
    /// The time limit for an answer, since a request is waiting for it.
    private static let deadline: Duration = .seconds(10)
    /// The most bytes that are stored.
    private static let lyricsRoom: Int64 = 20 << 20
    private static let coversRoom: Int64 = 100 << 20

    let lyrics: WebLyrics
    let covers: WebCovers
    private let lyricsServer: WebServer
    private let coversServer: WebServer

    init(_ configuration: Configuration, _ directories: UserDirectories, _ web: ServiceWeb, workers: MediaWorkers) {
        lyricsServer = WebServer(
            configuration.lyricsServer, folder: directories.cache + "/lyrics", room: Self.lyricsRoom,
            limit: WebLyrics.limit, accepts: WebLyrics.isAnswer, fetch: Self.fetch(web.makeClient()))
        coversServer = WebServer(
            configuration.coversServer, folder: directories.cache + "/covers", room: Self.coversRoom,
            limit: RemotePictures.sizeLimit, accepts: WebCovers.isPicture, fetch: Self.fetch(web.makeClient()))
        lyrics = WebLyrics(FileLyrics(workers: workers), server: lyricsServer)
        covers = WebCovers(tags: .workers(workers), server: coversServer)
    }

    var findings: WebFindings { WebFindings(lyrics: lyrics, covers: covers) }

    func setLyrics(_ configuration: Configuration) async { await lyricsServer.set(configuration.lyricsServer) }

    func setCovers(_ configuration: Configuration) async { await coversServer.set(configuration.coversServer) }

    private static func fetch(_ client: HTTPClient) -> WebServer.Fetch {
        { address, limit in
            let request = HTTPRequest(address, limit: limit, deadline: deadline)
            guard let response = try? await client.get(request) else { return .failed }
            switch response.head.status {
            case 200: return .found(response.body)
            case 404, 410: return .none
            default: return .failed
            }
        }
    }
}
