// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import JSON
package import OnCueInterface
package import WebAccess

/// Requests as values of the interface: a body of JSON, or the parameters of an address.
package enum RequestReader {
    /// The longest text in a request, in bytes.
    private static let longestText = 4_096

    /// The object in a body.
    ///
    /// - Throws: `invalidValue` if the body is not JSON, or not an object.
    package static func object(_ body: [UInt8]) throws(WebRefusal) -> [JSONValue.Member] {
        guard let text = String(validating: body, as: UTF8.self) else {
            throw WebRefusal(.invalidValue, "the body is not text in UTF-8")
        }
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONValue(
                parsing: text, maximumDepth: WebLimits.depth, maximumCount: WebLimits.values)
        } catch {
            throw WebRefusal(.invalidValue, "the body is not JSON: \(error)")
        }
        guard case .object(let members) = json else {
            throw WebRefusal(.invalidValue, "the body is not an object; {} for none")
        }
        return members
    }

    /// The request in an object: every key must be known, of the right type, and those that are required must be there.
    ///
    /// - Throws: `invalidValue`, which names the key.
    package static func request<Request: DictionaryForm>(
        _ type: Request.Type, _ members: [JSONValue.Member]
    ) throws(WebRefusal) -> Request {
        let fields = FormList.fields(of: type)
        var values: [String: BusValue] = [:]
        for member in members where member.value != .null {
            guard let field = fields.first(where: { $0.name == member.name }) else {
                let known = fields.map(\.name).joined(separator: ", ")
                throw WebRefusal(
                    .invalidValue,
                    "\"\(member.name.prefix(100))\" is not known here; expected \(known.isEmpty ? "nothing" : known)")
            }
            guard let value = value(member.value, field.signature) else {
                throw WebRefusal(.invalidValue, "\(field.name) must be \(field.expected)")
            }
            values[field.name] = value
        }
        return try understood(type, values, fields)
    }

    /// The parameters of an address as members of an object with these fields.
    static func members(_ parameters: [RequestTarget.Parameter], _ fields: [FormList.Field]) -> [JSONValue.Member] {
        parameters.map { parameter in
            let signature = fields.first { $0.name == parameter.name }?.signature
            return .init(parameter.name, json(parameter.value, signature))
        }
    }

    private static func understood<Request: DictionaryForm>(
        _ type: Request.Type, _ values: [String: BusValue], _ fields: [FormList.Field]
    ) throws(WebRefusal) -> Request {
        if let missing = fields.first(where: { $0.presence == .required && values[$0.name] == nil }) {
            throw WebRefusal(.invalidValue, "\(missing.name) is missing; it is \(missing.expected)")
        }
        guard let strict = Strict<Request>(wire: .dictionary(values)) else {
            throw WebRefusal(.invalidValue, "the request cannot be read")
        }
        let request: Request
        do throws(ServiceError) { request = try strict.understood() } catch {
            throw WebRefusal(.invalidValue, error.message)
        }
        // A list is read leniently, so anything left out of it would otherwise go unnoticed.
        let read = FormWriter.dictionary(request)
        for field in fields {
            guard let given = values[field.name]?.arrayValue, given.count != read[field.name]?.arrayValue?.count else {
                continue
            }
            throw WebRefusal(.invalidValue, "\(field.name) has an element that cannot be used here")
        }
        return request
    }

    private static func json(_ text: String, _ signature: String?) -> JSONValue {
        switch signature {
        case "u", "t", "x", "i": Int(text).map(JSONValue.int) ?? .string(text)
        case "b": text == "true" ? true : text == "false" ? false : .string(text)
        case "d": Double(text).map(JSONValue.double) ?? .string(text)
        default: .string(text)
        }
    }

    /// `nil` for a value of another type.
    private static func value(_ json: JSONValue, _ signature: String) -> BusValue? {
        switch (signature, json) {
        case ("b", .bool(let truth)): return .bool(truth)
        case ("d", .double(let number)): return .double(number)
        case ("d", .int(let number)): return .double(Double(number))
        case ("u", .int(let number)): return UInt32(exactly: number).map(BusValue.uint32)
        case ("i", .int(let number)): return Int32(exactly: number).map(BusValue.int32)
        case ("x", .int(let number)): return .int64(Int64(number))
        case ("t", .int(let number)): return UInt64(exactly: number).map(BusValue.uint64)
        // Large ones are texts.
        case ("t", .string(let text)): return UInt64(text).map(BusValue.uint64)
        case ("s", .string(let text)):
            return text.utf8.count <= longestText && !text.utf8.contains(0) ? .string(text) : nil
        case (_, .array(let elements)) where signature.hasPrefix("a"):
            let element = String(signature.dropFirst())
            let values = elements.compactMap { value($0, element) }
            return values.count == elements.count ? .array(values, of: element) : nil
        default: return nil
        }
    }
}
