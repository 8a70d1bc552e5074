/** WS-Security UsernameToken Profile 1.0, as ONVIF uses it (ONVIF Core, 5.9.2). */
import { createHash, timingSafeEqual } from 'node:crypto'
import { SECURITY } from './namespaces.ts'
import { headerOf } from './soap-envelope.ts'
import { childOf, textAt, type XmlNode } from './xml-node.ts'
import { readDateTime } from './xsd-values.ts'

export type UsernameToken = {
  username: string
  password: string
  /** How the password is given: in clear, or as the digest of nonce, time and password. */
  kind: 'text' | 'digest'
  /** As sent, base64; empty where a text has none. */
  nonce: string
  created: string
  /** Epoch milliseconds of `created`; undefined when a text has none. */
  createdMs: number | undefined
}

/** The token of a header: undefined when there is none, 'bad' when it is incomplete or of another kind. */
export function readUsernameToken(header: XmlNode | undefined): UsernameToken | 'bad' | undefined {
  const security = headerOf(header, SECURITY.wsse, 'Security')
  if (!security) return undefined
  const token = childOf(security, 'UsernameToken')
  const username = textAt(token, 'Username')
  const password = childOf(token, 'Password')
  if (!token || username === undefined || !password) return 'bad'
  const type = password.attributes.get('Type') ?? SECURITY.passwordText
  const kind = type.endsWith('#PasswordDigest')
    ? 'digest'
    : type.endsWith('#PasswordText')
      ? 'text'
      : undefined
  const nonce = textAt(token, 'Nonce') ?? ''
  const created = textAt(token, 'Created') ?? ''
  const createdMs = readDateTime(created)
  if (kind === undefined || nonce.length > 256 || created.length > 64) return 'bad'
  if (kind === 'digest' && (nonce === '' || createdMs === undefined)) return 'bad'
  return { username, password: password.text, kind, nonce, created, createdMs }
}

/** Base64(SHA-1(nonce + created + password)); the nonce is base64. */
export function passwordDigest(nonce: string, created: string, password: string): string {
  const hash = createHash('sha1')
  return hash.update(Buffer.from(nonce, 'base64')).update(created).update(password).digest('base64')
}

/** Whether a token was made with the password. */
export function isTokenOf(token: UsernameToken, password: string): boolean {
  const { kind, nonce, created } = token
  const expected = kind === 'digest' ? passwordDigest(nonce, created, password) : password
  return isSame(expected, token.password)
}

/** In a time that does not depend on where they differ. */
function isSame(a: string, b: string): boolean {
  const hashes = [a, b].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(...hashes)
}
