/** Ports for media, an even one with the odd one above it for each stream (RFC 3550, 11). */

export type PortPool = {
  /** The next free even port; undefined when all are in use. */
  take(): number | undefined
  give(port: number): void
  inUse(): number
}

/**
 * A pool of the ports `from` to `to`. They go round, so that what comes late for an ended stream reaches no new one.
 * Throws a RangeError when the range holds no pair.
 */
export function createPortPool({ from, to }: { from: number; to: number }): PortPool {
  const first = from + (from % 2)
  const pairs = Math.floor((to - first + 1) / 2)
  if (!(Number.isInteger(first) && first > 0 && to <= 65_535 && pairs >= 1))
    throw new RangeError(`no ports for media in ${from}-${to}`)
  const used = new Set<number>()
  let next = 0
  return {
    take() {
      for (let i = 0; i < pairs; i++) {
        const port = first + 2 * next
        next = (next + 1) % pairs
        if (used.has(port)) continue
        used.add(port)
        return port
      }
      return undefined
    },
    give: (port) => void used.delete(port),
    inUse: () => used.size,
  }
}
