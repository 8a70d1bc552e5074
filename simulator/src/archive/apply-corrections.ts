import { PROCESSING_TYPES } from '@backlot/contract/alarms/constants'
import type { Database } from 'better-sqlite3'
import type pg from 'pg'
import type { ArchiveCorrection } from '../store/archive-corrections.ts'
import { newestPositions } from '../store/archive-positions.ts'
import { ArchiveRefusal } from './connect-archive.ts'
import { progressText } from './send-batch.ts'
import { wholeMs } from './whole-ms.ts'

const AT_ONCE = 100

/** Corrections after a position, oldest first. Throws an ArchiveRefusal when some of them are there no more. */
export function readCorrections(
  db: Database,
  after: number,
): { corrections: ArchiveCorrection[]; position: number } | undefined {
  return db.transaction(() => {
    const newest = newestPositions(db).archive_corrections
    if (newest <= after) return undefined
    const rows = db
      .prepare('SELECT seq, detail FROM archive_corrections WHERE seq > ? ORDER BY seq LIMIT ?')
      .all(after, AT_ONCE) as { seq: number; detail: string }[]
    if (rows[0]?.seq !== after + 1)
      throw new ArchiveRefusal(
        `the archive was away for too long: corrections ${after + 1} to ${(rows[0]?.seq ?? newest + 1) - 1} are kept no more. Use another database`,
      )
    return {
      corrections: rows.map(({ detail }) => JSON.parse(detail) as ArchiveCorrection),
      position: rows.at(-1)!.seq,
    }
  })()
}

/** Makes corrections in the archive, and stores how far it has come with them, both or neither. */
export async function applyCorrections(
  client: pg.Client,
  { corrections, position }: { corrections: readonly ArchiveCorrection[]; position: number },
): Promise<void> {
  await client.query('BEGIN')
  for (const correction of corrections)
    for (const [text, values] of statementsOf(correction)) await client.query(text, values)
  await client.query(`${progressText('archive_corrections', position)}; COMMIT`)
}

type Statement = [text: string, values: unknown[]]

/** As `reopen` and `cutAfter` of the alarms (areas/alarms/time-writes.ts), on rows up to the noted positions. */
function statementsOf(correction: ArchiveCorrection): Statement[] {
  switch (correction.kind) {
    case 'reopen':
      return [
        [
          `UPDATE backlot.alarms SET state = 1, end_ms = NULL, end_lon = NULL, end_lat = NULL, end_sp = NULL, end_dir = NULL
           WHERE start_ms <= $1::bigint AND end_ms > $1::bigint AND cursor <= $2`,
          [wholeMs(correction.atMs, 'floor'), correction.cursor],
        ],
      ]
    case 'cut': {
      const { cursor, historyId, sure } = correction
      const afterMs = wholeMs(correction.afterMs, 'floor')
      const since = [afterMs, cursor]
      return [
        [
          `WITH gone AS (DELETE FROM backlot.alarms WHERE start_ms > $1::bigint AND cursor <= $2 RETURNING id)
           DELETE FROM backlot.alarm_history USING gone WHERE alarm_id = gone.id AND alarm_history.id <= $3`,
          [afterMs, cursor, historyId],
        ],
        [
          `UPDATE backlot.alarms SET processing_id = NULL, processing_name = '', processing_content = '',
             processing_type = NULL, processing_ms = NULL WHERE processing_ms > $1::bigint AND cursor <= $2`,
          since,
        ],
        [
          `UPDATE backlot.alarms SET audited_id = NULL, audited_name = NULL, audited_ms = NULL
           WHERE audited_ms > $1::bigint AND cursor <= $2`,
          since,
        ],
        [
          `UPDATE backlot.alarms SET responder_id = NULL, responder_name = NULL, responded_ms = NULL
           WHERE responded_ms > $1::bigint AND cursor <= $2`,
          since,
        ],
        ['DELETE FROM backlot.alarm_history WHERE at_ms > $1::bigint AND id <= $2', [afterMs, historyId]],
        [
          `UPDATE backlot.alarms SET processing_type = ${PROCESSING_TYPES.sure}
           WHERE id = ANY($1::bigint[]) AND cursor <= $2 AND processing_type = ${PROCESSING_TYPES.workOrder}`,
          [sure, cursor],
        ],
      ]
    }
    case 'removeDevice':
      return [
        [
          'DELETE FROM backlot.foreign_positions WHERE sn = $1 AND seq <= $2',
          [correction.sn, correction.positions],
        ],
        [
          'DELETE FROM backlot.foreign_readings WHERE sn = $1 AND seq <= $2',
          [correction.sn, correction.readings],
        ],
        [
          'DELETE FROM backlot.foreign_presence WHERE sn = $1 AND seq <= $2',
          [correction.sn, correction.presence],
        ],
      ]
  }
}
