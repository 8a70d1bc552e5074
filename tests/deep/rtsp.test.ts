import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { controlClock, controlDevices, controlStatus } from '@backlot/contract/control/calls'
import { controlTalk } from '@backlot/contract/control/talk-calls'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { control } from '../../testing/control.ts'
import { BY_DAY, type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { itByDebian } from './debian-program.ts'
import { openCapture } from './open-capture.ts'
import { stripsOf } from './strips-of.ts'

const PASSWORD = 'Backlot@2026'
const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'
const run = promisify(execFile)
const GST_BINDINGS = {
  program: 'gst-python',
  packages: ['python3-gi', 'gir1.2-gst-plugins-base-1.0', 'gstreamer1.0-plugins-good'],
  check: "/usr/bin/python3 -c \"import gi; gi.require_version('GstRtsp', '1.0')\"",
}
const GSTREAMER = {
  program: 'gst-launch-1.0',
  packages: [
    'gstreamer1.0-tools',
    'gstreamer1.0-plugins-good',
    'gstreamer1.0-plugins-bad',
    'gstreamer1.0-libav',
  ],
}

let simulator: LaunchedSimulator
let camera: { sn: string; cameraNumber: number }
let address: string
beforeAll(async () => {
  simulator = await launchSimulator(['--no-rtmp', ...BY_DAY])
  const { list } = await control(simulator.url, controlDevices, { query: { kind: 'camera' } })
  const { sn, cameraNumber } = list.find(({ online }) => online)!
  camera = { sn, cameraNumber: cameraNumber! }
  const { host } = new URL(simulator.rtsp!)
  address = `rtsp://admin:${encodeURIComponent(PASSWORD)}@${host}/${sn}/1/main`
})
afterAll(() => simulator?.stop())

const encoders = async () =>
  (await control(simulator.url, controlStatus)).streams.filter(({ sn }) => sn === camera.sn)

it('pictures are the same over both transports and in the console, by one encoder', async () => {
  const operator = await Operator.signIn(simulator.url)
  const live = await operator.call(startLiveVideo, { body: { sn: camera.sn, chnId: 1, streamType: 'main' } })
  const console = stripsOf(new URL(live.httpUrl, simulator.url).href, 72, [])
  const [tcp, udp] = await Promise.all(
    ['tcp', 'udp'].map((transport) => stripsOf(address, 48, ['-rtsp_transport', transport])),
  )
  const running = await encoders()
  expect(running.map(({ streamType }) => streamType)).toEqual(['main'])
  const shown = await console
  const byFrame = new Map(shown.map((strip) => [strip.frame, strip]))
  for (const strips of [tcp!, udp!]) {
    expect(strips.length).toBe(48)
    expect(strips.map(({ camera: number }) => number)).toEqual(strips.map(() => camera.cameraNumber))
    const both = strips.filter(({ frame }) => byFrame.has(frame))
    expect(both.length).toBeGreaterThan(10)
    expect(both).toEqual(both.map(({ frame }) => byFrame.get(frame)))
    // While both watched not one picture was lost; a busy camera leaves some out for all.
    const [fromMs, toMs] = [both[0]!.timeMs, both.at(-1)!.timeMs]
    const during = (list: typeof strips) => list.filter(({ timeMs }) => timeMs >= fromMs && timeMs <= toMs)
    expect(during(strips)).toEqual(during(shown))
  }
})

it('what the camera has recorded is replayed from its beginning, in order', async () => {
  const { nowMs } = await control(simulator.url, controlClock)
  const strips = await stripsOf(address.replace(/main$/, 'replay'), 24, ['-rtsp_transport', 'tcp'])
  expect(strips).toHaveLength(24)
  expect(strips.map(({ camera: number }) => number)).toEqual(strips.map(() => camera.cameraNumber))
  const times = strips.map(({ timeMs }) => timeMs)
  // It stood still on its first picture before it was played.
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  expect(times.at(-1)! - times[0]!).toBeGreaterThan(1000)
  expect(times.at(-1)!).toBeLessThan(nowMs - 60_000)
})

type Packet = { codec_type: string; pts_time: string }

it.each(['tcp', 'udp'])('a recording has its sound in time with its picture over %s', async (transport) => {
  const recording = address.replace(/main$/, 'replay')
  const input = ['-loglevel', 'error', '-rtsp_transport', transport, '-read_intervals', '%+6', recording]
  const shown = ['-show_entries', 'stream=codec_name:packet=codec_type,pts_time', '-of', 'json']
  const { stdout } = await run('ffprobe', [...shown, ...input], { timeout: 60_000 })
  const { streams, packets }: { streams: { codec_name: string }[]; packets: Packet[] } = JSON.parse(stdout)
  expect(streams.map(({ codec_name: codec }) => codec)).toEqual(['h264', 'aac'])
  const timesOf = (kind: string) =>
    packets
      .filter(({ codec_type: type }) => type === kind)
      .map(({ pts_time: time }) => Number(time))
      // ffprobe knows no time of the first picture.
      .filter(Number.isFinite)
  const [pictures, sounds] = [timesOf('video'), timesOf('audio')]
  expect(pictures.length).toBeGreaterThan(20)
  expect(Math.abs(pictures[0]! - sounds[0]!)).toBeLessThan(0.3)
  expect(Math.abs(pictures.at(-1)! - sounds.at(-1)!)).toBeLessThan(0.5)
  // Frames of 1,024 samples at 16 kHz, without gaps.
  const steps = sounds.slice(1).map((time, i) => time - sounds[i]!)
  expect(steps.every((step) => Math.abs(step - 0.064) < 0.01)).toBe(true)
})

for (const stream of ['main', 'replay'])
  for (const transport of ['tcp', 'udp'])
    itByDebian(GSTREAMER, `GStreamer plays picture and sound of ${stream} over ${transport}`, async () => {
      const location = address.replace(/\/\/.*@/, '//').replace(/main$/, stream)
      const login = ['user-id=admin', `user-pw=${PASSWORD}`, `protocols=${transport}`, 'latency=100']
      const sink = (count: number) => ['fakesink', `num-buffers=${count}`, 'sync=false']
      const video = ['s.', '!', 'rtph264depay', '!', 'avdec_h264', '!', ...sink(30)]
      const audio = ['s.', '!', 'rtpmp4gdepay', '!', 'avdec_aac', '!', ...sink(20)]
      // It ends by itself once both sinks have their buffers, and fails on any error of the stream.
      const args = ['rtspsrc', 'name=s', `location=${location}`, ...login, ...video, ...audio]
      const { stdout } = await run('gst-launch-1.0', args, { timeout: 60_000 })
      expect(stdout).toContain('Got EOS from element')
    })

for (const transport of ['tcp', 'udp'])
  itByDebian(GST_BINDINGS, `GStreamer speaks to a camera's loudspeaker over ${transport}`, async () => {
    const { list } = await control(simulator.url, controlDevices, { query: { kind: 'vehicle' } })
    const { sn } = list.find(({ online }) => online)!
    const { host } = new URL(simulator.rtsp!)
    const spoken = `rtsp://admin:${encodeURIComponent(PASSWORD)}@${host}/${sn}/1/sub`
    const script = join(import.meta.dirname, 'gst-back-channel.py')
    const { stdout } = await run('/usr/bin/python3', [script, spoken, transport, '6'], { timeout: 30_000 })
    expect(stdout).toMatch(/^back channel \[\d\]/)
    const { devices } = await control(simulator.url, controlTalk, { query: { sn, reset: 'true' } })
    const { frames, levelDb } = devices.find((device) => device.sn === sn)!.heard
    expect(frames).toBeGreaterThan(25)
    // A sine of half the full scale.
    expect(levelDb).toBeGreaterThan(-10)
    expect(levelDb).toBeLessThan(-8)
  })

itByDebian(
  { program: 'tshark', packages: ['tshark'] },
  'tshark finds RTSP, RTP and RTCP in a capture, and nothing malformed',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'backlot-capture-'))
    try {
      const file = join(folder, 'rtsp.pcap')
      const { port } = new URL(simulator.rtsp!)
      const filter = `host 127.0.0.1 and (udp or port ${port})`
      const capture = await openCapture(file, filter)
      for (const transport of ['tcp', 'udp']) {
        const input = ['-loglevel', 'error', '-rtsp_transport', transport, '-i', address]
        await run(FFMPEG, [...input, '-t', '4', '-f', 'null', '-'], { timeout: 60_000 })
      }
      await capture.end()
      const read = (...args: string[]) =>
        run(
          'tshark',
          [
            '-r',
            file,
            '--enable-heuristic',
            'rtp_udp',
            '-d',
            'rtp.pt==96,h264',
            '-d',
            `tcp.port==${port},rtsp`,
            ...args,
          ],
          { maxBuffer: 2 ** 27 },
        )
      const countOf = async (filter: string) => (await read('-Y', filter)).stdout.split('\n').length - 1
      expect(await countOf('_ws.malformed')).toBe(0)
      expect(await countOf('rtsp.response')).toBeGreaterThan(4)
      expect(await countOf('rtp && udp && rtp.p_type == 96')).toBeGreaterThan(40)
      expect(await countOf('rtp && tcp && rtp.p_type == 96')).toBeGreaterThan(40)
      expect(await countOf('rtcp.pt == 200')).toBeGreaterThan(2)
      expect(await countOf('h264.nal_unit_hdr == 7 || h264.nal_unit_hdr == 24')).toBeGreaterThan(0)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
)
