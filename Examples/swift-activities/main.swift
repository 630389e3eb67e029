// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

// Tells OnCue which concert the user looks at, and shows it again. Usage: swift-activities CONCERT…
import Glibc
import PlayableContent

/// What the user does is read from the arguments; a real program has a window.
final class Concerts: UserActivityDelegate {
    func userActivityCenter(_ center: UserActivityCenter, continue activity: UserActivity) async throws {
        guard case .string(let concert)? = activity.userInfo["concert"] else {
            throw PlayableContentError.notFound("the concert is not known here")
        }
        let line = Array("showing \(concert)\n".utf8)
        write(STDOUT_FILENO, line, line.count)
    }

    /// How far the page was scrolled is told only when somebody needs it.
    func userActivityCenter(
        _ center: UserActivityCenter, willSave activity: UserActivity
    ) async -> UserActivity {
        var activity = activity
        activity.userInfo["scroll"] = .int(42)
        return activity
    }
}

let center = UserActivityCenter(busName: "org.example.SwiftActivities")
center.delegate = Concerts()
for concert in CommandLine.arguments.dropFirst() {
    var activity = UserActivity(
        activityType: "org.example.SwiftActivities.concert", identifier: concert, title: concert,
        userInfo: ["concert": .string(concert), "scroll": .int(0)])
    activity.requiredUserInfoKeys = ["concert"]
    activity.keywords = ["concert"]
    activity.location = ContentLocation(name: "Blue Hall", latitude: 60.3925, longitude: 5.3233)
    (activity.isEligibleForSearch, activity.isEligibleForHandoff) = (true, true)
    center.update(activity)
    center.becomeCurrent(concert)
    center.needsSave(concert)
}
try await center.run()
