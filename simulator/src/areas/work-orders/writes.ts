import type { CodeName } from '@backlot/contract/codes'
import type { OrderAction, OrderChange } from '@backlot/contract/work-orders/entities'
import {
  ORDER_STEPS,
  type OrderViewer,
  stateAfter,
  stepRefusal,
} from '@backlot/contract/work-orders/order-steps'
import type { Database } from 'better-sqlite3'
import type { MessageKey } from '../../kernel/messages.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { WriteClock } from '../../store/write.ts'
import { type Actor, appendAudit } from '../shared/audit.ts'
import { prepared } from '../shared/prepared.ts'
import type { OrderRow } from './order-row.ts'
import { recordOrder } from './record-order.ts'

/** Author of a change to an order, the version it was based on, and the comment. */
type Change = {
  id: number
  /** undefined: whatever it is now. */
  version: number | undefined
  viewer: OrderViewer
  name: string
  actor: Actor
  content: string
  pictures: readonly string[]
}

/** Fields of an order to update; omitted ones stay. */
type Fields = Partial<
  Pick<OrderRow, 'state' | 'assignee_id' | 'assignee_name' | 'done_ms' | 'closed_ms' | 'title' | 'title_en'> &
    Pick<OrderRow, 'content' | 'priority' | 'deadline_ms'>
>

const REFUSED: Record<'state' | 'right', { code: CodeName; key: MessageKey }> = {
  state: { code: 'workOrderState', key: 'workOrderState' },
  right: { code: 'workOrderRight', key: 'workOrderRight' },
}

/**
 * Takes an order a step further. Throws notFound, workOrderChanged (another version), workOrderState, workOrderRight,
 * or invalid when words or an assignee are missing.
 */
export function step(
  db: Database,
  args: Change & {
    action: Exclude<OrderAction, 'edit' | 'comment'>
    assignee: { userId: number; name: string } | undefined
  },
  clock: WriteClock,
): OrderRow {
  const { action, actor, assignee } = args
  const before = orderFor(db, args, action)
  if (ORDER_STEPS[action].needsContent && args.content === '') throw refusal('invalid', 'workOrderWords')
  const atMs = Math.round(actor.atMs)
  const fields: Fields = { state: stateAfter(action, before.state) }
  const changes: OrderChange[] = []
  if (action === 'assign' || action === 'take') {
    const to = action === 'take' ? { userId: args.viewer.userId, name: args.name } : assignee
    if (!to) throw refusal('invalid', 'workOrderAssignee')
    Object.assign(fields, { assignee_id: to.userId, assignee_name: to.name })
    changes.push({ field: 'assignee', from: before.assignee_name, to: to.name })
  }
  if (action === 'finish') fields.done_ms = atMs
  if (action === 'sendBack') fields.done_ms = null
  if (action === 'close') fields.closed_ms = atMs
  return store(db, before, args, { action, fields, changes }, clock)
}

/** Changes the fields of an order. Throws as `step` does. */
export function update(
  db: Database,
  args: Change & {
    fields: Partial<Pick<OrderRow, 'title' | 'content' | 'priority' | 'deadline_ms'>>
  },
  clock: WriteClock,
): OrderRow {
  const before = orderFor(db, args, 'edit')
  const changes = changesOf(before, args.fields)
  if (changes.length === 0) return before
  const renamed = args.fields.title !== undefined && args.fields.title !== before.title
  const fields = { ...args.fields, ...(renamed ? { title_en: '' } : {}) }
  return store(db, before, args, { action: 'edit', fields, changes }, clock)
}

/** Comments on an order. Throws as `step` does. */
export function comment(db: Database, args: Change, clock: WriteClock): OrderRow {
  const before = orderFor(db, args, 'comment')
  if (args.content === '' && args.pictures.length === 0) throw refusal('invalid', 'workOrderComment')
  return store(db, before, args, { action: 'comment', fields: {}, changes: [] }, clock)
}

function orderFor(db: Database, args: Change, action: OrderAction): OrderRow {
  const row = prepared(db, 'SELECT * FROM work_orders WHERE id = ?').get(args.id) as OrderRow | undefined
  if (!row) throw refusal('notFound', 'workOrderNotFound')
  // A user who saw an older version decides again.
  if (args.version !== undefined && args.version !== row.version) {
    throw refusal('workOrderChanged', 'workOrderChanged')
  }
  const seen = { state: row.state, creatorId: row.creator_id, assigneeId: row.assignee_id }
  const refused = stepRefusal(seen, action, args.viewer)
  if (refused) throw refusal(REFUSED[refused].code, REFUSED[refused].key)
  return row
}

function store(
  db: Database,
  before: OrderRow,
  args: Change,
  { action, fields, changes }: { action: OrderAction; fields: Fields; changes: readonly OrderChange[] },
  clock: WriteClock,
): OrderRow {
  const { actor } = args
  const atMs = Math.round(actor.atMs)
  const after = { ...before, ...fields }
  const row = prepared(
    db,
    `UPDATE work_orders SET version = version + 1, updated_ms = @atMs, state = @state, assignee_id = @assignee_id,
       assignee_name = @assignee_name, done_ms = @done_ms, closed_ms = @closed_ms, title = @title, title_en = @title_en,
       content = @content, priority = @priority, deadline_ms = @deadline_ms
     WHERE id = @id RETURNING *`,
  ).get({ ...after, atMs }) as OrderRow
  recordOrder(db, row, {
    action,
    fromState: before.state,
    userId: actor.userId,
    userName: args.name,
    atMs,
    content: args.content,
    pictures: args.pictures,
    changes,
  })
  appendAudit(db, clock, actor, `workOrders.${action}`, row.id, {
    number: row.number,
    from: before.state,
    to: row.state,
    ...(args.content ? { content: args.content } : {}),
    ...(changes.length > 0 ? { changes } : {}),
  })
  return row
}

function changesOf(
  before: OrderRow,
  fields: Partial<Pick<OrderRow, 'title' | 'content' | 'priority' | 'deadline_ms'>>,
): OrderChange[] {
  const seconds = (ms: number | null) => (ms === null ? '' : String(Math.floor(ms / 1000)))
  const text = {
    title: (row: typeof fields) => row.title,
    content: (row: typeof fields) => row.content,
    priority: (row: typeof fields) => row.priority?.toString(),
    deadline: (row: typeof fields) => (row.deadline_ms === undefined ? undefined : seconds(row.deadline_ms)),
  }
  return (Object.keys(text) as (keyof typeof text)[]).flatMap((field) => {
    const to = text[field](fields)
    const from = text[field](before) ?? ''
    return to === undefined || to === from ? [] : [{ field, from, to }]
  })
}
