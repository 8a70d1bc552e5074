/** Connections of all ports together, and of one address: a client that takes all it gets leaves room for others. */
export function createConnectionShare(limits: { inAll: number; ofAddress: number }) {
  const perAddress = new Map<string, number>()
  let all = 0
  return {
    count: () => all,
    /** Takes a place; answers how it is given back, undefined when there is none. */
    take(address: string): (() => void) | undefined {
      const own = perAddress.get(address) ?? 0
      if (all >= limits.inAll || own >= limits.ofAddress) return undefined
      all++
      perAddress.set(address, own + 1)
      return () => {
        all--
        const left = (perAddress.get(address) ?? 1) - 1
        if (left > 0) perAddress.set(address, left)
        else perAddress.delete(address)
      }
    },
  }
}
