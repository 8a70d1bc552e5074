/** What a server wants of who signs in (RFC 7235, 4.1; RFC 7616, 3.3), and the answer. */
import { randomBytes } from 'node:crypto'
import { type DigestAlgorithm, digestResponse, writeDigest } from './digest-auth.ts'

export type Challenge =
  | { scheme: 'Basic' }
  | { scheme: 'Digest'; realm: string; nonce: string; algorithm: DigestAlgorithm; qop: 'auth' | undefined }

/**
 * The strongest challenge of a WWW-Authenticate header (of several, joined by commas) that can be met: Digest by
 * SHA-256, by MD5, then Basic, which sends the password in the clear. Undefined when there is none.
 */
export function readChallenge(header: string): Challenge | undefined {
  if (header.length > 8192) return undefined
  const starts = [...header.matchAll(/(?:^|,)\s*(Digest|Basic)\s/gi)]
  const challenges = starts.flatMap(({ 1: scheme, index }, i): Challenge[] => {
    const text = header.slice(index, starts[i + 1]?.index)
    if (scheme!.toLowerCase() === 'basic') return [{ scheme: 'Basic' }]
    const algorithm = (fieldOf(text, 'algorithm') ?? 'MD5').toUpperCase()
    const nonce = fieldOf(text, 'nonce')
    const qops = fieldOf(text, 'qop')
      ?.split(',')
      .map((one) => one.trim())
    if (nonce === undefined || (algorithm !== 'MD5' && algorithm !== 'SHA-256')) return []
    if (qops && !qops.includes('auth')) return []
    const realm = fieldOf(text, 'realm') ?? ''
    return [{ scheme: 'Digest', realm, nonce, algorithm, qop: qops ? 'auth' : undefined }]
  })
  const strength = (one: Challenge) => (one.scheme === 'Basic' ? 0 : one.algorithm === 'MD5' ? 1 : 2)
  return challenges.sort((one, other) => strength(other) - strength(one))[0]
}

/** The value of a field, quoted or not. */
function fieldOf(text: string, name: string): string | undefined {
  const found = new RegExp(`[\\s,]${name}\\s*=\\s*(?:"([^"]*)"|([^\\s,"]+))`, 'i').exec(text)
  return found?.[1] ?? found?.[2]
}

/** The Authorization header for a request; `count` numbers the requests with this nonce, from 1. */
export function answerChallenge(
  challenge: Challenge,
  account: { username: string; password: string },
  { method, uri, count }: { method: string; uri: string; count: number },
): string {
  const { username, password } = account
  if (challenge.scheme === 'Basic')
    return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const { realm, nonce, algorithm, qop } = challenge
  const nc = count.toString(16).padStart(8, '0')
  const cnonce = randomBytes(8).toString('hex')
  const own = { username, realm, nonce, uri, algorithm, qop, nc, cnonce }
  return writeDigest({ ...own, response: digestResponse(own, password, method) })
}
