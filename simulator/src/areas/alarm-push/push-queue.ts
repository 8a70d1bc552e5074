import { PUSH_BATCH_EVENTS, PUSH_WAITING_MAX } from '@backlot/contract/alarm-push/constants'
import { type PushEvent, pushBody } from './push-body.ts'
import type { StoredRule } from './push-rule.ts'

/** Events of a rule that wait in memory for the next request; further ones are dropped. */
const HELD_MAX = 1000

/** Events that have not become requests yet, by rule. Bounded: a storm costs no more than fits in here. */
export class PushQueue {
  #held: PushEvent[] = []
  /** Events dropped since the last request that reported it. */
  #untold = 0
  /** Events dropped since the last log line about it. */
  #unlogged = 0

  hold(event: PushEvent): void {
    if (this.#held.length < HELD_MAX) {
      this.#held.push(event)
      return
    }
    this.#untold++
    this.#unlogged++
  }

  get size(): number {
    return this.#held.length
  }

  /** The next request, when there is room among those that wait. */
  take(rule: StoredRule, waiting: number): { body: string; events: number } | undefined {
    if (this.#held.length === 0 || waiting >= PUSH_WAITING_MAX) return undefined
    const events = this.#held.splice(0, PUSH_BATCH_EVENTS)
    const body = pushBody({ id: rule.id, name: rule.fields.name }, 'alarms', events, this.#untold)
    this.#untold = 0
    return { body, events: events.length }
  }

  /** How many events were dropped since this was asked last. */
  takeDropped(): number {
    const dropped = this.#unlogged
    this.#unlogged = 0
    return dropped
  }
}
