// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import Synchronization

/// Sends each location of the scheme `oncue` to the locator of its host; parts of the service add theirs.
package final class MediaLocatorRouter: MediaLocating {
    private let locators = Mutex<[String: any MediaLocating]>([:])
    private let web = Mutex<(any MediaLocating)?>(nil)
    private let files = Mutex<(any MediaLocating)?>(nil)

    package init() {}

    /// Sets the resolver of `oncue://host/…`, replacing an earlier one.
    package func set(_ locator: any MediaLocating, for host: String) {
        locators.withLock { $0[host] = locator }
    }

    /// Sets the locator for web addresses at which there was no media file.
    package func setForWeb(_ locator: any MediaLocating) {
        web.withLock { $0 = locator }
    }

    /// Sets the locator for files that are no longer in their places.
    package func setForFiles(_ locator: any MediaLocating) {
        files.withLock { $0 = locator }
    }

    package func known(_ location: MediaLocation) -> MediaLocation? {
        guard ["http", "https"].contains(location.scheme) else { return nil }
        return web.withLock { $0 }?.known(location)
    }

    package func locate(_ location: MediaLocation, isRetry: Bool) async throws(PlaybackError) -> MediaLocation {
        if location.scheme == "file" {
            return try await files.withLock { $0 }?.locate(location, isRetry: isRetry) ?? location
        }
        if location.scheme != ResolvingEngine.scheme {
            return try await web.withLock { $0 }?.locate(location, isRetry: isRetry) ?? location
        }
        let host = location.uri.dropFirst("oncue://".count).prefix { $0 != "/" }
        guard let locator = locators.withLock({ $0[String(host)] }) else {
            throw PlaybackError(
                .notFound, "cannot find \(location); the program that provides it may no longer be running")
        }
        return try await locator.locate(location, isRetry: isRetry)
    }
}
