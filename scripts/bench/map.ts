// Markers of a map: cost of a batch of position changes and of a frame of a pan on the page's main thread, the
// console's own map compared with the usual alternatives, in turns, each in a process of its own and over the same
// raster tiles; and how long the same takes by the clock while every core has other work.
import { cpus } from 'node:os'
import type { Browser, Page } from 'playwright'
import { buildPages, hasPeer, openBrowser, openPage, WITH_GPU } from './bench-pages.ts'
import { busyCores } from './busy-cores.ts'
import { type ThreadClock, threadClock } from './main-thread.ts'
import { serveMapOrigin } from './map-origin.ts'
import { type Finding, median } from './report.ts'
import { sized } from './size.ts'

const CONTENDERS = [
  { kind: 'ours', page: 'map', name: "the console's map" },
  { kind: 'leaflet-dom', page: 'map-leaflet', name: 'Leaflet, DOM markers' },
  { kind: 'leaflet-canvas', page: 'map-leaflet', name: 'Leaflet, canvas markers' },
  { kind: 'maplibre-html', page: 'map', name: 'MapLibre, HTML markers' },
  { kind: 'maplibre-setdata', page: 'map', name: 'MapLibre, GeoJSON source, setData' },
  { kind: 'maplibre-updatedata', page: 'map', name: 'MapLibre, GeoJSON source, updateData' },
  // Cost of a map without markers: for reference, not for comparison.
  { kind: 'leaflet-bare', page: 'map-leaflet', name: 'Leaflet without markers', bare: true },
  { kind: 'maplibre-bare', page: 'map', name: 'MapLibre without markers', bare: true },
] as const
type Contender = (typeof CONTENDERS)[number]

/** From the environment for a short look: `MAP_BENCH='{"counts":[1000],"rounds":1}'`. */
type Options = { counts: number[]; scenes: string[]; rounds: number; kinds?: string[] }
const OPTIONS: Options = {
  counts: sized([1000, 10_000, 100_000], [1000]),
  scenes: sized(['near', 'far', 'busy'], ['near', 'busy']),
  rounds: sized(5, 1),
  ...sized({}, { kinds: ['ours', 'maplibre-setdata'] }),
  ...(JSON.parse(process.env['MAP_BENCH'] ?? '{}') as Partial<Options>),
}
/** Beside other work: with the most devices, near, and only contenders that are usable with them at all. */
const BUSY_KINDS: readonly string[] = ['ours', 'leaflet-canvas', 'maplibre-setdata', 'maplibre-bare']
const BUSY_ROUNDS = sized(3, 1)
/** Other work ends after this, whatever becomes of the benchmark. */
const BUSY_BOUND_MS = sized(300_000, 60_000)
/** How long a drag over our map may take beside the same with `setData`. */
const BUSY_SHARE = 1.5
/** Markers cost less than the map below them. */
const PAN_SHARE = 2
const CHANGES = 1000
const BATCHES = 8
const EVERY_MS = 100
/** A slice of batches ends after this, however few they were. */
const SLICE_BOUND_MS = 4000
/** A map that has not loaded after this time does not load. */
const LOAD_BOUND_MS = 20_000
/** Longest time for a step of the mouse, or for all batches; past it the contender is given up. */
const PATIENCE_MS = 15_000
/** All steps of a drag: on a busy machine each waits for the frames before it. */
const DRAG_BOUND_MS = 60_000
const PAN_STEPS = 24
const PAN_STEP_PX = 8
/** Held still before letting go, so that no library lets the map slide on. */
const HOLD_MS = 250
/** Work of a library after the last change or the end of a drag counts for it. */
const SETTLE_MS = 200
const VIEW = { width: 1280, height: 800 }

type Runner = { contender: Contender; page: Page; clock: ThreadClock; batch: Cost[]; pan: Cost[] }
/** Of one batch or frame; `wholeMs` is the main thread's of all of them together, `wallMs` the time by the clock of a batch or of a whole pan. */
type Cost = { mainMs: number; processMs: number; wholeMs: number; wallMs: number }
type Times = Omit<Cost, 'wholeMs' | 'wallMs'>
type Result = {
  contender: Contender
  batch?: Cost
  pan?: Cost
  /** By rounds. */
  batches?: Cost[]
  pans?: Cost[]
  failure?: string
}
/** Contenders measured together: in turns, in this many rounds. */
type Comparison = { contenders: readonly Contender[]; scene: string; count: number; rounds: number }

