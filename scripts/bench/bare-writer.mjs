// The bare limit of storing alarms: a worker that inserts the same rows into the same tables, 250 to a transaction.
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import Database from '../../simulator/dist/store/sqlite.js'

const ROWS_A_TRANSACTION = 250

if (isMainThread) {
  const [file, count] = process.argv.slice(2)
  const worker = new Worker(new URL(import.meta.url), { workerData: { file, count: Number(count) } })
  worker.on('message', (told) => console.log(JSON.stringify(told)))
} else {
  const { file, count } = workerData
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  db.pragma('cache_size = -32000')
  const rows = db
    .prepare("SELECT * FROM alarms WHERE alarm_seq LIKE 'storm-%' ORDER BY id DESC LIMIT 5000")
    .all()
  const { id: lastId } = db.prepare('SELECT max(id) AS id FROM alarms').get()
  const { top } = db.prepare('SELECT max(cursor) AS top FROM alarms').get()
  const columns = Object.keys(rows[0]).filter((name) => name !== 'id')
  const insert = db.prepare(
    `INSERT INTO alarms (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`,
  )
  const before = process.cpuUsage()
  const beganMs = performance.now()
  for (let at = 0; at < count; at += ROWS_A_TRANSACTION) {
    db.exec('BEGIN IMMEDIATE')
    for (let n = at; n < Math.min(count, at + ROWS_A_TRANSACTION); n++) {
      const cursor = top + n + 1
      insert.run({
        ...rows[n % rows.length],
        cursor,
        raised_cursor: cursor,
        alarm_seq: `bare-${lastId}-${n}`,
      })
    }
    db.exec('COMMIT')
  }
  const { user, system } = process.cpuUsage(before)
  parentPort.postMessage({ seconds: (performance.now() - beganMs) / 1000, cpuS: (user + system) / 1e6 })
}
