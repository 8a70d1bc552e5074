/** Parameters behind a URI or a header value: `;name=value;name;name="quoted"` (RFC 3261 section 7.3.1). */
import { type SipRead, sipProblem } from './sip-problem.ts'

/** A name without a value is a flag. Quoted values are kept without their quotes. */
export type SipParameter = { name: string; value?: string }

const NAME = /^[\w.!%*+`'~-]+$/
const PLAIN = /^[^\s;,="<>?]+$/

/** The value of a parameter; '' for a flag, undefined when it is not there. Names are case-insensitive. */
export function parameterValue(parameters: readonly SipParameter[], name: string): string | undefined {
  const wanted = name.toLowerCase()
  const found = parameters.find((parameter) => parameter.name.toLowerCase() === wanted)
  return found && (found.value ?? '')
}

/** The list with one parameter set, where it stood or at the end. */
export function withParameter(
  parameters: readonly SipParameter[],
  name: string,
  value: string,
): SipParameter[] {
  const wanted = name.toLowerCase()
  const isIt = (parameter: SipParameter) => parameter.name.toLowerCase() === wanted
  if (!parameters.some(isIt)) return [...parameters, { name, value }]
  return parameters.map((parameter) => (isIt(parameter) ? { name: parameter.name, value } : parameter))
}

/** Reads `text`, empty or beginning with ';'. `offset` is that of the text in its header value. */
export function readParameters(text: string, offset: number): SipRead<SipParameter[]> {
  const parameters: SipParameter[] = []
  let at = 0
  while (at < text.length) {
    if (text[at] === ' ' || text[at] === '\t') {
      at++
      continue
    }
    if (text[at] !== ';') return sipProblem('parameter', offset + at, `'${text[at]}' where ; was expected`)
    const from = at + 1
    at = endOf(text, from)
    const part = text.slice(from, at)
    if (part.trim() === '') continue
    const equals = part.indexOf('=')
    const name = (equals < 0 ? part : part.slice(0, equals)).trim()
    if (!NAME.test(name)) return sipProblem('parameter', offset + from, `'${name}' is no parameter`)
    if (equals < 0) parameters.push({ name })
    else parameters.push({ name, value: unquoted(part.slice(equals + 1).trim()) })
  }
  return { ok: true, value: parameters }
}

/** The ; outside quotes that ends a parameter, or the end of the text. */
function endOf(text: string, from: number): number {
  let quoted = false
  for (let at = from; at < text.length; at++) {
    if (text[at] === '"') quoted = !quoted
    else if (quoted && text[at] === '\\') at++
    else if (!quoted && text[at] === ';') return at
  }
  return text.length
}

/** A quoted string without quotes and backslashes; other texts as they are. */
export function unquoted(text: string): string {
  const inner = /^"(.*)"$/s.exec(text)?.[1]
  return inner === undefined ? text : inner.replace(/\\(.)/gs, '$1')
}

/** A quoted string. Throws a RangeError for a line break. */
export function quoted(text: string): string {
  if (/[\r\n]/.test(text)) throw new RangeError('a line break in a quoted string')
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

/** `;name=value` …; values with other signs than those of a token are quoted. Throws a RangeError for a bad name. */
export function writeParameters(parameters: readonly SipParameter[]): string {
  return parameters
    .map(({ name, value }) => {
      if (!NAME.test(name)) throw new RangeError(`parameter name '${name}'`)
      if (value === undefined) return `;${name}`
      return `;${name}=${PLAIN.test(value) ? value : quoted(value)}`
    })
    .join('')
}
