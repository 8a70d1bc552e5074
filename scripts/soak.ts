// npm run soak [-- wall --minutes 20 --cut-every 30 --windows 16]: a wall of windows, cut again and again.
// npm run soak -- map [--minutes 10 --every 15]: the map of 100,000 devices at 10,000 positions a second.
import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright'
import { BY_DAY, launchSimulator } from '../testing/launch-simulator.ts'
import { DEVICES, type MapSoakRound, soakMap } from '../tests/e2e/soak/soak-map.ts'
import { type SoakRound, soakWall } from '../tests/e2e/soak/soak-wall.ts'
import playwrightConfig from '../tests/playwright.config.ts'

const HEAP_GROWTH_MOST = 0.1
/** A map that shows the same devices has nothing new to keep. */
const MAP_GROWTH_MOST = 0.03
/** The part of a run that is no measure of growth: five minutes of twenty. */
const WARM_UP_PART = 0.25

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string' },
    'cut-every': { type: 'string', default: '30' },
    windows: { type: 'string', default: '16' },
    every: { type: 'string', default: '15' },
  },
})
const what = positionals[0] ?? 'wall'
const windows = Number(values.windows)
const lasting = (minutes: number) => Number(values.minutes ?? minutes) * 60_000

async function withBrowser<T>(use: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch(playwrightConfig.use?.launchOptions)
  try {
    return await use(browser)
  } finally {
    await browser.close()
  }
}

async function soakTheWall(): Promise<boolean> {
  await using simulator = await launchSimulator(['--log-level', 'warn', ...BY_DAY])
  const durationMs = lasting(20)
  const { rounds, heapGrowth, aliveAtEnd, longTasksMs, droppedPart } = await withBrowser(async (browser) =>
    soakWall(
      await (await browser.newContext({ viewport: { width: 1600, height: 900 }, locale: 'en-US' })).newPage(),
      simulator.url,
      {
        durationMs,
        cutEveryMs: Number(values['cut-every']) * 1000,
        warmUpMs: durationMs * WARM_UP_PART,
        windows,
        onRound: (round) => console.log(wallLine(round)),
      },
    ),
  )
  console.log(`heap growth after the warm-up: ${percent(heapGrowth)} (goal: under 10 %)`)
  console.log(`windows alive at the end: ${aliveAtEnd} of ${windows}`)
  console.log(
    `main-thread tasks over 50 ms: ${longTasksMs.length}${longTasksMs.length > 0 ? ` (${longTasksMs.join(', ')} ms)` : ''}`,
  )
  console.log(`dropped frames: ${(droppedPart * 100).toFixed(2)} %`)
  return rounds.every((round) => round.alive === windows) && heapGrowth < HEAP_GROWTH_MOST
}

async function soakTheMap(): Promise<boolean> {
  await using simulator = await launchSimulator(['--log-level', 'warn', ...BY_DAY])
  const durationMs = lasting(10)
  const report = await withBrowser(async (browser) =>
    soakMap(
      await (await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' })).newPage(),
      simulator.url,
      {
        durationMs,
        everyMs: Number(values.every) * 1000,
        warmUpMs: durationMs * WARM_UP_PART,
        onRound: (round) => console.log(mapLine(round)),
      },
    ),
  )
  const { growth, grownBytes, updates, updatesPerSecond, loaded, compared, misplaced, strayed } = report
  console.log(`devices on the map: ${loaded.join(', then ')} (of ${DEVICES} added)`)
  console.log(`position updates: ${updates}, ${updatesPerSecond} a second`)
  console.log(
    `growth after the warm-up: ${percent(growth)}, ${megabytes(grownBytes)} (goal: under ${percent(MAP_GROWTH_MOST)})`,
  )
  console.log(
    `devices elsewhere than reported: ${misplaced.length} of ${compared}; reported elsewhere than they are: ${strayed.length}`,
  )
  return growth < MAP_GROWTH_MOST && misplaced.length === 0 && strayed.length === 0
}

const percent = (part: number) => `${(part * 100).toFixed(1)} %`
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
const minutesOf = (ms: number) => `${(ms / 60_000).toFixed(1).padStart(5)} min`

function wallLine({ atMs, heapBytes, nodes, alive, recoveredMs }: SoakRound): string {
  return `${minutesOf(atMs)}  heap ${megabytes(heapBytes)}  nodes ${nodes}  alive ${alive}/${windows}  back after ${(recoveredMs / 1000).toFixed(1)} s`
}

function mapLine({ atMs, objectBytes, bufferBytes, workers, updatesPerSecond }: MapSoakRound): string {
  return `${minutesOf(atMs)}  objects ${megabytes(objectBytes)}  buffers ${megabytes(bufferBytes)}  (page and ${workers} workers)  ${updatesPerSecond} positions/s`
}

const soaks: Readonly<Record<string, () => Promise<boolean>>> = { wall: soakTheWall, map: soakTheMap }
const soak = soaks[what]
if (!soak) throw new Error(`There is no soak ${what}: ${Object.keys(soaks).join(', ')}.`)
process.exitCode = (await soak()) ? 0 : 1
