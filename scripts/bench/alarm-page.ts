// Storms of alarms in an open console page: how long the main thread is held up, the cost of a storm compared with a
// store that copies its list for each event, and how soon a raised alarm is seen.
import { controlRaiseAlarm, controlStorm, controlStormStatus } from '@backlot/contract/control/calls'
import type { Browser, Page } from 'playwright'
import { control } from '../../testing/control.ts'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { trueDevices } from '../../tests/e2e/support/fleet.ts'
import { signIn } from '../../tests/e2e/support/sign-in.ts'
import { buildPages, openBrowser, openPage } from './bench-pages.ts'
import { type Finding, median, rate } from './report.ts'
import { sized } from './size.ts'
import { rendererPid, type Task, ThreadClock } from './thread-clock.ts'

const LONG_TASK_MS = 50
const STORMS = sized(
  [
    { ratePerSecond: 1000, forMs: 60_000 },
    { ratePerSecond: 10_000, forMs: 20_000 },
  ],
  [{ ratePerSecond: 1000, forMs: 1000 }],
)
const RAISED = sized(30, 2)
const SEEN_GOAL_MS = 300
const ROUNDS = sized(3, 1)
const SLICE_MS = sized(4000, 500)
const PURE_GOAL = 0.4

export async function benchAlarmPage(): Promise<Finding[]> {
  await buildPages(['alarms'])
  await using simulator = await launchSimulator()
  const browser = await openBrowser()
  try {
    const pure = await pureFindings(browser, simulator.url)
    return [...(await consoleFindings(browser, simulator.url)), ...pure]
  } finally {
    await browser.close()
  }
}

/** The console itself, its live list open on the home screen, fed by the real channel. */
async function consoleFindings(browser: Browser, url: string): Promise<Finding[]> {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.addInitScript(() => {
    localStorage.setItem('sosVideoPopup', 'false')
    const tasks: { atMs: number; durationMs: number }[] = []
    Object.assign(window, { longTasks: tasks })
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        tasks.push({ atMs: performance.timeOrigin + startTime, durationMs: duration })
    }).observe({ type: 'longtask' })
  })
  await signIn(page, url)
  await page.getByRole('button', { name: /Real-time channel connected/ }).waitFor()
  await page.getByRole('button', { name: /^Live alarms/ }).click()
  await page.locator('.alarm-drawer li').first().waitFor()
  // Memory loaded with the page does not count for the storm.
  await page.waitForTimeout(4000)
  const seen = await seenAfter(page, url)
  const findings: Finding[] = [
    {
      name: 'raised to visible in the open live list, one alarm at a time',
      value: `median ${median(seen).toFixed(0)} ms, slowest of ${seen.length} ${Math.max(...seen).toFixed(0)} ms`,
      goal: `median < ${SEEN_GOAL_MS} ms`,
      holds: median(seen) < SEEN_GOAL_MS,
    },
  ]
  for (const storm of STORMS) findings.push(await stormFinding(browser, page, url, storm))
  await context.close()
  return findings
}

async function stormFinding(
  browser: Browser,
  page: Page,
  url: string,
  storm: { ratePerSecond: number; forMs: number },
): Promise<Finding> {
  const cdp = await page.context().newCDPSession(page)
  await takeLongTasks(page)
  using clock = new ThreadClock(await rendererPid(browser))
  const before = await taskSeconds(cdp)
  const { stormId } = await control(url, controlStorm, { body: storm })
  const beganMs = performance.now()
  const beganAtMs = performance.timeOrigin + beganMs
  let done = false
  while (!done) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    done = (await control(url, controlStormStatus, { params: { id: stormId } })).done
  }
  const spent = await taskSeconds(cdp)
  const tookS = (performance.now() - beganMs) / 1000
  // The newest alarms that the channel skipped are fetched when the storm is over: that counts too.
  await page.waitForTimeout(6000)
  const tasks = await takeLongTasks(page)
  await cdp.detach()
  const ran = tasks.map((task) => clock.ranMs(task))
  const long = ran.filter((ms) => ms > LONG_TASK_MS).length
  const busy = ((spent - before) / tookS) * 100
  const longest = Math.max(0, ...ran)
  const longestAtS = ((tasks[ran.indexOf(longest)]?.atMs ?? 0) - beganAtMs) / 1000
  return {
    name: `storm of ${rate(storm.ratePerSecond)}/s for ${storm.forMs / 1000} s, the live list open: tasks over ${LONG_TASK_MS} ms`,
    value: `${long}; by the clock ${tasks.length}${tasks.length > 0 ? `, of which the longest ran ${longest.toFixed(0)} ms, ${longestAtS.toFixed(1)} s after the storm began` : ''}; main thread busy ${busy.toFixed(0)} %`,
    goal: 'none',
    holds: long === 0,
  }
}

