/** Cameras drawn by a worker: the platform has no encoder of its own. */
import { controlDevices, controlStatus } from '@backlot/contract/control/calls'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { createSimulator } from '@backlot/simulator/create-simulator'
import { describe, expect, it } from 'vitest'
import { control } from '../../../testing/control.ts'
import { Operator } from '../../../testing/operator.ts'
import { stripsOf } from '../../deep/strips-of.ts'
import { startWorker } from '../../servers/cluster-programs.ts'
import { REDIS_SERVER, startRedis } from '../../servers/redis-server.ts'

const QUIET = { port: 0, data: ':memory:', pastDays: 0, logLevel: 'silent', encoderBudget: 0 } as const
const NOON = '2026-11-25 10:00:00'
const PATIENT = { timeout: 60_000 }

describe.skipIf(REDIS_SERVER === undefined)('cameras of a cluster', () => {
  it('are drawn by a worker: the picture is that of the camera, its pose and moment', async () => {
    await using redis = await startRedis()
    await using core = await createSimulator({ ...QUIET, redis: redis.url, startAt: NOON })
    await using worker = await startWorker(redis.url, 'one', '--take', 'cameras', '--slots', '1')
    const operator = await Operator.signIn(core.url)
    const { list } = await control(core.url, controlDevices, { query: { kind: 'ptzCamera' } })
    const [camera, other] = list.filter(({ online }) => online)
    if (!camera || !other) throw new Error('two cameras are needed')
    const start = (sn: string) => operator.call(startLiveVideo, { body: { sn, chnId: 1, streamType: 'sub' } })
    const streams = async () => (await control(core.url, controlStatus)).streams
    // A clip as long as no machine draws; the worker comes, and so does the scene.
    const { httpUrl } = await start(camera.sn)
    const url = new URL(httpUrl, core.url).href
    await expect
      .poll(streams, PATIENT)
      .toMatchObject([{ sn: camera.sn, source: 'scene', worker: worker.name }])
    const strips = await stripsOf(url, 12, [])
    const { cameraNumber, pose } = (await control(core.url, controlDevices, { query: { sn: camera.sn } }))
      .list[0]!
    for (const strip of strips) {
      expect(strip.camera).toBe(cameraNumber)
      expect(strip.panDeg).toBeCloseTo(pose?.pan ?? Number.NaN, 0)
    }
    expect(strips.at(-1)?.timeMs).toBeGreaterThan(Date.parse('2026-11-25T10:00:00+08:00'))
    // Its one slot is taken.
    expect((await start(other.sn)).source).toBe('clip')
  })
})
