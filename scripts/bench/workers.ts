// Live cameras that workers of a cluster draw: what one costs beside the platform's own encoders, and how many the
// processors of this machine hold.
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { controlAddFleet } from '@backlot/contract/control/fleet-calls'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { control } from '../../testing/control.ts'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { startWorker } from '../../tests/servers/cluster-programs.ts'
import { REDIS_SERVER, startRedis } from '../../tests/servers/redis-server.ts'
import { coresOver, sumOf } from './process-use.ts'
import { type Finding, median } from './report.ts'
import { sized } from './size.ts'
import { openViewers, type StreamViewers, workingCameras } from './stream-viewers.ts'

const STREAMS = sized(16, 2)
const ROUNDS = sized(5, 1)
const SLICE_MS = sized(5000, 1000)
const SETTLE_MS = sized(4000, 1500)
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
  await using worker = await startWorker(
    redis.url,
    'one',
    '--take',
    'cameras',
    '--slots',
    String(STREAMS + 1),
  )
  await untilDrawn(core.url)
  const pids = [own.pid, core.pid, worker.child.pid!]
  const idle = (await coresOver(pids, SETTLE_MS)).map(sumOf)
  await using ownViewers = openViewers()
  await using workerViewers = openViewers()
  const firstMs = [
    await watch(own.url, (await workingCameras(own.url)).slice(0, STREAMS), ownViewers),
    await watch(core.url, (await workingCameras(core.url)).slice(0, STREAMS), workerViewers),
  ]
  await delay(SETTLE_MS)
  const slices: { own: number; core: number; worker: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [a = 0, b = 0, c = 0] = (await coresOver(pids, SLICE_MS)).map((cores, i) => sumOf(cores) - idle[i]!)
    slices.push({ own: a, core: b, worker: c })
  }
  const each = (cores: number) => `${((cores * 1000) / STREAMS).toFixed(1)} ms`
  const ratio = median(slices.map((slice) => (slice.core + slice.worker) / slice.own))
  return [
    {
      name: `${STREAMS} cameras drawn by a worker, beside as many by the platform's own encoders`,
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
  const workers = []
  try {
    for (let i = 0; i < availableParallelism(); i++)
      workers.push(await startWorker(redis.url, `w${i}`, '--take', 'cameras', '--slots', String(CAMERAS + 1)))
    await untilDrawn(core.url)
    const cameras = (await workingCameras(core.url)).slice(0, CAMERAS)
    await using viewers = openViewers()
    let held = { streams: 0, share: 0, workers: 0, core: 0 }
    let failed: typeof held | undefined
    while (failed === undefined && held.streams < cameras.length) {
      const more = cameras.slice(held.streams, held.streams + STEP)
      await watch(core.url, more, viewers)
      await delay(SETTLE_MS / 2)
      const streams = held.streams + more.length
      const before = await viewers.tell({ count: true })
      const at = performance.now()
      const [coreCores, ...others] = await coresOver(
        [core.pid, ...workers.map(({ child }) => child.pid!)],
        SLICE_MS,
      )
      const after = await viewers.tell({ count: true })
      const due = (streams * PICTURES_PER_SECOND * (performance.now() - at)) / 1000
      const step = {
        streams,
        share: (after.pictures - before.pictures) / due,
        workers: others.map(sumOf).reduce((sum, one) => sum + one, 0),
        core: sumOf(coreCores!),
      }
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
      if (live.source !== 'scene') throw new Error(`${sn} shows ${live.source}`)
      return new URL(live.httpUrl, url).href
    }),
  )
  await viewers.tell({ open: urls, each: 1, check: true })
  return performance.now() - at
}

/** Resolves when a worker draws a camera: the last one, which nobody watches. */
async function untilDrawn(url: string): Promise<void> {
  const operator = await Operator.signIn(url)
  const sn = (await workingCameras(url)).at(-1)!
  while (
    (await operator.call(startLiveVideo, { body: { sn, chnId: 1, streamType: 'sub' } })).source !== 'scene'
  )
    await delay(200)
}
