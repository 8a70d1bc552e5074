/**
 * Bounds the memory that clients of streams and files hold by not reading: bytes that wait in the sockets of one
 * address, and in all. Past a limit the sockets that have taken nothing for longest are cut; clients that read are not
 * touched.
 */
export type UnsentLimits = {
  /** Bytes that wait for one address; a wall of sixteen windows on a slow line has 16 MB. */
  perAddress: number
  inAll: number
}

export const UNSENT_LIMITS: UnsentLimits = { perAddress: 64 * 1024 * 1024, inAll: 256 * 1024 * 1024 }

/** Of which limit a socket was over when it was cut. */
const UNSENT_CUTS = ['address', 'all'] as const
type UnsentCut = (typeof UNSENT_CUTS)[number]

export type UnsentBytes = {
  /**
   * A socket or a reply to `address` that is written to until it closes. `held`: bytes that wait for it now. Call the
   * returned function with the number of bytes sent.
   */
  open(address: string | undefined, target: Target, held: () => number): (bytes: number) => void
  /** Bytes that wait now. */
  held(): number
  /** Sockets cut so far. */
  cuts(): Readonly<Record<UnsentCut, number>>
}

type Target = { destroy(): void; once(event: 'close', listener: () => void): unknown }
type Holder = {
  held(): number
  cut(): void
  sent: number
  /** Bytes that it has taken, and the number of the look at which it had last taken some. */
  taken: number
  takenAt: number
}
/** `most` is an upper bound of waiting bytes: those at the last look, and all sent since. */
type Pool = { limit: number; most: number; holders: Set<Holder>; why: UnsentCut }

export function createUnsentBytes(limits: UnsentLimits): UnsentBytes {
  const all: Pool = { limit: limits.inAll, most: 0, holders: new Set(), why: 'all' }
  const addresses = new Map<string, Pool>()
  const cuts = { address: 0, all: 0 }

  let looks = 0

  /** Bytes that wait for a holder now; notes whether it has taken some since the last look. */
  const look = (holder: Holder): number => {
    const bytes = holder.held()
    const taken = holder.sent - bytes
    if (taken > holder.taken) holder.takenAt = ++looks
    holder.taken = taken
    return bytes
  }

  /** Measures waiting bytes, and cuts clients that have not read for longest until the rest has room. */
  const relieve = (pool: Pool): void => {
    const found = [...pool.holders].map((holder) => ({ holder, bytes: look(holder) }))
    pool.most = found.reduce((sum, { bytes }) => sum + bytes, 0)
    if (pool.most <= pool.limit) return
    for (const { holder, bytes } of found.sort((a, b) => a.holder.takenAt - b.holder.takenAt)) {
      if (pool.most <= pool.limit) return
      if (bytes === 0) continue
      pool.most -= bytes
      cuts[pool.why]++
      holder.cut()
    }
  }

  return {
    open(address = '', target, held) {
      const own = addresses.get(address) ?? {
        limit: limits.perAddress,
        most: 0,
        holders: new Set(),
        why: 'address',
      }
      addresses.set(address, own)
      const pools = [own, all]
      const leave = (): void => {
        for (const { holders } of pools) holders.delete(holder)
        if (own.holders.size === 0 && addresses.get(address) === own) addresses.delete(address)
      }
      const holder: Holder = {
        held,
        sent: 0,
        taken: 0,
        takenAt: ++looks,
        cut() {
          leave()
          target.destroy()
        },
      }
      for (const { holders } of pools) holders.add(holder)
      target.once('close', leave)
      return (bytes) => {
        holder.sent += bytes
        look(holder)
        for (const pool of pools) {
          pool.most += bytes
          if (pool.most > pool.limit && pool.holders.has(holder)) relieve(pool)
        }
      }
    },
    held: () => [...all.holders].reduce((sum, holder) => sum + holder.held(), 0),
    cuts: () => cuts,
  }
}
