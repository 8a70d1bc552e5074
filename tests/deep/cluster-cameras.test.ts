/** Streams that workers draw, while workers die, stand still, and cameras turn. */
import { controlClock, controlDevices, controlStatus } from '@backlot/contract/control/calls'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { PTZ, ptzControl } from '@backlot/contract/ptz/calls'
import { createSimulator } from '@backlot/simulator/create-simulator'
import { createDisposal } from '@backlot/simulator/kernel/disposal'
import { afterEach, describe, expect, it } from 'vitest'
import { control } from '../../testing/control.ts'
import { DEMO_PASSWORD, Operator } from '../../testing/operator.ts'
import { type RunningWorker, startWorker } from '../servers/cluster-programs.ts'
import { freePort } from '../servers/free-port.ts'
import { openLinkBreaker } from '../servers/link-breaker.ts'
import { REDIS_SERVER, startRedis } from '../servers/redis-server.ts'
import { recordStream } from './record-stream.ts'
import { stripsOf } from './strips-of.ts'

const QUIET = { data: ':memory:', pastDays: 0, logLevel: 'silent', encoderBudget: 0 } as const
const PATIENT = { timeout: 60_000 }
const PICTURE_MS = 1000 / 12
/** A command is in the first picture that falls due so much later. */
const PTZ_MS = 100
/** As long as a viewer may be without a picture when a machine goes. */
const GAP_MS = 3000
const WORKER = ['--take', 'cameras', '--slots', '4'] as const

let disposal = createDisposal()
afterEach(() => disposal.end())

/** A stream of a turning camera that one of two workers draws, as a viewer sees it. */
async function openRig() {
  disposal = createDisposal()
  const redis = disposal.use(await startRedis())
  const port = await freePort()
  const links = disposal.use(await openLinkBreaker(`http://127.0.0.1:${port}`))
  const core = disposal.use(
    await createSimulator({
      ...QUIET,
      port,
      rtspPort: 0,
      redis: redis.url,
      clusterUrl: links.url,
      startAt: '2026-11-25 10:00:00',
    }),
  )
  const workers = [
    disposal.use(await startWorker(redis.url, 'one', ...WORKER)),
    disposal.use(await startWorker(redis.url, 'two', ...WORKER)),
  ]
  const operator = await Operator.signIn(core.url)
  const { list } = await control(core.url, controlDevices, { query: { kind: 'ptzCamera' } })
  const camera = list.find(({ online }) => online)
  if (!camera) throw new Error('there is no camera')
  const { sn } = camera
  const started = await operator.call(startLiveVideo, { body: { sn, chnId: 1, streamType: 'sub' } })
  const drawnBy = async (): Promise<RunningWorker | undefined> => {
    const [stream] = (await control(core.url, controlStatus)).streams
    return workers.find(({ name }) => name === stream?.worker)
  }
  const drawer = await expect.poll(drawnBy, PATIENT).toBeDefined().then(drawnBy)
  if (!drawer) throw new Error('nobody draws')
  // Before a worker has come, the stream plays its clip.
  const viewer = disposal.use(recordStream(new URL(started.httpUrl, core.url).href))
  const seen = (count: number) => expect.poll(() => viewer.pictures(), PATIENT).toBeGreaterThan(count)
  await seen(24)
  const account = `admin:${encodeURIComponent(DEMO_PASSWORD)}`
  return {
    redis,
    links,
    core,
    rtsp: `rtsp://${account}@${new URL(core.rtsp ?? '').host}/${sn}/1/sub`,
    operator,
    sn,
    viewer,
    drawer,
    drawnBy,
    seen,
  }
}

/** Each is later than the one before. */
function expectRising(numbers: readonly number[]): void {
  expect(numbers.filter((next, i) => i > 0 && next <= (numbers[i - 1] ?? 0))).toEqual([])
}

