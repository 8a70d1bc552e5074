// Alarms on their way into PostgreSQL, beside a bare COPY of the same rows into a table without keys or months.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { readArchiveAddress } from '@backlot/simulator/archive/archive-address'
import { columnList, SHAPES } from '@backlot/simulator/archive/archived-columns'
import { connectArchive, cut } from '@backlot/simulator/archive/connect-archive'
import { type CellValue, copyText } from '@backlot/simulator/archive/copy-text'
import { openArchive } from '@backlot/simulator/archive/open-archive'
import { openForReading, openForWriting } from '@backlot/simulator/store/database-file'
import { migrate } from '@backlot/simulator/store/migrate'
import { from as copyFrom } from 'pg-copy-streams'
import { POSTGRES_BIN, startPostgres } from '../../tests/servers/postgres-server.ts'
import { type DeviceRow, fillAlarms } from './alarm-rows.ts'
import { type Finding, median, rate } from './report.ts'
import { sized } from './size.ts'

const ALARMS = sized(200_000, 2000)
const ROUNDS = sized(3, 1)
const AT_ONCE = 5000
const DAY_MS = 86_400_000
const BEFORE_MS = Date.UTC(2026, 10, 27)

export async function benchArchive(): Promise<Finding[]> {
  if (POSTGRES_BIN === undefined) return [{ name: 'archive', value: 'PostgreSQL is not installed' }]
  const folder = mkdtempSync(join(tmpdir(), 'backlot-bench-archive-'))
  const file = join(folder, 'backlot.db')
  try {
    const filling = openForWriting(file)
    await migrate(filling, file)
    fillAlarms(filling, devices(), { count: ALARMS, beforeMs: BEFORE_MS, spanMs: 90 * DAY_MS })
    filling.close()
    const rounds: { archived: number; bare: number }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await using server = await startPostgres()
      rounds.push({ archived: await archive(file, server.url), bare: await copyBare(file, server.url) })
    }
    const [archived, bare] = [
      median(rounds.map((one) => one.archived)),
      median(rounds.map((one) => one.bare)),
    ]
    return [
      { name: `alarms into the archive (${ALARMS}, three months)`, value: `${rate(archived)} rows/s` },
      {
        name: 'bare COPY of the same rows',
        value: `${rate(bare)} rows/s (${(bare / archived).toFixed(1)} times)`,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const devices = (): DeviceRow[] =>
  Array.from({ length: 1000 }, (_, n) => ({
    sn: `bench-${n}`,
    group_id: n % 50,
    dev_name_zh: `设备${n}`,
    dev_name_en: `Device ${n}`,
  }))

const targetOf = (url: string) => {
  const target = readArchiveAddress(url, {})
  if (typeof target === 'string') throw new Error(target)
  return target
}

/** Rows a second from the database of the core into the archive, by its own thread. */
async function archive(file: string, url: string): Promise<number> {
  const beganMs = performance.now()
  await using opened = openArchive(
    { file, target: targetOf(url), owner: { platform: 'bench', seed: 1 } },
    (error) => console.error(error.message),
  )
  await new Promise<void>((resolve) => {
    opened.onState(({ condition, waiting }) => {
      if (condition === 'connected' && waiting.alarms === 0) resolve()
    })
  })
  return ALARMS / ((performance.now() - beganMs) / 1000)
}

/** Rows a second by COPY alone, read from the same database in the same parts. */
async function copyBare(file: string, url: string): Promise<number> {
  const shape = SHAPES.alarms
  const client = await connectArchive(targetOf(url), 0)
  const db = openForReading(file)
  await client.query('CREATE TABLE public.bare (LIKE backlot.alarms)')
  const beganMs = performance.now()
  const part = db
    .prepare(`SELECT ${columnList(shape)} FROM alarms WHERE cursor > ? ORDER BY cursor LIMIT ${AT_ONCE}`)
    .raw()
  for (let after = 0; after < ALARMS; after += AT_ONCE) {
    const copy = client.query(copyFrom(`COPY public.bare (${columnList(shape)}) FROM STDIN`))
    await pipeline([copyText(shape, part.all(after) as CellValue[][])], copy)
  }
  const took = performance.now() - beganMs
  db.close()
  cut(client)
  return ALARMS / (took / 1000)
}
