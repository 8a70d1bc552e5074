/** Delays between attempts to reconnect: doubling from `firstMs` to `capMs`, less up to a quarter by chance. */
export function createBackoff(firstMs: number, capMs: number, random: () => number = Math.random) {
  let attempt = 0
  return {
    /** The next delay, milliseconds. */
    next(): number {
      const full = Math.min(capMs, firstMs * 2 ** attempt)
      attempt += 1
      return Math.round(full * (1 - random() * 0.25))
    },
    reset(): void {
      attempt = 0
    },
  }
}
