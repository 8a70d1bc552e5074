import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { controlDevices, controlStatus } from '@backlot/contract/control/calls'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { openCoreLink } from '@backlot/simulator/cluster/core-link'
import { openCorePort } from '@backlot/simulator/cluster/core-port'
import { createDisposal } from '@backlot/simulator/kernel/disposal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { control } from '../../../testing/control.ts'
import { launchEdge } from '../../../testing/launch-edge.ts'
import { BY_DAY, type LaunchedSimulator, launchSimulator } from '../../../testing/launch-simulator.ts'
import { Operator } from '../../../testing/operator.ts'
import { stripsOf } from '../../deep/strips-of.ts'
import { type RunningWorker, startWorker } from '../../servers/cluster-programs.ts'
import { freePort } from '../../servers/free-port.ts'
import { REDIS_SERVER, type RedisServer, startRedis } from '../../servers/redis-server.ts'
import { openTestCluster } from './open-test-cluster.ts'

const PATIENT = { timeout: 60_000 }
const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
/** Those of cameras are a platform's, which has them without a cluster too. */
const ours = (name: string) => /^backlot_(cluster|worker(?!_cameras)|edges?)(_|$)/.test(name)

/** A core whose own encoders are off (tests/vitest.config.ts), and a worker that draws one camera. */
describe.skipIf(REDIS_SERVER === undefined)('the core of a cluster', () => {
  const disposal = createDisposal()
  let redis: RedisServer
  let core: LaunchedSimulator
  let worker: RunningWorker
  let probe: string
  beforeAll(async () => {
    redis = disposal.use(await startRedis())
    const port = await freePort()
    probe = `http://127.0.0.1:${port}`
    const starting = launchSimulator([...BY_DAY], { BACKLOT_REDIS: redis.url })
    worker = disposal.use(await startWorker(redis.url, 'one', '--slots', '1', '--port', String(port)))
    core = disposal.use(await starting)
  })
  afterAll(() => disposal.end())

  it('takes links of machines that know its token, and of no others', async () => {
    const stranger = new WebSocket(`${core.url.replace('http', 'ws')}/cluster`, {
      headers: { authorization: 'Bearer guessed', 'x-backlot-link': 'edge' },
    })
    const [error] = (await once(stranger, 'error')) as [Error]
    expect(error.message).toBe('Unexpected server response: 401')

    await using cluster = await openTestCluster(redis.url)
    await using second = await openTestCluster(redis.url)
    await expect(openCorePort(second, { url: 'http://127.0.0.1:1', counters: () => ({}) })).rejects.toThrow(
      `The platform at ${core.url} is the core of this cluster`,
    )
    using link = openCoreLink(cluster, {
      kind: 'edge',
      memberId: 'm1',
      name: 'Kante 1',
      onOpen: () => {},
      onClose: () => {},
    })
    await expect.poll(() => link.core()?.url).toBe(core.url)
    await expect.poll(() => link.socket()?.readyState).toBe(WebSocket.OPEN)
  })

  it('shows cameras that a worker draws: the picture is that of the camera, its pose and moment', async () => {
    const operator = await Operator.signIn(core.url)
    const { list } = await control(core.url, controlDevices, { query: { kind: 'ptzCamera' } })
    const [camera, other] = list.filter(({ online }) => online)
    if (!camera || !other) throw new Error('two cameras are needed')
    const show = (sn: string) => operator.call(startLiveVideo, { body: { sn, chnId: 1, streamType: 'sub' } })
    const streams = async () => (await control(core.url, controlStatus)).streams
    // A clip until the worker has come.
    const { httpUrl } = await show(camera.sn)
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
    expect((await show(other.sn)).source).toBe('clip')
  })

  it('has metrics, as its worker and edge: they are on their pages and on the dashboard, each of them and no other', async () => {
    await using edge = await launchEdge(redis.url)
    const texts = await Promise.all(
      [core.url, edge.url, probe].map(async (url) => (await fetch(`${url}/metrics`)).text()),
    )
    const there = texts
      .flatMap((text) => [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)])
      .map(([, name = '', type = '']) => ({ name, type }))
      .filter(({ name }) => ours(name))
    const pages = `${read('docs/cluster.md')}\n${read('docs/edge.md')}`
    const listed = [...pages.matchAll(/^\| `(backlot_\w+)` \| (\w+) \|/gm)].map(
      ([, name, type]) => `${name} ${type}`,
    )
    expect(listed.sort()).toEqual(there.map(({ name, type }) => `${name} ${type}`).sort())
    const shown = new Set(
      [...read('fixtures/dashboards/cluster.json').matchAll(/backlot_[a-z0-9_]+/g)]
        .map(([name]) => name)
        .filter(ours),
    )
    const wanted = there.map(({ name, type }) => (type === 'histogram' ? `${name}_bucket` : name))
    expect([...shown].filter((name) => name !== 'backlot_').sort()).toEqual(wanted.sort())
    await expect
      .poll(async () => (await fetch(`${core.url}/metrics`)).text())
      .toContain('backlot_cluster_members{role="worker"} 1')
    const health = await fetch(`${probe}/healthz`)
    expect([health.status, await health.json()]).toEqual([200, { ok: true, parts: { redis: true } }])
  })

  it('lives on without Redis, which its worker tells', async () => {
    await redis.kill()
    await expect.poll(async () => (await fetch(`${probe}/healthz`)).status).toBe(503)
    expect((await fetch(`${core.url}/healthz`)).status).toBe(200)
  })
})
