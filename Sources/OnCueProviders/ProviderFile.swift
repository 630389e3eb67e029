// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import Glibc
internal import OnCueCore

/// A registration in a file `NAME.provider` (a key file, like a desktop entry).
///
/// ```
/// [Content Provider]
/// Name=Concerts
/// BusName=org.example.Concerts
/// ObjectPath=/org/example/Concerts
/// ```
struct ProviderFile: Sendable, Equatable {
    var name: String?
    var icon: String?
    var busName: String
    var objectPath: String
    /// The deadline in milliseconds.
    var deadline: Int?

    private static let group = "[Content Provider]"

    init(name: String? = nil, icon: String? = nil, busName: String, objectPath: String, deadline: Int? = nil) {
        self.name = name
        self.icon = icon
        self.busName = busName
        self.objectPath = objectPath
        self.deadline = deadline
    }

    /// Reads a registration; `nil` if the text is not one.
    init?(_ text: String) {
        let values = InstalledFiles.values(of: Self.group, in: text)
        guard let busName = values["BusName"], let path = values["ObjectPath"], BusValue.isObjectPath(String(path))
        else {
            return nil
        }
        self.init(
            name: values["Name"].map(String.init), icon: values["Icon"].map(String.init), busName: String(busName),
            objectPath: String(path), deadline: values["Deadline"].flatMap { Int($0) })
    }

    /// The text of the file.
    var text: String {
        var lines = [Self.group]
        func add(_ key: String, _ value: String?) {
            if let value, !value.contains(where: \.isNewline) { lines.append(key + "=" + value) }
        }
        add("Name", name)
        add("Icon", icon)
        add("BusName", busName)
        add("ObjectPath", objectPath)
        add("Deadline", deadline.map(String.init))
        return lines.joined(separator: "\n") + "\n"
    }

    // MARK: Folders

    /// Returns all registrations in folders; if two are for one program, the first is used. Blocks.
    static func read(_ folders: [String]) -> [ProviderFile] {
        var files: [ProviderFile] = []
        for folder in folders {
            for name in InstalledFiles.names(in: folder) where name.hasSuffix(".provider") {
                guard let text = InstalledFiles.contents(folder + "/" + name), let file = ProviderFile(text),
                    !files.contains(where: { $0.busName == file.busName })
                else { continue }
                files.append(file)
            }
        }
        return files
    }

    /// Writes the registration into a folder, which is created if necessary; returns `false` if that is impossible.
    /// Blocks.
    func write(to folder: String) -> Bool {
        mkdir(folder, 0o700)
        let path = folder + "/" + busName + ".provider"
        guard let file = fopen(path + ".new", "we") else { return false }
        let bytes = Array(text.utf8)
        let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
        return fclose(file) == 0 && isWritten && rename(path + ".new", path) == 0
    }

    /// Removes the registration from a folder. Blocks.
    static func remove(_ busName: String, from folder: String) {
        unlink(folder + "/" + busName + ".provider")
    }
}
