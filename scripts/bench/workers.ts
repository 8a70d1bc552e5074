// Live cameras that workers of a cluster draw: what one costs beside the platform's own encoders, and how many the
// processors of this machine hold.
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { controlStatus } from '@backlot/contract/control/calls'
import { controlAddFleet } from '@backlot/contract/control/fleet-calls'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { control } from '../../testing/control.ts'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { type RunningWorker, startWorker } from '../../tests/servers/cluster-programs.ts'
import { REDIS_SERVER, startRedis } from '../../tests/servers/redis-server.ts'
import { coresOver, sumOf } from './process-use.ts'
import { type Finding, median } from './report.ts'
import { sized } from './size.ts'
import { openViewers, type StreamViewers, workingCameras } from './stream-viewers.ts'

const STREAMS = sized(8, 2)
const ROUNDS = sized(5, 1)
const SLICE_MS = sized(5000, 1000)
/** At most so long until all pictures come. */
const SETTLE_MS = sized(30_000, 3000)
/** Cameras that are asked for, so many more at a time. */
const CAMERAS = sized(300, 4)
const STEP = sized(10, 2)
const PICTURES_PER_SECOND = 12
/** Pictures that come, of those that are due: below it the machine does not hold its streams. */
const HELD = 0.95

export async function benchWorkers(): Promise<Finding[]> {
  if (REDIS_SERVER === undefined) return [{ name: 'workers', value: 'redis-server is not installed' }]
  return [...(await compare()), ...(await fill())]
}

/** As many streams on both sides at the same time, a viewer each. */
async function compare(): Promise<Finding[]> {
  await using redis = await startRedis()
  await using own = await launchSimulator(['--encoder-budget', String(STREAMS)])
  await using core = await launchSimulator(['--encoder-budget', '0', '--redis', redis.url])
  await using worker = await startWorker(redis.url, 'one', '--take', 'cameras', '--slots', String(STREAMS))
  await untilReady(core.url, STREAMS)
  const pids = [own.pid, core.pid, worker.child.pid!]
  await using ownViewers = openViewers()
  await using workerViewers = openViewers()
  const firstMs = [
    await watch(own.url, (await workingCameras(own.url)).slice(0, STREAMS), ownViewers),
    await watch(core.url, (await workingCameras(core.url)).slice(0, STREAMS), workerViewers),
  ]
  await Promise.all([ownViewers, workerViewers].map((viewers) => settle(viewers, STREAMS)))
  const slices: { own: number; core: number; worker: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [a = 0, b = 0, c = 0] = (await coresOver(pids, SLICE_MS)).map(sumOf)
    slices.push({ own: a, core: b, worker: c })
  }
  const each = (cores: number) => `${((cores * 1000) / STREAMS).toFixed(1)} ms`
  const ratio = median(slices.map((slice) => (slice.core + slice.worker) / slice.own))
  return [
    {
      name: `${STREAMS} cameras drawn by a worker, beside as many by own encoders, the platforms included`,
      value: `${ratio.toFixed(2)} times the CPU: ${each(median(slices.map(({ worker }) => worker)))} of a second each on the worker and ${each(median(slices.map(({ core }) => core)))} on the core, beside ${each(median(slices.map((slice) => slice.own)))}`,
      goal: '≤ 1.3',
      holds: ratio <= 1.3,
    },
    {
      name: '  until the pictures of all of them come, after the first request',
      value: `${(firstMs[1]! / 1000).toFixed(2)} s, beside ${(firstMs[0]! / 1000).toFixed(2)} s`,
    },
  ]
}

