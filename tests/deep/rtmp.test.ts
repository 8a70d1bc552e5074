import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { controlDevices, controlStatus } from '@backlot/contract/control/calls'
import { controlPublishKey } from '@backlot/contract/control/device-calls'
import { addPushWork, deletePushWork, getPushWork } from '@backlot/contract/device-config/calls'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { expect, it } from 'vitest'
import { control } from '../../testing/control.ts'
import { BY_DAY, type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { freePort } from '../servers/free-port.ts'
import { stripsOf } from './strips-of.ts'

const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'

/** A camera of somebody's: a plain red picture, 320×240. */
function publish(url: string): ChildProcess {
  const input = ['-re', '-f', 'lavfi', '-i', 'color=c=red:size=320x240:rate=15']
  const codec = [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-tune',
    'zerolatency',
    '-g',
    '15',
    '-pix_fmt',
    'yuv420p',
  ]
  const args = ['-hide_banner', '-loglevel', 'quiet', ...input, ...codec, '-f', 'flv', url]
  return spawn(FFMPEG, args, { stdio: 'ignore' })
}

/** Mean colour of a picture of a stream over HTTP, as a decoder sees it: [red, green, blue]. */
async function colourOf(url: string): Promise<[number, number, number]> {
  const args = [
    '-loglevel',
    'quiet',
    '-i',
    url,
    '-frames:v',
    '1',
    '-vf',
    'scale=1:1',
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgb24',
    '-',
  ]
  const decoder = spawn(FFMPEG, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const chunks: Buffer[] = []
  decoder.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(decoder, 'close')
  const [red = 0, green = 0, blue = 0] = Buffer.concat(chunks)
  return [red, green, blue]
}

const isRed = ([red, green, blue]: [number, number, number]) => red > 200 && green < 60 && blue < 60

async function liveUrl(simulator: LaunchedSimulator, operator: Operator, sn: string) {
  const live = await operator.call(startLiveVideo, { body: { sn, chnId: 1, streamType: 'sub' } })
  return { url: new URL(live.httpUrl, simulator.url).href, source: live.source }
}

/** A port of this machine that nobody listens on now. */
it('a device pushes its picture to a server of somebody else until the work is removed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backlot-push-'))
  const simulator = await launchSimulator()
  let server: ChildProcess | undefined
  try {
    const operator = await Operator.signIn(simulator.url)
    const { list } = await control(simulator.url, controlDevices, { query: { kind: 'camera', limit: 100 } })
    const sn = list.find(({ online }) => online)?.sn ?? ''
    const port = await freePort()
    const file = join(folder, 'received.flv')
    const work = {
      chnId: 1,
      streamType: 'sub' as const,
      planId: 0,
      url: `rtmp://127.0.0.1:${port}/live/gate`,
    }
    const elsewhere = { ...work, url: 'rtmp://192.0.2.1/live/gate' }
    await expect(operator.call(addPushWork, { body: { sn, work: elsewhere } })).rejects.toThrow(
      '--stream-allow',
    )
    const own = { ...work, url: `${simulator.rtmp}/live/gate` }
    await expect(operator.call(addPushWork, { body: { sn, work: own } })).rejects.toThrow('属于本平台')

    const { id } = await operator.call(addPushWork, { body: { sn, work } })
    const progress = async () => (await operator.call(getPushWork, { body: { sn } })).list[0]?.progress
    await expect.poll(async () => (await progress())?.reason, { timeout: 30_000 }).toBe('unreachable')
    // One that we did not write: ffmpeg as an RTMP server.
    server = spawn(
      FFMPEG,
      [
        ...['-hide_banner', '-loglevel', 'quiet', '-nostdin', '-y', '-listen', '1'],
        ...['-i', work.url, '-c', 'copy', '-flush_packets', '1', '-f', 'flv', file],
      ],
      { stdio: 'ignore' },
    )
    const closed = once(server, 'close')
    await expect.poll(async () => (await progress())?.state, { timeout: 60_000 }).toBe('pushing')
    await expect.poll(async () => (await progress())?.sentBytes, { timeout: 30_000 }).toBeGreaterThan(60_000)
    await operator.call(deletePushWork, { body: { sn, id } })
    await closed
    // Decodes, and is no empty picture.
    const [red, green, blue] = await colourOf(file)
    expect(red + green + blue).toBeGreaterThan(0)
    expect((await operator.call(getPushWork, { body: { sn } })).list).toEqual([])
  } finally {
    server?.kill('SIGKILL')
    await simulator.stop()
    await rm(folder, { recursive: true, force: true })
  }
})

