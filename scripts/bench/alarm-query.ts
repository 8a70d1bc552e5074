// A million alarms: pages of filtered lists, statistics of thirty days, counts by device, and the cost of the same by
// plain queries.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listAlarms } from '@backlot/contract/alarms/calls'
import { alarmStatistics, alarmSums } from '@backlot/contract/alarms/statistics-calls'
import type { QueryIn } from '@backlot/contract/call'
import { controlClock } from '@backlot/contract/control/calls'
import { DAY_MS } from '@backlot/contract/time'
import Database from '@backlot/simulator/store/sqlite'
import type { Database as OpenDatabase } from 'better-sqlite3'
import { control } from '../../testing/control.ts'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { type DeviceRow, fillAlarms } from './alarm-rows.ts'
import { loopDelays } from './loop-delays.ts'
import { type Finding, median, printFindings } from './report.ts'
import { sized } from './size.ts'

const ALARMS = sized(1_000_000, 5000)
const DAYS = 30
const ROUNDS = sized(15, 1)
const PAGE_GOAL_MS = 50
const STATISTICS_GOAL_MS = 300
const HERE = import.meta.dirname

type ListQuery = QueryIn<typeof listAlarms>
/** Three filters each; the naive side has them as SQL. */
const FILTERS: readonly { query: ListQuery; sql: string }[] = [
  {
    query: { kinds: 'AiAlarm', processed: 0, isRead: 0 },
    sql: "type = 'AiAlarm' AND processing_type IS NULL AND is_read = 0",
  },
  {
    query: { kinds: 'IoAlarm-SOS,VideoAlarm', state: 2, alarmSource: 1, sort: 'devName', order: 'asc' },
    sql: "(type = 'VideoAlarm' OR type = 'IoAlarm' AND sub_type = 'SOS') AND state = 2 AND alarm_source = 1",
  },
  {
    query: { text: 'patrol', processed: 1, processor: 'Li Na' },
    sql: `processing_name = 'Li Na' AND processing_type IS NOT NULL AND (dev_name_zh LIKE '%patrol%'
      OR dev_name_en LIKE '%patrol%' OR processing_content LIKE '%patrol%' OR sn LIKE '%patrol%')`,
  },
]

