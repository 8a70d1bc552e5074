/** Picture and sound of a terminal, which ffmpeg encodes and ffprobe judges where viewers get them. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { testTerminal } from '@backlot/simulator/gateways/jt808/test-terminal.test-support'
import { createFlvParser } from '@backlot/simulator/media/flv-parser'
import { readVideo, readVideoConfig, type VideoConfig } from '@backlot/simulator/wire/flv/flv-media'
import { encodeTag, FLV_AUDIO, type FlvTag, flvHeader, kindOf } from '@backlot/simulator/wire/flv/flv-tag'
import { pictureUnits } from '@backlot/simulator/wire/flv/picture-units'
import { PAYLOAD_TYPES } from '@backlot/simulator/wire/jt1078/payload-types'
import { createRtpPacketizer, type RtpFrame } from '@backlot/simulator/wire/jt1078/rtp-packetizer'
import { joinNalUnits } from '@backlot/simulator/wire/mpeg-ps/nal-units'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { BY_DAY, type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'

const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'
const FFPROBE = FFMPEG.replace(/ffmpeg$/, 'ffprobe')
const run = promisify(execFile)
const PASSWORD = 'Backlot@2026'
const FRAMES_PER_SECOND = 25
const SOUND_RATE = 48_000
const SAMPLES_OF_FRAME = 1024
const CHANNEL = 1

let platform: LaunchedSimulator
beforeAll(async () => {
  platform = await launchSimulator(['--no-rtmp', ...BY_DAY])
})
afterAll(() => platform?.stop())
const encoders: ChildProcess[] = []
afterEach(async () => {
  for (const encoder of encoders.splice(0)) {
    encoder.kill('SIGKILL')
    if (encoder.exitCode === null && encoder.signalCode === null) await once(encoder, 'exit')
  }
})

const CODECS = {
  h264: {
    payloadType: PAYLOAD_TYPES.h264,
    encoder: ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-x264-params', 'aud=1'],
    /** An access unit delimiter, which begins each picture, and a parameter set, which key pictures have. */
    delimiter: Buffer.of(0, 0, 0, 1, 9),
    parameterSet: Buffer.of(0, 0, 0, 1, 0x67),
  },
  hevc: {
    payloadType: PAYLOAD_TYPES.h265,
    encoder: [
      ...['-c:v', 'libx265', '-preset', 'ultrafast', '-tune', 'zerolatency'],
      ...['-x265-params', 'log-level=none:aud=1:repeat-headers=1'],
    ],
    delimiter: Buffer.of(0, 0, 0, 1, 0x46, 1),
    parameterSet: Buffer.of(0, 0, 0, 1, 0x40, 1),
  },
} as const

/** What ffmpeg writes in real time, piece by piece as `sizeOf` cuts it: undefined while a piece is not whole. */
function encode(args: readonly string[], sizeOf: (bytes: Buffer) => number | undefined, take: Taker): void {
  const encoder = spawn(FFMPEG, ['-v', 'error', '-re', '-f', 'lavfi', ...args, '-flush_packets', '1', '-'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  encoders.push(encoder)
  let rest = Buffer.alloc(0)
  let count = 0
  encoder.stdout.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (let size = sizeOf(rest); size !== undefined; size = sizeOf(rest)) {
      take(rest.subarray(0, size), count++)
      rest = rest.subarray(size)
    }
  })
}
type Taker = (bytes: Buffer, index: number) => void

/** Sends moving pictures and a tone, as a terminal does. */
function sendMedia(socket: Socket, sim: string, codec: keyof typeof CODECS): void {
  const packetsOf = createRtpPacketizer({ sim, channel: CHANNEL })
  const send = (frame: RtpFrame) => {
    for (const packet of packetsOf(frame)) socket.write(packet)
  }
  const { payloadType, encoder, delimiter, parameterSet } = CODECS[codec]
  encode(
    [
      ...['-i', `testsrc2=s=320x180:r=${FRAMES_PER_SECOND}`, '-g', `${FRAMES_PER_SECOND}`, '-bf', '0'],
      ...['-pix_fmt', 'yuv420p', ...encoder, '-f', codec],
    ],
    (bytes) => {
      const next = bytes.indexOf(delimiter, 1)
      return next < 0 ? undefined : next
    },
    (bytes, index) => {
      const dataType = bytes.includes(parameterSet) ? 0 : 1
      send({ payloadType, dataType, timestampMs: (index * 1000) / FRAMES_PER_SECOND, bytes })
    },
  )
  encode(
    ['-i', `sine=r=${SOUND_RATE}`, '-c:a', 'aac', '-f', 'adts'],
    (bytes) => {
      const size = bytes.length < 7 ? Infinity : (bytes.readUIntBE(3, 3) >> 5) & 0x1fff
      return size <= bytes.length ? size : undefined
    },
    (bytes, index) => {
      const timestampMs = Math.round((index * SAMPLES_OF_FRAME * 1000) / SOUND_RATE)
      send({ payloadType: PAYLOAD_TYPES.aac, dataType: 3, timestampMs, bytes })
    },
  )
}

