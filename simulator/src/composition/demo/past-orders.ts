import { PROCESSING_TYPES } from '@backlot/contract/alarms/constants'
import { HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import type { OrderAction } from '@backlot/contract/work-orders/entities'
import type { OrderRow } from '../../areas/work-orders/order-row.ts'
import type { Store } from '../../store/store.ts'
import { uniform } from '../../world/hash.ts'
import { ORDER_WORDS } from './order-words.ts'

const STREAM = {
  made: 981,
  creator: 982,
  createdAfter: 983,
  assignee: 984,
  assignedAfter: 985,
  startedAfter: 986,
  course: 987,
  length: 988,
  closedAfter: 989,
  closed: 990,
  comment: 991,
  words: 992,
}
/** Share of the confirmed alarms that got an order. */
const MADE_SHARE = 0.55
/** The demo's week; larger fleets have no more. */
const ORDERS_MOST = 240

/** How orders go, and how often. Left: somebody began, and it lies there; untouched: nobody has it yet. */
const COURSES = [
  { course: 'done', share: 0.63 },
  { course: 'late', share: 0.14 },
  { course: 'sentBack', share: 0.06 },
  { course: 'rejected', share: 0.07 },
  { course: 'left', share: 0.06 },
  { course: 'untouched', share: 0.04 },
] as const
type Course = (typeof COURSES)[number]['course']

/** Somebody who may handle orders. */
export type OrderPerson = {
  userId: number
  loginName: string
  name: string
  isAdministrator: boolean
  sees(groupId: number): boolean
}

type OrderStep = {
  action: Exclude<OrderAction, 'edit'>
  by: OrderPerson
  atMs: number
  content?: string
  assignee?: OrderPerson
}

/**
 * Work orders of a demo's past: some of the confirmed alarms became orders, were assigned and rectified, in time or
 * late, sent back, rejected or left open. Follows from the seed; nothing happens after the span.
 */
export async function seedPastOrders(
  store: Store,
  seed: number,
  people: readonly OrderPerson[],
  span: { fromMs: number; toMs: number; zoneMinutes: number },
): Promise<void> {
  const sure = store.read
    .prepare(
      `SELECT id, group_id AS groupId, processing_id AS processingId, processing_ms AS processingMs FROM alarms
       WHERE start_ms BETWEEN ? AND ? AND processing_type = ? ORDER BY processing_ms DESC, id`,
    )
    .all(span.fromMs, span.toMs, PROCESSING_TYPES.sure) as {
    id: number
    groupId: number
    processingId: number
    processingMs: number
  }[]
  const plans = sure
    .flatMap((alarm) => {
      const draw = (stream: number) => uniform(seed, alarm.id, stream, 0)
      const handlers = people.filter(({ sees }) => sees(alarm.groupId))
      if (handlers.length === 0 || draw(STREAM.made) > MADE_SHARE) return []
      const creator =
        handlers.find(({ userId }) => userId === alarm.processingId) ?? pick(handlers, draw(STREAM.creator))
      const createdMs = Math.round(alarm.processingMs + (1 + 4 * draw(STREAM.createdAfter)) * MINUTE_MS)
      return createdMs > span.toMs ? [] : [{ alarm, draw, handlers, creator, createdMs }]
    })
    .slice(0, ORDERS_MOST)
    .sort((a, b) => a.createdMs - b.createdMs)
  const orders = await Promise.all(
    plans.map(async ({ alarm, draw, handlers, creator, createdMs }) => {
      const made = await store.write('workOrders.createForAlarms', {
        ids: [alarm.id],
        creatorName: creator.name,
        zoneMinutes: span.zoneMinutes,
        actor: actorAt(creator, createdMs),
      })
      return made.created.map((order) => ({ order, steps: stepsOf(order, creator, handlers, draw) }))
    }),
  )
  await Promise.all(
    orders.flat().map(async ({ order, steps }) => {
      for (const step of steps) {
        if (step.atMs > span.toMs) return
        await carryOut(store, order, step)
      }
    }),
  )
}

/** Actions on an order, in the order of time. */
function stepsOf(
  order: OrderRow,
  creator: OrderPerson,
  handlers: readonly OrderPerson[],
  draw: (stream: number) => number,
): OrderStep[] {
  const course = courseOf(draw(STREAM.course))
  const operators = handlers.filter(({ isAdministrator }) => !isAdministrator)
  const assignee = pick(operators.length > 0 ? operators : handlers, draw(STREAM.assignee))
  const words = (list: readonly string[]) => pick(list, draw(STREAM.words))
  const assignedMs = order.created_ms + (2 + 28 * draw(STREAM.assignedAfter)) * MINUTE_MS
  const startedMs = assignedMs + (3 + 40 * draw(STREAM.startedAfter)) * MINUTE_MS
  const allowedMs = (order.deadline_ms ?? order.created_ms + 24 * HOUR_MS) - order.created_ms
  const share = course === 'late' ? 1.05 + 0.8 * draw(STREAM.length) : 0.35 + 0.5 * draw(STREAM.length)
  const doneMs = Math.max(startedMs + 6 * MINUTE_MS, order.created_ms + share * allowedMs)
  const closedMs = doneMs + (8 + 110 * draw(STREAM.closedAfter)) * MINUTE_MS
  if (course === 'untouched') return []
  const steps: OrderStep[] = [{ action: 'assign', by: creator, atMs: assignedMs, assignee }]
  if (course === 'rejected') {
    steps.push({ action: 'reject', by: assignee, atMs: startedMs, content: words(ORDER_WORDS.reject) })
    if (draw(STREAM.closed) < 0.5) steps.push({ action: 'close', by: creator, atMs: closedMs })
    return steps
  }
  steps.push({ action: 'start', by: assignee, atMs: startedMs })
  if (draw(STREAM.comment) < 0.4) {
    const atMs = startedMs + (doneMs - startedMs) / 2
    steps.push({ action: 'comment', by: assignee, atMs, content: words(ORDER_WORDS.comment) })
  }
  if (course === 'left') return steps
  steps.push({ action: 'finish', by: assignee, atMs: doneMs, content: words(ORDER_WORDS.finish) })
  if (course === 'sentBack') {
    const againMs = closedMs + HOUR_MS
    steps.push({ action: 'sendBack', by: creator, atMs: closedMs, content: words(ORDER_WORDS.sendBack) })
    steps.push({ action: 'finish', by: assignee, atMs: againMs, content: words(ORDER_WORDS.finish) })
    steps.push({ action: 'close', by: creator, atMs: againMs + 20 * MINUTE_MS })
  } else if (draw(STREAM.closed) < 0.85) {
    steps.push({ action: 'close', by: creator, atMs: closedMs })
  }
  return steps
}

async function carryOut(store: Store, order: OrderRow, step: OrderStep): Promise<void> {
  const { by, action, assignee } = step
  const change = {
    id: order.id,
    version: undefined,
    viewer: { userId: by.userId, isAdministrator: by.isAdministrator },
    name: by.name,
    actor: actorAt(by, Math.round(step.atMs)),
    content: step.content ?? '',
    pictures: [],
  }
  if (action === 'comment') await store.write('workOrders.comment', change)
  else {
    await store.write('workOrders.step', {
      ...change,
      action,
      assignee: assignee && { userId: assignee.userId, name: assignee.name },
    })
  }
}

function courseOf(draw: number): Course {
  let left = draw
  for (const { course, share } of COURSES) {
    if (left < share) return course
    left -= share
  }
  return 'done'
}

const pick = <T>(list: readonly T[], draw: number): T =>
  list[Math.min(list.length - 1, Math.floor(draw * list.length))]!

const actorAt = ({ userId, loginName }: OrderPerson, atMs: number) => ({
  userId,
  loginName,
  atMs,
  address: '',
  requestId: '',
})
