import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createHostClock } from '../timeline/host-clock.ts'
import { createManualClock } from '../timeline/manual-clock.ts'
import { readVideo, readVideoConfig } from '../wire/flv/flv-media.ts'
import { type FlvTag, kindOf } from '../wire/flv/flv-tag.ts'
import { pictureSize } from '../wire/flv/picture-size.ts'
import { SILENT_MS, startEncoder } from './encoder.ts'
import { until } from './media-rig.test-support.ts'

const OPTIONS = {
  ffmpeg: 'ffmpeg',
  width: 320,
  height: 180,
  framesPerSecond: 12,
  quality: 28,
  ceilingKbps: 300,
}

test('every picture comes out as one tag with its own time, without waiting for the next', async () => {
  const out: number[] = []
  const encoder = startEncoder(OPTIONS, createHostClock(), {
    tag: (tag) => {
      if (['key', 'video'].includes(kindOf(tag))) out.push(tag.timestampMs)
    },
    end: () => undefined,
  })
  const times = [0, 83, 167, 500, 583]
  for (const [i, time] of times.entries()) {
    encoder.write(new Uint8Array(320 * 180 * 1.5).fill(60 + i * 20), time, () => undefined)
    await until(`picture ${i}`, () => out.length === i + 1)
  }
  expect(out).toEqual(times)
  await encoder.stop()
})

test('an ffmpeg that cannot be started ends with its reason, and writing to it frees the buffer', async () => {
  const words: string[] = []
  const encoder = startEncoder({ ...OPTIONS, ffmpeg: '/nowhere/ffmpeg' }, createHostClock(), {
    tag: () => undefined,
    end: (lastWords) => words.push(lastWords),
  })
  await until('its end', () => words.length === 1)
  expect(words[0]).toContain('ENOENT')
  let taken = false
  encoder.write(new Uint8Array(8), 0, () => {
    taken = true
  })
  expect(taken).toBe(true)
  await encoder.stop()
})

test('an encoder that takes pictures and gives none is ended', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backlot-encoder-'))
  const silent = join(folder, 'silent-encoder')
  await writeFile(silent, '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 })
  const host = createManualClock(0)
  const words: string[] = []
  const encoder = startEncoder({ ...OPTIONS, ffmpeg: silent }, host, {
    tag: () => undefined,
    end: (lastWords) => words.push(lastWords),
  })
  host.advance(SILENT_MS)
  expect(host.pending()).toBe(0)
  encoder.write(new Uint8Array(8), 0, () => undefined)
  host.advance(SILENT_MS)
  await until('its end', () => words.length === 1)
  expect(words[0]).toContain('no picture')
  await encoder.stop()
  await rm(folder, { recursive: true })
})

test('a picture of H.265 comes out at once too, behind its parameter sets, and a constant rate is filled up', async () => {
  const out: FlvTag[] = []
  const encoder = startEncoder({ ...OPTIONS, codec: 'h265', isConstant: true }, createHostClock(), {
    tag: (tag) => out.push(tag),
    end: () => undefined,
  })
  const times = [0, 83, 167, 500, 583]
  const pictures = () => out.filter((tag) => ['key', 'video'].includes(kindOf(tag)))
  for (const [i, time] of times.entries()) {
    encoder.write(new Uint8Array(320 * 180 * 1.5).fill(60), time, () => undefined)
    await until(`picture ${i}`, () => pictures().length === i + 1)
  }
  await encoder.stop()
  expect(pictures().map(({ timestampMs }) => timestampMs)).toEqual(times)
  expect(out.map(kindOf).slice(0, 3)).toEqual(['videoHeader', 'key', 'video'])
  const config = readVideoConfig(readVideo(out[0]!)!)!
  expect([config.codec, pictureSize(config)]).toEqual(['h265', { width: 320, height: 180 }])
  // A grey picture needs some bytes; 300 kbit/s at 12 a second are 3,125 for each.
  expect(out.at(-1)!.body.length).toBeGreaterThan(2500)
})
