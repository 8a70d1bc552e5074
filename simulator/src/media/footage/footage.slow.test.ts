// Judged by an ffmpeg that reads the whole video from its beginning and counts the frames.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHostClock } from '../../timeline/host-clock.ts'
import { locateFfmpeg } from '../ffmpeg-locate.ts'
import { createFootagePictures, frameAt } from './create-footage.ts'
import { probeFootage } from './probe-footage.ts'

const SIZE = { width: 160, height: 90 }
const PICTURE_BYTES = (SIZE.width * SIZE.height * 3) / 2
let ffmpeg: string
let folder: string
const make = (...args: string[]) => execFileSync(ffmpeg, ['-loglevel', 'error', '-y', ...args])

beforeAll(async () => {
  const found = await locateFfmpeg(process.env.FFMPEG_PATH)
  if (!found) throw new Error('This test needs an ffmpeg with libx264')
  ffmpeg = found.path
  folder = mkdtempSync(join(tmpdir(), 'backlot-footage-'))
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25:duration=3']
  // Long groups and B-frames: the frame that is sought is seldom a key frame, nor the next in the file.
  make(...source, '-c:v', 'libx264', '-g', '40', '-bf', '3', '-pix_fmt', 'yuv420p', join(folder, 'clip.mp4'))
  mkdirSync(join(folder, 'images'))
  make('-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=4:duration=3', join(folder, 'images', '%03d.png'))
  // What some systems lay beside every file is none of the images.
  writeFileSync(join(folder, 'images', '._001.png'), 'attributes')
  make('-f', 'lavfi', '-i', 'sine=duration=1', join(folder, 'sound.wav'))
  writeFileSync(join(folder, 'text.mp4'), 'no video at all')
  mkdirSync(join(folder, 'empty'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function framesOf(...input: string[]): Buffer[] {
  const filter =
    'scale=160:90:force_original_aspect_ratio=decrease:force_divisible_by=2:out_color_matrix=bt601:out_range=tv,pad=160:90:(ow-iw)/2:(oh-ih)/2,setsar=1,format=yuv420p'
  const all = execFileSync(ffmpeg, ['-loglevel', 'error', ...input, '-vf', filter, '-f', 'rawvideo', '-'], {
    maxBuffer: 64_000_000,
  })
  return Array.from({ length: all.length / PICTURE_BYTES }, (_, i) =>
    all.subarray(i * PICTURE_BYTES, (i + 1) * PICTURE_BYTES),
  )
}

test.each([
  ['a video', 'clip.mp4', 25, 75, undefined],
  ['a folder of images', 'images', 4, 12, 4],
] as const)(
  '%s has at every moment the frame that ffmpeg counts there',
  async (_, name, rate, frames, fps) => {
    const file = join(folder, name)
    expect(await probeFootage(ffmpeg, file, fps)).toMatchObject({ framesPerSecond: rate, frames })
    const wanted =
      fps === undefined ? framesOf('-i', file) : framesOf('-framerate', '4', '-i', join(file, '%03d.png'))
    expect(wanted).toHaveLength(frames)
    using pictures = createFootagePictures({ ffmpeg, host: createHostClock() })
    const numberAt = async (elapsedMs: number) => {
      const buffer = new ArrayBuffer(PICTURE_BYTES)
      const footage = { file, imagesPerSecond: fps, elapsedMs, bare: true }
      await pictures.into(footage, SIZE.width, SIZE.height, buffer)
      return wanted.findIndex((picture) => picture.equals(new Uint8Array(buffer)))
    }
    const period = 1000 / rate
    // On, over the end and into the next round, back, far away, and before the start.
    const shown: [number, number][] = []
    for (const step of [
      0,
      1,
      2,
      5,
      5,
      frames - 2,
      frames - 1,
      frames,
      frames + 1,
      3,
      frames * 1000 + 7,
      -1,
    ]) {
      shown.push([await numberAt(step * period + 0.4 * period), ((step % frames) + frames) % frames])
    }
    expect(shown.map(([found]) => found)).toEqual(shown.map(([, right]) => right))
    // Two who look at different places at once.
    const both = await Promise.all([10, 2, 11, 3, 12 % frames, 4].map((step) => numberAt(step * period)))
    expect(both).toEqual([10, 2, 11, 3, 12 % frames, 4])
  },
)

test('a frame holds from its moment until the next one', () => {
  const video = { framesPerSecond: 30_000 / 1001, frames: 300 }
  for (let frame = 0; frame < 900; frame++) {
    expect(frameAt((frame * 1001) / 30, video)).toBe(frame % 300)
    expect(frameAt((frame * 1001) / 30 + 33.3, video)).toBe(frame % 300)
  }
})

test('what is no video says why', async () => {
  const reason = (name: string, fps?: number) =>
    probeFootage(ffmpeg, join(folder, name), fps).then(
      () => '',
      (error: Error) => error.message.replaceAll(`${folder}/`, ''),
    )
  expect(await reason('none.mp4')).toBe('there is no file none.mp4')
  expect(await reason('sound.wav')).toBe('sound.wav has no video stream')
  expect(await reason('text.mp4')).toMatch(/^text\.mp4 cannot be read as a video: .*Invalid data/)
  expect(await reason('images')).toBe('images is a folder of images: give their number a second (fps)')
  expect(await reason('empty', 2)).toBe('empty is a folder without images (.png, .jpg, .jpeg, .bmp, .webp)')
})

test.each([
  ['m3u8', (url: string) => `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${url}\n#EXT-X-ENDLIST\n`],
  ['ffconcat', (url: string) => `ffconcat version 1.0\nfile ${url}\n`],
])('a video that is a playlist (%s) makes nobody ask another machine', async (ending, listOf) => {
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    response.end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  writeFileSync(join(folder, `list.${ending}`), listOf(`http://127.0.0.1:${port}/clip.ts`))
  await expect(probeFootage(ffmpeg, join(folder, `list.${ending}`))).rejects.toThrow(
    /cannot be read as a video/,
  )
  expect(asked).toBe(0)
  server.close()
})
