import { createHash } from 'node:crypto'
import type { Answer } from '../calls/reply.ts'
import type { HostClock } from '../kernel/clock.ts'
import { PlatformError } from '../kernel/platform-error.ts'

/** How long a repeated write answers with its first reply. */
const IDEMPOTENCY_MS = 10 * 60_000
const KEPT_MAX = 10_000
/** Of one user: who sends thousands of keys forgets the own ones first, not everybody's. */
const KEPT_OF_ONE_MAX = 1000
const KEY = /^[\x21-\x7e]{1,128}$/

/**
 * Repeats of a write answer with the first reply, also while the first is still being made. A key belongs to one
 * user, call and body; with another body it is refused. Failures of ours (5xx) are not kept. Memory only, and of a body
 * no more than its digest: bodies are up to a megabyte.
 */
export type Idempotency = {
  once(
    scope: { userId: number; call: string; key: string; body: unknown },
    make: () => Promise<Answer>,
  ): Promise<Answer>
}

type Kept = { atMs: number; body: string; answer: Promise<Answer> }

export function createIdempotency(host: HostClock): Idempotency {
  const kept = new Map<string, Kept>()
  const ofUsers = new Map<number, Set<string>>()
  const forget = (userId: number, id: string) => {
    kept.delete(id)
    const own = ofUsers.get(userId)
    own?.delete(id)
    if (own?.size === 0) ofUsers.delete(userId)
  }
  const forgetOld = () => {
    for (const [id, entry] of kept) {
      if (host.now() - entry.atMs < IDEMPOTENCY_MS && kept.size <= KEPT_MAX) return
      forget(Number(id.slice(0, id.indexOf(' '))), id)
    }
  }
  const keep = (userId: number, id: string, entry: Kept) => {
    const own = ofUsers.get(userId) ?? new Set()
    const oldest = own.size >= KEPT_OF_ONE_MAX ? own.values().next().value : undefined
    if (oldest !== undefined) forget(userId, oldest)
    kept.set(id, entry)
    ofUsers.set(userId, own.add(id))
  }
  return {
    async once({ userId, call, key, body }, make) {
      if (!KEY.test(key))
        throw new PlatformError(
          'invalid',
          'Idempotency-Key: use 1 to 128 visible characters',
          'Idempotency-Key',
        )
      forgetOld()
      const id = `${userId} ${call} ${key}`
      const digest = createHash('sha256')
        .update(JSON.stringify(body ?? null))
        .digest('base64url')
      const known = kept.get(id)
      if (known) {
        if (known.body !== digest)
          throw new PlatformError('conflict', 'This Idempotency-Key was used with another body.')
        return known.answer
      }
      const answer = make()
      keep(userId, id, { atMs: host.now(), body: digest, answer })
      const drop = () => forget(userId, id)
      answer.then((made) => made.status >= 500 && drop(), drop)
      return answer
    },
  }
}
