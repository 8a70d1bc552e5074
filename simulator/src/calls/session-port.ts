import type { Caller } from './route.ts'

/** Name of the session cookie (HttpOnly, SameSite=Lax, Path=/). */
export const SESSION_COOKIE = 'backlot_session'

export type SessionFinding =
  | { caller: Caller }
  /** unknown: never seen (401). The others were a session once (20011). */
  | { reason: 'unknown' | 'expired' | 'kickedOut' | 'signedOut' }

/** How the platform's edge asks who is calling. Implemented by the session area; memory only, so it may be asked per request. */
export type SessionPort = {
  /** Looks a session up by its id and counts it as used (idle time restarts). */
  find(sessionId: string): SessionFinding
  /** Looks it up without counting it as used (the channel's own checks). */
  peek(sessionId: string): SessionFinding
}
