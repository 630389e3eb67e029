// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import Glibc
internal import JSON
internal import OnCueRuntime
internal import WebAccess
internal import WebServing

/// The files of the page, in a folder that only this user can read. Blocks.
struct WebFiles: Sendable {
    let folder: String
    private var bookPath: String { folder + "/devices.json" }
    private var offerPath: String { folder + "/pairing.json" }
    private var authorityPath: String { folder + "/authority.pem" }
    private var certificatePath: String { folder + "/certificate.pem" }
    private var certifiedPath: String { folder + "/certificate.json" }
    /// A file that is locked while the page is served.
    private var serverPath: String { folder + "/server.lock" }

    /// The time before its end at which a certificate is renewed, in seconds: 30 days.
    private static let renewal = 86_400 * 30

    /// The most names and addresses of other networks that stay in a certificate, those that were added last.
    private static let formerHosts = 16

    /// - Parameter state: The folder of this user's state.
    init(state: String) { folder = state + "/" + WebBook.folder }

    // MARK: Settings and devices

    /// - Throws: ``WebFault`` when the file cannot be read.
    func book() throws(WebFault) -> WebBook {
        guard let bytes = try read(bookPath) else { return WebBook() }
        guard let book = WebBook(text: String(decoding: bytes, as: UTF8.self)) else {
            throw WebFault("\(bookPath) cannot be read; remove it, and pair the devices again: oncue web")
        }
        return book
    }

    /// Changes settings and devices, under a lock against other processes.
    ///
    /// - Throws: ``WebFault``; nothing has changed then.
    func change<Value>(_ body: (inout WebBook) -> Value) throws(WebFault) -> (value: Value, book: WebBook) {
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        let former = try book()
        var book = former
        let value = body(&book)
        if book != former || !PrivateDirectory.isPresent(bookPath) { try replace(bookPath, Array(book.text.utf8)) }
        return (value, book)
    }

    // MARK: Pairing

    /// Makes a code, which replaces an earlier one.
    func makeCode() throws(WebFault) -> String {
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        var generator = SystemRandomNumberGenerator()
        let code = WebSecret.code(&generator)
        let offer = PairingOffer(hash: Self.hash(WebSecret.plainCode(code) ?? ""), now: Self.clock)
        try replace(offerPath, Array(offer.text.utf8))
        return code
    }

    /// Pairs a device that has a code.
    ///
    /// - Returns: The device with its token; `nil` when there are too many.
    /// - Throws: ``WebRefusal`` for a code that is wrong or over, ``WebFault`` when the files cannot be used.
    func pair(_ code: String, name: String) throws -> (device: WebDevice, token: String)? {
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        let text = try read(offerPath).map { String(decoding: $0, as: UTF8.self) }
        guard var offer = text.flatMap(PairingOffer.init(text:)) else { throw Self.noCode }
        // Written before the outcome is returned, so that ending the program does not give another try.
        let outcome = offer.redeem(WebSecret.plainCode(code).map(Self.hash) ?? "", now: Self.clock)
        try replace(offerPath, Array(offer.text.utf8))
        switch outcome {
        case .over: throw Self.noCode
        case .wrong: throw WebRefusal(.wrongCode, "that is not the code; run oncue web to see it")
        case .paired: break
        }
        unlink(offerPath)
        var book = try book()
        var generator = SystemRandomNumberGenerator()
        let token = WebSecret.token(&generator)
        guard let device = book.add(name, hash: Self.hash(token), now: Place.now) else { return nil }
        try replace(bookPath, Array(book.text.utf8))
        return (device, token)
    }

    private static let noCode = WebRefusal(
        .codeExpired, "the code is used or too old; run oncue web for another one")

    /// Returns the hash of a token or a code, which is all that is stored.
    static func hash(_ text: String) -> String { Checksum.sha256(Array(text.utf8)) }

    private static var clock: Int { Int(Place.clock / .seconds(1)) }

    // MARK: Certificates

    /// A certificate of this machine with its key, and the time to renew it, in seconds since 1970.
    struct Certificate: Sendable {
        var pem: [UInt8]
        var renewal: Int
    }

