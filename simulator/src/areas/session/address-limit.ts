/** Wrong sign-ins that one address may make in a window before it has to wait. */
const MOST_FAILURES = 60
const WINDOW_MS = 5 * 60_000
const MOST_ADDRESSES = 10_000

/** Counts failed sign-ins by network address in fixed windows of host time. Right ones do not count. */
export class AddressLimit {
  readonly #now: () => number
  readonly #byAddress = new Map<string, { windowStartMs: number; failures: number }>()

  constructor(now: () => number) {
    this.#now = now
  }

  mustWait(address: string): boolean {
    const entry = this.#byAddress.get(address)
    if (!entry || this.#now() - entry.windowStartMs >= WINDOW_MS) return false
    return entry.failures >= MOST_FAILURES
  }

  fail(address: string): void {
    const now = this.#now()
    const entry = this.#byAddress.get(address)
    if (entry && now - entry.windowStartMs < WINDOW_MS) {
      entry.failures++
      return
    }
    this.#byAddress.delete(address)
    this.#byAddress.set(address, { windowStartMs: now, failures: 1 })
    if (this.#byAddress.size > MOST_ADDRESSES) {
      const oldest = this.#byAddress.keys().next().value
      if (oldest !== undefined) this.#byAddress.delete(oldest)
    }
  }
}
