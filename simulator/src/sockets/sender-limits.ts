import { TokenBucket } from './token-bucket.ts'

const SENDERS_MOST = 1000

/** A burst and a rate per second for each address; of very many addresses the oldest are forgotten. */
export function createSenderLimits(rate: { burst: number; perSecond: number }): {
  /** Whether an address may send one more; one that may not is charged nothing. */
  allows(address: string, nowMs: number): boolean
} {
  const buckets = new Map<string, TokenBucket>()
  return {
    allows(address, nowMs) {
      let bucket = buckets.get(address)
      if (!bucket) {
        const [oldest] = buckets.keys()
        if (buckets.size >= SENDERS_MOST && oldest !== undefined) buckets.delete(oldest)
        bucket = new TokenBucket(rate.burst, rate.perSecond, nowMs)
        buckets.set(address, bucket)
      }
      return bucket.allows(1, nowMs)
    },
  }
}
