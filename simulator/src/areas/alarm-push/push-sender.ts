import { inflateRawSync } from 'node:zlib'
import type { PushFault } from '@backlot/contract/alarm-push/entities'
import type { Logger } from 'pino'
import type { HostClock } from '../../kernel/clock.ts'
import type { Store } from '../../store/store.ts'
import { prepared } from '../shared/prepared.ts'
import { type PostDeps, type PostResult, postJson } from './post-json.ts'
import type { StoredRule } from './push-rule.ts'
import { retryAfterMs } from './retry-plan.ts'
import { signature } from './sign.ts'
import type { Tried } from './writes.ts'

/** A request that waits, with its body as it is kept. */
type Waiting = { id: number; attempts: number; nextMs: number; body: Buffer }

export type PushSender = {
  /** Sends the due requests of a rule, one after the other; returns by itself for later ones. */
  kick(ruleId: number): void
  /** Sends a stored request now and once, whatever waits before it. Answers the result. */
  sendOnce(rule: StoredRule, delivery: { id: number; body: string }): Promise<Tried>
  /** Stops; a pending request is cut and stays among the waiting ones. */
  close(): Promise<void>
}

/**
 * Brings requests to their receivers: one at a time and in order for each rule, retried with growing waits. Waiting
 * requests are only in the store, so they outlive the process.
 */
export function createPushSender(deps: {
  store: Store
  log: Logger
  post: PostDeps
  ruleOf(ruleId: number): StoredRule | undefined
  mayPush(ownerId: number): boolean
  version: string
}): PushSender {
  const { store, post, ruleOf } = deps
  const clock: HostClock = post.clock
  const ending = new AbortController()
  const busy = new Map<number, Promise<void>>()
  /** Rules that were kicked while they were worked on. */
  const wanted = new Set<number>()
  const timers = new Map<number, () => void>()

  const headOf = (ruleId: number): Waiting | undefined =>
    prepared(
      store.read,
      `SELECT id, attempts, next_ms AS nextMs, body FROM alarm_push_deliveries
       WHERE rule_id = ? AND state = 'waiting' AND kind = 'alarms' ORDER BY id LIMIT 1`,
    ).get(ruleId) as Waiting | undefined

  const send = (
    rule: StoredRule,
    { id, attempts, body }: { id: number; attempts: number; body: string },
  ): Promise<PostResult> => {
    const seconds = Math.floor(clock.now() / 1000)
    return postJson(post, {
      url: rule.fields.url,
      body,
      signal: ending.signal,
      headers: {
        'content-type': 'application/json',
        'user-agent': `Backlot/${deps.version}`,
        // Programs on this machine that trust requests not made by a page must not trust this one.
        'sec-fetch-site': 'cross-site',
        'x-backlot-delivery': String(id),
        'x-backlot-rule': String(rule.id),
        'x-backlot-attempt': String(attempts),
        'x-backlot-signature': signature(rule.secret, seconds, id, body),
      },
    })
  }
  const outcome = (
    { id, ruleId, attempts }: Pick<Tried, 'id' | 'ruleId' | 'attempts'>,
    result: PostResult,
    mayTryAgain: boolean,
  ): Tried => {
    const lastMs = clock.now()
    const { httpStatus, durationMs } = result
    const base = { id, ruleId, attempts, lastMs, httpStatus, durationMs }
    if (result.ok) return { ...base, state: 'delivered', nextMs: null, fault: null, detail: null }
    const waitMs = mayTryAgain ? retryAfterMs(attempts, result) : undefined
    const { fault, detail } = result
    if (waitMs === undefined) return { ...base, state: 'failed', nextMs: null, fault, detail }
    return { ...base, state: 'waiting', nextMs: lastMs + waitMs, fault, detail }
  }
  const giveUp = (head: Waiting, ruleId: number, fault: PushFault) =>
    store.write('alarmPush.tried', {
      id: head.id,
      ruleId,
      state: 'failed',
      attempts: head.attempts,
      lastMs: clock.now(),
      nextMs: null,
      httpStatus: null,
      fault,
      detail: null,
      durationMs: null,
    })

  /** Sends until nothing is due any more. */
  const work = async (ruleId: number): Promise<void> => {
    while (!ending.signal.aborted) {
      const rule = ruleOf(ruleId)
      const head = headOf(ruleId)
      if (!rule || !head || !rule.fields.enabled) return
      if (!deps.mayPush(rule.ownerId)) {
        await giveUp(head, ruleId, 'ownerMayNot')
        continue
      }
      const waitMs = head.nextMs - clock.now()
      if (waitMs > 0) {
        timers.set(
          ruleId,
          clock.after(waitMs, () => kick(ruleId)),
        )
        return
      }
      const attempts = head.attempts + 1
      const body = inflateRawSync(head.body).toString()
      const result = await send(rule, { id: head.id, attempts, body })
      if (ending.signal.aborted && !result.ok) return
      await store.write('alarmPush.tried', outcome({ id: head.id, ruleId, attempts }, result, true))
    }
  }
  const kick: PushSender['kick'] = (ruleId) => {
    timers.get(ruleId)?.()
    timers.delete(ruleId)
    if (ending.signal.aborted) return
    if (busy.has(ruleId)) {
      wanted.add(ruleId)
      return
    }
    const working = work(ruleId)
      .catch((error: unknown) =>
        deps.log.error({ err: error, ruleId }, 'a push request could not be processed'),
      )
      .finally(() => {
        busy.delete(ruleId)
        if (wanted.delete(ruleId)) kick(ruleId)
      })
    busy.set(ruleId, working)
  }

  return {
    kick,
    async sendOnce(rule, { id, body }) {
      const result = await send(rule, { id, attempts: 1, body })
      const done = outcome({ id, ruleId: rule.id, attempts: 1 }, result, false)
      await store.write('alarmPush.tried', done)
      return done
    },
    async close() {
      ending.abort()
      for (const cancel of timers.values()) cancel()
      timers.clear()
      await Promise.all(busy.values())
    },
  }
}
