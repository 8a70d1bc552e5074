/** SIP messages (RFC 3261 section 7) and the values of their headers. */

export type SipHeader = { name: string; value: string }

type SipParts = {
  /** In the order of the message. Names are full and in their usual spelling; values have no folds. */
  headers: readonly SipHeader[]
  body: Uint8Array
}
export type SipRequest = SipParts & { kind: 'request'; method: string; uri: string }
export type SipResponse = SipParts & { kind: 'response'; status: number; reason: string }
export type SipMessage = SipRequest | SipResponse

/** Headers whose values are lists (section 7.3.1): one line with commas means the same as several lines. */
const LISTS = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'alert-info',
  'allow',
  'allow-events',
  'call-info',
  'contact',
  'content-encoding',
  'content-language',
  'error-info',
  'in-reply-to',
  'path',
  'proxy-require',
  'record-route',
  'require',
  'route',
  'service-route',
  'supported',
  'unsupported',
  'via',
  'warning',
])

/** The first value of a header, as its line has it; undefined when the message has no such header. */
export function headerValue({ headers }: Pick<SipParts, 'headers'>, name: string): string | undefined {
  const wanted = name.toLowerCase()
  return headers.find((header) => header.name.toLowerCase() === wanted)?.value
}

/** All values of a header in order. Those of list headers (Via, Contact, Route, Allow …) are split at their commas. */
export function headerValues({ headers }: Pick<SipParts, 'headers'>, name: string): string[] {
  const wanted = name.toLowerCase()
  const lines = headers.filter((header) => header.name.toLowerCase() === wanted).map(({ value }) => value)
  return LISTS.has(wanted) ? lines.flatMap(splitList) : lines
}

/** Splits at commas that stand neither in quotes nor in angle brackets; empty parts are left out. */
function splitList(value: string): string[] {
  const parts: string[] = []
  let [start, quoted, bracketed] = [0, false, false]
  for (let at = 0; at < value.length; at++) {
    const sign = value[at]
    if (quoted) {
      if (sign === '\\') at++
      else if (sign === '"') quoted = false
    } else if (sign === '"') quoted = true
    else if (sign === '<') bracketed = true
    else if (sign === '>') bracketed = false
    else if (sign === ',' && !bracketed) {
      parts.push(value.slice(start, at))
      start = at + 1
    }
  }
  parts.push(value.slice(start))
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** The message with one header replaced where it first stood, or added at the end; further ones of its name go. */
export function withHeader<M extends SipMessage>(message: M, name: string, value: string): M {
  const wanted = name.toLowerCase()
  const first = message.headers.findIndex((header) => header.name.toLowerCase() === wanted)
  const headers = message.headers.filter((header, at) => at === first || header.name.toLowerCase() !== wanted)
  if (first < 0) headers.push({ name, value })
  else headers[first] = { name, value }
  return { ...message, headers }
}
