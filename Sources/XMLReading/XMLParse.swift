// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CLibXML2

/// One run of libxml2's SAX parser over a repaired document, on one thread.
@safe
final class XMLParse {
    private let limit: Int
    private let handle: (XMLEvent) -> Bool
    private let context: xmlParserCtxtPtr
    private var text: [UInt8] = []
    private var depth = 0
    private var hasElements = false
    private var damage: String?
    private var failure: XMLReadError?
    private var isStopped = false
    /// Names by their address, which libxml2 keeps the same for the same name in one document.
    private var names: [UInt: String] = [:]

    /// libxml2 wants to be set up by one thread before others use it.
    static let setUp: Void = xmlInitParser()

    static func run(
        _ document: [UInt8], depth: Int, _ handle: (XMLEvent) -> Bool
    ) throws(XMLReadError) -> XMLReadOutcome {
        _ = setUp
        guard let context = unsafe xmlNewParserCtxt() else {
            throw XMLReadError(.tooLarge, "there is not enough memory to read it")
        }
        defer { unsafe xmlFreeParserCtxt(context) }
        return try withoutActuallyEscaping(handle) { (escaping) throws(XMLReadError) -> XMLReadOutcome in
            let parse = unsafe XMLParse(context, depth, escaping)
            parse.read(document)
            if let failure = parse.failure { throw failure }
            guard parse.hasElements else {
                throw XMLReadError(.notXML, "it is not XML: \(parse.damage ?? "it contains no tags")")
            }
            return XMLReadOutcome(damage: parse.damage, isFinished: !parse.isStopped)
        }
    }

    @unsafe
    private init(_ context: xmlParserCtxtPtr, _ limit: Int, _ handle: @escaping (XMLEvent) -> Bool) {
        unsafe self.context = context
        self.limit = limit
        self.handle = handle
    }

    private func read(_ document: [UInt8]) {
        guard let sax = unsafe context.pointee.sax else { return }
        unsafe sax.pointee = xmlSAXHandler()
        unsafe sax.pointee.initialized = UInt32(XML_SAX2_MAGIC)
        unsafe sax.pointee.startElementNs = onStartElement
        unsafe sax.pointee.endElementNs = onEndElement
        unsafe sax.pointee.characters = onCharacters
        unsafe sax.pointee.ignorableWhitespace = onCharacters
        unsafe sax.pointee.cdataBlock = onCharacters
        unsafe sax.pointee.serror = onDamage
        // There are no entities left to replace; without NOENT an ampersand in an attribute would stay "&#38;".
        let options = Int32(
            bitPattern: XML_PARSE_RECOVER.rawValue | XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue)
        // Invariant: libxml2 calls back during this call only, and this object lives longer than it.
        unsafe context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
        unsafe document.withUnsafeBytes { bytes in
            let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            unsafe _ = xmlCtxtReadMemory(context, start, Int32(clamping: bytes.count), nil, "UTF-8", options)
        }
    }

    private func stop() {
        isStopped = true
        unsafe xmlStopParser(context)
    }

    private func tell(_ event: XMLEvent) {
        if !isStopped, !handle(event) { stop() }
    }

    private func tellText() {
        guard !text.isEmpty else { return }
        let whole = String(decoding: text, as: UTF8.self)
        text.removeAll(keepingCapacity: true)
        tell(.text(whole))
    }
}

// MARK: Callbacks of libxml2

extension XMLParse {
    fileprivate func started(_ element: XMLElement) {
        guard !isStopped else { return }
        hasElements = true
        depth += 1
        tellText()
        if depth > limit {
            failure = XMLReadError(.tooDeep, "its elements are nested deeper than \(limit)")
            stop()
        }
        tell(.start(element))
    }

    fileprivate func ended(_ name: XMLName) {
        depth -= 1
        tellText()
        tell(.end(name))
    }

    fileprivate func found(_ characters: UnsafeBufferPointer<UInt8>) {
        if !isStopped, depth > 0 { unsafe text.append(contentsOf: characters) }
    }

    fileprivate func damaged(_ message: String, line: Int) {
        if damage == nil, !isStopped { damage = "line \(line): \(message)" }
    }

    @unsafe
    fileprivate func name(
        _ local: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?, _ namespace: UnsafePointer<xmlChar>?
    ) -> XMLName {
        unsafe XMLName(text(local) ?? "", namespace: text(namespace), prefix: text(prefix))
    }

    @unsafe
    private func text(_ pointer: UnsafePointer<xmlChar>?) -> String? {
        guard let pointer = unsafe pointer else { return nil }
        let key = UInt(bitPattern: pointer)
        if let known = names[key] { return known }
        let text = unsafe String(cString: pointer)
        names[key] = text
        return text
    }
}

/// Returns the parse for which libxml2 calls back, and which lives during the call.
private func parse(_ data: UnsafeMutableRawPointer?) -> XMLParse? {
    unsafe data.map { unsafe Unmanaged<XMLParse>.fromOpaque($0).takeUnretainedValue() }
}

// The callbacks run on the thread that reads, inside of `XMLParse.read`.

private func onStartElement(
    _ data: UnsafeMutableRawPointer?, _ local: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?,
    _ namespace: UnsafePointer<xmlChar>?, _ namespaceCount: Int32,
    _ namespaces: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, _ attributeCount: Int32, _ defaultedCount: Int32,
    _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
) {
    guard let parse = unsafe parse(data) else { return }
    var element = unsafe XMLElement(name: parse.name(local, prefix, namespace))
    if let attributes = unsafe attributes {
        // Five pointers for each: local name, prefix, namespace, begin and end of the value.
        for index in 0..<Int(attributeCount) {
            let fields = unsafe attributes + 5 * index
            let name = unsafe parse.name(fields[0], fields[1], fields[2])
            guard let begin = unsafe fields[3], let end = unsafe fields[4] else { continue }
            let value = unsafe String(decoding: UnsafeBufferPointer(start: begin, count: end - begin), as: UTF8.self)
            element.attributes.append(XMLAttribute(name: name, value: value))
        }
    }
    parse.started(element)
}

private func onEndElement(
    _ data: UnsafeMutableRawPointer?, _ local: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?,
    _ namespace: UnsafePointer<xmlChar>?
) {
    guard let parse = unsafe parse(data) else { return }
    unsafe parse.ended(parse.name(local, prefix, namespace))
}

private func onCharacters(_ data: UnsafeMutableRawPointer?, _ text: UnsafePointer<xmlChar>?, _ count: Int32) {
    unsafe parse(data)?.found(UnsafeBufferPointer(start: text, count: Int(count)))
}

private func onDamage(_ data: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<xmlError>?) {
    guard let error = unsafe error?.pointee, let message = unsafe error.message else { return }
    // An undeclared prefix is harmless.
    guard unsafe error.domain != Int32(bitPattern: XML_FROM_NAMESPACE.rawValue) else { return }
    let words = unsafe String(cString: message).split(separator: "\n").first.map(String.init) ?? ""
    unsafe parse(data)?.damaged(words, line: Int(error.line))
}
