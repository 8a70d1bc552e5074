import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { RECORDING_LIMITS } from '@backlot/contract/recordings/entities'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DownloadFacts } from '../areas/recordings/ports.ts'
import { FACTORY_ENCODING } from '../devices/device-config.ts'
import { gridFrameFrom } from './frame-grid.ts'
import { isAlive, type MediaRig, mediaRig, stripsOf, until } from './media-rig.test-support.ts'

let rig: MediaRig
let folder: string
const states: DownloadFacts[] = []
const NOON = 1_795_147_200_000

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backlot-clips-'))
  await writeFile(join(folder, 'left-over.mp4'), 'of a run that was killed')
  rig = await mediaRig({ downloadFolder: folder })
  await rig.media.ready
  rig.media.downloads.onState((_owner, state) => states.push(state))
})
afterAll(() => rig?.[Symbol.asyncDispose]())

function download(seconds: number, more: { sn?: string; owner?: string } = {}) {
  const spans = [
    { fromMs: NOON, toMs: NOON + (seconds * 1000) / 2 },
    { fromMs: NOON + 600_000, toMs: NOON + 600_000 + (seconds * 1000) / 2 },
  ]
  const wish = {
    owner: 'mine',
    sn: 'CAM1',
    chnId: 1,
    fromMs: NOON,
    toMs: spans[1]!.toMs,
    spans,
    fileName: 'CAM1_1.mp4',
    ...more,
  }
  const started = rig.media.downloads.start(wish)
  if (!started.ok) throw new Error(started.reason)
  return started.download
}
const stateOf = (downloadId: string) =>
  rig.media.downloads.list('mine').find((each) => each.downloadId === downloadId)

/** Process ids of ffmpegs that write into the folder. */
async function encoders(): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,stat=,args='])
  return stdout
    .split('\n')
    .filter((line) => line.includes(folder) && line.includes('ffmpeg') && !/^\s*\d+\s+Z/.test(line))
    .map((line) => Number.parseInt(line, 10))
}

test('what an earlier run left behind is gone', async () => {
  await until('an empty folder', () => existsSync(folder) && readdirSync(folder).length === 0)
})

test('a clip is an MP4 of every recorded picture, without the gap between, sent as an attachment', async () => {
  const { downloadId } = download(4)
  await until('the clip', () => stateOf(downloadId)?.state === 'completed')
  const done = stateOf(downloadId)!
  const response = await fetch(rig.url + done.url!)
  expect(response.headers.get('content-type')).toBe('video/mp4')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="CAM1_1.mp4"')
  const file = Buffer.from(await response.arrayBuffer())
  expect(file.length).toBe(done.sizeBytes)
  expect(file.toString('latin1', 4, 8)).toBe('ftyp')
  const strips = (await stripsOf(file)).map((strip) => strip!)
  const first = gridFrameFrom(NOON, 12, 1) % 4096
  const later = gridFrameFrom(NOON + 600_000, 12, 1) % 4096
  const expected = [...Array(24).keys()].map((i) => first + i)
  expect(strips.map(({ frame }) => frame)).toEqual([
    ...expected,
    ...[...Array(24).keys()].map((i) => later + i),
  ])
  expect(states.filter((state) => state.downloadId === downloadId).at(-1)).toMatchObject({ percent: 100 })
})

test('a clip has the size and the rate that its camera was configured for', async () => {
  rig.encodings.set('CAM4', { ...FACTORY_ENCODING.main, resolution: '1280x720', frameRate: 6 })
  const { downloadId } = download(4, { sn: 'CAM4' })
  await until('the clip', () => stateOf(downloadId)?.state === 'completed')
  const url = rig.url + stateOf(downloadId)!.url!
  const { stderr } = await promisify(execFile)('ffmpeg', ['-hide_banner', '-i', url, '-f', 'null', '-'])
  expect(stderr).toMatch(/Video: h264 \(Main\).*1280x720.* 6 fps/)
  expect(stderr).toMatch(/frame= +24 /)
})

test('clips are made one after the other; one that waits is cancelled without having begun', async () => {
  const [first, second, third] = [download(20), download(1), download(1)].map(
    ({ downloadId }) => downloadId,
  ) as [string, string, string]
  expect([first, second, third].map((id) => stateOf(id)?.state)).toEqual(['running', 'waiting', 'waiting'])
  expect(await rig.media.downloads.cancel('mine', second)).toBe(true)
  expect(stateOf(second)).toBeUndefined()
  await until('the last', () => stateOf(third)?.state === 'completed')
  expect(stateOf(first)?.state).toBe('completed')
  const ofSecond = states.filter(({ downloadId }) => downloadId === second).map(({ state }) => state)
  expect(ofSecond).toEqual(['cancelled'])
  const order = states.filter(({ state }) => state === 'completed').map(({ downloadId }) => downloadId)
  expect(order.slice(-2)).toEqual([first, third])
})

test('a ninth download of a sign-in is refused until one is taken away', async () => {
  const present = rig.media.downloads.list('many').length
  const ids = Array.from(
    { length: RECORDING_LIMITS.downloadsEach - present },
    () => download(600, { owner: 'many' }).downloadId,
  )
  expect(() => download(1, { owner: 'many' })).toThrow('tooMany')
  await rig.media.downloads.cancel('many', ids.at(-1)!)
  const { downloadId } = download(1, { owner: 'many' })
  await Promise.all([...ids.slice(0, -1), downloadId].map((id) => rig.media.downloads.cancel('many', id)))
  expect(rig.media.downloads.list('many')).toEqual([])
})

test('a camera with sound has it in its clip', async () => {
  const { downloadId } = download(2, { sn: 'CAM2' })
  await until('the clip', () => stateOf(downloadId)?.state === 'completed')
  const url = rig.url + stateOf(downloadId)!.url!
  const { stderr } = await promisify(execFile)('ffmpeg', ['-hide_banner', '-i', url, '-f', 'null', '-'])
  expect(stderr).toMatch(/Video: h264.*960x540/)
  expect(stderr).toMatch(/Audio: aac/)
})

test('a cancelled download stops its ffmpeg and leaves no file; nobody else can cancel it', async () => {
  const { downloadId } = download(1200)
  await until('its ffmpeg', async () => (await encoders()).length === 1)
  const [pid] = await encoders()
  await until('some progress', () => (stateOf(downloadId)?.percent ?? 0) > 0)
  expect(await rig.media.downloads.cancel('other', downloadId)).toBe(false)
  expect(await rig.media.downloads.cancel('mine', downloadId)).toBe(true)
  expect(await isAlive(pid!)).toBe(false)
  expect(stateOf(downloadId)).toBeUndefined()
  expect(readdirSync(folder).filter((name) => name.startsWith(downloadId))).toEqual([])
  expect(states.at(-1)).toMatchObject({ downloadId, state: 'cancelled' })
})

test('a file wants its token, and a sign-in that ends takes its downloads along', async () => {
  const { downloadId } = download(1)
  await until('the clip', () => stateOf(downloadId)?.state === 'completed')
  const url = stateOf(downloadId)!.url!
  const status = async (path: string) => (await fetch(rig.url + path, { method: 'HEAD' })).status
  expect(await status(url)).toBe(200)
  expect(await status(`${url}x`)).toBe(401)
  expect(await status(url.replace(downloadId, 'AAAAAAAAAAAA'))).toBe(401)
  expect(await status('/record/../x.mp4')).toBe(404)
  rig.media.revokeSession('mine')
  expect(await status(url)).toBe(401)
  await until('no file', () => readdirSync(folder).length === 0)
})
