import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DownloadFacts } from '../areas/recordings/ports.ts'
import { FACTORY_ENCODING } from '../devices/device-config.ts'
import { createManualClock } from '../timeline/manual-clock.ts'
import { NOON } from '../world/scenes/scene-input.test-support.ts'
import { DiskFull } from './clip-failures.ts'
import { type ClipWish, makeClip } from './clip-maker.ts'
import { createDownloads } from './create-downloads.ts'
import { REST, until } from './media-rig.test-support.ts'
import type { PictureSource } from './picture-of.ts'
import type { SceneThread } from './scene-service.ts'
import { createShortClips } from './short-clips.ts'
import { createUnsentBytes, UNSENT_LIMITS } from './unsent-bytes.ts'

const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'

let folder: string
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'backlot-full-')), 'clips')
})
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }))

/** A camera of grey pictures. */
const source: PictureSource = {
  strip: false,
  clock: { now: () => 0, rate: () => 1, zoneMinutes: 480 },
  world: { skyAt: () => NOON, vehiclesNear: () => [], incidentsNear: () => [] },
  cameras: {
    find: () => ({ number: 1, hasAudio: false, moves: false }),
    placeAt: () => ({ x: 0, y: 0, mountHeightM: 7 }),
    encodingAt: (_sn, _chnId, streamType) => FACTORY_ENCODING[streamType],
    captionAt: () => ({ name: 'camera', showTime: true }),
    poseAt: () => REST,
    isOnline: () => true,
    isSilent: () => false,
    hasPower: () => true,
    mediaServerOf: () => 'bound',
  },
}
const thread = {
  ask: (request: (id: number) => { buffer: ArrayBuffer }) =>
    Promise.resolve({ kind: 'done', buffer: request(1).buffer }),
} as unknown as SceneThread
const clipOf = (file: string, frames: number) =>
  makeClip(
    {
      encoder: {
        ffmpeg: FFMPEG,
        width: 320,
        height: 180,
        framesPerSecond: 10,
        quality: 25,
        ceilingKbps: 500,
      },
      host: createManualClock(0),
      source,
      thread,
      onProgress: () => undefined,
    },
    { sn: 'C', chnId: 1, spans: [{ fromMs: 0, toMs: frames * 100 }], file },
    new AbortController().signal,
  )

// A device of Linux on which every write finds the disk full.
test.skipIf(!existsSync('/dev/full')).each([3, 600])(
  'a clip of %i pictures for which there is no room fails by that name',
  async (frames) => {
    await expect(clipOf('/dev/full', frames)).rejects.toBeInstanceOf(DiskFull)
  },
)

function downloadsWith(make: (wish: ClipWish) => Promise<void>, freeBytes = () => Number.POSITIVE_INFINITY) {
  const states: DownloadFacts[] = []
  const warnings: string[] = []
  const downloads = createDownloads({
    host: createManualClock(0),
    log: { info() {}, debug() {}, error() {}, warn: (_fields, text) => void warnings.push(text) },
    folder,
    tokens: {
      issue: () => ({ token: 't', expiresAtMs: 1 }),
      verify: () => ({ ok: false, why: 'forged' }),
      revoke() {},
    },
    unsent: createUnsentBytes(UNSENT_LIMITS),
    freeBytes,
    canMake: () => true,
    make,
  })
  downloads.onState((_owner, state) => void states.push(state))
  const start = () =>
    downloads.start({
      owner: 'me',
      sn: 'C',
      chnId: 1,
      fromMs: 0,
      toMs: 1000,
      spans: [{ fromMs: 0, toMs: 1000 }],
      fileName: 'c.mp4',
    })
  const last = () => states.at(-1)
  return { downloads, start, last, warnings }
}

test('a download during which the disk fills fails with its reason and leaves no file; the next one succeeds', async () => {
  let isFull = true
  const { downloads, start, last, warnings } = downloadsWith(async ({ file }) => {
    await writeFile(file, 'the first half')
    if (isFull) throw new DiskFull('No space left on device')
  })
  expect(start()).toMatchObject({ ok: true })
  await until('its end', () => last()?.state === 'failed')
  expect(last()).toMatchObject({ state: 'failed', reason: 'storageFull' })
  expect(last()?.url).toBeUndefined()
  expect(await readdir(folder)).toEqual([])
  expect(warnings).toEqual(['a download failed'])
  isFull = false
  start()
  await until('the next', () => last()?.state === 'completed')
  await downloads.close()
})

test('on a full disk no download is begun, and once there is room it is', async () => {
  let free = 100_000
  const { downloads, start, last } = downloadsWith(
    ({ file }) => writeFile(file, 'all of it'),
    () => free,
  )
  expect(start()).toEqual({ ok: false, reason: 'storageFull' })
  free = 100_000_000
  expect(start()).toMatchObject({ ok: true })
  await until('its end', () => last()?.state === 'completed')
  await downloads.close()
})

test('where the folder could not be made at first, clips and downloads are tried anew', async () => {
  // A file in the place of its parent.
  const parent = join(folder, '..')
  await rm(parent, { recursive: true })
  await writeFile(parent, '')
  const { downloads, start, last } = downloadsWith(({ file }) => writeFile(file, 'all of it'))
  const clips = createShortClips({ folder: `${folder}-short`, make: ({ file }) => writeFile(file, 'clip') })
  const clip = () => clips.clip({ sn: 'C', chnId: 1, fromMs: 0, toMs: 1000 })
  start()
  await expect(clip()).rejects.toThrow()
  await until('its end', () => last()?.state === 'failed')
  expect(last()?.reason).toBe('failed')
  await rm(parent)
  start()
  await until('the next', () => last()?.state === 'completed')
  expect(String(await clip())).toBe('clip')
  await Promise.all([downloads.close(), clips.close()])
})
