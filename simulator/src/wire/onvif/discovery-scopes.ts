/** Rules by which the scopes of a Probe match those of a device (WS-Discovery of April 2005, 5.1). */

const RULES = 'http://schemas.xmlsoap.org/ws/2005/04/discovery/'
export type ScopeRule = 'rfc2396' | 'strcmp0' | 'uuid' | 'ldap' | 'none'

/** The rule of a MatchBy attribute; undefined when it is not known: such a Probe is not answered. */
export function scopeRuleOf(matchBy: string | undefined): ScopeRule | undefined {
  if (matchBy === undefined || matchBy === '') return 'rfc2396'
  const name = matchBy.startsWith(RULES) ? matchBy.slice(RULES.length) : ''
  return (['rfc2396', 'strcmp0', 'uuid', 'ldap', 'none'] as const).find((rule) => rule === name)
}

/** Whether every scope asked for matches one of a device. */
export function matchesScopes(asked: readonly string[], rule: ScopeRule, own: readonly string[]): boolean {
  if (rule === 'none') return own.length === 0
  if (rule === 'ldap') return asked.length === 0
  const matches =
    rule === 'strcmp0' ? (a: string, b: string) => a === b : rule === 'uuid' ? isSameUuid : isWithin
  return asked.every((scope) => own.some((one) => matches(scope, one)))
}

const isSameUuid = (a: string, b: string) => uuidOf(a) === uuidOf(b)
const uuidOf = (text: string) => text.toLowerCase().replace(/^urn:uuid:|^uuid:/, '')

/** Scheme and authority without case, then whole segments of the path from its beginning; no query, no . or ... */
function isWithin(asked: string, own: string): boolean {
  const [a, b] = [partsOf(asked), partsOf(own)]
  if (!a || !b || a.origin !== b.origin || a.segments.length > b.segments.length) return false
  return a.segments.every((segment, at) => segment === b.segments[at])
}

function partsOf(uri: string): { origin: string; segments: string[] } | undefined {
  const found = /^([A-Za-z][\w+.-]*):(?:\/\/([^/?#]*))?([^?#]*)/.exec(uri)
  if (!found) return undefined
  const [, scheme = '', authority = '', path = ''] = found
  const segments = path.replace(/\/+$/, '').split('/')
  if (segments.includes('.') || segments.includes('..')) return undefined
  return { origin: `${scheme}://${authority}`.toLowerCase(), segments: segments.map(decoded) }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
