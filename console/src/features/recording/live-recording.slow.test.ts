import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { LiveRecording, type RecordedFile } from './live-recording.ts'

const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'
const FFPROBE = FFMPEG.replace(/ffmpeg$/, 'ffprobe')
const folder = mkdtempSync(join(tmpdir(), 'recording-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Made = { size?: string; seconds?: number; video?: string[]; sound?: boolean; from?: number }

/** A live stream as ffmpeg writes it: a key frame each second, pictures shown in another order than decoded. */
function flv({ size = '160x90', seconds = 3, video, sound = true, from = 0 }: Made): Uint8Array<ArrayBuffer> {
  const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-bf', '2']
  return new Uint8Array(
    execFileSync(FFMPEG, [
      ...['-hide_banner', '-loglevel', 'error', '-nostdin'],
      ...['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=12:d=${seconds}`],
      ...(sound ? ['-f', 'lavfi', '-i', `sine=d=${seconds}`, '-c:a', 'aac'] : []),
      ...[...(video ?? h264), '-g', '12', '-threads', '1', '-output_ts_offset', String(from)],
      ...['-f', 'flv', '-flvflags', 'no_duration_filesize', 'pipe:1'],
    ]),
  )
}

type Packet = { stream_index: number; pts: number; dts: number }
type Probed = {
  streams: { codec_name: string; width?: number; height?: number; nb_read_frames: string }[]
  packets: Packet[]
  format: { duration: string }
}

/** Data of a file from ffprobe; checks that ffmpeg decodes all of it without an error. */
async function probed(file: RecordedFile | undefined): Promise<Probed> {
  const path = join(folder, 'recording.mp4')
  writeFileSync(path, Buffer.from(await file!.blob.arrayBuffer()))
  const decode = ['-v', 'warning', '-xerror', '-err_detect', 'explode', '-i', path, '-f', 'null', '-']
  expect(spawnSync(FFMPEG, decode, { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
  return ffprobe(['-count_frames', '-show_streams', '-show_packets', '-show_format', path]) as Probed
}

function ffprobe(wanted: readonly string[]): unknown {
  return JSON.parse(execFileSync(FFPROBE, ['-v', 'error', '-of', 'json', ...wanted], { encoding: 'utf8' }))
}

/** H.265 as cameras put it into FLV, codec 12: this ffmpeg writes it into MP4 only, and its samples are those of MP4. */
function hevcFlv(size: string): Uint8Array<ArrayBuffer> {
  const path = join(folder, 'hevc.mp4')
  const x265 = ['-c:v', 'libx265', '-x265-params', 'log-level=none:keyint=12', '-tag:v', 'hvc1']
  execFileSync(FFMPEG, [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', `testsrc2=s=${size}:r=12:d=1`, ...x265, path],
  ])
  const bytes = readFileSync(path)
  const box = bytes.indexOf('hvcC')
  const record = bytes.subarray(box + 4, box - 4 + bytes.readUInt32BE(box - 4))
  const { packets } = ffprobe(['-show_packets', path]) as {
    packets: { pos: string; size: string; dts_time: string; pts_time: string; flags: string }[]
  }
  const firstMs = Number(packets[0]!.dts_time) * 1000
  const tags = packets.map(({ pos, size: length, dts_time, pts_time, flags }) => {
    const [decodedMs, shownMs] = [Number(dts_time) * 1000 - firstMs, Number(pts_time) * 1000 - firstMs]
    const sample = bytes.subarray(Number(pos), Number(pos) + Number(length))
    return videoTag(flags.startsWith('K'), 1, decodedMs, shownMs - decodedMs, sample)
  })
  const header = Buffer.from([...Buffer.from('FLV'), 1, 1, 0, 0, 0, 9, 0, 0, 0, 0])
  return new Uint8Array(Buffer.concat([header, videoTag(true, 0, 0, 0, record), ...tags]))
}

function videoTag(
  isKey: boolean,
  packetType: number,
  atMs: number,
  afterMs: number,
  content: Buffer,
): Buffer {
  const head = Buffer.alloc(16)
  head[0] = 9
  head.writeUIntBE(content.length + 5, 1, 3)
  head.writeUIntBE(Math.round(atMs), 4, 3)
  head[11] = isKey ? 0x1c : 0x2c
  head[12] = packetType
  head.writeUIntBE(Math.round(afterMs), 13, 3)
  const end = Buffer.alloc(4)
  end.writeUInt32BE(16 + content.length)
  return Buffer.concat([head, content, end])
}

function expectRisingStamps({ packets, streams }: Probed): void {
  for (const index of streams.keys()) {
    const stamps = packets.filter((packet) => packet.stream_index === index).map(({ dts }) => dts)
    expect(stamps.length).toBeGreaterThan(0)
    expect(stamps.every((dts, at) => at === 0 || dts > stamps[at - 1]!)).toBe(true)
  }
}

/** Pushes a stream in pieces as fast as it would come live, from `atMs` on. */
function receive(recording: LiveRecording, bytes: Uint8Array<ArrayBuffer>, atMs: number, seconds: number) {
  const pieces = 40
  for (let n = 0; n < pieces; n++) {
    const part = bytes.slice((bytes.length * n) / pieces, (bytes.length * (n + 1)) / pieces)
    recording.push(part, atMs + (n * seconds * 1000) / pieces)
  }
}

describe('a recorded live stream', () => {
  it('is an MP4 with every picture and the sound', async () => {
    const recording = new LiveRecording()
    receive(recording, flv({ from: 5000 }), 0, 3)
    const file = recording.finish()
    expect(file?.hasSound).toBe(true)
    const info = await probed(file)
    expect(info.streams.map((one) => one.codec_name)).toEqual(['h264', 'aac'])
    expect(info.streams[0]).toMatchObject({ width: 160, height: 90, nb_read_frames: '36' })
    expect(Number(info.format.duration)).toBeCloseTo(3, 0)
    expectRisingStamps(info)
  })

  it('goes on in one track where the stream breaks, comes again in another size, and counts from elsewhere', async () => {
    const recording = new LiveRecording()
    receive(recording, flv({ from: 100 }), 0, 3)
    recording.restart()
    receive(recording, flv({ size: '320x180', from: 7 }), 6000, 3)
    const info = await probed(recording.finish())
    expect(info.streams.map((one) => one.codec_name)).toEqual(['h264', 'aac'])
    expect(info.streams[0]!.nb_read_frames).toBe('72')
    expect(Number(info.format.duration)).toBeCloseTo(9, 0)
    expectRisingStamps(info)
  })

  it('begins with its first key frame, whatever came before', async () => {
    const bytes = flv({ seconds: 2 })
    const recording = new LiveRecording()
    // Header and configurations, then the middle of a group: all pictures of the first second but its key frame.
    const tags = [...tagsOf(bytes)]
    const isKey = (tag: Uint8Array) => tag[0] === 9 && tag[11]! >> 4 === 1 && tag[12] === 1
    const first = tags.findIndex(isKey)
    for (const [at, tag] of [bytes.slice(0, 13), ...tags].entries()) {
      if (at !== first + 1) recording.push(tag, 0)
    }
    const info = await probed(recording.finish())
    expect(info.streams[0]!.nb_read_frames).toBe('12')
  })

  it.each([
    ['a cropped size', '202x114', ['-c:v', 'libx264', '-preset', 'veryfast'], 'h264'],
    ['fields', '320x240', ['-c:v', 'libx264', '-flags', '+ildct+ilme', '-x264opts', 'tff=1'], 'h264'],
    ['the chroma of High 4:4:4', '100x90', ['-c:v', 'libx264', '-pix_fmt', 'yuv444p'], 'h264'],
    ['the baseline profile', '176x144', ['-c:v', 'libx264', '-profile:v', 'baseline'], 'h264'],
    ['H.265', '202x114', undefined, 'hevc'],
  ])('has the size that its parameters say: %s', async (_, size, video, codec) => {
    const recording = new LiveRecording()
    const bytes = video ? flv({ size, video, seconds: 1, sound: false }) : hevcFlv(size)
    receive(recording, bytes, 0, 1)
    const file = recording.finish()
    expect(file?.hasSound).toBe(false)
    const [width, height] = size.split('x').map(Number)
    // The track header of the file, independent of the decoder.
    const head = Buffer.from(await file!.blob.arrayBuffer())
    const tkhd = head.indexOf('tkhd')
    expect([head.readUInt32BE(tkhd + 92) / 65_536, head.readUInt32BE(tkhd + 96) / 65_536]).toEqual([
      width,
      height,
    ])
    const info = await probed(file)
    expect(info.streams).toHaveLength(1)
    expect(info.streams[0]).toMatchObject({ codec_name: codec, width, height, nb_read_frames: '12' })
  })

  it('is nothing without a picture', () => {
    const recording = new LiveRecording()
    recording.push(new Uint8Array(Buffer.from('no flv at all')), 0)
    expect(recording.finish()).toBeUndefined()
  })
})

function* tagsOf(bytes: Uint8Array<ArrayBuffer>) {
  const view = new DataView(bytes.buffer)
  for (let at = 13; at < bytes.length; ) {
    const length = 11 + (view.getUint32(at) & 0xffffff) + 4
    yield bytes.slice(at, at + length)
    at += length
  }
}
