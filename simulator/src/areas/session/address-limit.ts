/** Wrong sign-ins that one address may make in a window before it has to wait. */
const MOST_FAILURES = 60
const WINDOW_MS = 5 * 60_000
const MOST_ADDRESSES = 10_000
/** Accounts that are remembered to have signed in from an address. */
const MOST_KNOWN = 20_000

/**
 * Counts failed sign-ins by network address in fixed windows of host time. Successful ones do not count. Many people
 * share an address (an office, a proxy), so an account that has signed in from it is not delayed by others' failures
 * there: only its own lock counts.
 */
export class AddressLimit {
  readonly #now: () => number
  readonly #byAddress = new Map<string, { windowStartMs: number; failures: number }>()
  readonly #known = new Set<string>()

  constructor(now: () => number) {
    this.#now = now
  }

  mustWait(address: string, loginName: string): boolean {
    const entry = this.#byAddress.get(address)
    if (!entry || this.#now() - entry.windowStartMs >= WINDOW_MS) return false
    return entry.failures >= MOST_FAILURES && !this.#known.has(pair(address, loginName))
  }

  /** An account has signed in from an address. */
  succeed(address: string, loginName: string): void {
    const key = pair(address, loginName)
    this.#known.delete(key)
    this.#known.add(key)
    if (this.#known.size > MOST_KNOWN) this.#known.delete(this.#known.values().next().value as string)
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

const pair = (address: string, loginName: string) => `${address} ${loginName.toLowerCase()}`
