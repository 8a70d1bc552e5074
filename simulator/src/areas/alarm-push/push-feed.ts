import type { PushEventKind } from '@backlot/contract/alarm-push/entities'
import type { Alarm } from '@backlot/contract/alarms/entities'
import type { Logger } from 'pino'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import type { Store } from '../../store/store.ts'
import { waitingOf } from './push-log.ts'
import { PushQueue } from './push-queue.ts'
import { isWorkingTime } from './push-rule.ts'
import type { PushSender } from './push-sender.ts'
import type { RuleRepository } from './rule-repository.ts'

/** How long events are collected for one request: at 200 of them that is 1,000 a second for each rule. */
const COLLECT_MS = 200
/** Alarms whose end was sent: later changes of them are no end. */
const ENDED_MAX = 20_000

/**
 * Turns changes of alarms into requests of the rules that want them. An event costs one look at each rule; events
 * beyond a rule's capacity are dropped and counted.
 */
export function createPushFeed(deps: {
  store: Store
  log: Logger
  repository: RuleRepository
  sender: Pick<PushSender, 'kick'>
  platformClock: PlatformClock
  hostClock: HostClock
}): { tell(list: readonly Alarm[], kind: PushEventKind): void; close(): Promise<void> } {
  const { store, repository, sender, platformClock, hostClock } = deps
  const queues = new Map<number, PushQueue>()
  const ended = new Set<number>()
  let stopTimer: (() => void) | undefined
  let writing = Promise.resolve()

  const flush = async (): Promise<void> => {
    const createdMs = Math.round(hostClock.now())
    const drops: Parameters<typeof store.write<'alarmPush.noteDropped'>>[1]['list'][number][] = []
    const fresh: Parameters<typeof store.write<'alarmPush.enqueue'>>[1]['list'][number][] = []
    let more = false
    for (const [ruleId, queue] of queues) {
      const rule = repository.rule(ruleId)
      if (!rule) {
        queues.delete(ruleId)
        continue
      }
      const about = { ruleId, ruleName: rule.fields.name, ownerId: rule.ownerId, createdMs }
      const dropped = queue.takeDropped()
      if (dropped > 0) drops.push({ ...about, events: dropped })
      const next = queue.take(rule, waitingOf(store.read, ruleId))
      if (next) fresh.push({ ...about, ...next, kind: 'alarms', state: 'waiting', nextMs: createdMs })
      more ||= queue.size > 0
    }
    if (drops.length > 0) await store.write('alarmPush.noteDropped', { list: drops })
    if (fresh.length > 0) await store.write('alarmPush.enqueue', { list: fresh })
    for (const { ruleId } of fresh) sender.kick(ruleId)
    if (more) collect()
  }
  const collect = () => {
    stopTimer ??= hostClock.after(COLLECT_MS, () => {
      stopTimer = undefined
      writing = writing
        .then(flush)
        .catch((error: unknown) => deps.log.error({ err: error }, 'push requests could not be stored'))
    })
  }
  /** Notes that an alarm ended; false when that was sent before. */
  const ends = (id: number): boolean => {
    if (ended.has(id)) return false
    ended.add(id)
    if (ended.size > ENDED_MAX) for (const oldest of ended.values()) return ended.delete(oldest)
    return true
  }

  return {
    tell(list, kind) {
      const atMs = platformClock.now()
      const working = repository
        .working()
        .filter(({ rule }) => isWorkingTime(rule.fields, atMs, platformClock.zoneMinutes))
      if (working.length === 0) return
      let held = false
      for (const alarm of list) {
        if (kind === 'stop' && !ends(alarm.id)) continue
        for (const { rule, wants } of working) {
          if (!wants(alarm, kind)) continue
          let queue = queues.get(rule.id)
          if (!queue) {
            queue = new PushQueue()
            queues.set(rule.id, queue)
          }
          queue.hold({ kind, atMs, alarm })
          held = true
        }
      }
      if (held) collect()
    },
    async close() {
      stopTimer?.()
      // Events collected by now are stored for the next start.
      await writing.then(flush)
      stopTimer?.()
    },
  }
}
