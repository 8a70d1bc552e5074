// One process like a test runner: platforms start and end in it, compared with the least that any server with a
// database needs. Prints a line of JSON.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import Database from '../../simulator/dist/store/sqlite.js'

const rounds = Number(process.argv[2])
const loadedAt = performance.now()
const { createSimulator } = await import('../../testing/dist/package/index.js')
const importMs = performance.now() - loadedAt

/** Milliseconds until it is ready, and CPU of all threads meanwhile. */
async function timed(start) {
  const [at, cpu] = [performance.now(), process.cpuUsage()]
  const end = await start()
  const ms = performance.now() - at
  const { user, system } = process.cpuUsage(cpu)
  await end()
  return { ms, cpuMs: (user + system) / 1000 }
}

async function platform(options) {
  const sim = await createSimulator({ seed: 7, ...options })
  return () => sim[Symbol.asyncDispose]()
}

/** Express on a free port and a database on disk with one table. */
async function bare() {
  const folder = mkdtempSync(join(tmpdir(), 'bare-'))
  const db = new Database(join(folder, 'bare.db'))
  db.pragma('journal_mode = WAL')
  db.exec('CREATE TABLE alarms (id INTEGER PRIMARY KEY, sn TEXT, start_ms INTEGER)')
  const app = express()
  app.get('/', (_request, response) => response.json({ code: 0 }))
  const server = app.listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  return async () => {
    await new Promise((done) => server.close(done))
    db.close()
    rmSync(folder, { recursive: true })
  }
}

const first = await timed(() => platform({ pastDays: 0 }))
const runs = { bare: [], soonest: [], withPast: [] }
for (let i = 0; i < rounds; i++) {
  runs.bare.push(await timed(bare))
  runs.soonest.push(await timed(() => platform({ pastDays: 0 })))
  runs.withPast.push(await timed(() => platform({})))
}
const five = await timed(async () => {
  const ends = await Promise.all(Array.from({ length: 5 }, () => platform({ pastDays: 0 })))
  return () => Promise.all(ends.map((end) => end()))
})
console.log(JSON.stringify({ importMs, first, five, ...runs }))
