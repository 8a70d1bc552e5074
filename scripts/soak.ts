// npm run soak [-- --minutes 20 --cut-every 30 --windows 16]: a wall of windows for a long time, cut again and again.
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import { launchSimulator } from '../testing/launch-simulator.ts'
import { type SoakRound, soakWall } from '../tests/e2e/soak/soak-wall.ts'
import { startTheDay } from '../tests/e2e/support/clock.ts'

const HEAP_GROWTH_MOST = 0.1
/** The part of a run that is no measure of growth: five minutes of twenty. */
const WARM_UP_PART = 0.25

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    'cut-every': { type: 'string', default: '30' },
    windows: { type: 'string', default: '16' },
  },
})
const durationMs = Number(values.minutes) * 60_000
const windows = Number(values.windows)

async function soak(): Promise<boolean> {
  await using simulator = await launchSimulator(['--log-level', 'warn'])
  await startTheDay(simulator.url)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--autoplay-policy=no-user-gesture-required'],
  })
  try {
    const page = await (
      await browser.newContext({ viewport: { width: 1600, height: 900 }, locale: 'en-US' })
    ).newPage()
    const report = await soakWall(page, simulator.url, {
      durationMs,
      cutEveryMs: Number(values['cut-every']) * 1000,
      warmUpMs: durationMs * WARM_UP_PART,
      windows,
      onRound: (round) => console.log(line(round)),
    })
    const { heapGrowth, aliveAtEnd, longTasksMs, droppedPart } = report
    const alive = report.rounds.every((round) => round.alive === windows)
    console.log(`heap growth after the warm-up: ${(heapGrowth * 100).toFixed(1)} % (goal: under 10 %)`)
    console.log(`windows alive at the end: ${aliveAtEnd} of ${windows}`)
    console.log(
      `main-thread tasks over 50 ms: ${longTasksMs.length}${longTasksMs.length > 0 ? ` (${longTasksMs.join(', ')} ms)` : ''}`,
    )
    console.log(`dropped frames: ${(droppedPart * 100).toFixed(2)} %`)
    return alive && heapGrowth < HEAP_GROWTH_MOST
  } finally {
    await browser.close()
  }
}

function line({ atMs, heapBytes, nodes, alive, recoveredMs }: SoakRound): string {
  const minutes = (atMs / 60_000).toFixed(1).padStart(5)
  const heap = (heapBytes / 1e6).toFixed(1)
  return `${minutes} min  heap ${heap} MB  nodes ${nodes}  alive ${alive}/${windows}  back after ${(recoveredMs / 1000).toFixed(1)} s`
}

process.exitCode = (await soak()) ? 0 : 1
