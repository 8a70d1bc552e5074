import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { controlDevices, controlStatus } from '@backlot/contract/control/calls'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { control } from '../../testing/control.ts'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'

const PROGRAM = join(import.meta.dirname, '../../cli/bin/backlot.mjs')

/** Runs `backlot start` that is expected to end by itself. */
async function startThatFails(args: readonly string[]) {
  const child = spawn(process.execPath, [PROGRAM, 'start', '--json', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out, lines: err.split('\n').filter(Boolean) }
}

describe('starting', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'backlot-start-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('prints one line of JSON with every address and nothing else, and ends cleanly on SIGTERM', async () => {
    const simulator = await launchSimulator()
    expect(simulator.pid).toBe(simulator.child.pid)
    expect(simulator.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/?$/)
    expect(simulator.control).toContain('/control')
    expect(simulator.media).toMatch(/^ws:/)
    expect(simulator.rtmp).toMatch(/^rtmp:\/\/127\.0\.0\.1:\d+/)
    expect(simulator.hj212).toMatch(/^127\.0\.0\.1:\d+$/)
    expect(simulator.jt808).toMatch(/^127\.0\.0\.1:\d+$/)
    const page = await fetch(simulator.url)
    expect(await page.text()).toContain('<div id="root">')
    expect(await simulator.stop()).toBe(0)
    expect(simulator.otherOutput()).toBe('')
  })

  it('takes from BACKLOT variables what no flag says', async () => {
    await using simulator = await launchSimulator(['--seed', '7', '--no-rtmp'], {
      BACKLOT_SEED: '9',
      BACKLOT_HJ212: 'off',
    })
    expect(simulator).toMatchObject({ rtmp: null, hj212: null })
    expect((await control(simulator.url, controlStatus)).seed).toBe(7)
  })

  it('ends its encoders with itself', async () => {
    await using simulator = await launchSimulator()
    const operator = await Operator.signIn(simulator.url)
    const { list } = await control(simulator.url, controlDevices, { query: { kind: 'camera', limit: 50 } })
    const camera = list.find((device) => device.online)
    if (!camera) throw new Error('No camera is online.')
    const live = await operator.call(startLiveVideo, { body: { sn: camera.sn, chnId: 1, streamType: 'sub' } })
    const stream = await fetch(new URL(live.httpUrl, simulator.url))
    await stream.body?.getReader().read()
    const { streams } = await control(simulator.url, controlStatus)
    const pids = streams.flatMap((s) => (s.encoderPid ? [s.encoderPid] : []))
    expect(pids.length).toBeGreaterThan(0)
    expect(await simulator.stop()).toBe(0)
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow(/ESRCH/)
  })

  it('refuses a taken port in one line', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const result = await startThatFails(['--port', String(port), '--data', ':memory:', '--no-rtmp'])
    server.close()
    expect(result).toMatchObject({ code: 1, out: '' })
    expect(result.lines).toHaveLength(1)
    expect(result.lines[0]).toContain(String(port))
  })

  it('refuses a corrupt database in one line and leaves it as it is', async () => {
    const data = join(folder, 'corrupt')
    await using first = await launchSimulator(['--data', data])
    await first.stop()
    const file = join(data, 'backlot.db')
    const bytes = Buffer.alloc(65_536, 'this is no database ')
    await Promise.all(['-wal', '-shm'].map((end) => rm(file + end, { force: true })))
    await writeFile(file, bytes)
    const result = await startThatFails(['--port', '0', '--data', data])
    expect(result).toMatchObject({ code: 1, out: '' })
    expect(result.lines).toHaveLength(1)
    expect((await readFile(file)).equals(bytes)).toBe(true)
  })

  it('refuses a data folder that cannot be written', async () => {
    const file = join(folder, 'a-file')
    await writeFile(file, 'x')
    const inFile = await startThatFails(['--port', '0', '--data', join(file, 'data')])
    expect(inFile).toMatchObject({ code: 1, out: '' })
    expect(inFile.lines).toHaveLength(1)
    if (process.getuid?.() !== 0) {
      const locked = join(folder, 'locked')
      await mkdir(locked)
      await chmod(locked, 0o500)
      expect(await startThatFails(['--port', '0', '--data', locked])).toMatchObject({ code: 1, out: '' })
    }
  })

  it('refuses an unknown option, a bad value and another address with the default password', async () => {
    for (const args of [
      ['--colour', 'blue'],
      ['--port', 'http'],
      ['--port', '70000'],
      ['--seed', '-1'],
      ['--host', '0.0.0.0'],
    ]) {
      const result = await startThatFails([...args, '--data', ':memory:'])
      expect(result, args.join(' ')).toMatchObject({ code: 1, out: '' })
      expect(result.lines, args.join(' ')).toHaveLength(1)
    }
  })

  it('keeps what was done over a restart on the same folder', async () => {
    const data = join(folder, 'kept')
    await using first = await launchSimulator(['--data', data, '--seed', '11'])
    const before = await control(first.url, controlDevices, { query: { limit: 5 } })
    await first.stop()
    await using second = await launchSimulator(['--data', data, '--seed', '11'])
    const after = await control(second.url, controlDevices, { query: { limit: 5 } })
    expect(after.list.map((d) => d.sn)).toEqual(before.list.map((d) => d.sn))
  })
})