    /// Returns the certificate of this machine, made if there is none for these hosts, or if it ends soon.
    func certificate(for hosts: [String]) throws(WebFault) -> Certificate {
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        let now = Place.now
        if let bytes = try read(certificatePath, isSecret: true), WebCertificate(pem: bytes) != nil,
            let end = try end(ofCertificateFor: hosts), end - now > Self.renewal
        {
            return Certificate(pem: bytes, renewal: end - Self.renewal)
        }
        // Those of other networks stay, so that a machine that moves between networks does not need a new certificate
        // each time.
        let former = try certified().hosts.filter { !hosts.contains($0) }
        let hosts = hosts + former.prefix(Self.formerHosts)
        guard let bytes = WebCertificate.make(authority: try authority(), hosts: hosts, now: Int64(now)),
            WebCertificate(pem: bytes) != nil
        else { throw WebFault("no certificate could be made; is glib-networking installed?") }
        try replace(certificatePath, bytes)
        let end = now + Int(WebCertificate.lifetime)
        let note: JSONValue = ["end": .int(end), "hosts": .array(hosts.map { .string($0) })]
        try replace(certifiedPath, Array((note.text() + "\n").utf8))
        return Certificate(pem: bytes, renewal: end - Self.renewal)
    }

    /// The certificate of the authority, for browsers that are to trust it, without its key.
    func authorityCertificate() -> [UInt8]? {
        guard let bytes = try? read(authorityPath, isSecret: true) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        let end = "-----END CERTIFICATE-----"
        guard let range = text.firstRange(of: end) else { return nil }
        return Array((text[..<range.upperBound] + "\n").utf8)
    }

    private func authority() throws(WebFault) -> [UInt8] {
        if let bytes = try read(authorityPath, isSecret: true) { return bytes }
        var buffer = [CChar](repeating: 0, count: 64)
        gethostname(&buffer, buffer.count - 1)
        let name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let bytes = WebCertificate.makeAuthority(name: "OnCue at \(name)", now: Int64(Place.now)) else {
            throw WebFault("no key could be made")
        }
        try replace(authorityPath, bytes)
        return bytes
    }

    /// Returns the time at which the certificate ends; `nil` if it is not for all of these hosts.
    private func end(ofCertificateFor hosts: [String]) throws(WebFault) -> Int? {
        let certified = try certified()
        return Set(certified.hosts).isSuperset(of: hosts) ? certified.end : nil
    }

    /// Returns the hosts of the certificate, and when it ends.
    private func certified() throws(WebFault) -> (hosts: [String], end: Int?) {
        guard let bytes = try read(certifiedPath),
            let json = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self)),
            let end = json["end"]?.intValue, end < 1 << 40
        else { return ([], nil) }
        return (json["hosts"]?.arrayValue?.compactMap(\.stringValue) ?? [], end)
    }

    // MARK: The lock of the server

    /// Locks the file for the life of this process.
    ///
    /// - Returns: `false` when another one has.
    func takeServer() -> Bool {
        guard PrivateDirectory.make(folder) else { return false }
        let file = open(serverPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return false }
        var lock = flock()
        (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
        return fcntl(file, F_SETLK, &lock) == 0
    }

    /// The process that serves the page; `nil` if none does.
    func server() -> pid_t? {
        let file = open(serverPath, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var lock = flock()
        (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
        guard fcntl(file, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return nil }
        return lock.l_pid
    }

    // MARK: Files

    private func lock() throws(WebFault) -> FolderLock {
        guard PrivateDirectory.make(folder), PrivateDirectory.isSafe(folder) else {
            throw WebFault("\(folder) cannot be made, or is accessible to others")
        }
        guard let lock = FolderLock(folder, isAlone: true, patience: .seconds(10)) else {
            throw WebFault("\(folder) is in use by another program")
        }
        return lock
    }

    private func read(_ path: String, isSecret: Bool = false) throws(WebFault) -> [UInt8]? {
        var status = stat()
        if isSecret, lstat(path, &status) == 0,
            status.st_mode & S_IFMT != S_IFREG || status.st_mode & 0o077 != 0 || status.st_uid != getuid()
        {
            throw WebFault("others could have read \(path); remove it, and a new one is made")
        }
        do throws(WholeFile.Failure) { return try WholeFile.read(path, limit: WebBook.fileLimit) } catch {
            throw WebFault(error.message)
        }
    }

    private func replace(_ path: String, _ bytes: [UInt8]) throws(WebFault) {
        do throws(WholeFile.Failure) { try WholeFile.replace(path, with: bytes) } catch {
            throw WebFault(error.message)
        }
    }
}
