let current = ''

/** The session that calls are made in; empty when nobody is signed in. */
export const sessionId = (): string => current

/** Whoever keeps the session says what it is now. */
export function setSessionId(next: string): void {
  current = next
}
