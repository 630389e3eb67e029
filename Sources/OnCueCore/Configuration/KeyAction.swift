// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// An action of the full-screen program that has keys. Raw values are names in the configuration.
package enum KeyAction: String, Sendable, CaseIterable {
    case up, down
    case pageUp = "page-up"
    case pageDown = "page-down"
    case first, last, enter, open, back
    case goToPlaying = "go-to-playing"
    case showInLibrary = "show-in-library"

    case nextScreen = "next-screen"
    case previousScreen = "previous-screen"
    case nowPlaying = "now-playing"
    case queue, library, search, playlists, podcasts, radio, suggestions, sound, history

    case pause, next, previous
    case seekForward = "seek-forward"
    case seekBack = "seek-back"
    case seekFarForward = "seek-far-forward"
    case seekFarBack = "seek-far-back"
    case nextChapter = "next-chapter"
    case previousChapter = "previous-chapter"
    case volumeUp = "volume-up"
    case volumeDown = "volume-down"
    case mute, shuffle
    case repeatMode = "repeat"
    case loop, single, consume, sleep

    case append
    case playNext = "play-next"
    case playFirst = "play-first"
    case playAll = "play-all"
    case playShuffled = "play-shuffled"
    case favourite, dislike, stars
    case moreStars = "more-stars"
    case fewerStars = "fewer-stars"
    case addToPlaylist = "add-to-playlist"
    case mark
    case markAll = "mark-all"

    case remove
    case moveDown = "move-down"
    case moveUp = "move-up"
    case clear, save, new, rename, download, refresh, undo, redo

    case filter, info, why, answer, panel, help, redraw, quit
}

extension KeyAction {
    /// A section of the table of keys.
    package enum Group: String, Sendable, CaseIterable {
        case moving = "Moving"
        case screens = "Screens"
        case playing = "Playing"
        case items = "Selected or marked items"
        case editing = "Editing"
        case program = "Program"
    }

    /// The description of an action, with its default keys.
    package struct Description: Sendable {
        package var group: Group
        /// The keys by name, separated by spaces.
        package var keys: String
        /// A short imperative, such as `play the next track`.
        package var summary: String

        init(_ group: Group, _ keys: String, _ summary: String) {
            (self.group, self.keys, self.summary) = (group, keys, summary)
        }
    }

    package var description: Description {
        moving ?? playing ?? editing ?? Description(.program, "", "")
    }

    private var moving: Description? {
        switch self {
        case .up: Description(.moving, "Up k Ctrl-p", "move up")
        case .down: Description(.moving, "Down j Ctrl-n", "move down")
        case .pageUp: Description(.moving, "PageUp Ctrl-b", "move up by a screen")
        case .pageDown: Description(.moving, "PageDown Ctrl-f", "move down by a screen")
        case .first: Description(.moving, "Home g", "go to the first row")
        case .last: Description(.moving, "End G", "go to the last row")
        case .enter:
            Description(.moving, "Enter", "open a container, play an item with those after it, change a setting")
        case .open: Description(.moving, "Right l", "open a container")
        case .back: Description(.moving, "Left h Backspace", "go back up")
        case .goToPlaying: Description(.moving, ".", "go to the current track")
        case .showInLibrary: Description(.moving, "o", "show the item in the library, or return from there")
        case .nextScreen: Description(.screens, "Tab", "go to the next screen")
        case .previousScreen: Description(.screens, "Shift-Tab", "go to the previous screen")
        case .nowPlaying: Description(.screens, "1", "show what is playing")
        case .queue: Description(.screens, "2", "show the queue")
        case .library: Description(.screens, "3", "show the library")
        case .search: Description(.screens, "4", "search")
        case .playlists: Description(.screens, "5", "show the playlists")
        case .podcasts: Description(.screens, "6", "show the podcasts")
        case .radio: Description(.screens, "7", "show the radio stations")
        case .suggestions: Description(.screens, "8", "show the suggestions")
        case .sound: Description(.screens, "9", "show outputs and sound settings")
        case .history: Description(.screens, "0", "show the history")
        default: nil
        }
    }

