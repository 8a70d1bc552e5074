import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { controlAddFleet } from '@backlot/contract/control/fleet-calls'
import { controlLive, type LiveMessage, type WireFrame } from '@backlot/contract/control/live-calls'
import {
  controlAskTerminal,
  controlTerminals,
  type TerminalRequest,
} from '@backlot/contract/wires/jt808/calls'
import { digitsOfMoment, momentOfDigits } from '@backlot/simulator/wire/jt1078/bcd-time'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { control } from '../../testing/control.ts'
import { BY_DAY, type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { itByDebian } from './debian-program.ts'

const FFPROBE = (process.env['FFMPEG_PATH'] ?? 'ffmpeg').replace(/ffmpeg$/, 'ffprobe')
const run = promisify(execFile)
/** Debian's own Python, which has Debian's packages. */
const PYTHON = '/usr/bin/python3'
const SECONDS = 10
/** Slow enough to pause in the middle of a file. */
const BYTES_PER_SECOND = 60_000

let home: LaunchedSimulator
let folder: string
let server: ChildProcess | undefined
let sn: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backlot-ftp-'))
  home = await launchSimulator(['--no-rtmp', '--rtsp', 'off', ...BY_DAY])
  const group = { key: 'wired', name: { zh: '线上', en: 'Wired' } }
  const fleet = { kind: 'vehicle' as const, count: 6, placement: 'traffic' as const, wire: true, group }
  await control(home.url, controlAddFleet, { body: fleet })
  const terminals = async () => (await control(home.url, controlTerminals)).list
  await vi.waitFor(async () => expect(await terminals()).not.toEqual([]), { timeout: 60_000, interval: 200 })
  // One that has driven.
  await vi.waitFor(
    async () => {
      for (const one of await terminals()) {
        sn = one.sn
        if ((await recordings()).length > 0) return
      }
      throw new Error('nobody has recorded anything')
    },
    { timeout: 60_000, interval: 500 },
  )
})
afterAll(async () => {
  server?.kill('SIGKILL')
  await home?.stop()
  await rm(folder, { recursive: true, force: true })
})

const ask = (request: TerminalRequest) => control(home.url, controlAskTerminal, { body: { sn, request } })
const NO_TIME = '000000000000'
const recordings = async () => {
  const span = { start: NO_TIME, end: NO_TIME, streamType: 0 }
  return (await ask({ kind: 'resources', channel: 1, ...span })).recordings ?? []
}

/** Results of 0x1206, as they come in at the gateway: serial and result. */
async function listen(): Promise<{ results: [number, number][]; stop(): void }> {
  const results: [number, number][] = []
  const abort = new AbortController()
  const url = new URL(controlLive.path, home.url)
  url.search = new URLSearchParams({ state: '0', wires: 'jt808', direction: 'in', sn }).toString()
  const response = await fetch(url, { signal: abort.signal })
  const field = ({ fields }: WireFrame, key: string) =>
    Number(fields.findLast((one) => one.key === key)?.value)
  const take = (message: LiveMessage): void => {
    if (message.type !== 'frames') return
    for (const frame of message.list)
      if (frame.code === '0x1206') results.push([field(frame, 'serial'), field(frame, 'result')])
  }
  const read = async () => {
    let text = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const lines = text.split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) if (line.startsWith('data: ')) take(JSON.parse(line.slice(6)) as LiveMessage)
    }
  }
  read().catch(() => undefined)
  return { results, stop: () => abort.abort() }
}

itByDebian(
  { program: PYTHON, packages: ['python3-pyftpdlib'], check: `${PYTHON} -c 'import pyftpdlib'` },
  'a vehicle sends a recording to an FTP server, waits when it is told to, and says how it ended',
  async () => {
    server = spawn(PYTHON, [join(import.meta.dirname, 'ftp-server.py'), folder, `${BYTES_PER_SECOND}`], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [printed] = (await once(server.stdout!, 'data')) as [Buffer]
    const port = Number(printed.toString())
    // What is asked for beyond now is not there yet: the file would end earlier.
    const longEnough = async () =>
      (await recordings()).find(
        ({ start, end }) => momentOfDigits(end)! - momentOfDigits(start)! >= SECONDS * 1000,
      )
    await expect.poll(longEnough, { timeout: 60_000, interval: 500 }).toBeDefined()
    const fromMs = momentOfDigits((await longEnough())!.start)!
    const [start, end] = [digitsOfMoment(fromMs), digitsOfMoment(fromMs + SECONDS * 1000)]
    const upload = (more: Partial<Extract<TerminalRequest, { kind: 'upload' }>> = {}) =>
      ask({
        ...{ kind: 'upload', host: '127.0.0.1', port, user: 'fleet', password: 'secret' },
        ...{ path: 'records/today', channel: 1, start, end, mediaType: 0, streamType: 0, conditions: 7 },
        ...more,
      })
    const heard = await listen()
    const { result, serial } = await upload()
    expect(result).toBe(0)
    const there = async () => {
      const names = await readdir(join(folder, 'records/today')).catch(() => [])
      return names.length === 0 ? 0 : (await stat(join(folder, 'records/today', names[0]!))).size
    }
    await expect.poll(there, { timeout: 120_000 }).toBeGreaterThan(0)
    const order = (command: number) => ask({ kind: 'uploadControl', serial: serial!, command })
    expect(await order(0)).toEqual({ result: 0 })
    expect(heard.results).toEqual([])
    expect(await order(1)).toEqual({ result: 0 })
    await expect.poll(() => heard.results, { timeout: 120_000 }).toEqual([[serial, 0]])

    const [name] = await readdir(join(folder, 'records/today'))
    expect(name).toMatch(new RegExp(`^\\d{12}_1_${start}_${end}\\.mp4$`))
    const { stdout } = await run(FFPROBE, [
      ...['-v', 'error', '-count_frames', '-of', 'csv=p=0', '-show_entries'],
      'stream=codec_name,duration,nb_read_frames',
      join(folder, 'records/today', name!),
    ])
    const [codec, duration, frames] = stdout.trim().split(',')
    expect(codec).toBe('h264')
    expect(Math.abs(Number(duration) - SECONDS)).toBeLessThan(1)
    expect(Number(frames)).toBeGreaterThan(SECONDS * 5)
    // It is over: there is nothing to steer any more.
    expect(await order(2)).toEqual({ result: 1 })

    // Where streams may not go, nor do files; a wrong password is a failure, too.
    const elsewhere = await upload({ host: '192.0.2.1' })
    const refused = await upload({ password: 'wrong' })
    await expect
      .poll(() => heard.results.slice(1).toSorted(([one], [other]) => one - other), { timeout: 180_000 })
      .toEqual([
        [elsewhere.serial, 1],
        [refused.serial, 1],
      ])
    expect(await upload({ channel: 9 })).toMatchObject({ result: 1 })
    heard.stop()
  },
)
