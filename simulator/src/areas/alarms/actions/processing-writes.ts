import { alarmFlagAfter, PROCESSING_TYPES } from '@backlot/contract/alarms/constants'
import type { Database } from 'better-sqlite3'
import type { WriteClock } from '../../../store/write.ts'
import { type Actor, appendAudit } from '../../shared/audit.ts'
import { prepared } from '../../shared/prepared.ts'
import { nextCursor, setFlag } from '../alarm-counters.ts'
import type { AlarmRow } from '../alarm-row.ts'
import { isManualSnapshot } from '../fill-draft.ts'
import { processingOf, recordAlarmAction, restoredBy } from './alarm-history.ts'
import { type ActionOutcome, eachOrNone, type Hindrance } from './each-or-none.ts'

/** The processing that a caller knows of; fields left out are not compared. */
export type Seen = { type: number | null; userId?: number | null; timeS?: number | null }

export type Processing = {
  items: readonly { id: number; seen?: Seen }[]
  type: number
  content: string
  /** Whether this user may process alarms again. */
  mayRepeat: boolean
  /** User type 0 may also process alarms with a work order. */
  anyTime: boolean
  /** True: alarms that can be processed are; false: all or none. */
  each: boolean
  /** Whether it can be undone for a while: the replaced values are kept. */
  undoable: boolean
  actor: Actor
  processingName: string
}

/**
 * Processes alarms. Without `each` nothing is written when one of them is hindered. Alarms that this user has processed
 * in the same way since reading them are answered as they are: the request was repeated because its answer was lost.
 */
export function process(db: Database, args: Processing, clock: WriteClock): ActionOutcome {
  return eachOrNone(
    db,
    args,
    (row, item) => processingHindrance(row, args, item.seen),
    (row, item) => {
      if (isRepeat(row, args, item.seen)) return row
      const { actor, type, content, processingName } = args
      setFlag(db, row.sn, alarmFlagAfter(type))
      appendAudit(db, clock, actor, 'alarms.process', row.id, { from: row.processing_type, type, content })
      recordAlarmAction(db, row.id, { ...actor, name: processingName }, 'process', {
        from: processingOf(row),
        to: { processingType: type, processingContent: content },
        restores: args.undoable ? restoredBy(row) : undefined,
      })
      return prepared(
        db,
        `UPDATE alarms SET cursor = ?, is_read = 1, processing_id = ?, processing_name = ?, processing_content = ?,
           processing_type = ?, processing_ms = ?, audited_id = NULL, audited_name = NULL, audited_ms = NULL
         WHERE id = ? RETURNING *`,
      ).get(
        nextCursor(db),
        actor.userId,
        processingName,
        content,
        type,
        Math.round(actor.atMs),
        row.id,
      ) as AlarmRow
    },
  )
}

function processingHindrance(row: AlarmRow, args: Processing, seen: Seen | undefined): Hindrance | undefined {
  if (isManualSnapshot(row.type, row.sub_type)) return 'snapshot'
  if (isRepeat(row, args, seen)) return undefined
  const { workOrder } = PROCESSING_TYPES
  if (row.processing_type !== null) {
    if (row.processing_type === workOrder && !args.anyTime) return 'ordered'
    if (!args.mayRepeat) return 'processed'
    if (seen && row.processing_id !== args.actor.userId && !isAsSeen(row, seen)) return 'changed'
  }
  return args.type === workOrder && row.processing_type !== workOrder ? 'notSure' : undefined
}

function isRepeat(row: AlarmRow, { actor, type, content }: Processing, seen: Seen | undefined): boolean {
  const isSame =
    row.processing_id === actor.userId && row.processing_type === type && row.processing_content === content
  return isSame && seen !== undefined && !isAsSeen(row, seen)
}

function isAsSeen(row: AlarmRow, { type, userId, timeS }: Seen): boolean {
  return (
    row.processing_type === type &&
    (userId === undefined || row.processing_id === userId) &&
    (timeS === undefined ||
      timeS === (row.processing_ms === null ? null : Math.floor(row.processing_ms / 1000)))
  )
}

export type Auditing = {
  items: readonly { id: number }[]
  each: boolean
  /** User type 0 may also audit alarms processed by the same user. */
  mayAuditOwn: boolean
  actor: Actor
  auditedName: string
}

/** Marks processed alarms as audited; those that are already stay as they are, and are answered too. */
export function audit(db: Database, args: Auditing, clock: WriteClock): ActionOutcome {
  const { actor, auditedName } = args
  const hindrance = (row: AlarmRow): Hindrance | undefined => {
    if (isManualSnapshot(row.type, row.sub_type)) return 'snapshot'
    if (row.processing_type === null) return 'unprocessed'
    return row.processing_id === actor.userId && !args.mayAuditOwn ? 'own' : undefined
  }
  return eachOrNone(db, args, hindrance, (row) => {
    if (row.audited_ms !== null) return row
    appendAudit(db, clock, actor, 'alarms.audit', row.id, { processingType: row.processing_type })
    recordAlarmAction(db, row.id, { ...actor, name: auditedName }, 'audit', {
      from: { auditState: 0 },
      to: { auditState: 1 },
    })
    return prepared(
      db,
      'UPDATE alarms SET cursor = ?, audited_id = ?, audited_name = ?, audited_ms = ? WHERE id = ? RETURNING *',
    ).get(nextCursor(db), actor.userId, auditedName, Math.round(actor.atMs), row.id) as AlarmRow
  })
}

export type Responding = {
  id: number
  /** From a colleague too. */
  takeOver: boolean
  actor: Actor
  responderName: string
}

/** Gives an alarm to who asks first, or takes it over. Who has it already is answered the row as it is. */
export function respond(db: Database, args: Responding, clock: WriteClock): ActionOutcome {
  const { actor, responderName, takeOver } = args
  const hindrance = (row: AlarmRow): Hindrance | undefined => {
    if (isManualSnapshot(row.type, row.sub_type)) return 'snapshot'
    if (row.processing_type !== null) return 'processed'
    const isFree = row.responder_id === null || row.responder_id === actor.userId
    return isFree || takeOver ? undefined : 'taken'
  }
  return eachOrNone(db, { items: [args], each: false }, hindrance, (row) => {
    if (row.responder_id === actor.userId) return row
    appendAudit(db, clock, actor, 'alarms.respond', row.id, { from: row.responder_name ?? '' })
    recordAlarmAction(db, row.id, { ...actor, name: responderName }, 'respond', {
      from: { responderName: row.responder_name ?? '' },
      to: { responderName },
    })
    return prepared(
      db,
      `UPDATE alarms SET cursor = ?, is_read = 1, responder_id = ?, responder_name = ?, responded_ms = ?
       WHERE id = ? RETURNING *`,
    ).get(nextCursor(db), actor.userId, responderName, Math.round(actor.atMs), row.id) as AlarmRow
  })
}