    private var playing: Description? {
        switch self {
        case .pause: Description(.playing, "Space", "pause or resume")
        case .next: Description(.playing, ">", "play the next track")
        case .previous: Description(.playing, "<", "play the previous track")
        case .seekForward: Description(.playing, "] Shift-Right", "seek forward by 5 seconds")
        case .seekBack: Description(.playing, "[ Shift-Left", "seek back by 5 seconds")
        case .seekFarForward: Description(.playing, "}", "seek forward by a minute")
        case .seekFarBack: Description(.playing, "{", "seek back by a minute")
        case .nextChapter: Description(.playing, ")", "go to the next chapter")
        case .previousChapter: Description(.playing, "(", "go to the previous chapter")
        case .volumeUp: Description(.playing, "+ =", "turn the volume up")
        case .volumeDown: Description(.playing, "-", "turn the volume down")
        case .mute: Description(.playing, "m", "mute or unmute")
        case .shuffle: Description(.playing, "z", "shuffle or stop shuffling")
        case .repeatMode: Description(.playing, "r", "repeat everything, one track or nothing")
        case .loop: Description(.playing, "b", "repeat from here; then to here; then no longer")
        case .single: Description(.playing, "y", "stop after each track, or no longer")
        case .consume: Description(.playing, "C", "remove tracks from the queue once they are played, or no longer")
        case .sleep: Description(.playing, "T", "set or cancel the sleep timer")
        default: nil
        }
    }

    private var editing: Description? {
        switch self {
        case .append: Description(.items, "a", "append to the queue")
        case .playNext: Description(.items, "A", "play next")
        case .playFirst: Description(.items, "P", "play entries of the queue before the others, behind earlier ones")
        case .playAll: Description(.items, "p", "play everything inside now")
        case .playShuffled: Description(.items, "*", "play everything inside shuffled")
        case .favourite: Description(.items, "f", "add to the favourites, or remove from them")
        case .dislike: Description(.items, "F", "dislike, or stop disliking")
        case .stars: Description(.items, "S", "rate with stars")
        case .moreStars: Description(.items, "e", "rate half a star higher")
        case .fewerStars: Description(.items, "E", "rate half a star lower")
        case .addToPlaylist: Description(.items, "t", "add to a playlist")
        case .mark: Description(.items, "v Insert", "mark or unmark, to act on several")
        case .markAll: Description(.items, "V", "mark or unmark all that is listed")
        case .remove: Description(.editing, "d Delete", "remove from the list")
        case .moveDown: Description(.editing, "J Shift-Down", "move it down")
        case .moveUp: Description(.editing, "K Shift-Up", "move it up")
        case .clear: Description(.editing, "c", "clear the queue")
        case .save: Description(.editing, "s", "save the queue as a playlist")
        case .new: Description(.editing, "n", "create a playlist, subscribe to a podcast, add a station")
        case .rename: Description(.editing, "R", "rename a playlist or a station")
        case .download:
            Description(
                .editing, "D", "download an episode, or delete the download; dismiss a suggestion with a reason")
        case .refresh: Description(.editing, "Ctrl-r", "check the podcasts for new episodes")
        case .undo: Description(.editing, "u", "undo the last change of the queue or a playlist")
        case .redo: Description(.editing, "U", "redo the change that was undone last")
        case .filter: Description(.program, "/", "filter the list; on the search screen, type a query")
        case .info: Description(.program, "i", "show what is known of the item")
        case .why: Description(.program, "w", "explain a suggestion in full")
        case .answer: Description(.program, "!", "answer the notification at the bottom")
        case .panel: Description(.program, "L", "switch between lyrics, chapters and coming tracks")
        case .help: Description(.program, "?", "show the keys")
        case .redraw: Description(.program, "Ctrl-l", "redraw the screen")
        case .quit: Description(.program, "q", "leave")
        default: nil
        }
    }

    /// The default keys.
    package var standardStrokes: [KeyStroke] {
        description.keys.split(separator: " ").map { KeyStroke(known: String($0)) }
    }
}