export async function benchMap(): Promise<Finding[]> {
  const contenders = CONTENDERS.filter(
    ({ page, kind }) => (page === 'map' || hasPeer('leaflet')) && (OPTIONS.kinds?.includes(kind) ?? true),
  )
  await buildPages([...new Set(contenders.map(({ page }) => page))])
  await using origin = await serveMapOrigin()
  const browser = await openBrowser(WITH_GPU)
  const findings: Finding[] = []
  const near = new Map<number, Result>()
  try {
    const { counts, rounds, scenes } = OPTIONS
    const add = (told: Finding[]) => {
      findings.push(...told)
      for (const { name, value } of told) console.log(`  … ${name}  ${value}`)
    }
    for (const scene of scenes) {
      if (scene === 'busy') {
        const able = contenders.filter(({ kind }) => BUSY_KINDS.includes(kind))
        const count = Math.max(...counts)
        const comparison = { contenders: able, scene: 'near', count, rounds: Math.min(rounds, BUSY_ROUNDS) }
        add(tellBusy(count, await compare(browser, origin.url, comparison, () => busyCores(BUSY_BOUND_MS))))
        continue
      }
      for (const count of counts) {
        const results = await compare(browser, origin.url, { contenders, scene, count, rounds })
        add(tell(scene, count, results))
        if (scene === 'near') near.set(count, results[0] as Result)
      }
    }
  } finally {
    await browser.close()
  }
  return [...findings, ...growth(near)]
}

/** One scene with one number of devices, all contenders in turns; `otherWork` begins when all are loaded. */
async function compare(
  browser: Browser,
  url: string,
  { contenders, scene, count, rounds }: Comparison,
  otherWork?: () => Disposable,
): Promise<Result[]> {
  const runners: Runner[] = []
  const failures = new Map<Contender, string>()
  for (const contender of contenders) {
    const opened = await open(browser, url, contender, scene, count)
    if (typeof opened === 'string') failures.set(contender, opened)
    else runners.push(opened)
  }
  using _work = otherWork?.()
  // All drags before all batches: a library's work after a batch must not fall into another's drag.
  for (const kind of ['pan', 'batch'] as const) {
    for (let round = -1; round < rounds; round++) {
      for (const runner of [...runners]) {
        const slice = kind === 'pan' ? pan(runner, round) : batches(runner)
        const outcome = await inTime(slice, kind === 'pan' ? DRAG_BOUND_MS : PATIENCE_MS)
        if ('value' in outcome) {
          // The first round is the browser's to compile.
          if (round >= 0) runner[kind].push(outcome.value)
          continue
        }
        const { contender, page } = runner
        const what = kind === 'pan' ? `a drag of ${PAN_STEPS} steps` : 'a batch'
        failures.set(contender, `loaded, but ${what} ${outcome.why}`)
        runners.splice(runners.indexOf(runner), 1)
        await inTime(page.context().close(), PATIENCE_MS)
      }
    }
  }
  await Promise.all(runners.map(({ page }) => inTime(page.context().close(), PATIENCE_MS)))
  return contenders.map((contender) => {
    const runner = runners.find((one) => one.contender === contender)
    if (!runner) return { contender, failure: failures.get(contender) ?? '' }
    return {
      contender,
      batch: middle(runner.batch),
      pan: middle(runner.pan),
      batches: runner.batch,
      pans: runner.pan,
    }
  })
}

const middle = (costs: readonly Cost[]): Cost => ({
  mainMs: median(costs.map(({ mainMs }) => mainMs)),
  processMs: median(costs.map(({ processMs }) => processMs)),
  wholeMs: median(costs.map(({ wholeMs }) => wholeMs)),
  wallMs: median(costs.map(({ wallMs }) => wallMs)),
})

