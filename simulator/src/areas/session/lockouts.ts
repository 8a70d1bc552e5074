import { LIMITS } from '@backlot/contract/limits'
import { queryBuilder } from '../../store/query-builder.ts'
import type { Store } from '../../store/store.ts'
import { signInFailures } from './tables.ts'

type Failures = { failures: number; lastMs: number; lockedUntilMs: number }
/** Names without an account are counted too, so that a lock does not reveal which names exist; this many at most. */
const MOST_NAMES = 10_000

/** Counts wrong passwords by login name and locks the name after five, for fifteen minutes of host time. */
export class Lockouts {
  readonly #store: Store
  readonly #now: () => number
  readonly #byName = new Map<string, Failures>()

  constructor(store: Store, now: () => number) {
    this.#store = store
    this.#now = now
    const rows = queryBuilder(store.read).select().from(signInFailures).all()
    const nowMs = now()
    for (const { loginName, failures, lastMs, lockedUntilMs } of rows) {
      this.#byName.set(loginName, {
        failures,
        // If the machine's clock was ahead when they were stored, they would lock for that much longer.
        lastMs: Math.min(lastMs, nowMs),
        lockedUntilMs: Math.min(lockedUntilMs, nowMs + LIMITS.lockMs),
      })
    }
  }

  /** Milliseconds that sign-in stays locked; 0 when it is open. */
  remainingMs(loginName: string): number {
    const entry = this.#byName.get(loginName.toLowerCase())
    return entry ? Math.max(0, entry.lockedUntilMs - this.#now()) : 0
  }

  /** Counts a wrong password. `known`: there is such an account, so the count outlives a restart. */
  async fail(loginName: string, known: boolean): Promise<void> {
    const name = loginName.toLowerCase()
    const now = this.#now()
    const before = this.#byName.get(name)
    const stale = !before || now - before.lastMs > LIMITS.lockMs
    const failures = stale ? 1 : before.failures + 1
    const locks = failures >= LIMITS.signInFailuresToLock
    const entry = {
      failures: locks ? 0 : failures,
      lastMs: now,
      lockedUntilMs: locks ? now + LIMITS.lockMs : 0,
    }
    this.#byName.delete(name)
    this.#byName.set(name, entry)
    if (this.#byName.size > MOST_NAMES) {
      const oldest = this.#byName.keys().next().value
      if (oldest !== undefined) this.#byName.delete(oldest)
    }
    if (known) await this.#store.write('session.keepFailures', { loginName: name, ...entry })
  }

  async clear(loginName: string): Promise<void> {
    const name = loginName.toLowerCase()
    if (this.#byName.delete(name)) await this.#store.write('session.forgetFailures', { loginName: name })
  }
}
