// Both ways in which the console plays live video, beside each other: decoded in a worker, and by MSE. How old the
// picture is, how soon a turned camera is seen to move, and what a wall costs the page's main thread.
import { controlClock, controlDevices } from '@backlot/contract/control/calls'
import { controlAddFleet } from '@backlot/contract/control/fleet-calls'
import type { Page } from 'playwright'
import { control } from '../../testing/control.ts'
import { playingCameras } from '../../tests/e2e/support/fleet.ts'
import { threadClock } from './main-thread.ts'
import type { Ages, Camera } from './page-benches.ts'
import { type Finding, median } from './report.ts'
import { sized } from './size.ts'

const PATIENCE_MS = 30_000
/** Each way plays in turn, so that a noisy moment of the machine touches both. */
const ROUNDS = sized(4, 1)
const SETTLE_MS = sized(4000, 1500)
const WATCH_MS = sized(6000, 1000)
const WALL = sized(16, 4)
const TURNS = sized(5, 1)
const CLOCK_LOOKS = 20

/** Goals: median age of pictures by their rate, and median time to the first moved picture, milliseconds. */
const AGE_GOAL_MS = { 12: 170, 25: 120 }
const TURN_GOAL_MS = 250

const WAYS = ['webCodecs', 'mse'] as const
type Way = (typeof WAYS)[number]

export async function measureWays(page: Page, url: string, cameras: readonly Camera[]): Promise<Finding[]> {
  const aheadMs = await aheadOf(url)
  const fast = await fastCamera(url)
  return [
    ...(await measureAges(page, 12, cameras[0]!, aheadMs)),
    ...(await measureAges(page, 25, fast, aheadMs)),
    ...(await measureTurns(page, url)),
    ...(await measureWall(page, cameras.slice(0, WALL))),
  ]
}

/** Platform time less the machine's: of some looks the one whose answer was on its way for the shortest time. */
async function aheadOf(url: string): Promise<number> {
  let ahead = Number.NEGATIVE_INFINITY
  for (let look = 0; look < CLOCK_LOOKS; look++) {
    const { nowMs } = await control(url, controlClock)
    ahead = Math.max(ahead, nowMs - Date.now())
  }
  return ahead
}

/** A camera of 25 pictures a second, in the size of the others. */
async function fastCamera(url: string): Promise<Camera> {
  const cameras = async () => (await control(url, controlDevices, { query: { kind: 'camera' } })).list
  const known = new Set((await cameras()).map(({ sn }) => sn))
  await control(url, controlAddFleet, {
    body: {
      kind: 'camera',
      count: 5,
      group: { key: 'fast', name: { zh: '高帧率', en: 'Fast' } },
      placement: 'junctions',
      encoding: { sub: { size: '640x360', fps: 25, kbps: 1000 } },
    },
  })
  const found = (await cameras()).find(({ sn, online }) => online && !known.has(sn))
  if (!found) throw new Error('None of five new cameras works.')
  return { sn: found.sn, chnId: 1 }
}

/** Opens windows that play in one way, for as long as `watch` takes. */
async function playing<Seen>(
  page: Page,
  way: Way,
  cameras: readonly Camera[],
  watch: () => Promise<Seen>,
): Promise<Seen> {
  await page.evaluate((only) => window.videoBench.onlyMse(only), way === 'mse')
  await page.evaluate(([list, patience]) => window.videoBench.open(list, patience, true), [
    cameras,
    PATIENCE_MS,
  ] as const)
  try {
    await page.waitForTimeout(SETTLE_MS)
    const seen = await watch()
    const ways = await page.evaluate(() => window.videoBench.ways())
    if (ways.length !== 1 || !ways[0]!.includes(`"${way}"`))
      throw new Error(`The windows should play by ${way}, and play by ${ways.join(', ')}.`)
    return seen
  } finally {
    await page.evaluate(() => {
      window.videoBench.close()
      window.videoBench.onlyMse(false)
    })
  }
}

/** What `watch` sees of each way, in turns. */
async function bothWays<Seen>(
  page: Page,
  cameras: readonly Camera[],
  watch: () => Promise<Seen>,
): Promise<Record<Way, Seen[]>> {
  const seen: Record<Way, Seen[]> = { webCodecs: [], mse: [] }
  for (let round = 0; round < ROUNDS; round++)
    for (const way of WAYS) seen[way].push(await playing(page, way, cameras, watch))
  return seen
}

