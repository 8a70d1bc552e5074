import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeAudio, TALK_FRAME_SAMPLES } from '@backlot/contract/talk/audio-frame'
import { expect, it, onTestFinished } from 'vitest'
import { readAudio, readAudioConfig } from '../wire/flv/flv-media.ts'
import { FLV_AUDIO, FLV_VIDEO, type FlvTag, kindOf } from '../wire/flv/flv-tag.ts'
import { createTagWriter } from '../wire/flv/tag-writer.ts'
import { adtsHeader } from '../wire/mpeg-ps/adts-header.ts'
import { createSoundConverter } from './g711-to-aac.ts'

const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'
const BEGIN_MS = 5000
const FRAMES = 75
/** A tone of 440 Hz, 40 ms a frame. */
const tone = (frame: number) =>
  Int16Array.from({ length: TALK_FRAME_SAMPLES }, (_, i) =>
    Math.round(9000 * Math.sin((2 * Math.PI * 440 * (frame * TALK_FRAME_SAMPLES + i)) / 8000)),
  )

it('G.711 comes out as AAC with its times, and what is no G.711 as it was', async () => {
  const out: FlvTag[] = []
  const converter = createSoundConverter(FFMPEG, (tag) => out.push(tag), { warn: () => undefined })
  const writer = createTagWriter()
  const picture: FlvTag = { type: FLV_VIDEO, timestampMs: 1, body: Uint8Array.of(0x17, 1, 0, 0, 0) }
  converter.tag(picture)
  for (let i = 0; i < FRAMES; i++)
    for (const tag of writer.g711('pcma', encodeAudio('alaw', tone(i)), BEGIN_MS + i * 40)) converter.tag(tag)
  const sounds = () => out.filter((tag) => tag.type === FLV_AUDIO && kindOf(tag) === 'audio')
  // Three seconds less what the encoder holds.
  await expect.poll(() => sounds().length, { timeout: 20_000 }).toBeGreaterThan(40)
  converter.stop()
  expect(out[0]).toBe(picture)
  const header = out.find((tag) => kindOf(tag) === 'audioHeader')!
  const config = readAudioConfig(header)!
  expect(config).toMatchObject({ codec: 'aac', sampleRate: 16_000, channels: 1 })
  const times = sounds().map(({ timestampMs }) => timestampMs)
  for (const [i, atMs] of times.entries()) expect(Math.abs(atMs - (BEGIN_MS + (i - 1) * 64))).toBeLessThan(3)
  // ffmpeg hears the tone: as loud as it was made (-14 dB), after the silence of the first frame.
  const adts = sounds().flatMap((tag) => {
    const frame = readAudio(tag)!
    return config.codec === 'aac' ? [adtsHeader(config.config, frame.length), frame] : []
  })
  const pcm = execFileSync(FFMPEG, ['-loglevel', 'quiet', '-f', 'aac', '-i', '-', '-f', 's16le', '-'], {
    input: Buffer.concat(adts),
  })
  const samples = new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length / 2).subarray(4096)
  const rms = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
  expect(rms).toBeGreaterThan(5500)
  expect(rms).toBeLessThan(7500)
})

it('an encoder that was killed is started again with the next sound', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backlot-sound-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [ffmpeg, pids] = [join(folder, 'ffmpeg'), join(folder, 'pids')]
  await writeFile(ffmpeg, `#!/bin/sh\necho $$ >> '${pids}'\nexec '${FFMPEG}' "$@"\n`, { mode: 0o755 })
  const out: FlvTag[] = []
  const logged: string[] = []
  const log = { warn: (_fields: object, message: string) => void logged.push(message) }
  const converter = createSoundConverter(ffmpeg, (tag) => out.push(tag), log)
  onTestFinished(() => converter.stop())
  const writer = createTagWriter()
  let frame = 0
  const sounds = () => out.filter((tag) => kindOf(tag) === 'audio').length
  const speak = async () => {
    const before = sounds()
    for (let i = 0; i < FRAMES; i++, frame++)
      for (const tag of writer.g711('pcma', encodeAudio('alaw', tone(frame)), frame * 40)) converter.tag(tag)
    await expect.poll(sounds, { timeout: 20_000 }).toBeGreaterThan(before + 30)
  }
  await speak()
  process.kill(Number(await readFile(pids, 'utf8')), 'SIGKILL')
  await expect.poll(() => logged).toEqual(['an encoder ended; restarting it'])
  await speak()
  expect(out.filter((tag) => kindOf(tag) === 'audioHeader')).toHaveLength(2)
})

it.each([
  ['does not start', '/nowhere/ffmpeg', 1],
  ['ends at once', '/bin/false', 3],
])('an ffmpeg that %s costs the sound alone, and is in the log', async (_what, ffmpeg, times) => {
  const out: FlvTag[] = []
  const logged: string[] = []
  const log = { warn: (_fields: object, message: string) => void logged.push(message) }
  const converter = createSoundConverter(ffmpeg, (tag) => out.push(tag), log)
  const writer = createTagWriter()
  const sound = () => {
    for (const tag of writer.g711('pcmu', new Uint8Array(320), 0)) converter.tag(tag)
  }
  for (let i = 0; i < times; i++) {
    sound()
    await expect.poll(() => logged).toHaveLength(i + 1)
  }
  sound()
  expect(logged.at(-1)).toBe(
    'the encoder for the sound of a stream does not run; the stream goes on without it',
  )
  const picture: FlvTag = { type: FLV_VIDEO, timestampMs: 1, body: Uint8Array.of(0x17, 1, 0, 0, 0) }
  converter.tag(picture)
  expect(out).toEqual([picture])
})
