import type { Database } from 'better-sqlite3'
import type { AlarmInsert } from '../../history/alarm-draft.ts'
import { refusal } from '../../kernel/refusal.ts'
import { type ArchivePositions, noteRemoved } from '../../store/archive-positions.ts'
import type { WriteClock } from '../../store/write.ts'
import { type Actor, appendAudit } from '../shared/audit.ts'
import { prepared } from '../shared/prepared.ts'
import { forgetHistories, recordAlarmAction } from './actions/alarm-history.ts'
import { nextCursor, setFlag, takeCursors } from './alarm-counters.ts'
import type { AlarmRow } from './alarm-row.ts'
import { isManualSnapshot } from './fill-draft.ts'

/**
 * Result of a draft. new: counts as a new alarm; updated: an end or another detail; illustrated: only pictures and
 * clips were added; same: nothing changed. A row equal to its draft is returned as id and cursor only: the caller who
 * passed the draft knows the rest.
 */
export type RaisedRow =
  | { effect: 'new'; id: number; cursor: number }
  | { effect: 'new' | 'updated' | 'illustrated' | 'same'; row: AlarmRow }

/** Columns of an insert in this order: bound by position, which is faster than by name. */
const COLUMNS = [
  'sn',
  'chn_id',
  'alarm_seq',
  'group_id',
  'dev_name_zh',
  'dev_name_en',
  'chn_name_zh',
  'chn_name_en',
  'monitor_id',
  'monitor_name',
  'number',
  'type',
  'sub_type',
  'state',
  'alarm_source',
  'start_ms',
  'end_ms',
  'start_lon',
  'start_lat',
  'start_sp',
  'start_dir',
  'end_lon',
  'end_lat',
  'end_sp',
  'end_dir',
  'resource',
  'detail',
  'received_ms',
  'device_time',
] as const satisfies readonly (keyof AlarmInsert)[]
const INSERT = `INSERT INTO alarms (cursor, raised_cursor, ${COLUMNS.join(', ')}, is_read, processing_name, processing_content)
  VALUES (?, ?, ${COLUMNS.map(() => '?').join(', ')}, 0, '', '') ON CONFLICT (sn, chn_id, alarm_seq) DO NOTHING`
const FIND = 'SELECT * FROM alarms WHERE sn = ? AND chn_id = ? AND alarm_seq = ?'
/** Columns that a repeated alarm may change: its end, with time and place, and its evidence. */
const UPDATE = `UPDATE alarms SET cursor = @cursor, state = @state, end_ms = @end_ms, end_lon = @end_lon,
    end_lat = @end_lat, end_sp = @end_sp, end_dir = @end_dir, resource = @resource, detail = @detail
  WHERE id = @id RETURNING *`

/** Restarts an unprocessed alarm: it has the values of its draft, at the newest place of the commit order. */
const ANEW = `UPDATE alarms SET cursor = @cursor, raised_cursor = @cursor, state = @state, end_ms = @end_ms,
    end_lon = @end_lon, end_lat = @end_lat, end_sp = @end_sp, end_dir = @end_dir,
    responder_id = NULL, responder_name = NULL, responded_ms = NULL
  WHERE id = @id RETURNING *`

/** Stores alarms; one that is there already is brought up to date. Answers the rows in commit order. */
export function raise(db: Database, args: { list: readonly AlarmInsert[] }): RaisedRow[] {
  const cursors = takeCursors(db)
  const flagged = new Set<string>()
  const insert = prepared(db, INSERT)
  const raised = args.list.map((draft): RaisedRow => {
    const cursor = cursors.next()
    const { changes, lastInsertRowid } = insert.run(cursor, cursor, ...COLUMNS.map((name) => draft[name]))
    const isNew = changes === 1
    const known = isNew ? undefined : repeat(db, draft, cursor)
    if (known?.effect === 'same') cursors.giveBack()
    if (draft.flags && (known?.effect ?? 'new') === 'new') flagged.add(draft.sn)
    return known ?? { effect: 'new', id: Number(lastInsertRowid), cursor }
  })
  cursors.keep()
  for (const sn of flagged) setFlag(db, sn, 1)
  return raised
}

