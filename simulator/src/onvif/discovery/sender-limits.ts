import type { HostClock } from '../../kernel/clock.ts'
import { TokenBucket } from '../../sockets/token-bucket.ts'

/** A client sends a handful of Probes when somebody presses a button. */
const RATE = { burst: 20, perSecond: 5 } as const
const SENDERS_MOST = 1000

/** How many messages an address may send; the oldest of very many addresses are forgotten. */
export function createSenderLimits(hostClock: HostClock): { allows(address: string): boolean } {
  const buckets = new Map<string, { bucket: TokenBucket; freeAtMs: number }>()
  return {
    allows(address) {
      const nowMs = hostClock.now()
      let sender = buckets.get(address)
      if (!sender) {
        const [oldest] = buckets.keys()
        if (buckets.size >= SENDERS_MOST && oldest !== undefined) buckets.delete(oldest)
        sender = { bucket: new TokenBucket(RATE.burst, RATE.perSecond, nowMs), freeAtMs: 0 }
        buckets.set(address, sender)
      }
      if (sender.freeAtMs > nowMs) return false
      sender.freeAtMs = nowMs + sender.bucket.take(1, nowMs)
      return true
    },
  }
}