/** Pictures of one camera, each later than the one before in the stream and in the world; the longest gap between two. */
async function expectOneScene({ viewer }: { viewer: ReturnType<typeof recordStream> }) {
  expect(viewer.ended()).toBe(false)
  const { timesMs, strips } = await viewer.read()
  expect(strips.length).toBeGreaterThan(24)
  expect(new Set(strips.map(({ camera }) => camera)).size).toBe(1)
  expectRising(timesMs)
  expectRising(strips.map(({ timeMs }) => timeMs))
  return { strips, gapMs: Math.max(...timesMs.slice(1).map((next, i) => next - (timesMs[i] ?? 0))) }
}

describe.skipIf(REDIS_SERVER === undefined)('a stream of a cluster', () => {
  it.each(['killed', 'frozen'] as const)(
    'goes on from another machine when its worker is %s, and the viewer stays connected',
    async (how) => {
      const rig = await openRig()
      const { viewer, drawer, drawnBy, seen } = rig
      // The same over RTSP, as ffmpeg reads and decodes it.
      const overRtsp = stripsOf(rig.rtsp, 100, ['-rtsp_transport', 'tcp'])
      await expect
        .poll(async () => (await control(rig.core.url, controlStatus)).streams[0]?.viewers, PATIENT)
        .toBe(2)
      await seen(viewer.pictures() + 24)
      const before = viewer.pictures()
      drawer.signal(how === 'killed' ? 'SIGKILL' : 'SIGSTOP')
      await seen(before + 60)
      expect((await drawnBy())?.name).not.toBe(drawer.name)
      if (how === 'frozen') {
        // What it still has to say is of no interest to anybody.
        drawer.signal('SIGCONT')
        await seen(before + 120)
      }
      expect((await expectOneScene(rig)).gapMs).toBeLessThan(GAP_MS)
      const strips = await overRtsp
      expect(strips).toHaveLength(100)
      expect(new Set(strips.map(({ camera }) => camera)).size).toBe(1)
      const times = strips.map(({ timeMs }) => timeMs)
      expectRising(times)
      expect(Math.max(...times.slice(1).map((next, i) => next - times[i]!))).toBeLessThan(GAP_MS)
    },
  )

  it('goes on when the links to its core are cut, from whichever machine is back first', async () => {
    const rig = await openRig()
    const { links, viewer, seen, drawnBy } = rig
    links.cut()
    await expect.poll(drawnBy, PATIENT).toBeUndefined()
    links.mend()
    await expect.poll(drawnBy, PATIENT).toBeDefined()
    await seen(viewer.pictures() + 60)
    expect((await expectOneScene(rig)).gapMs).toBeLessThan(GAP_MS)
  })

  it('goes on while Redis is gone', async () => {
    const rig = await openRig()
    const { redis, viewer, drawer, drawnBy, seen } = rig
    await redis.kill()
    await seen(viewer.pictures() + 120)
    expect((await drawnBy())?.name).toBe(drawer.name)
    await redis.start()
    await seen(viewer.pictures() + 60)
    expect((await drawnBy())?.name).toBe(drawer.name)
    expect((await expectOneScene(rig)).gapMs).toBeLessThan(1000)
  })

  it('shows a turn of its camera in the next picture', async () => {
    const rig = await openRig()
    const { core, operator, sn, viewer, seen } = rig
    await operator.call(ptzControl, { body: { sn, chnId: 1, cmd: PTZ.right, speed: 60 } })
    const { nowMs } = await control(core.url, controlClock)
    await seen(viewer.pictures() + 24)
    await operator.call(ptzControl, { body: { sn, chnId: 1, cmd: PTZ.stop, speed: 0 } })
    await seen(viewer.pictures() + 12)
    const { strips } = await expectOneScene(rig)
    const turned = strips.find(({ panDeg }) => panDeg !== strips[0]?.panDeg)
    expect((turned?.timeMs ?? Number.NaN) - nowMs).toBeLessThan(PTZ_MS + PICTURE_MS)
  })
})
