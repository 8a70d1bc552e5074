import { listPushLog, retryPush, testPushRule } from '@backlot/contract/alarm-push/calls'
import { type HandlerContext, type Route, route } from '../../calls/route.ts'
import { administersAll } from '../../calls/scope-key.ts'
import type { HostClock } from '../../kernel/clock.ts'
import { languageOf } from '../../kernel/language.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { Store } from '../../store/store.ts'
import type { Actor } from '../shared/audit.ts'
import { pushBody } from './push-body.ts'
import { deliveryOf, logRow, readLog } from './push-log.ts'
import type { StoredRule } from './push-rule.ts'
import type { PushSender } from './push-sender.ts'

/** Log of sent requests and their results; a test request, and resending. */
export function createLogRoutes(deps: {
  store: Store
  hostClock: HostClock
  sender: PushSender
  ruleFor(id: number, context: HandlerContext): StoredRule
  isSeen(one: { ownerId: number }, context: HandlerContext): boolean
  actor(context: HandlerContext): Actor
}): Route[] {
  const { store, hostClock, sender } = deps
  const testing = new Set<number>()

  const log = route(listPushLog, ({ query }, context) => {
    const { currentPage, pageSize, ruleId, state } = query
    const { caller, request } = context
    const { rows, total } = readLog(store.read, {
      ...(administersAll(caller) ? {} : { ownerId: caller.userId }),
      ...(ruleId === undefined ? {} : { ruleId }),
      ...(state === undefined ? {} : { state }),
      offset: (currentPage - 1) * pageSize,
      limit: pageSize,
    })
    const language = languageOf(request.headers)
    return { list: rows.map((row) => deliveryOf(row, language)), total, currentPage, pageSize }
  })

  const test = route(testPushRule, async ({ body: { id } }, context) => {
    const language = languageOf(context.request.headers)
    const rule = deps.ruleFor(id, context)
    if (testing.has(id)) throw refusal('tooManyRequests', 'pushTestRuns')
    testing.add(id)
    try {
      const body = pushBody({ id, name: rule.fields.name }, 'test', [], 0)
      const [deliveryId = 0] = await store.write('alarmPush.enqueue', {
        list: [
          {
            ruleId: id,
            ruleName: rule.fields.name,
            ownerId: rule.ownerId,
            kind: 'test',
            state: 'waiting',
            events: 0,
            createdMs: Math.round(hostClock.now()),
            nextMs: null,
            body,
          },
        ],
      })
      const { state } = await sender.sendOnce(rule, { id: deliveryId, body })
      // The receiver is up: waiting requests need not wait any longer.
      if (state === 'delivered') await store.write('alarmPush.hurry', { ruleId: id, nowMs: hostClock.now() })
      sender.kick(id)
      const row = logRow(store.read, deliveryId)
      if (!row) throw refusal('notFound', 'pushNotFound')
      return deliveryOf(row, language)
    } finally {
      testing.delete(id)
    }
  })

  const retry = route(retryPush, async ({ body: { id } }, context) => {
    const row = logRow(store.read, id)
    if (!row || !deps.isSeen(row, context)) throw refusal('notFound', 'pushNotFound', {}, 'id')
    await store.write('alarmPush.again', {
      id,
      nowMs: Math.round(hostClock.now()),
      actor: deps.actor(context),
    })
    sender.kick(row.ruleId)
    return {}
  })

  return [log, test, retry]
}