it('a stream that leaves one platform and comes in at another shows the same pictures on both', async () => {
  const platforms = await Promise.all([launchSimulator(BY_DAY), launchSimulator(BY_DAY)])
  const [home, away] = platforms
  try {
    const camerasOf = async (platform: LaunchedSimulator) => {
      const { list } = await control(platform.url, controlDevices, {
        query: { kind: 'ptzCamera', limit: 100 },
      })
      return list.find(({ online }) => online)!
    }
    const [camera, shown] = [await camerasOf(home), await camerasOf(away)]
    const { url } = await control(away.url, controlPublishKey, { body: { sn: shown.sn, chnId: 1 } })
    const [sender, viewer] = await Promise.all(platforms.map(({ url: at }) => Operator.signIn(at)))
    const work = { chnId: 1, streamType: 'sub' as const, planId: 0, url }
    await sender!.call(addPushWork, { body: { sn: camera.sn, work } })
    await expect
      .poll(async () => (await liveUrl(away, viewer!, shown.sn)).source, { timeout: 60_000 })
      .toBe('published')
    const [there, here] = await Promise.all([
      liveUrl(away, viewer!, shown.sn).then((live) => stripsOf(live.url, 60, [])),
      liveUrl(home, sender!, camera.sn).then((live) => stripsOf(live.url, 60, [])),
    ])
    const byFrame = new Map(here.map((strip) => [strip.frame, strip]))
    const both = there.filter(({ frame }) => byFrame.has(frame))
    expect(both.length).toBeGreaterThan(10)
    // Device, time and pose.
    expect(both).toEqual(both.map(({ frame }) => byFrame.get(frame)))
    expect(both.map(({ camera: number }) => number)).toEqual(both.map(() => camera.cameraNumber))
  } finally {
    await Promise.all(platforms.map((platform) => platform.stop()))
  }
})

it("a publisher with the device's key is seen in place of the scene, and the scene comes back", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backlot-rtmp-'))
  let simulator = await launchSimulator(['--data', folder])
  let publisher: ChildProcess | undefined
  try {
    const operator = await Operator.signIn(simulator.url)
    const { list } = await control(simulator.url, controlDevices, { query: { kind: 'camera', limit: 100 } })
    const sn = list.find(({ online }) => online)?.sn ?? ''
    const { url, key } = await control(simulator.url, controlPublishKey, { body: { sn, chnId: 1 } })
    expect(url.startsWith(`${simulator.rtmp}/live/${sn}_1?key=`)).toBe(true)

    const before = await liveUrl(simulator, operator, sn)
    expect(before.source).not.toBe('published')
    expect(isRed(await colourOf(before.url))).toBe(false)

    const stranger = publish(url.replace(key, `${key.slice(1)}x`))
    await once(stranger, 'close')
    expect((await liveUrl(simulator, operator, sn)).source).not.toBe('published')
    const metric = async (name: string) => {
      const text = await (await fetch(`${simulator.url}/metrics`)).text()
      return Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.slice(name.length),
      )
    }
    expect(await metric('backlot_rtmp_refusals_total{reason="key"}')).toBe(1)

    publisher = publish(url)
    await expect
      .poll(async () => (await liveUrl(simulator, operator, sn)).source, { timeout: 60_000 })
      .toBe('published')
    expect(isRed(await colourOf((await liveUrl(simulator, operator, sn)).url))).toBe(true)
    expect(await metric('backlot_rtmp_publishers')).toBe(1)
    expect(await metric('backlot_rtmp_streams{codec="H.264"}')).toBe(2)
    expect(await metric('backlot_rtmp_received_bytes_total{kind="video"}')).toBeGreaterThan(1000)

    publisher.kill('SIGKILL')
    await expect
      .poll(async () => (await liveUrl(simulator, operator, sn)).source, { timeout: 60_000 })
      .not.toBe('published')
    expect(isRed(await colourOf((await liveUrl(simulator, operator, sn)).url))).toBe(false)

    // The key outlives a restart.
    await simulator.stop()
    simulator = await launchSimulator(['--data', folder])
    const later = await control(simulator.url, controlPublishKey, { body: { sn, chnId: 1 } })
    expect(later.key).toBe(key)
    expect((await control(simulator.url, controlStatus)).ports.rtmp).not.toBeNull()
  } finally {
    publisher?.kill('SIGKILL')
    await simulator.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
