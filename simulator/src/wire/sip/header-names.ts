/** Names of headers: compact forms (RFC 3261 section 7.3.3, RFC 6665, RFC 3515) and the usual spelling. */

const COMPACT: Readonly<Record<string, string>> = {
  b: 'Referred-By',
  c: 'Content-Type',
  e: 'Content-Encoding',
  f: 'From',
  i: 'Call-ID',
  k: 'Supported',
  l: 'Content-Length',
  m: 'Contact',
  o: 'Event',
  r: 'Refer-To',
  s: 'Subject',
  t: 'To',
  u: 'Allow-Events',
  v: 'Via',
  x: 'Session-Expires',
}

const USUAL = new Map(
  [
    ...Object.values(COMPACT),
    'Accept',
    'Allow',
    'Authorization',
    'CSeq',
    'Date',
    'Expires',
    'Max-Forwards',
    'Proxy-Authenticate',
    'Proxy-Authorization',
    'Record-Route',
    'Require',
    'Route',
    'Subscription-State',
    'Timestamp',
    'User-Agent',
    'Unsupported',
    'WWW-Authenticate',
    'X-GB-Ver',
  ].map((name) => [name.toLowerCase(), name]),
)

/** The full name in its usual spelling; a name that is not known stays as it is. */
export function fullHeaderName(name: string): string {
  const lower = name.toLowerCase()
  return (lower.length === 1 ? COMPACT[lower] : USUAL.get(lower)) ?? name
}
