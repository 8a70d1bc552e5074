import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { ARCHIVED_TABLES, type ArchiveStream } from '../store/archive-positions.ts'
import { makeMonths } from './archive-schema.ts'
import { type ArchivedShape, columnList, SHAPES } from './archived-columns.ts'
import { copyText } from './copy-text.ts'
import type { Batch } from './read-batch.ts'

/** Makes the tables that batches are copied into before they are merged: of this connection alone. */
export async function makeBatchTables(client: pg.Client): Promise<void> {
  for (const table of ARCHIVED_TABLES)
    await client.query(
      `CREATE TEMPORARY TABLE batch_${table} (LIKE backlot.${table} INCLUDING DEFAULTS) ON COMMIT DELETE ROWS`,
    )
}

/** Stores a batch and how far the archive has come with it, both or neither. */
export async function sendBatch(client: pg.Client, months: Set<string>, batch: Batch): Promise<void> {
  const { shape, rows, position } = batch
  if (rows.length === 0) {
    await client.query(progressText(shape.table, position))
    return
  }
  const time = shape.columns.findIndex(({ name }) => name === shape.time)
  await makeMonths(
    client,
    months,
    shape.table,
    rows.map((row) => Number(row[time])),
  )
  await client.query('BEGIN')
  const copy = client.query(copyFrom(`COPY batch_${shape.table} (${columnList(shape)}) FROM STDIN`))
  await pipeline([copyText(shape, rows)], copy)
  await client.query(`${MERGES[shape.table]}; ${progressText(shape.table, position)}; COMMIT`)
}

export const progressText = (stream: ArchiveStream, position: number): string =>
  `UPDATE backlot.progress SET position = ${Math.trunc(position)} WHERE stream = '${stream}'`

/**
 * A report that came in pieces may have lost the earlier one on the core: what the new row does not have stays.
 * (jsonb takes no U+0000; such a report is taken as it is.)
 */
const READINGS = `CASE
  WHEN kept.rows = excluded.rows OR excluded.rows LIKE '%\\u0000%' OR kept.rows LIKE '%\\u0000%' THEN excluded.rows
  WHEN kept.rows::jsonb - ARRAY(SELECT jsonb_object_keys(excluded.rows::jsonb)) = '{}' THEN excluded.rows
  ELSE (kept.rows::jsonb || excluded.rows::jsonb)::text END`

const MERGES = Object.fromEntries(
  ARCHIVED_TABLES.map((table) => [table, mergeText(SHAPES[table])]),
) as Readonly<Record<(typeof ARCHIVED_TABLES)[number], string>>

function mergeText(shape: ArchivedShape): string {
  const { table, columns, key, position } = shape
  const changing = columns.filter(({ name }) => !key.includes(name))
  const sets = changing.map(({ name }) => {
    const value = table === 'foreign_readings' && name === 'rows' ? READINGS : `excluded."${name}"`
    return `"${name}" = ${value}`
  })
  const names = key.map((name) => `"${name}"`).join(', ')
  return `INSERT INTO backlot.${table} AS kept (${columnList(shape)})
    SELECT ${columnList(shape)} FROM batch_${table}
    ON CONFLICT (${names}) DO UPDATE SET ${sets.join(', ')}
    WHERE excluded."${position}" >= kept."${position}"`
}