/** A draft whose alarm exists already: restarted, updated, or unchanged. */
function repeat(db: Database, draft: AlarmInsert, cursor: number): Extract<RaisedRow, { row: AlarmRow }> {
  const existing = prepared(db, FIND).get(draft.sn, draft.chn_id, draft.alarm_seq) as AlarmRow
  if (draft.again && existing.processing_type === null) {
    const row = prepared(db, ANEW).get({ ...draft, id: existing.id, cursor }) as AlarmRow
    return { row, effect: 'new' }
  }
  const change = {
    id: existing.id,
    state: Math.max(existing.state, draft.state),
    end_ms: draft.end_ms ?? existing.end_ms,
    end_lon: draft.end_lon ?? existing.end_lon,
    end_lat: draft.end_lat ?? existing.end_lat,
    end_sp: draft.end_sp ?? existing.end_sp,
    end_dir: draft.end_dir ?? existing.end_dir,
    resource: draft.resource.length > existing.resource.length ? draft.resource : existing.resource,
    detail: draft.detail ?? existing.detail,
  }
  const differing = Object.entries(change).filter(
    ([name, value]) => existing[name as keyof AlarmRow] !== value,
  )
  if (differing.length === 0) return { row: existing, effect: 'same' }
  const row = prepared(db, UPDATE).get({ ...change, cursor }) as AlarmRow
  const illustrated = differing.every(([name]) => name === 'resource')
  return { row, effect: illustrated ? 'illustrated' : 'updated' }
}

/** Marks alarms as read. Answers the rows that were not before. */
export function markRead(
  db: Database,
  args: { ids: readonly number[]; actor: Actor; name: string },
): AlarmRow[] {
  const mark = prepared(
    db,
    'UPDATE alarms SET cursor = ?, is_read = 1 WHERE id = ? AND is_read = 0 RETURNING *',
  )
  const isUnread = prepared(db, 'SELECT 1 FROM alarms WHERE id = ? AND is_read = 0')
  return args.ids.flatMap((id) => {
    if (!isUnread.get(id)) return []
    recordAlarmAction(db, id, { ...args.actor, name: args.name }, 'read', {
      from: { isRead: 0 },
      to: { isRead: 1 },
    })
    return [mark.get(nextCursor(db), id) as AlarmRow]
  })
}

/** Gives an alarm another type. Throws notFound or alarmNotEditable. */
export function changeType(
  db: Database,
  args: { id: number; type: string; subType: string; actor: Actor; name: string },
  clock: WriteClock,
): AlarmRow {
  const row = alarmById(db, args.id)
  refuseSnapshot(row)
  appendAudit(db, clock, args.actor, 'alarms.changeType', args.id, {
    from: [row.type, row.sub_type],
    to: [args.type, args.subType],
  })
  recordAlarmAction(db, args.id, { ...args.actor, name: args.name }, 'changeType', {
    from: { type: row.type, subType: row.sub_type },
    to: { type: args.type, subType: args.subType },
  })
  return prepared(db, 'UPDATE alarms SET cursor = ?, type = ?, sub_type = ? WHERE id = ? RETURNING *').get(
    nextCursor(db),
    args.type,
    args.subType,
    args.id,
  ) as AlarmRow
}

/** What an alarm and its history have to be below, to be in the archive. */
const ARCHIVED = `AND cursor <= ?
  AND NOT EXISTS (SELECT 1 FROM alarm_history WHERE alarm_id = alarms.id AND alarm_history.id > ?)`

/**
 * Removes at most `limit` alarms: those that started before a platform moment, then the oldest rows past the newest
 * `keepRows` ids; their histories go with them. With an archive only those that it has, as they are. Answers the number
 * removed.
 */
export function prune(
  db: Database,
  args: {
    beforeMs: number
    keepRows: number
    limit: number
    archived?: Pick<ArchivePositions, 'alarms' | 'alarm_history'> | undefined
  },
): number {
  const { archived } = args
  const [condition, marks] = archived ? [ARCHIVED, [archived.alarms, archived.alarm_history]] : ['', []]
  const remove = (which: string, order: string, value: number, limit: number): number => {
    const sql = `DELETE FROM alarms WHERE id IN (SELECT id FROM alarms WHERE ${which} ${condition} ORDER BY ${order} LIMIT (? + 0))
      RETURNING id, start_ms AS startMs`
    const gone = prepared(db, sql).all(value, ...marks, limit) as { id: number; startMs: number }[]
    const actionsMs = forgetHistories(
      db,
      gone.map(({ id }) => id),
    )
    if (archived) {
      noteRemoved(
        db,
        'alarms',
        gone.map(({ startMs }) => startMs),
      )
      noteRemoved(db, 'alarm_history', actionsMs)
    }
    return gone.length
  }
  const old = remove('start_ms < ?', 'start_ms', args.beforeMs, args.limit)
  if (old === args.limit) return old
  const past = 'id <= (SELECT max(id) FROM alarms) - ?'
  return old + remove(past, 'id', args.keepRows, args.limit - old)
}

function alarmById(db: Database, id: number): AlarmRow {
  const row = prepared(db, 'SELECT * FROM alarms WHERE id = ?').get(id) as AlarmRow | undefined
  if (!row) throw refusal('notFound', 'alarmNotFound')
  return row
}

function refuseSnapshot(row: AlarmRow): void {
  if (isManualSnapshot(row.type, row.sub_type)) throw refusal('alarmNotEditable', 'snapshotNotEditable')
}
