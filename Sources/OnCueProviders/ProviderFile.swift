// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import Glibc
internal import OnCueCore

/// A registration in a file `NAME.provider` (a key file, as desktop entries are).
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
    /// Milliseconds.
    var deadline: Int?

    private static let group = "[Content Provider]"
    private static let largest = 65_536

    init(name: String? = nil, icon: String? = nil, busName: String, objectPath: String, deadline: Int? = nil) {
        self.name = name
        self.icon = icon
        self.busName = busName
        self.objectPath = objectPath
        self.deadline = deadline
    }

    /// `nil` if the text is not a registration.
    init?(_ text: String) {
        var values: [Substring: Substring] = [:]
        var isInside = false
        for line in text.split(whereSeparator: \.isNewline).prefix(1000) {
            if line.hasPrefix("[") {
                isInside = line == Self.group
            } else if isInside, !line.hasPrefix("#"), let sign = line.firstIndex(of: "=") {
                values[Self.trimmed(line[..<sign])] = Self.trimmed(line[line.index(after: sign)...])
            }
        }
        guard let busName = values["BusName"], let path = values["ObjectPath"], BusValue.isObjectPath(String(path))
        else {
            return nil
        }
        self.init(
            name: values["Name"].map(String.init), icon: values["Icon"].map(String.init), busName: String(busName),
            objectPath: String(path), deadline: values["Deadline"].flatMap { Int($0) })
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.drop { $0 == " " || $0 == "\t" }
        return start.lastIndex { $0 != " " && $0 != "\t" }.map { start[...$0] } ?? ""
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

    /// Returns all registrations in folders; of two for one program the first is used. Blocks.
    static func read(_ folders: [String]) -> [ProviderFile] {
        var files: [ProviderFile] = []
        for folder in folders {
            for name in names(in: folder) where name.hasSuffix(".provider") {
                guard let text = contents(folder + "/" + name), let file = ProviderFile(text),
                    !files.contains(where: { $0.busName == file.busName })
                else { continue }
                files.append(file)
            }
        }
        return files
    }

    /// Writes the registration into a folder, which is made; false when that is impossible. Blocks.
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

    private static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory), names.count < 1000 {
            guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { continue }
            let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
            names.append(String(cString: name))
        }
        return names.sorted()
    }

    private static func contents(_ path: String) -> String? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: largest)
        let count = fread(&bytes, 1, largest, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
