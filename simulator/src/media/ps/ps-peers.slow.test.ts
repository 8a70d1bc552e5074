/** ffmpeg on the other side: it reads what is sent, and what it muxes is received. */
import { execFileSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createManualClock } from '../../timeline/manual-clock.ts'
import { encodeTag, type FlvTag, flvHeader } from '../../wire/flv/flv-tag.ts'
import { createTagWriter } from '../../wire/flv/tag-writer.ts'
import { createPsDemuxer } from '../../wire/mpeg-ps/ps-demuxer.ts'
import { framePackets } from '../../wire/rtp/framed-rtp.ts'
import { readRtp, writeRtp } from '../../wire/rtp/rtp-packet.ts'
import { createFanout } from '../stream-fanout.ts'
import { openPsReceiver } from './open-ps-receiver.ts'
import { openPsSender } from './open-ps-sender.ts'

const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'
const FFPROBE = FFMPEG.replace(/ffmpeg$/, 'ffprobe')
const FOLDER = mkdtempSync(join(tmpdir(), 'backlot-ps-'))
afterAll(() => rmSync(FOLDER, { recursive: true }))
const HAS_X265 = execFileSync(FFMPEG, ['-v', 'error', '-encoders'], { encoding: 'utf8' }).includes(
  ' libx265 ',
)
const CODECS = HAS_X265 ? (['h264', 'hevc'] as const) : (['h264'] as const)
const HOST = '127.0.0.1'
const SECONDS = 3
const PICTURES = SECONDS * 25

const ffmpeg = (...args: string[]) =>
  execFileSync(FFMPEG, ['-v', 'error', '-nostdin', ...args], { maxBuffer: 2 ** 27 })
const ENCODERS = {
  h264: ['-c:v', 'libx264', '-preset', 'ultrafast', '-threads', '1', '-g', '25', '-pix_fmt', 'yuv420p'],
  hevc: [
    ...['-c:v', 'libx265', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '25'],
    ...['-x265-params', 'log-level=none:pools=1:repeat-headers=1'],
  ],
}
/** Three seconds as ffmpeg muxes them, with pictures of several packets. */
const vobOf = (codec: keyof typeof ENCODERS) =>
  ffmpeg(
    ...['-f', 'lavfi', '-i', `testsrc2=size=640x360:rate=25:duration=${SECONDS}`],
    ...[...ENCODERS[codec], '-f', 'vob', '-'],
  )
/** Hashes of the pictures that ffmpeg decodes. */
const picturesOf = (path: string) =>
  ffmpeg('-i', path, '-map', '0:v', '-fps_mode', 'passthrough', '-f', 'framehash', '-')
    .toString()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(',').at(-1)!.trim())

/** The tags of what ffmpeg muxed, with 320 samples of G.711 for each picture. */
function tagsOf(vob: Uint8Array): FlvTag[] {
  const demuxer = createPsDemuxer()
  const writer = createTagWriter()
  let number = 0
  return [...demuxer.push(vob), ...demuxer.end()].flatMap((item) => {
    if (item.kind !== 'video' || (item.codec !== 'h264' && item.codec !== 'h265')) return []
    const atMs = 1000 + number++ * 40
    return [
      ...writer.video(item.codec, item.bytes, atMs),
      ...writer.g711('pcma', new Uint8Array(320).fill(0xd5), atMs),
    ]
  })
}

it.each(CODECS)('ffmpeg reads the %s and G.711 that is sent, picture by picture', async (codec) => {
  const vob = vobOf(codec)
  writeFileSync(join(FOLDER, `${codec}.vob`), vob)
  const host = createManualClock(0)
  const fanout = createFanout({ host, hasAudio: () => true, onViewers: () => undefined })
  const tap = createSocket('udp4')
  tap.bind(0, HOST)
  await once(tap, 'listening')
  const packets: Buffer[] = []
  tap.on('message', (bytes) => packets.push(bytes))
  const sender = await openPsSender({
    fanout,
    owner: 'platform',
    audio: true,
    ssrc: 1,
    transport: { kind: 'udp', host: HOST, peer: { host: HOST, port: tap.address().port } },
    hostClock: host,
    platformMs: () => 0,
    onEnd: () => undefined,
  })
  sender.start()
  for (const tag of tagsOf(vob)) {
    fanout.push(tag)
    while (packets.length < sender.stats().packets) await new Promise(setImmediate)
  }
  await sender.close()
  tap.close()
  const payloads = packets.map((bytes) => {
    const read = readRtp(bytes)
    if (!read.ok) throw new Error(read.problem.message)
    expect(bytes.length).toBeLessThanOrEqual(1412)
    return read.packet.payload
  })
  // ffmpeg takes the sound of program streams for G.711 only in files of Hikvision's recorders, which begin so.
  const path = join(FOLDER, `${codec}.ps`)
  writeFileSync(path, Buffer.concat([Buffer.from('IMKH'), ...payloads]))
  const probed = execFileSync(FFPROBE, [
    '-v',
    'error',
    '-show_entries',
    'stream=codec_name',
    '-of',
    'csv=p=0',
    path,
  ])
  expect(probed.toString().split('\n').sort()).toEqual(['', codec, 'pcm_alaw'])
  const pictures = picturesOf(path)
  expect(pictures).toHaveLength(PICTURES)
  expect(pictures).toEqual(picturesOf(join(FOLDER, `${codec}.vob`)))
})

it.each(CODECS)('receives the %s that ffmpeg muxed, however it is cut, without markers', async (codec) => {
  const vob = vobOf(codec)
  const host = createManualClock(0)
  const tags: FlvTag[] = []
  const ends: string[] = []
  const receiver = await openPsReceiver({
    transport: { kind: 'tcp-passive', host: HOST },
    ssrc: undefined,
    hostClock: host,
    events: { tag: (tag) => tags.push(tag), live: () => undefined, restarted: () => undefined },
    onEnd: (reason) => ends.push(reason),
  })
  receiver.start()
  const socket = connect(receiver.port, HOST)
  const packets: Buffer[] = []
  for (let at = 0; at < vob.length; at += 1300) {
    const head = { payloadType: 96, marker: false, sequence: packets.length, timestamp: at, ssrc: 5 }
    packets.push(writeRtp(head, [vob.subarray(at, at + 1300)]))
  }
  socket.end(framePackets(packets))
  while (ends.length === 0) await new Promise(setImmediate)
  expect(ends).toEqual(['peerGone'])
  expect(receiver.stats()).toMatchObject({
    videoCodec: codec === 'h264' ? 'H.264' : 'H.265',
    size: { width: 640, height: 360 },
    pictures: PICTURES,
    lost: 0,
    problems: 0,
  })
  const stepMs = (tags.at(-1)!.timestampMs - tags[1]!.timestampMs) / (PICTURES - 1)
  expect(stepMs).toBeCloseTo(40, 0)
  if (codec !== 'h264') return
  const [flv, original] = [join(FOLDER, 'received.flv'), join(FOLDER, 'original.vob')]
  writeFileSync(original, vob)
  writeFileSync(flv, Buffer.concat([flvHeader(false), ...tags.map(encodeTag)]))
  expect(picturesOf(flv)).toEqual(picturesOf(original))
})