/** More and more cameras, until pictures are left out. */
async function fill(): Promise<Finding[]> {
  await using redis = await startRedis()
  await using core = await launchSimulator(['--encoder-budget', '0', '--redis', redis.url])
  await control(core.url, controlAddFleet, {
    body: {
      kind: 'camera',
      count: CAMERAS,
      group: { key: 'benchCameras', name: { zh: 'Bench', en: 'Bench' } },
      split: 'district',
      placement: 'junctions',
    },
  })
  const workers: RunningWorker[] = []
  try {
    for (let i = 0; i < availableParallelism(); i++)
      workers.push(await startWorker(redis.url, `w${i}`, '--take', 'cameras', '--slots', String(CAMERAS)))
    await untilReady(core.url, CAMERAS * workers.length)
    const cameras = (await workingCameras(core.url)).slice(0, CAMERAS)
    await using viewers = openViewers()
    let held = { streams: 0, share: 0, workers: 0, core: 0 }
    let failed: typeof held | undefined
    while (failed === undefined && held.streams < cameras.length) {
      const more = cameras.slice(held.streams, held.streams + STEP)
      await watch(core.url, more, viewers)
      const streams = held.streams + more.length
      await settle(viewers, streams)
      const measure = async () => {
        const [share, [coreCores, ...others]] = await Promise.all([
          shareOf(viewers, streams, SLICE_MS),
          coresOver([core.pid, ...workers.map(({ child }) => child.pid!)], SLICE_MS),
        ])
        // Clips come in full, but nobody draws them.
        const { streams: all } = await control(core.url, controlStatus)
        const drawn = all.filter(({ worker }) => worker !== undefined).length / streams
        const used = others.map(sumOf).reduce((sum, one) => sum + one, 0)
        return { streams, share: Math.min(share, drawn), workers: used, core: sumOf(coreCores!) }
      }
      let step = await measure()
      // Other programs of the machine may have disturbed one slice.
      if (step.share < HELD) step = await measure()
      if (step.share >= HELD) held = step
      else failed = step
    }
    const perCore = held.streams / held.workers
    const gave = failed
      ? `; of ${failed.streams} ${(failed.share * 100).toFixed(0)} % of the pictures came`
      : ''
    return [
      {
        name: `${cameras.length} cameras asked of ${workers.length} workers: drawn with all their pictures`,
        value: `${held.streams}, by ${held.workers.toFixed(2)} cores of workers (${held.core.toFixed(2)} of the core)${gave}`,
      },
      {
        name: '  for each core of workers',
        value: `${perCore.toFixed(0)}; ${cameras.length} take ${(cameras.length / perCore).toFixed(1)} cores`,
      },
    ]
  } finally {
    await Promise.all(workers.map((worker) => worker[Symbol.asyncDispose]()))
  }
}

/** Opens live streams, a viewer each. Resolves when each has sent its first bytes; answers the milliseconds it took. */
async function watch(url: string, cameras: readonly string[], viewers: StreamViewers): Promise<number> {
  const operator = await Operator.signIn(url)
  const at = performance.now()
  const urls = await Promise.all(
    cameras.map(async (sn) => {
      const live = await operator.call(startLiveVideo, { body: { sn, chnId: 1, streamType: 'sub' } })
      return new URL(live.httpUrl, url).href
    }),
  )
  await viewers.tell({ open: urls, each: 1, check: true })
  return performance.now() - at
}

/** Resolves when the workers take so many cameras. */
async function untilReady(url: string, slots: number): Promise<void> {
  while (Number(/^backlot_worker_cameras_slots (\d+)$/m.exec(await metricsOf(url))?.[1] ?? 0) < slots)
    await delay(200)
}

const metricsOf = async (url: string): Promise<string> => (await fetch(`${url}/metrics`)).text()

/** Share of the pictures that are due to the viewers, over some time. */
async function shareOf(viewers: StreamViewers, streams: number, durationMs: number): Promise<number> {
  const before = await viewers.tell({ count: true })
  const at = performance.now()
  await delay(durationMs)
  const after = await viewers.tell({ count: true })
  return (
    (after.pictures - before.pictures) / ((streams * PICTURES_PER_SECOND * (performance.now() - at)) / 1000)
  )
}

/** Waits until all pictures come: the first ones of a stream cost more, because its backdrop is drawn. */
async function settle(viewers: StreamViewers, streams: number): Promise<void> {
  const endMs = performance.now() + SETTLE_MS
  while ((await shareOf(viewers, streams, SLICE_MS / 2)) < HELD) if (performance.now() > endMs) return
}