async function measureAges(
  page: Page,
  rate: keyof typeof AGE_GOAL_MS,
  camera: Camera,
  aheadMs: number,
): Promise<Finding[]> {
  const watch = (): Promise<Ages> =>
    page.evaluate(([duration, ahead]) => window.videoBench.ages(duration, ahead), [
      WATCH_MS,
      aheadMs,
    ] as const)
  const { webCodecs, mse } = await bothWays(page, [camera], watch)
  const ageMs = median(webCodecs.flatMap(({ ages }) => ages))
  return [
    {
      name: `picture age at ${rate} a second`,
      value: `${agesOf(webCodecs)}; by MSE in the same run ${agesOf(mse)}`,
      goal: `median <= ${AGE_GOAL_MS[rate]} ms`,
      holds: ageMs <= AGE_GOAL_MS[rate],
    },
  ]
}

function agesOf(rounds: readonly Ages[]): string {
  const ages = rounds.flatMap((round) => round.ages)
  const gaps = rounds.flatMap((round) => round.gaps)
  return `median ${ms(median(ages))}, 95th of a hundred ${ms(percentile(ages, 0.95))} (medians of the rounds ${rounds.map((round) => ms(median(round.ages))).join(', ')}; between two pictures ${ms(percentile(gaps, 0.05))} to ${ms(percentile(gaps, 0.95))})`
}

async function measureTurns(page: Page, url: string): Promise<Finding[]> {
  const [camera] = await playingCameras(url, 'ptzCamera', 1)
  const turns = async (): Promise<number[]> => {
    const times: number[] = []
    for (let turn = 0; turn < TURNS; turn++) {
      times.push(
        await page.evaluate(([right, patience]) => window.videoBench.turn(right, patience), [
          turn % 2 === 0,
          PATIENCE_MS,
        ] as const),
      )
      await page.waitForTimeout(1000)
    }
    return times
  }
  const { webCodecs, mse } = await bothWays(page, [{ sn: camera!.sn, chnId: 1 }], turns)
  const turnMs = median(webCodecs.flat())
  return [
    {
      name: 'press on a direction to the first moved picture, 12 a second',
      value: `median ${ms(turnMs)} of ${webCodecs.flat().length}, 95th of a hundred ${ms(percentile(webCodecs.flat(), 0.95))}; by MSE in the same run ${ms(median(mse.flat()))}`,
      goal: `median <= ${TURN_GOAL_MS} ms`,
      holds: turnMs <= TURN_GOAL_MS,
    },
  ]
}

async function measureWall(page: Page, cameras: readonly Camera[]): Promise<Finding[]> {
  const clock = await threadClock(page)
  const watch = async () => {
    const read = () => page.evaluate(() => window.videoBench.frames())
    const [from, framesFrom] = [await clock.read(), await read()]
    const fromMs = performance.now()
    await page.waitForTimeout(WATCH_MS)
    const [to, frames] = [await clock.read(), await read()]
    const seconds = (performance.now() - fromMs) / 1000
    return {
      mainMs: (to.mainMs - from.mainMs) / seconds,
      processMs: (to.processMs - from.processMs) / seconds,
      dropped: (frames.dropped - framesFrom.dropped) / Math.max(1, frames.total - framesFrom.total),
    }
  }
  const { webCodecs, mse } = await bothWays(page, cameras, watch)
  const of = (rounds: Awaited<ReturnType<typeof watch>>[]) => ({
    mainMs: median(rounds.map(({ mainMs }) => mainMs)),
    processMs: median(rounds.map(({ processMs }) => processMs)),
    dropped: median(rounds.map(({ dropped }) => dropped)),
  })
  const said = ({ mainMs, processMs, dropped }: ReturnType<typeof of>) =>
    `${ms(mainMs)} of a second on the page's main thread, ${ms(processMs)} in its process, ${(dropped * 100).toFixed(2)} % dropped`
  return [
    {
      name: `${cameras.length} windows`,
      value: `${said(of(webCodecs))}; by MSE in the same run ${said(of(mse))}`,
      goal: 'no more of the main thread than by MSE',
      holds: of(webCodecs).mainMs <= of(mse).mainMs,
    },
  ]
}

const ms = (value: number) => `${value.toFixed(0)} ms`
const percentile = (values: readonly number[], part: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN
