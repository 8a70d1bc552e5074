import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KeyFrameFilter, RESUMED_AFTER_MS } from './key-frame-filter.ts'

const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'
const QUIET = ['-hide_banner', '-loglevel', 'error', '-nostdin']

/** Six seconds of 12 pictures a second, a key frame every two, with B-frames and sound, as ffmpeg writes FLV. */
const FLV = bytesOf(
  execFileSync(FFMPEG, [
    ...[...QUIET, '-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=12:d=6', '-f', 'lavfi', '-i', 'sine=d=6'],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-g', '24', '-keyint_min', '24', '-bf', '2'],
    ...[
      '-sc_threshold',
      '0',
      '-threads',
      '1',
      '-c:a',
      'aac',
      '-f',
      'flv',
      '-flvflags',
      'no_duration_filesize',
    ],
    'pipe:1',
  ]),
)

function bytesOf(buffer: Buffer): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(buffer.length)
  bytes.set(buffer)
  return bytes
}

/** Pictures that ffmpeg decodes from a stream: when each is shown, in milliseconds, and the digest of its pixels. */
function decoded(flv: Uint8Array): Map<number, string> {
  const text = execFileSync(
    FFMPEG,
    [
      ...[
        ...QUIET,
        '-xerror',
        '-err_detect',
        'explode',
        '-copyts',
        '-f',
        'flv',
        '-i',
        'pipe:0',
        '-map',
        '0:v',
      ],
      ...['-fps_mode', 'passthrough', '-enc_time_base', '-1', '-f', 'framemd5', 'pipe:1'],
    ],
    { input: flv, encoding: 'utf8' },
  )
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [Number(line.split(',')[2]), line.split(',').at(-1)!.trim()]))
}

type Tag = { type: number; atMs: number; bytes: Uint8Array<ArrayBuffer> }

function tagsOf(flv: Uint8Array<ArrayBuffer>): Tag[] {
  const tags: Tag[] = []
  const view = new DataView(flv.buffer, flv.byteOffset)
  for (let at = 13; at < flv.length; ) {
    const length = 11 + (view.getUint32(at) & 0xffffff) + 4
    const atMs = (view.getUint32(at + 4) >>> 8) | (flv[at + 7]! << 24)
    tags.push({ type: flv[at]!, atMs, bytes: flv.slice(at, at + length) })
    at += length
  }
  return tags
}

function through(
  filter: KeyFrameFilter,
  pieces: readonly Uint8Array<ArrayBuffer>[],
): Uint8Array<ArrayBuffer> {
  return bytesOf(Buffer.concat(pieces.map((piece) => filter.push(piece))))
}

/** Cuts bytes into pieces of the given lengths, again and again. */
function cut(bytes: Uint8Array<ArrayBuffer>, lengths: readonly number[]): Uint8Array<ArrayBuffer>[] {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for (let at = 0, n = 0; at < bytes.length; n++) {
    const length = lengths[n % lengths.length]!
    pieces.push(bytes.slice(at, at + length))
    at += length
  }
  return pieces
}

const keysOnly = () => Object.assign(new KeyFrameFilter(), { keysOnly: true })

describe('key frame filter', () => {
  it('passes key frames and the picture after each, and all of them decode to the pixels of the whole stream', () => {
    const whole = decoded(FLV)
    const thinned = decoded(through(keysOnly(), [FLV]))
    expect(whole.size).toBe(72)
    expect(thinned.size).toBe(6)
    for (const [atMs, pixels] of thinned) expect(whole.get(atMs), `at ${atMs} ms`).toBe(pixels)
    const times = [...thinned.keys()]
    for (const at of [0, 2, 4]) expect(times[at + 2] ?? times[at]! + 2000).toBe(times[at]! + 2000)
  })

  it('passes sound, scripts and configurations as they came, with their times', () => {
    const others = (flv: Uint8Array<ArrayBuffer>) =>
      tagsOf(flv)
        .filter(({ type, bytes }) => type !== 9 || bytes[12] === 0)
        .map(({ bytes }) => Buffer.from(bytes).toString('hex'))
    expect(others(FLV).length).toBeGreaterThan(100)
    expect(others(through(keysOnly(), [FLV]))).toEqual(others(FLV))
  })

  it('passes every byte while all pictures are wanted, however the stream is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 9 }), (lengths) => {
        const filter = new KeyFrameFilter()
        expect(Buffer.compare(through(filter, cut(FLV, lengths)), FLV)).toBe(0)
        expect(filter.heldBack).toBe(0)
        expect(filter.keyEveryMs).toBe(2000)
      }),
      { numRuns: 30 },
    )
  })

  it('passes the same key frames however the stream is cut, byte by byte too', () => {
    const expected = through(keysOnly(), [FLV])
    expect(Buffer.compare(through(keysOnly(), cut(FLV, [1])), expected)).toBe(0)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 9 }), (lengths) => {
        expect(Buffer.compare(through(keysOnly(), cut(FLV, lengths)), expected)).toBe(0)
      }),
      { numRuns: 30 },
    )
  })

  it('hands on no picture that lacks a reference, whenever it is switched on and off', () => {
    const whole = decoded(FLV)
    const tags = tagsOf(FLV)
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(tags.length), { minLength: 1, maxLength: 6 }), (switches) => {
        const filter = new KeyFrameFilter()
        const out = [filter.push(FLV.slice(0, 13))]
        for (const [n, { bytes }] of tags.entries()) {
          if (switches.includes(n)) filter.keysOnly = !filter.keysOnly
          out.push(filter.push(bytes))
        }
        for (const [atMs, pixels] of decoded(Buffer.concat(out)))
          expect(whole.get(atMs), `at ${atMs} ms, switched at ${switches}`).toBe(pixels)
      }),
      { numRuns: 10, examples: [[[108, 113, 0]]] },
    )
  })

  it('holds back at once, resumes at a key frame, and says when playback can be at the live edge again', () => {
    const filter = new KeyFrameFilter()
    filter.push(FLV.slice(0, 13))
    const said: string[] = []
    for (const { type, atMs, bytes } of tagsOf(FLV)) {
      if (type === 9 && atMs === 1000) filter.keysOnly = true
      if (type === 9 && atMs === 3000) filter.keysOnly = false
      const passed = filter.push(bytes).length > 0
      if (type !== 9) continue
      said.push(`${filter.passing} ${passed ? 'passed' : 'held'}`)
      if (atMs > 1000 && atMs < 2000) expect(passed).toBe(false)
      if (atMs >= 4000) expect(passed).toBe(true)
      if (atMs >= 4000 && atMs < 4000 + RESUMED_AFTER_MS - 100) expect(filter.passing).toBe('resuming')
    }
    expect(new Set(said)).toEqual(
      new Set(['all passed', 'keys held', 'keys passed', 'resuming held', 'resuming passed']),
    )
    expect(filter.passing).toBe('all')
  })

  it('begins anew with another connection and keeps what is wanted', () => {
    const filter = keysOnly()
    const expected = through(keysOnly(), [FLV])
    filter.push(FLV.slice(0, 20_000))
    filter.restart()
    expect(Buffer.compare(through(filter, [FLV]), expected)).toBe(0)
  })

  it('hands on what is no FLV untouched, for the player to refuse', () => {
    const page = bytesOf(Buffer.from('<!doctype html><title>Bad gateway</title>'))
    expect(Buffer.compare(through(keysOnly(), cut(page, [5])), page)).toBe(0)
  })

  it('knows the pictures of Enhanced RTMP by their frame and packet types', () => {
    /** A video tag: frame type, packet type, codec, and for CodedFrames a composition time of 0. */
    const tag = (frameType: number, packetType: number, atMs: number) => {
      const offset = packetType === 1 ? [0, 0, 0] : []
      const body = [0x80 | (frameType << 4) | packetType, ...Buffer.from('hvc1'), ...offset, 1, 2, 3]
      const head = [9, 0, 0, body.length, 0, atMs >> 8, atMs & 255, 0, 0, 0, 0]
      return bytesOf(Buffer.from([...head, ...body, 0, 0, 0, head.length + body.length]))
    }
    const filter = keysOnly()
    filter.push(FLV.slice(0, 13))
    const passes = (frameType: number, packetType: number, atMs: number) =>
      filter.push(tag(frameType, packetType, atMs)).length > 0
    expect(passes(1, 0, 0)).toBe(true)
    expect(passes(2, 3, 40)).toBe(false)
    expect(passes(1, 1, 80)).toBe(true)
    expect(passes(2, 3, 120)).toBe(true)
    expect(passes(2, 1, 160)).toBe(false)
    expect(passes(5, 4, 160)).toBe(true)
    expect(passes(3, 3, 200)).toBe(false)
    expect(passes(1, 3, 240)).toBe(true)
  })
})