/** A page with the devices on its map, or its failure. */
async function open(
  browser: Browser,
  url: string,
  contender: Contender,
  scene: string,
  count: number,
): Promise<Runner | string> {
  const context = await browser.newContext({ viewport: VIEW })
  const page = await openPage(context, url, contender.page)
  await page.waitForFunction(() => window.mapBench !== undefined)
  const loading = page.evaluate(([kind, name, devices]) => window.mapBench.load(kind, name, devices), [
    contender.kind,
    scene,
    count,
  ] as const)
  const ready = loading.then(() => threadClock(page))
  const clock = await inTime(ready, LOAD_BOUND_MS)
  if ('value' in clock) return { contender, page, clock: clock.value, batch: [], pan: [] }
  await inTime(context.close(), PATIENCE_MS)
  return `loading ${clock.why}`
}

/**
 * Result of the work within a time; else the reason why there is none. A page that closes or crashes is such a reason.
 */
async function inTime<T>(work: Promise<T>, boundMs: number): Promise<{ value: T } | { why: string }> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<{ why: string }>((resolve) => {
    timer = setTimeout(resolve, boundMs, { why: `is not through after ${boundMs / 1000} s` })
  })
  const done = work.then(
    (value) => ({ value }),
    (error: Error) => ({ why: `failed: ${error.message.split('\n')[0]}` }),
  )
  try {
    return await Promise.race([done, late])
  } finally {
    clearTimeout(timer)
  }
}

async function batches({ page, clock }: Runner): Promise<Cost> {
  // Two batches first: markers that travel are on their way, as they are all the time.
  await page.evaluate((changes) => window.mapBench.prepare(2, changes), CHANGES)
  await page.evaluate((everyMs) => window.mapBench.run(everyMs, 1000), EVERY_MS)
  await page.evaluate(([n, changes]) => window.mapBench.prepare(n, changes), [BATCHES, CHANGES] as const)
  const before = await clock.read()
  const beganMs = performance.now()
  const done = await page.evaluate(([everyMs, boundMs]) => window.mapBench.run(everyMs, boundMs), [
    EVERY_MS,
    SLICE_BOUND_MS,
  ] as const)
  const wallMs = performance.now() - beganMs
  await page.waitForTimeout(EVERY_MS)
  return { ...per(before, await clock.read(), done), wallMs: wallMs / done }
}

/** Drags the map by the mouse, there in one round and back in the next. */
async function pan({ page, clock }: Runner, round: number): Promise<Cost> {
  const towards = round % 2 === 0 ? 1 : -1
  const x = VIEW.width / 2 - (towards * PAN_STEPS * PAN_STEP_PX) / 2
  await page.mouse.move(x, VIEW.height / 2)
  await page.evaluate(() => window.mapBench.takeMoves())
  const before = await clock.read()
  const beganMs = performance.now()
  await page.mouse.down()
  for (let step = 1; step <= PAN_STEPS; step++) {
    const moved = await inTime(
      page.mouse.move(x + towards * step * PAN_STEP_PX, VIEW.height / 2),
      PATIENCE_MS,
    )
    if ('why' in moved) throw new Error(`step ${step} of ${PAN_STEPS} ${moved.why}`)
  }
  const wallMs = performance.now() - beganMs
  await page.waitForTimeout(HOLD_MS)
  await page.mouse.up()
  await page.waitForTimeout(SETTLE_MS)
  const after = await clock.read()
  const moves = await page.evaluate(() => window.mapBench.takeMoves())
  if (moves < PAN_STEPS / 2) throw new Error(`A map moved ${moves} times in ${PAN_STEPS} steps of the mouse.`)
  return { ...per(before, after, moves), wallMs }
}

const per = (before: Times, after: Times, times: number): Omit<Cost, 'wallMs'> => ({
  wholeMs: after.mainMs - before.mainMs,
  mainMs: (after.mainMs - before.mainMs) / times,
  processMs: (after.processMs - before.processMs) / times,
})

