import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'
import Database from 'better-sqlite3'
import { afterEach, expect, test } from 'vitest'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
const LOADER = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
const data = mkdtempSync(join(tmpdir(), 'backlot-survival-'))
let child: ChildProcess | undefined

afterEach(() => {
  child?.kill('SIGKILL')
  rmSync(data, { recursive: true, force: true })
})

/** Starts the program as a process of its own; resolves when it is ready. */
async function startProgram(): Promise<string> {
  const options = ['--port', '0', '--rtmp-port', 'off', '--data', data, '--json']
  child = spawn(process.execPath, ['--import', LOADER, '--conditions=source', MAIN, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string]
  return (JSON.parse(line) as { url: string }).url
}

async function call<Data>(url: string, body?: object, cookie = ''): Promise<{ code: number; data: Data }> {
  const post = { method: 'POST', body: JSON.stringify(body) }
  const headers = { 'content-type': 'application/json', cookie }
  const answer = await fetch(url, { headers, ...(body ? post : {}) })
  return answer.json() as Promise<{ code: number; data: Data }>
}

async function signIn(url: string): Promise<string> {
  const { data: picture } = await call<{ verifyKey: string }>(`${url}/user/verifycode`)
  const { data: text } = await call<{ code: string }>(`${url}/control/verifycodes/${picture.verifyKey}`)
  const { data: signedIn } = await call<{ sessionId: string }>(`${url}/user/login`, {
    loginName: 'admin',
    password: createHash('sha256').update('Backlot@2026').digest('hex'),
    verifycode: text.code,
    verifyKey: picture.verifyKey,
  })
  return `backlot_session=${signedIn.sessionId}`
}

test('killed in a storm, the program has lost nothing that it acknowledged', {
  timeout: 120_000,
}, async () => {
  const url = await startProgram()
  const cookie = await signIn(url)
  const { data: devices } = await call<{ list: { sn: string }[] }>(`${url}/control/devices?limit=50`)
  await call(`${url}/control/storms/alarms`, { ratePerSecond: 1000, forMs: 60_000 })
  const acknowledged: { id: number; content: string }[] = []
  let alive = true
  const operator = async (number: number) => {
    for (let n = 0; alive; n++) {
      const { sn } = devices.list[(number + n) % devices.list.length]!
      const raised = await call<{ id: number; alarmSeq: string }>(`${url}/control/alarms`, {
        sn,
        type: 'IoAlarm',
        subType: 'SOS',
      })
      const { id, alarmSeq } = raised.data
      const content = `operator ${number}, ${n}`
      const list = [{ id, sn, alarmSeq }]
      const { code } = await call(`${url}/alarm/processing`, { list, type: 5, content }, cookie)
      if (code === 0) acknowledged.push({ id, content })
      if (acknowledged.length === 200) child!.kill('SIGKILL')
    }
  }
  const exited = once(child!, 'exit').then(() => {
    alive = false
  })
  // The kill breaks the calls that are under way: those were not acknowledged.
  const operators = Array.from({ length: 8 }, (_, number) => operator(number))
  await Promise.all([exited, Promise.allSettled(operators)])

  const db = new Database(join(data, 'backlot.db'))
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  const find = db.prepare(
    'SELECT processing_content AS content, processing_type AS type FROM alarms WHERE id = ?',
  )
  expect(acknowledged.map(({ id }) => find.get(id))).toEqual(
    acknowledged.map(({ content }) => ({ content, type: 5 })),
  )
  db.close()

  const again = await startProgram()
  const after = await call<{ alarms: { stored: number } }>(`${again}/control/status`)
  expect(after.data.alarms.stored).toBeGreaterThan(200)
  child!.kill('SIGTERM')
  const [code] = (await once(child!, 'exit')) as [number]
  expect(code).toBe(0)
})
