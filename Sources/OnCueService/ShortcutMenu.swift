// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FoundationEssentials
internal import Glibc
internal import OnCueIntents
internal import OnCueRuntime

/// Shortcuts of the user in the menu of the desktop: a desktop file for each, in the user's folder of programs. There
/// the searches of desktops find them, too, and they can be pinned to docks and assigned keys.
///
/// Source: the Desktop Entry Specification 1.5.
struct ShortcutMenu: Sendable {
    private static let prefix = "org.oncue.OnCue.shortcut-"
    private static let suffix = ".desktop"

    private let folder: String
    /// The program that runs a shortcut.
    private let program: String
    private let executor = BlockingExecutor(label: "oncue.menu")

    /// - Parameter data: The user's data folder.
    init(data: String) {
        folder = data + "/applications"
        program = OwnProgram.oncue
    }

    /// Makes the entries of the menu those of the shortcuts; other entries of this service are removed. Files that are
    /// already correct are not written.
    func set(_ shortcuts: [Shortcut]) async {
        let wanted = Dictionary(
            shortcuts.filter(\.isInMenu).map { (Self.file($0.name), Self.entry($0, program)) }, uniquingKeysWith: { $1 }
        )
        await executor.run { [folder] in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            for name in names where name.hasPrefix(Self.prefix) && name.hasSuffix(Self.suffix) && wanted[name] == nil {
                unlink(folder + "/" + name)
            }
            for (name, text) in wanted {
                let path = folder + "/" + name
                do throws(WholeFile.Failure) {
                    if try WholeFile.read(path, limit: 1 << 16) == Array(text.utf8) { continue }
                    try WholeFile.replace(path, with: Array(text.utf8))
                } catch {
                    Logger("intents").warning("a shortcut is not in the menu", ["error": error.message])
                }
            }
        }
    }

    /// Returns the name of the file: readable, and unique to the name.
    static func file(_ name: String) -> String {
        let words = name.lowercased().unicodeScalars.map { scalar -> Character in
            scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) ? Character(scalar) : "-"
        }
        // FNV-1a, which gives the same result at each start.
        let hash = name.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return prefix + String(words.prefix(40)) + "-" + String(hash, radix: 16) + suffix
    }

    static func entry(_ shortcut: Shortcut, _ program: String) -> String {
        """
        [Desktop Entry]
        Type=Application
        Name=\(escaped(shortcut.name))
        Comment=A shortcut of OnCue
        Icon=org.oncue.OnCue
        Exec=\(escaped([program, "shortcut", "run", "--notify", "--", shortcut.name].map(argument).joined(separator: " ")))
        Terminal=false
        StartupNotify=false
        Categories=AudioVideo;
        Keywords=\(escaped(shortcut.phrase.filter { $0 != ";" }));

        """
    }

    /// Returns a text as a value of a desktop file.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            default: result.append(character)
            }
        }
    }

    /// Returns an argument of `Exec`, in quotes; a percent sign would be a field code.
    private static func argument(_ text: String) -> String {
        "\""
            + text.reduce(into: "") { result, character in
                switch character {
                case "\"", "`", "$", "\\": result += "\\" + String(character)
                case "%": result += "%%"
                default: result.append(character)
                }
            } + "\""
    }
}
