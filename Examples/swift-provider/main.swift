// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

// Shows files by folder as a branch of OnCue's tree. Usage: swift-provider FILE..., with absolute paths

import PlayableContent

/// Two levels: folders and the files in them. The identifier of an item is its path.
final class Files: SearchablePlayableContentDataSource, PlayableContentDelegate {
    struct Folder {
        var path: String
        var files: [String]
    }

    let folders: [Folder]

    init(_ paths: [String]) {
        let byFolder = Dictionary(grouping: paths) { path in
            path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        }
        folders = byFolder.map { Folder(path: $0, files: $1.sorted()) }.sorted { $0.path < $1.path }
    }

    // MARK: Data source

    func numberOfChildItems(at indexPath: [Int]) -> Int {
        indexPath.isEmpty ? folders.count : folders[indexPath[0]].files.count
    }

    func contentItem(at indexPath: [Int]) -> ContentItem? {
        guard folders.indices.contains(indexPath[0]) else { return nil }
        let folder = folders[indexPath[0]]
        guard indexPath.count == 2 else { return item(folder) }
        return folder.files.indices.contains(indexPath[1]) ? item(folder.files[indexPath[1]], folder) : nil
    }

    func contentItems(matching words: String, limit: Int) -> [ContentItem] {
        let found = folders.flatMap { folder in folder.files.map { item($0, folder) } }
            .filter { $0.title.lowercased().contains(words.lowercased()) }
        return Array(found.prefix(limit))
    }

    private func item(_ folder: Folder) -> ContentItem {
        var item = ContentItem.container(folder.path, title: name(folder.path))
        item.childCount = folder.files.count
        return item
    }

    private func item(_ file: String, _ folder: Folder) -> ContentItem {
        let title = name(file).split(separator: ".").dropLast().joined(separator: ".")
        return .playable(file, title: title, subtitle: name(folder.path))
    }

    private func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    // MARK: Delegate

    func url(forContentItem identifier: String) throws -> ContentURL {
        guard folders.contains(where: { $0.files.contains(identifier) }) else {
            throw PlayableContentError.notFound("there is no file \(identifier)")
        }
        return .file(identifier)
    }
}

let files = Files(Array(CommandLine.arguments.dropFirst()))
let manager = PlayableContentManager(name: "Swift Files", busName: "org.example.SwiftProvider")
manager.dataSource = files
manager.delegate = files
await manager.runProgram()