/** From the order to raise an alarm to its row in the document, both by this machine's clock. */
async function seenAfter(page: Page, url: string): Promise<number[]> {
  const devices = await trueDevices(url, { kind: 'camera' })
  const seen: number[] = []
  for (let n = 0; n < RAISED; n++) {
    const { sn } = devices[n % devices.length]!
    const drawn = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          // The count is updated with the rows: both are written at once.
          const list = document.querySelector('.alarm-drawer')!
          const before = list.querySelector('.alarm-drawer-count')!.textContent
          const observer = new MutationObserver(() => {
            if (list.querySelector('.alarm-drawer-count')?.textContent === before) return
            observer.disconnect()
            // A change becomes visible with the frame.
            requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()))
          })
          observer.observe(list, { subtree: true, childList: true, characterData: true })
        }),
    )
    // The observer is in place by then: evaluations are answered in order.
    await page.evaluate(() => 0)
    const atMs = performance.timeOrigin + performance.now()
    await control(url, controlRaiseAlarm, { body: { sn, chnId: 1, type: 'AiAlarm', subType: 'Crowd' } })
    seen.push((await drawn) - atMs)
    await page.waitForTimeout(150 + ((n * 37) % 100))
  }
  return seen
}

/** The shipped store at ten times the rate beside a copy of the list per event, the same list drawn by both. */
async function pureFindings(browser: Browser, url: string): Promise<Finding[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await openPage(context, url, 'alarms')
  await page.waitForFunction(() => window.alarmBench !== undefined)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable')
  const run = async (kind: 'shipped' | 'copying', perSecond: number) => {
    await page.evaluate((which) => window.alarmBench.fill(which), kind)
    await page.requestGC()
    const before = await taskSeconds(cdp)
    const { fed, rows } = await page.evaluate(
      ([which, pace, forMs]) => window.alarmBench.run(which, pace, forMs),
      [kind, perSecond, SLICE_MS] as const,
    )
    if (rows < 5) throw new Error(`The list drew ${rows} rows.`)
    return { spentS: (await taskSeconds(cdp)) - before, fed }
  }
  const copying: number[] = []
  const shipped: number[] = []
  for (let round = -1; round < ROUNDS; round++) {
    const slow = await run('copying', 1000)
    const fast = await run('shipped', 10_000)
    if (round < 0) continue
    copying.push(slow.spentS)
    shipped.push(fast.spentS)
  }
  await context.close()
  const ratio = median(shipped.map((spent, i) => spent / copying[i]!))
  const share = (seconds: number) => `${((seconds / (SLICE_MS / 1000)) * 100).toFixed(0)} % of a core`
  return [
    { name: 'a copy of the list per event, 1,000/s', value: share(median(copying)) },
    {
      name: 'the shipped store, 10,000/s, main-thread time beside it',
      value: `${share(median(shipped))}: ${ratio.toFixed(2)}`,
      goal: `≤ ${PURE_GOAL.toFixed(2)}`,
      holds: ratio <= PURE_GOAL,
    },
  ]
}

type Cdp = Awaited<ReturnType<ReturnType<Page['context']>['newCDPSession']>>

/** Seconds of tasks that the page's main thread has run, drawing included. */
async function taskSeconds(cdp: Cdp): Promise<number> {
  await cdp.send('Performance.enable')
  const { metrics } = await cdp.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')!.value
}

function takeLongTasks(page: Page): Promise<Task[]> {
  return page.evaluate(() => (window as Window & { longTasks?: Task[] }).longTasks!.splice(0))
}
