/** Tokens that open one stream to one session for a while. The session itself never appears in them. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export type TokenRefusal = 'malformed' | 'forged' | 'expired' | 'revoked'
export type TokenCheck = { ok: true; sessionId: string } | { ok: false; why: TokenRefusal }

export type StreamTokens = {
  /** A token for a stream path that holds until `expiresAtMs` (host time). */
  issue(path: string, sessionId: string): { token: string; expiresAtMs: number }
  verify(path: string, token: string): TokenCheck
  /** From now on no token of the session opens anything. */
  revoke(sessionId: string): void
}

const HANDLE = /^[A-Za-z0-9_-]{12}$/

/** Keys live only in this object: a restart of the platform invalidates all tokens. */
export function createStreamTokens(deps: { now(): number; lifeMs: number }): StreamTokens {
  const key = randomBytes(32)
  const handles = new Map<string, string>()
  const sessions = new Map<string, string>()
  const sign = (path: string, handle: string, expires: string): string =>
    createHmac('sha256', key).update(`${path}\n${handle}\n${expires}`).digest('base64url').slice(0, 32)

  return {
    issue(path, sessionId) {
      let handle = handles.get(sessionId)
      if (!handle) {
        handle = randomBytes(9).toString('base64url')
        handles.set(sessionId, handle)
        sessions.set(handle, sessionId)
      }
      const expiresAtMs = deps.now() + deps.lifeMs
      const expires = expiresAtMs.toString(36)
      return {
        token: `${handle}.${expires}.${sign(path, handle, expires)}`,
        expiresAtMs,
      }
    },
    verify(path, token) {
      const [handle, expires, signature, more] = token.split('.')
      if (!handle || !expires || !signature || more !== undefined || !HANDLE.test(handle)) {
        return { ok: false, why: 'malformed' }
      }
      const given = Buffer.from(signature)
      const right = Buffer.from(sign(path, handle, expires))
      if (given.length !== right.length || !timingSafeEqual(given, right)) return { ok: false, why: 'forged' }
      if (Number.parseInt(expires, 36) < deps.now()) return { ok: false, why: 'expired' }
      const sessionId = sessions.get(handle)
      return sessionId === undefined ? { ok: false, why: 'revoked' } : { ok: true, sessionId }
    },
    revoke(sessionId) {
      const handle = handles.get(sessionId)
      if (!handle) return
      handles.delete(sessionId)
      sessions.delete(handle)
    },
  }
}
