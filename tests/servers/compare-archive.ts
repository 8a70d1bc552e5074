import { join } from 'node:path'
import { readArchiveAddress } from '@backlot/simulator/archive/archive-address'
import { SHAPES } from '@backlot/simulator/archive/archived-columns'
import { connectArchive, cut } from '@backlot/simulator/archive/connect-archive'
import {
  ARCHIVED_TABLES,
  type ArchivedTable,
  completeFromMs,
} from '@backlot/simulator/store/archive-positions'
import { openForReading } from '@backlot/simulator/store/database-file'

type Row = Readonly<Record<string, string | number | null>>

export type Comparison = Readonly<
  Record<
    ArchivedTable,
    {
      /** Rows of each side. */
      core: number
      archive: number
      /** Rows of the core that the archive lacks, or has otherwise. */
      differing: { core: Row; archive: Row | undefined }[]
      /** Rows of the archive that the core lacks, though it has removed none of their time. */
      extra: Row[]
      /** Keys (alarms: and ids) that the archive has more than once. */
      twice: number
    }
  >
>

/** Enough to see what is wrong. */
const SHOWN_MOST = 5

/**
 * Compares an archive with the core's database row for row, value for value. Nothing may be written meanwhile.
 * `address`: of the archive, with a password if it asks for one.
 */
export async function compareArchive(dataFolder: string, address: string): Promise<Comparison> {
  const target = readArchiveAddress(address, {})
  if (typeof target === 'string') throw new Error(target)
  const client = await connectArchive(target, 60_000)
  const db = openForReading(join(dataFolder, 'backlot.db'))
  try {
    const compared: Partial<Record<ArchivedTable, Comparison[ArchivedTable]>> = {}
    for (const table of ARCHIVED_TABLES) {
      const { columns, key, time } = SHAPES[table]
      const keyOf = (row: Row) => key.map((name) => row[name]).join('\u0000')
      const names = columns.map(({ name }) => `"${name}"`).join(', ')
      const core = db.prepare(`SELECT ${names} FROM ${table}`).all() as Row[]
      const { rows: archived } = await client.query<Row>(`SELECT ${names} FROM backlot.${table}`)
      const byKey = new Map(archived.map((row) => [keyOf(row), row]))
      const ofCore = new Set(core.map(keyOf))
      const fromMs = completeFromMs(db, table)
      const isEqual = (a: Row, b: Row | undefined) => columns.every(({ name }) => a[name] === b?.[name])
      const ids = new Set(archived.map((row) => row['id'] ?? keyOf(row)))
      compared[table] = {
        core: core.length,
        archive: archived.length,
        differing: core
          .map((row) => ({ core: row, archive: byKey.get(keyOf(row)) }))
          .filter((pair) => !isEqual(pair.core, pair.archive))
          .slice(0, SHOWN_MOST),
        extra: archived
          .filter((row) => !ofCore.has(keyOf(row)) && Number(row[time]) >= fromMs)
          .slice(0, SHOWN_MOST),
        twice: archived.length - Math.min(byKey.size, ids.size),
      }
    }
    return compared as Comparison
  } finally {
    db.close()
    cut(client)
  }
}
