/**
 * Digest authentication as RTSP, SIP and HTTP use it (RFC 7616; RFC 2617 for clients without `qop`; RFC 2326, 14; RFC 8760
 * for SIP).
 */
import { createHash, timingSafeEqual } from 'node:crypto'

export type DigestAlgorithm = 'MD5' | 'SHA-256'

const HASHES = { MD5: 'md5', 'SHA-256': 'sha256' } as const

export type DigestCredentials = {
  username: string
  realm: string
  nonce: string
  uri: string
  /** Hexadecimal digits in lower case. */
  response: string
  algorithm: DigestAlgorithm
  qop: 'auth' | undefined
  nc: string
  cnonce: string
}

/** Values of WWW-Authenticate, the stronger algorithm first: programs that know one only take the last that they know. */
export function digestChallenges(
  realm: string,
  nonce: string,
  options: { isStale?: boolean } = {},
): string[] {
  const stale = options.isStale ? ', stale=true' : ''
  return (['SHA-256', 'MD5'] as const).map(
    (algorithm) => `Digest realm="${realm}", nonce="${nonce}", algorithm=${algorithm}${stale}`,
  )
}

/** Reads an Authorization header; undefined when it is no digest, incomplete, or of an unknown algorithm. */
export function readDigest(header: string): DigestCredentials | undefined {
  const scheme = /^\s*Digest\s+/i.exec(header)
  if (!scheme || header.length > 4096) return undefined
  const fields = new Map<string, string>()
  const field = /([A-Za-z-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))\s*(?:,|$)\s*/gy
  field.lastIndex = scheme[0].length
  for (let found = field.exec(header); found; found = field.exec(header)) {
    fields.set(found[1]!.toLowerCase(), found[2]?.replace(/\\(.)/g, '$1') ?? found[3] ?? '')
  }
  const named = (fields.get('algorithm') ?? 'MD5').toUpperCase()
  const algorithm = named === 'MD5' || named === 'SHA-256' ? named : undefined
  const qop = fields.get('qop')
  const needed = ['username', 'realm', 'nonce', 'uri', 'response'].map((name) => fields.get(name))
  if (!algorithm || needed.some((value) => value === undefined) || (qop !== undefined && qop !== 'auth'))
    return undefined
  const [username, realm, nonce, uri, response] = needed as [string, string, string, string, string]
  const [nc, cnonce] = [fields.get('nc') ?? '', fields.get('cnonce') ?? '']
  if (qop && (!nc || !cnonce)) return undefined
  return { username, realm, nonce, uri, response: response.toLowerCase(), algorithm, qop, nc, cnonce }
}

/** The response of who knows the password (RFC 7616, 3.4.1). */
export function digestResponse(
  credentials: Omit<DigestCredentials, 'response'>,
  password: string,
  method: string,
): string {
  const { username, realm, nonce, uri, algorithm, qop, nc, cnonce } = credentials
  const hash = (text: string) => createHash(HASHES[algorithm]).update(text).digest('hex')
  const secret = hash(`${username}:${realm}:${password}`)
  const request = hash(`${method}:${uri}`)
  return hash(qop ? `${secret}:${nonce}:${nc}:${cnonce}:${qop}:${request}` : `${secret}:${nonce}:${request}`)
}

/** Whether the response was made with the password for this method. */
export function isDigestOf(credentials: DigestCredentials, password: string, method: string): boolean {
  const expected = Buffer.from(digestResponse(credentials, password, method))
  const given = Buffer.from(credentials.response)
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/** The Authorization header of a client. */
export function writeDigest(credentials: DigestCredentials): string {
  const { username, realm, nonce, uri, response, algorithm, qop, nc, cnonce } = credentials
  const base = `Digest username="${username}", realm="${realm}", nonce="${nonce}", uri="${uri}", response="${response}", algorithm=${algorithm}`
  return qop ? `${base}, qop=${qop}, nc=${nc}, cnonce="${cnonce}"` : base
}
