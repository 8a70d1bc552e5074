import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { AdtsSplitter } from './adts-splitter.ts'
import { createPsDemuxer } from './ps-demuxer.ts'
import { createPsMuxer } from './ps-muxer.ts'
import { demuxed, joined, problemsOf, videoOf } from './ps-streams.test-support.ts'

const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'
const FFPROBE = FFMPEG.replace(/ffmpeg$/, 'ffprobe')
const FOLDER = mkdtempSync(join(tmpdir(), 'backlot-mpeg-ps-'))
const PICTURES = 25
/** ffmpeg takes the sound of program streams for G.711 only in files of Hikvision's recorders, which begin so. */
const RECORDER_MARK = Buffer.from('IMKH')
const HAS_X265 = execFileSync(FFMPEG, ['-v', 'error', '-encoders'], { encoding: 'utf8' }).includes(
  ' libx265 ',
)
const CODECS = HAS_X265 ? (['h264', 'h265'] as const) : (['h264'] as const)
type Codec = (typeof CODECS)[number]

const PICTURE_INPUT = ['-f', 'lavfi', '-i', 'testsrc=size=320x240:rate=25:duration=1']
const SOUND_INPUT = ['-f', 'lavfi', '-i', 'sine=sample_rate=8000:duration=1']
const ENCODERS: Record<Codec, readonly string[]> = {
  h264: ['-c:v', 'libx264', '-preset', 'veryfast', '-threads', '1', '-pix_fmt', 'yuv420p', '-g', '10'],
  h265: [
    ...['-c:v', 'libx265', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '10'],
    ...['-x265-params', 'log-level=none:pools=1:repeat-headers=1'],
  ],
}
const DELIMITERS: Record<Codec, { name: string; filter: string; start: string }> = {
  h264: { name: 'h264', filter: 'h264_metadata=aud=insert', start: '0000000109' },
  h265: { name: 'hevc', filter: 'hevc_metadata=aud=insert', start: '0000000146' },
}

const ffmpeg = (...args: string[]) =>
  execFileSync(FFMPEG, ['-v', 'error', '-nostdin', ...args], { maxBuffer: 2 ** 26 })
afterAll(() => rmSync(FOLDER, { recursive: true }))

/** A second of pictures in coding order, cut at the access unit delimiters that ffmpeg puts in. */
function encoded(codec: Codec): Uint8Array[] {
  const { name, filter, start } = DELIMITERS[codec]
  const stream = ffmpeg(...PICTURE_INPUT, ...ENCODERS[codec], '-bf', '0', '-bsf:v', filter, '-f', name, '-')
  const starts: number[] = []
  for (let at = stream.indexOf(start, 0, 'hex'); at >= 0; at = stream.indexOf(start, at + 1, 'hex'))
    starts.push(at)
  return starts.map((at, i) => new Uint8Array(stream.subarray(at, starts[i + 1] ?? stream.length)))
}

type Probed = { codec_name: string; nb_read_frames: string; nb_read_packets: string }
function probe(path: string): Probed[] {
  const args = ['-v', 'error', '-count_frames', '-count_packets', '-show_streams', '-of', 'json', path]
  const { streams } = JSON.parse(execFileSync(FFPROBE, args, { encoding: 'utf8' })) as { streams: Probed[] }
  return streams.sort((a, b) => a.codec_name.localeCompare(b.codec_name))
}

describe('what we mux', () => {
  it.each(CODECS)('ffprobe reads: %s and G.711', (codec) => {
    const units = encoded(codec)
    expect(units).toHaveLength(PICTURES)
    const sound = ffmpeg(...SOUND_INPUT, '-c:a', 'pcm_alaw', '-f', 'alaw', '-')
    const muxer = createPsMuxer({ video: codec, audio: 'pcma' })
    const packs = units.flatMap((unit, i) => [
      muxer.video(unit, { pts: 90_000 + i * 3600 }),
      muxer.audio(sound.subarray(i * 320, (i + 1) * 320), 90_000 + i * 3600),
    ])
    const path = join(FOLDER, `${codec}.ps`)
    const stream = joined(...packs, muxer.end())
    writeFileSync(path, joined(RECORDER_MARK, stream))
    expect(probe(path)).toMatchObject([
      { codec_name: DELIMITERS[codec].name, nb_read_frames: '25' },
      { codec_name: 'pcm_alaw', nb_read_packets: '25' },
    ])
    const { stderr, status } = spawnSync(FFMPEG, ['-v', 'warning', '-i', path, '-f', 'null', '-'], {
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
    const items = demuxed([stream])
    expect(problemsOf(items)).toEqual([])
    expect(videoOf(items).map(({ bytes }) => bytes)).toEqual(units)
    expect(videoOf(items).filter(({ isKey }) => isKey).length).toBeGreaterThanOrEqual(3)
  })
  it('ffprobe reads: AAC', () => {
    const adts = ffmpeg(...SOUND_INPUT, '-c:a', 'aac', '-f', 'adts', '-')
    const { frames, skipped } = new AdtsSplitter().add(adts, 0)
    expect(skipped).toBe(0)
    const muxer = createPsMuxer({ video: undefined, audio: 'aac' })
    const path = join(FOLDER, 'aac.ps')
    writeFileSync(path, joined(...frames.map(({ bytes, pts }) => muxer.audio(bytes, pts ?? 0)), muxer.end()))
    expect(probe(path)).toMatchObject([{ codec_name: 'aac', nb_read_frames: String(frames.length) }])
  })
})

describe('what ffmpeg muxes', () => {
  it.each(CODECS.flatMap((codec) => [[codec, 'vob'] as const, [codec, 'mpeg'] as const]))(
    'we demux: %s in -f %s',
    (codec, format) => {
      const path = join(FOLDER, `${codec}.${format}`)
      ffmpeg(
        ...PICTURE_INPUT,
        ...SOUND_INPUT,
        ...ENCODERS[codec],
        '-c:a',
        'mp2',
        '-ar',
        '16000',
        '-f',
        format,
        path,
      )
      const demuxer = createPsDemuxer()
      const stream = readFileSync(path)
      const items = []
      for (let at = 0; at < stream.length; at += 777)
        items.push(...demuxer.push(stream.subarray(at, at + 777)))
      items.push(...demuxer.end())
      expect(problemsOf(items)).toEqual([])
      const units = videoOf(items)
      expect(units).toHaveLength(PICTURES)
      expect(units[0]).toMatchObject({ codec, isKey: true })
      const copy = ffmpeg('-i', path, '-map', '0:v', '-c', 'copy', '-f', DELIMITERS[codec].name, '-')
      expect(Buffer.concat(units.map(({ bytes }) => bytes)).equals(copy)).toBe(true)
      const args = [
        '-v',
        'error',
        '-select_streams',
        'v',
        '-show_entries',
        'packet=pts',
        '-of',
        'csv=p=0',
        path,
      ]
      const times = execFileSync(FFPROBE, args, { encoding: 'utf8' })
        .trim()
        .split('\n')
        .map((line) => Number.parseInt(line, 10))
      const timed = units.flatMap(({ pts }, i) => (pts === undefined ? [] : [[pts, times[i]]]))
      // Small pictures share a packet, which has one time.
      expect(timed.length).toBeGreaterThan(3)
      for (const [ours, theirs] of timed) expect(ours).toBe(theirs)
    },
  )
})
