import type { Visitor } from './platform-visits.ts'

/** How long the platform's word on whoever has a socket open counts. */
const TRUST_MS = 10_000

type VisitorWatchDeps = {
  /** Undefined: the platform knows the session no longer. `isFresh`: whatever it said some seconds ago. */
  visitor(isFresh: boolean): Promise<Visitor | undefined>
  /** Throws what the platform refuses the socket with. */
  check(visitor: Visitor): void
  /** The session has ended (undefined), or the platform refuses the socket. */
  end(refusal: Error | undefined): void
}

/**
 * Asks the platform about whoever has a socket open, as long as it is used: each question counts there as use of the
 * session, so a socket on which nothing happens does not put off its end.
 */
export class VisitorWatch {
  readonly #deps: VisitorWatchDeps
  #trustedUntilMs = performance.now() + TRUST_MS
  #isAsking = false

  constructor(deps: VisitorWatchDeps) {
    this.#deps = deps
  }

  /** The socket is used. */
  used(): void {
    if (!this.#isAsking && performance.now() >= this.#trustedUntilMs) void this.#ask(false)
  }

  /** The platform has said that something about the account has changed. */
  changed(): void {
    void this.#ask(true)
  }

  async #ask(isFresh: boolean): Promise<void> {
    this.#isAsking = true
    const { visitor, check, end } = this.#deps
    try {
      const found = await visitor(isFresh).catch(() => 'unknown' as const)
      // A platform that does not answer for a moment refuses nobody.
      if (found === undefined) end(undefined)
      else if (found !== 'unknown') check(found)
    } catch (refusal) {
      end(refusal as Error)
    } finally {
      this.#trustedUntilMs = performance.now() + TRUST_MS
      this.#isAsking = false
    }
  }
}
