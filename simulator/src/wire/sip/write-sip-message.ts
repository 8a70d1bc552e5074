import { concatBytes } from './concat-bytes.ts'
import type { SipMessage } from './sip-message.ts'

const LINE_BREAK = /[\r\n]/
const TOKEN = /^[\w.!%*+`'~-]+$/
const utf8 = new TextEncoder()

/**
 * Bytes of a message, with the Content-Length of its body as the last header (RFC 3261 section 20.14); one that is
 * among `headers` is left out. Throws a RangeError for a method or header name that is no token, for a URI with blanks,
 * a status outside 100–699, and for line breaks in any text.
 */
export function writeSipMessage(message: SipMessage): Uint8Array {
  const lines = [startLine(message)]
  for (const { name, value } of message.headers) {
    if (name.toLowerCase() === 'content-length') continue
    if (!TOKEN.test(name)) throw new RangeError(`header name '${name}'`)
    lines.push(`${name}: ${oneLine(value)}`)
  }
  lines.push(`Content-Length: ${message.body.length}`, '', '')
  return concatBytes([utf8.encode(lines.join('\r\n')), message.body])
}

function startLine(message: SipMessage): string {
  if (message.kind === 'response') {
    const { status, reason } = message
    if (!(Number.isInteger(status) && status >= 100 && status <= 699))
      throw new RangeError(`status ${status}`)
    return `SIP/2.0 ${status} ${oneLine(reason)}`
  }
  if (!TOKEN.test(message.method)) throw new RangeError(`method '${message.method}'`)
  if (!/^\S+$/.test(message.uri)) throw new RangeError(`request URI '${message.uri}'`)
  return `${message.method} ${message.uri} SIP/2.0`
}

function oneLine(text: string): string {
  if (LINE_BREAK.test(text)) throw new RangeError('a line break in a header')
  return text
}
