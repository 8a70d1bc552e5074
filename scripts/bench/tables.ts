// Tables of 100,000 rows: a page of a log and of the devices, in process, and the same page when SQLite is simply asked.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventsOf, partOf, readEvents } from '@backlot/simulator/areas/logs/log-pages'
import { logEvents } from '@backlot/simulator/areas/logs/tables'
import { createStateFinder, type StateDevice } from '@backlot/simulator/areas/servers/device-states'
import { openStore } from '@backlot/simulator/composition/store/open-store'
import Database from '@backlot/simulator/store/sqlite'
import type { Database as OpenDatabase } from 'better-sqlite3'
import { type Finding, median } from './report.ts'
import { sized } from './size.ts'

const ROWS = sized(100_000, 2000)
const ROUNDS = sized(15, 1)
const PAGE_SIZE = 50
const DEEP_PAGE = sized(1900, 30)
const GOAL_MS = 50
const START_MS = 1_795_140_000_000

export async function benchTables(): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-bench-tables-'))
  try {
    const file = join(folder, 'backlot.db')
    await (await openStore(file, fail, { now: Date.now }))[Symbol.asyncDispose]()
    const db = new Database(file)
    fill(db)
    const findings = [...logPages(db), ...devicePages(db)]
    db.close()
    return findings
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const fail = (error: Error): void => {
  throw error
}

/** CPU of the process, which does nothing else, in milliseconds: the median of some rounds, the first of which warms up. */
function cpuMs(work: () => unknown): number {
  work()
  const spent = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return median(spent)
}

function fill(db: OpenDatabase): void {
  const add = db.prepare(`INSERT INTO log_events
    (kind, at_ms, level, event, subject, group_id, user_id, login_name, address, detail)
    VALUES ('system', ?, ?, ?, ?, 0, 0, '', ?, ?)`)
  db.exec('CREATE TABLE plain_devices (sn TEXT PRIMARY KEY, name TEXT, online INTEGER, located INTEGER)')
  const plain = db.prepare('INSERT INTO plain_devices VALUES (?, ?, ?, ?)')
  db.transaction(() => {
    for (let row = 0; row < ROWS; row++) {
      const detail = JSON.stringify({ ms: row, what: `request number ${row}` })
      add.run(START_MS + row, row % 3, 'slow', `part ${row % 97}`, `10.0.${row % 250}.1`, detail)
      const { sn, name, online } = deviceAt(row)
      plain.run(sn, name.en, Number(online), (row * 31) % ROWS)
    }
  })()
}

function logPages(db: OpenDatabase): Finding[] {
  const { atMs, subject, address, detail } = logEvents
  const span = [eventsOf('system', START_MS, START_MS + ROWS)]
  const searched = (text: string) => [...span, partOf([subject, address, detail], text)]
  const page = (conditions: typeof span, currentPage = 1) =>
    cpuMs(() => readEvents(db, conditions, atMs, { currentPage, pageSize: PAGE_SIZE, order: 'desc' }))
  const plain = (where: string, offset = 0) => {
    const rows = db.prepare(
      `SELECT * FROM log_events WHERE ${where} ORDER BY at_ms DESC LIMIT 50 OFFSET ${offset}`,
    )
    const count = db.prepare(`SELECT count(*) FROM log_events WHERE ${where}`)
    return cpuMs(() => [rows.all(), count.get()])
  }
  const like = (text: string) =>
    `subject LIKE '%${text}%' OR address LIKE '%${text}%' OR detail LIKE '%${text}%'`
  return [
    row('log, first page', page(span), plain('at_ms > 0')),
    row(`log, page ${DEEP_PAGE}`, page(span, DEEP_PAGE), plain('at_ms > 0', (DEEP_PAGE - 1) * PAGE_SIZE)),
    row('log, a text that a thousand rows have', page(searched('part 12')), plain(like('part 12'))),
    row('log, a text that no row has', page(searched('nowhere')), plain(like('nowhere'))),
  ]
}

function deviceAt(index: number): StateDevice & { online: boolean } {
  const sn = `110105${String((index * 7919) % ROWS).padStart(14, '0')}`
  return {
    sn,
    name: { zh: `路口 ${index} 枪机`, en: `Junction ${(index * 7919) % ROWS} camera` },
    groupId: 1,
    kind: 'camera',
    protocolType: 1,
    slot: index,
    trafficIndex: undefined,
    online: index % 7 !== 0,
  }
}

function devicePages(db: OpenDatabase): Finding[] {
  const devices = Array.from({ length: ROWS }, (_, index) => deviceAt(index))
  const find = createStateFinder({
    version: () => 1,
    devices: () => devices,
    isOnline: (slot) => slot % 7 !== 0,
    state: ({ slot }) => ({
      alarmFlg: 0,
      locatedMs: START_MS + ((slot * 31) % ROWS) * 1000,
      gpsLost: false,
    }),
    channels: () => 1,
    counts: () => ({ total: ROWS, online: 0, alarm: 0 }),
    groupName: () => '',
    connection: () => undefined,
  })
  const states = (query: Partial<Parameters<typeof find>[0]>) =>
    cpuMs(() =>
      find({ currentPage: 1, pageSize: PAGE_SIZE, order: 'asc', ...query }, { rootGroupIds: [0] }, 'en'),
    )
  const plain = (rest: string) => {
    const rows = db.prepare(`SELECT * FROM plain_devices ${rest} LIMIT 50`)
    return cpuMs(() => rows.all())
  }
  return [
    row('states of devices, first page', states({}), plain('')),
    row('states of devices, those off line', states({ online: 0 }), plain('WHERE online = 0')),
    row(
      'states of devices, a text',
      states({ text: '99999' }),
      plain("WHERE name LIKE '%99999%' OR sn LIKE '%99999%'"),
    ),
    row('states of devices, by name', states({ sort: 'name' }), plain('ORDER BY name')),
    row("states of devices, by place's time", states({ sort: 'locatedTime' }), plain('ORDER BY located')),
  ]
}

const row = (name: string, ours: number, plain: number): Finding => ({
  name,
  value: `${ours.toFixed(1)} ms of CPU; SQLite asked for the page: ${plain.toFixed(1)} ms`,
  goal: `< ${GOAL_MS} ms`,
  holds: ours < GOAL_MS,
})