export async function benchAlarmQuery(): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-bench-alarms-'))
  const data = join(folder, 'data')
  const file = join(data, 'backlot.db')
  const probeFile = join(folder, 'loop.jsonl')
  writeFileSync(probeFile, '')
  try {
    const endMs = await fill(data, file)
    await using simulator = await launchSimulator(['--data', data], {
      NODE_OPTIONS: `--import ${join(HERE, 'loop-probe.mjs')}`,
      LOOP_PROBE_FILE: probeFile,
    })
    const operator = await Operator.signIn(simulator.url)
    const db = new Database(file, { readonly: true })
    try {
      return await compare(operator, db, endMs, () => loopDelays(simulator.pid, probeFile))
    } finally {
      db.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A demo that ran, filled up to a million alarms of its last thirty days. Answers the platform's moment then. */
async function fill(data: string, file: string): Promise<number> {
  const { nowMs } = await (async () => {
    await using first = await launchSimulator(['--data', data])
    return control(first.url, controlClock, {})
  })()
  const db = new Database(file)
  const devices = db
    .prepare('SELECT DISTINCT sn, group_id, dev_name_zh, dev_name_en FROM alarms')
    .all() as DeviceRow[]
  fillAlarms(db, devices, { count: ALARMS, beforeMs: nowMs, spanMs: DAYS * DAY_MS })
  db.close()
  return nowMs
}

async function timed(work: () => unknown): Promise<number> {
  const at = performance.now()
  await work()
  return performance.now() - at
}

async function compare(
  operator: Operator,
  db: OpenDatabase,
  endMs: number,
  delays: () => ReturnType<typeof loopDelays>,
): Promise<Finding[]> {
  const endTime = Math.floor(endMs / 1000)
  const month = { startTime: endTime - DAYS * 86_400, endTime }
  const cold = await timed(() => operator.call(alarmStatistics, { query: month }))
  await delays()
  const times = {
    pages: [] as number[],
    naivePages: [] as number[],
    sums: [] as number[],
    naiveSums: [] as number[],
    devices: [] as number[],
  }
  let slowest = 0
  for (let round = 0; round < ROUNDS; round++) {
    // Another day each time, so that nothing is answered from before.
    const to = endTime - round * 86_400
    const day = { startTime: to - 86_400, endTime: to }
    for (const { query, sql } of FILTERS) {
      const ms = await timed(() => operator.call(listAlarms, { query: { ...query, ...day } }))
      slowest = Math.max(slowest, ms)
      times.pages.push(ms)
      times.naivePages.push(await timed(() => naivePage(db, sql, day)))
    }
    const span = { ...month, endTime: endTime - round }
    times.sums.push(await timed(() => operator.call(alarmStatistics, { query: span })))
    times.devices.push(await timed(() => operator.call(alarmSums, { query: { ...span, by: 'device' } })))
    if (round < 3) times.naiveSums.push(await timed(() => naiveSums(db, span)))
  }
  const loop = await delays()
  const page = median(times.pages)
  const sums = median(times.sums)
  const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`
  return [
    {
      name: 'page of 100 of a day, three filters, counted to the last one',
      value: `${ms(page)}, slowest ${ms(slowest)}; the database simply asked: ${ms(median(times.naivePages))}`,
      goal: `< ${PAGE_GOAL_MS} ms`,
      holds: page < PAGE_GOAL_MS,
    },
    {
      name: `statistics of ${DAYS} days, everything at once`,
      value: `${ms(sums)}, the first one after the start ${ms(cold)}; the database simply asked: ${ms(median(times.naiveSums))}`,
      goal: `< ${STATISTICS_GOAL_MS} ms`,
      holds: sums < STATISTICS_GOAL_MS,
    },
    { name: 'counts by device of the same', value: ms(median(times.devices)) },
    {
      name: 'event loop held up meanwhile',
      value: `p99 ${loop.p99.toFixed(1)}, at most ${loop.max.toFixed(1)} ms`,
      goal: 'at most 50 ms',
      holds: loop.max < 50,
    },
  ]
}

type Span = { startTime: number; endTime: number }

function naivePage(db: OpenDatabase, sql: string, { startTime, endTime }: Span): void {
  const where = `start_ms >= ? AND start_ms < ? AND ${sql}`
  const bounds = [startTime * 1000, (endTime + 1) * 1000]
  db.prepare(`SELECT * FROM alarms WHERE ${where} ORDER BY start_ms DESC, id DESC LIMIT 100`).all(...bounds)
  db.prepare(`SELECT count(*) FROM alarms WHERE ${where}`).get(...bounds)
}

/** Sums of the statistics, a query each. */
function naiveSums(db: OpenDatabase, { startTime, endTime }: Span): void {
  const where = 'start_ms >= ? AND start_ms < ?'
  const bounds = [startTime * 1000, (endTime + 1) * 1000]
  const open = 'sum(processing_type IS NULL)'
  for (const by of [
    'type, sub_type',
    'start_ms / 86400000',
    'sn',
    'alarm_source',
    'processing_type',
    'state, is_read',
  ]) {
    db.prepare(`SELECT ${by}, count(*), ${open} FROM alarms WHERE ${where} GROUP BY ${by}`).all(...bounds)
  }
  db.prepare(
    `SELECT processing_ms - start_ms FROM alarms WHERE ${where} AND processing_ms IS NOT NULL ORDER BY 1`,
  )
    .pluck()
    .all(...bounds)
}

if (process.argv[1] === import.meta.filename)
  printFindings('Alarms: queries and sums', await benchAlarmQuery())
