import { randomBytes, randomInt } from 'node:crypto'
import { LIMITS } from '@backlot/contract/limits'

/** No 0 O 1 I B 8 G Q S Z: letters that look alike in a stroke font are excluded. */
const VERIFY_ALPHABET = '2345679ACDEFHJKLMNPRTUVWXY'
const CODE_LENGTH = 4
/** Codes that wait to be used; past it the oldest go. */
const MOST_WAITING = 20_000
/** Codes of one address: a client that requests thousands loses its own, and nobody else's. */
const MOST_OF_ONE = 2000

/** Verify codes that were given out: each may be tried once, for two minutes of host time. */
export class VerifyCodes {
  readonly #now: () => number
  readonly #waiting = new Map<string, { code: string; expiresMs: number; address: string }>()
  readonly #byAddress = new Map<string, Set<string>>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** A new code for somebody at a network address. */
  issue(address: string): { key: string; code: string } {
    const key = randomBytes(16).toString('hex')
    let code = ''
    while (code.length < CODE_LENGTH) code += VERIFY_ALPHABET[randomInt(VERIFY_ALPHABET.length)]
    this.#dropOld()
    const own = this.#byAddress.get(address) ?? new Set()
    const oldest = own.size >= MOST_OF_ONE ? own.values().next().value : undefined
    if (oldest !== undefined) this.#forget(oldest)
    this.#waiting.set(key, { code, expiresMs: this.#now() + LIMITS.verifyCodeMs, address })
    this.#byAddress.set(address, own.add(key))
    return { key, code }
  }

  /** Uses a code up, right or wrong. Letters count without regard to case. */
  use(key: string, typed: string): 'right' | 'wrong' | 'expired' {
    const entry = this.#waiting.get(key)
    this.#forget(key)
    if (!entry || entry.expiresMs <= this.#now()) return 'expired'
    return entry.code === typed.trim().toUpperCase() ? 'right' : 'wrong'
  }

  /** The code of a key that waits, for tests (control API). */
  peek(key: string): string | undefined {
    const entry = this.#waiting.get(key)
    return entry && entry.expiresMs > this.#now() ? entry.code : undefined
  }

  #dropOld(): void {
    const now = this.#now()
    // Insertion order is order of expiry, so the expired ones come first.
    for (const [key, entry] of this.#waiting) {
      if (entry.expiresMs > now && this.#waiting.size < MOST_WAITING) break
      this.#forget(key)
    }
  }

  #forget(key: string): void {
    const entry = this.#waiting.get(key)
    if (!entry) return
    this.#waiting.delete(key)
    const own = this.#byAddress.get(entry.address)
    own?.delete(key)
    if (own?.size === 0) this.#byAddress.delete(entry.address)
  }
}