function tell(scene: string, count: number, results: readonly Result[]): Finding[] {
  const [own, ...others] = results
  const label = `${scene}, ${count / 1000}k`
  const rows = results.map((result): Finding => {
    const name = `${label}: ${result.contender.name}`
    const { batch, pan } = result
    if (!batch || !pan) return { name, value: result.failure ?? '' }
    const value = `${ms(batch)} a batch, ${ms(pan)} a pan frame, ${pan.wholeMs.toFixed(0)} ms a whole pan with what follows it, ${pan.wallMs.toFixed(0)} ms by the clock`
    return { name, value: result === own ? value : `${value}${beside(own, result)}` }
  })
  const rivals = others.filter(({ contender }) => !('bare' in contender))
  const mine = own?.batch?.mainMs ?? Number.POSITIVE_INFINITY
  const less = rivals.filter((rival) => (rival.batch?.mainMs ?? Number.POSITIVE_INFINITY) < mine)
  const fewest: Finding = {
    name: `${label}: less than all others a batch`,
    value: less.length === 0 ? 'the console' : less.map(({ contender }) => contender.name).join('; '),
    goal: 'the console',
    holds: less.length === 0,
  }
  const bare = others.find(({ contender }) => contender.kind === 'maplibre-bare')
  if (!own?.pans || !bare?.pans) return [...rows, fewest]
  const share = ratio(own.pans, bare.pans, ({ mainMs }) => mainMs)
  const name = `${label}: a pan frame, ours : MapLibre without markers`
  return [
    ...rows,
    fewest,
    { name, value: share.toFixed(2), goal: `≤ ${PAN_SHARE}`, holds: share <= PAN_SHARE },
  ]
}

/** Times ours, as medians of the pairs of each round. */
function beside(own: Result | undefined, other: Result): string {
  const of = ({ mainMs }: Cost) => mainMs
  const batches = ratio(other.batches, own?.batches, of)
  return `; ${batches.toFixed(1)} and ${ratio(other.pans, own?.pans, of).toFixed(1)} times ours`
}

const ratio = (a: readonly Cost[] = [], b: readonly Cost[] = [], of: (cost: Cost) => number): number =>
  median(a.map((cost, round) => of(cost) / of(b[round] as Cost)))

const wall = ({ wallMs }: Cost) => wallMs

function tellBusy(count: number, results: readonly Result[]): Finding[] {
  const own = results.find(({ contender }) => contender.kind === 'ours')
  const label = `near, ${count / 1000}k, beside other work on all ${cpus().length} cores`
  const rows = results.map((result): Finding => {
    const name = `${label}: ${result.contender.name}`
    if (!result.batch || !result.pan) return { name, value: result.failure ?? '' }
    const value = `a drag of ${PAN_STEPS} steps ${wall(result.pan).toFixed(0)} ms by the clock, a batch ${wall(result.batch).toFixed(0)} ms`
    if (result === own) return { name, value }
    const [pans, batches] = [ratio(result.pans, own?.pans, wall), ratio(result.batches, own?.batches, wall)]
    return { name, value: `${value}; ${pans.toFixed(2)} and ${batches.toFixed(2)} times ours` }
  })
  const setData = results.find(({ contender }) => contender.kind === 'maplibre-setdata')
  if (!own?.pans || !setData?.pans) return rows
  const share = ratio(own.pans, setData.pans, wall)
  const name = `${label}: a drag, ours : MapLibre with setData`
  return [...rows, { name, value: share.toFixed(2), goal: `≤ ${BUSY_SHARE}`, holds: share <= BUSY_SHARE }]
}

function growth(near: ReadonlyMap<number, Result>): Finding[] {
  const [few, many] = [near.get(1000), near.get(100_000)]
  if (!few?.batch || !few.pan || !many?.batch || !many.pan) return []
  const batch = many.batch.mainMs / few.batch.mainMs
  const pan = many.pan.mainMs / few.pan.mainMs
  return [
    {
      name: 'ours when near, 100k : 1k',
      value: `${batch.toFixed(2)} a batch, ${pan.toFixed(2)} a pan frame`,
      goal: '≤ 2',
      holds: batch <= 2 && pan <= 2,
    },
  ]
}

const ms = ({ mainMs, processMs }: Times) => `${mainMs.toFixed(2)} ms (whole page ${processMs.toFixed(1)})`
