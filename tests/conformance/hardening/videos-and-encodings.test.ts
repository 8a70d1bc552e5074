// Fleets of cameras with an encoding or a video that cannot be: each is refused with what is wrong, and nothing is lost.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CODES } from '../../../contract/src/codes.ts'
import { controlDevices } from '../../../contract/src/control/calls.ts'
import { controlAddFleet, controlFleets } from '../../../contract/src/control/fleet-calls.ts'
import type { FleetSpec } from '../../../contract/src/control/fleet-spec.ts'
import { createSimulator } from '../../../simulator/src/create-simulator.ts'
import type { Simulator } from '../../../simulator/src/simulator.ts'
import { control } from '../../../testing/control.ts'

const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'
const GROUP = { key: 'odd', name: { zh: '异常', en: 'Odd' } }
let folder: string
let simulator: Simulator

/** A chunk of a PNG file (ISO/IEC 15948, 5.3). */
function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, check])
}

/** A small file that says that its picture is huge. */
function hugeImage(side: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  // Eight bits of grey.
  head[8] = 8
  const data = chunk('IDAT', deflateSync(new Uint8Array(1000)))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', head), data, chunk('IEND', new Uint8Array())])
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backlot-odd-videos-'))
  const make = (...args: string[]) => execFileSync(FFMPEG, ['-loglevel', 'error', '-y', ...args])
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25:duration=3', '-pix_fmt', 'yuv420p']
  make(...source, join(folder, 'good.mp4'))
  // The index of an MP4 is at its end.
  writeFileSync(join(folder, 'cut.mp4'), readFileSync(join(folder, 'good.mp4')))
  truncateSync(join(folder, 'cut.mp4'), 20_000)
  writeFileSync(join(folder, 'empty.mp4'), '')
  writeFileSync(join(folder, 'text.mp4'), 'this is no video at all\n'.repeat(100))
  make('-f', 'lavfi', '-i', 'sine=duration=1', join(folder, 'sound.wav'))
  execFileSync('mkfifo', [join(folder, 'pipe.mp4')])
  for (const side of [15_000, 70_000]) {
    mkdirSync(join(folder, `side${side}`))
    writeFileSync(join(folder, `side${side}`, '1.png'), hugeImage(side))
  }
  simulator = await createSimulator({ port: 0, data: ':memory:', logLevel: 'silent', checkReplies: true })
})
afterAll(async () => {
  await simulator?.[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

const cameras = async () =>
  (await control(simulator.url, controlDevices, { query: { kind: 'camera', limit: 200 } })).list.map(
    ({ sn }) => sn,
  )
const fleets = async () => (await control(simulator.url, controlFleets)).list

/** What the control API answers to a fleet as somebody else may write it. */
async function asked(fields: object): Promise<{ status: number; code: number; msg: string }> {
  const body = { kind: 'camera', count: 1, group: GROUP, placement: 'junctions', ...fields }
  const answer = await fetch(new URL('/control/fleets', simulator.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, ...((await answer.json()) as { code: number; msg: string }) }
}

/** Asks, and sees that it was refused by the contract's form, and that all that was there is there. */
async function refused(fields: object): Promise<string> {
  const before = { cameras: await cameras(), fleets: await fleets() }
  const { status, code, msg } = await asked(fields)
  expect({ status, code }).toEqual({ status: 400, code: CODES.invalid })
  expect({ cameras: await cameras(), fleets: await fleets() }).toEqual(before)
  return msg.replaceAll(`${folder}/`, '')
}

it.each([
  ['size', ['1x1', '0x0', '99999x99999', '-640x-360', '', 'NaNxNaN', 640, null]],
  ['fps', [0, -1, 31, 2.5, 1e308, '25', null]],
  ['gop', [0, -5, 301, 1.5, 'two']],
  ['kbps', [0, -1, 63, 40_001, 1e12, '4000']],
  ['rate', ['cbr', '', true]],
  ['codec', ['H265', 'hevc', 'av1', '', 265]],
  ['bitrate', [1000]],
] as const)('a camera whose %s cannot be is refused by the name of the field', async (field, values) => {
  for (const stream of ['main', 'sub'])
    for (const value of values)
      expect(await refused({ encoding: { [stream]: { [field]: value } } })).toMatch(
        field === 'bitrate' ? /encoding/ : new RegExp(`encoding\\.${stream}\\.${field}`),
      )
})

it('devices without cameras have no encoding', async () => {
  expect(await refused({ kind: 'gasDetector', encoding: { main: { codec: 'h265' } } })).toContain(
    'a gasDetector encodes as usual: it can be set for camera, ptzCamera, vehicle',
  )
})

it.each([
  ['none.mp4', undefined, 'video: there is no file none.mp4.'],
  ['empty.mp4', undefined, /^video: empty\.mp4 cannot be read as a video: .*Invalid data/],
  ['text.mp4', undefined, /^video: text\.mp4 cannot be read as a video: .*Invalid data/],
  ['cut.mp4', undefined, /^video: cut\.mp4 cannot be read as a video: .*Invalid data/],
  ['sound.wav', undefined, 'video: sound.wav has no video stream.'],
  ['pipe.mp4', undefined, 'video: pipe.mp4 is neither a file nor a folder of images.'],
  ['side15000', 2, 'video: side15000 has pictures of 15000x15000: at most 67 million pixels can be shown.'],
  ['side70000', 2, 'video: side70000 has pictures of no size that can be read.'],
  ['', 2, /is a folder without images/],
  ['good.mp4', 0, /video/],
  ['good.mp4', -1, /video/],
  ['good.mp4', 1e9, /video/],
] as const)('%s with %s images a second is no video: what is wrong is said', async (name, fps, message) => {
  const video = { file: join(folder, name), ...(fps === undefined ? {} : { fps }) }
  const said = await refused({ video })
  if (typeof message === 'string') expect(said).toBe(message)
  else expect(said).toMatch(message)
})

it('after all of them, a good video in H.265 becomes a camera', async () => {
  const before = await cameras()
  const video = { file: join(folder, 'good.mp4') }
  const body = { kind: 'camera', count: 1, group: GROUP, placement: 'junctions', video } as const
  const encoding = { main: { codec: 'h265' as const, gop: 1, fps: 1, kbps: 64 } }
  await control(simulator.url, controlAddFleet, { body: { ...body, encoding } as FleetSpec })
  expect((await cameras()).length).toBe(before.length + 1)
})
