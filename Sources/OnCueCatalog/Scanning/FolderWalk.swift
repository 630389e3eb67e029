// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import OnCueCore

/// Processes the folders of a walk.
protocol FolderVisitor {
    /// Processes a folder that could be read; `false` ends the walk.
    func visit(_ path: [UInt8], _ content: FolderContent) -> Bool

    /// Processes a folder that could not be read, with the reason.
    func couldNotVisit(_ path: [UInt8], _ failure: FolderFailure)

    /// Processes a link to a folder that is left out, with the reason.
    func leftOut(_ path: [UInt8], _ reason: String)
}

/// Walks folders and everything below them.
///
/// Hidden files and folders are left out, and so are folders with a `.nomedia` file. Symbolic links are followed after
/// all actual folders, and no folder is visited twice, so that loops end and a folder keeps its own path even if links
/// lead to it. A link to a folder that contains a library folder is not followed, as it would add unrelated files, up
/// to the whole disk.
struct FolderWalk {
    /// The maximum depth of nested folders; deeper ones are reported and left out.
    static let depthLimit = 64

    private struct Step {
        var path: [UInt8]
        var depth: Int
        var isLink = false
    }

    private let reader: FolderReader
    private let roots: [[UInt8]]
    /// The folders that contain the folders of the library.
    private lazy var parents = Set(roots.flatMap(FileSystem.parents))
    private lazy var edges = Set(roots.compactMap(FileSystem.identity))
    private var visited: Set<FolderIdentity> = []
    /// Links that wait until the real folders are done.
    private var links: [Step] = []

    /// - Parameter roots: The folders of the library.
    init(reader: FolderReader, roots: [[UInt8]]) {
        self.reader = reader
        self.roots = roots
    }

    /// Walks several folders, each with everything below it.
    ///
    /// - Returns: `false` if the visitor ended the walk.
    mutating func walk(_ roots: [[UInt8]], _ visitor: some FolderVisitor) -> Bool {
        for root in roots {
            guard walk(from: Step(path: root, depth: 0), visitor) else { return false }
        }
        while !links.isEmpty {
            let step = links.removeFirst()
            guard walk(from: step, visitor) else { return false }
        }
        return true
    }

    private mutating func walk(from start: Step, _ visitor: some FolderVisitor) -> Bool {
        var stack = [start]
        while let step = stack.popLast() {
            guard step.depth < Self.depthLimit else {
                visitor.couldNotVisit(
                    step.path,
                    FolderFailure(error: 0, words: "the folder is nested deeper than \(Self.depthLimit) levels"))
                continue
            }
            switch reader.read(step.path) {
            case .failure(let failure): visitor.couldNotVisit(step.path, failure)
            case .success(let content):
                if step.isLink, parents.contains(content.identity) {
                    visitor.leftOut(step.path, "the link leads to a folder in which the library itself is")
                    continue
                }
                if step.isLink, edges.contains(content.identity) { continue }
                guard visited.insert(content.identity).inserted, !content.isExcluded else { continue }
                guard visitor.visit(step.path, content) else { return false }
                stack += content.folders.reversed().map { Self.step($0, in: step) }
                links += content.linkedFolders.map { Self.step($0, in: step, isLink: true) }
            }
        }
        return true
    }

    private static func step(_ name: [UInt8], in folder: Step, isLink: Bool = false) -> Step {
        Step(path: PathBytes.joined(folder.path, name), depth: folder.depth + 1, isLink: isLink)
    }
}
