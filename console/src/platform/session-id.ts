let current = ''

/** The session that calls are made in; empty when nobody is signed in. */
export const sessionId = (): string => current

/** Called by the owner of the session with its present id. */
export function setSessionId(next: string): void {
  current = next
}
