/** Values of From, To, Contact, Route: name-addr or addr-spec with parameters (RFC 3261 section 20.10). */
import { quoted, readParameters, type SipParameter, unquoted, writeParameters } from './sip-parameters.ts'
import { type SipRead, sipProblem } from './sip-problem.ts'
import { readSipUri, type SipUri, writeSipUri } from './sip-uri.ts'

export type SipAddress = {
  displayName?: string
  uri: SipUri
  /** Of the header, such as `tag` and `expires`; those of the URI are its own. */
  parameters: readonly SipParameter[]
}

/**
 * Reads one value. Without angle brackets the parameters belong to the header, not to the URI. The `*` of a Contact is
 * no address: ask for it before. Offsets are character offsets in `text`.
 */
export function readSipAddress(text: string): SipRead<SipAddress> {
  const open = openBracket(text)
  if (open < 0) {
    const semicolon = text.indexOf(';')
    const end = semicolon < 0 ? text.length : semicolon
    return put(text.slice(0, end), 0, text.slice(end), end)
  }
  const close = text.indexOf('>', open)
  if (close < 0) return sipProblem('address', open, 'no > after <')
  const name = unquoted(text.slice(0, open).trim())
  return put(text.slice(open + 1, close), open + 1, text.slice(close + 1), close + 1, name)
}

function put(
  uriText: string,
  uriAt: number,
  tail: string,
  tailAt: number,
  displayName = '',
): SipRead<SipAddress> {
  const uri = readSipUri(uriText)
  if (!uri.ok) return sipProblem(uri.problem.code, uriAt + uri.problem.offset, uri.problem.message)
  const parameters = readParameters(tail, tailAt)
  if (!parameters.ok) return parameters
  const value: SipAddress = { uri: uri.value, parameters: parameters.value }
  if (displayName !== '') value.displayName = displayName
  return { ok: true, value }
}

/** The < outside quotes; −1 when there is none. */
function openBracket(text: string): number {
  let inQuotes = false
  for (let at = 0; at < text.length; at++) {
    if (inQuotes && text[at] === '\\') at++
    else if (text[at] === '"') inQuotes = !inQuotes
    else if (text[at] === '<' && !inQuotes) return at
  }
  return -1
}

/** `"name" <uri>;parameters`. Throws a RangeError for values that a header cannot hold. */
export function writeSipAddress({ displayName, uri, parameters }: SipAddress): string {
  const name = displayName === undefined ? '' : `${quoted(displayName)} `
  return `${name}<${writeSipUri(uri)}>${writeParameters(parameters)}`
}
