import type { HostClock } from '../timeline/clock.ts'
import { PlatformError } from './platform-error.ts'
import type { Answer } from './reply.ts'

/** How long a repeated write answers with its first reply. */
export const IDEMPOTENCY_MS = 10 * 60_000
const KEPT_MAX = 10_000
const KEY = /^[\x21-\x7e]{1,128}$/

/**
 * Repeats of a write answer with the first reply, also while the first is still being made. A key belongs to one
 * user, call and body; with another body it is refused. Failures of ours (5xx) are not kept. Memory only.
 */
export type Idempotency = {
  once(
    scope: { userId: number; call: string; key: string; body: unknown },
    make: () => Promise<Answer>,
  ): Promise<Answer>
}

export function createIdempotency(host: HostClock): Idempotency {
  const kept = new Map<string, { atMs: number; body: string; answer: Promise<Answer> }>()
  const forgetOld = () => {
    for (const [id, entry] of kept) {
      if (host.now() - entry.atMs < IDEMPOTENCY_MS && kept.size <= KEPT_MAX) return
      kept.delete(id)
    }
  }
  return {
    async once({ userId, call, key, body }, make) {
      if (!KEY.test(key))
        throw new PlatformError('invalid', 'Idempotency-Key: 1 to 128 visible characters', 'Idempotency-Key')
      forgetOld()
      const id = `${userId} ${call} ${key}`
      const text = JSON.stringify(body ?? null)
      const known = kept.get(id)
      if (known) {
        if (known.body !== text)
          throw new PlatformError('conflict', 'This Idempotency-Key was used with another body.')
        return known.answer
      }
      const answer = make()
      kept.set(id, { atMs: host.now(), body: text, answer })
      const forget = () => kept.delete(id)
      answer.then((made) => made.status >= 500 && forget(), forget)
      return answer
    },
  }
}