const SHOWN = [
  '-v',
  'error',
  '-count_frames',
  '-of',
  'csv=p=0',
  '-show_entries',
  'stream=codec_name,nb_read_frames',
]

/** What ffprobe says of a stream: codec and number of decoded frames, and its complaints. */
async function judged(format: string, bytes: Uint8Array): Promise<string> {
  const judge = spawn(FFPROBE, [...SHOWN, '-f', format, '-i', 'pipe:0'])
  let said = ''
  for (const stream of [judge.stdout, judge.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  judge.stdin.end(bytes)
  await once(judge, 'close')
  return said.trim()
}

/**
 * What a viewer over HTTP gets: pictures as a byte stream, because ffmpeg before 6.1 reads no H.265 from FLV, and the
 * sound as FLV without pictures.
 */
async function viewed(url: string, count: number) {
  const leaving = new AbortController()
  const { body } = await fetch(url, { signal: leaving.signal })
  const parser = createFlvParser()
  const pictures: Uint8Array[] = []
  const sound: FlvTag[] = []
  let config: VideoConfig | undefined
  for await (const chunk of body!) {
    for (const tag of parser.push(chunk)) {
      if (tag.type === FLV_AUDIO) sound.push(tag)
      const packet = readVideo(tag)
      if (packet?.isConfig) config = readVideoConfig(packet)
      else if (packet && config) pictures.push(joinNalUnits(pictureUnits(config, packet).units))
    }
    if (pictures.length >= count) break
  }
  leaving.abort()
  return {
    pictures: Buffer.concat(pictures.slice(0, count)),
    sound: Buffer.concat([flvHeader(true), ...sound.map(encodeTag)]),
    soundFrames: sound.filter((tag) => kindOf(tag) === 'audio').length,
  }
}

it.each([
  { codec: 'h264', phone: '013911110264' },
  { codec: 'hevc', phone: '013911110265' },
] as const)('$codec and AAC of a terminal reach the viewers, over FLV and RTSP', async ({ codec, phone }) => {
  const terminal = await testTerminal(Number(platform.jt808!.split(':').at(-1)), phone)
  await terminal.enter()
  const asked = await terminal.heard('querySomeParameters')
  // JT/T 1078-2016, table 4: one channel with picture and sound.
  const channels = { id: 0x76, bytes: Buffer.of(1, 0, 0, CHANNEL, CHANNEL, 0, 0) }
  terminal.send({ kind: 'parameterReply', serial: asked.header.serial, parameters: [channels] })
  const operator = await Operator.signIn(platform.url)
  const start = () =>
    operator.call(startLiveVideo, { body: { sn: phone, chnId: CHANNEL, streamType: 'main' } })
  const { httpUrl } = await vi.waitFor(start, { timeout: 30_000, interval: 200 })
  const url = new URL(httpUrl, platform.url).href
  const seen = viewed(url, 50)

  const { header, host, tcpPort } = await terminal.heard('live')
  terminal.send({ kind: 'terminalAck', serial: header.serial, id: header.id, result: 0 })
  const socket = connect(tcpPort, host)
  await once(socket, 'connect')
  sendMedia(socket.on('error', () => undefined).resume(), phone, codec)

  const address = new URL(platform.rtsp!)
  const rtsp = `rtsp://admin:${encodeURIComponent(PASSWORD)}@${address.host}/${phone}/${CHANNEL}/main`
  const { stdout } = await run(FFPROBE, [...SHOWN, '-read_intervals', '%+3', '-rtsp_transport', 'tcp', rtsp])
  const counts = new Map(
    [...stdout.matchAll(/^(\w+),(\d+)$/gm)].map(([, name, count]) => [name, Number(count)]),
  )
  expect([...counts.keys()].sort()).toEqual(['aac', codec])
  for (const count of counts.values()) expect(count).toBeGreaterThan(50)

  // Every frame, and no complaint.
  const { pictures, sound, soundFrames } = await seen
  expect(await judged(codec, pictures)).toBe(`${codec},50`)
  expect(soundFrames).toBeGreaterThan(50)
  expect(await judged('flv', sound)).toBe(`aac,${soundFrames}`)
  socket.destroy()
  terminal.close()
})
