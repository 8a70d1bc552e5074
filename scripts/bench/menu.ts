// The console's menu: from a click on a screen's entry to the screen with its data, every screen once loaded before, and
// the tasks that hold up the page's main thread meanwhile.
import type { Browser, Page } from 'playwright'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { signIn } from '../../tests/e2e/support/sign-in.ts'
import { openBrowser, WITH_WEBGL } from './bench-pages.ts'
import { type Finding, median } from './report.ts'
import { sized } from './size.ts'
import { rendererPid, type Task, ThreadClock } from './thread-clock.ts'

const VIEW = { width: 1280, height: 800 }
/** After one round in which each screen's code is loaded and runs for the first time. */
const ROUNDS = sized(4, 1)
/** Of each group; a smoke run needs no more to see that it works. */
const SCREENS_MOST = sized(100, 3)
const CALM_MS = sized(5000, 500)
const REST_MS = sized(600, 100)
const PATIENCE_MS = 30_000
const CHANGE_GOAL_MS = 100
const LONG_TASK_MS = 50
const SHOWN_WORST = 5

type Change = { path: string; frameMs: number; dataMs: number }
type LongTask = Task & { path: string }

export async function benchMenu(): Promise<Finding[]> {
  await using simulator = await launchSimulator()
  const browser = await openBrowser(WITH_WEBGL)
  try {
    return await measure(browser, simulator.url)
  } finally {
    await browser.close()
  }
}

async function measure(browser: Browser, url: string): Promise<Finding[]> {
  const context = await browser.newContext({ viewport: VIEW, locale: 'en-US' })
  const page = await context.newPage()
  await page.addInitScript(() => {
    localStorage.setItem('sosVideoPopup', 'false')
    localStorage.setItem('noShowGuideWindowAgain', 'true')
    localStorage.setItem('sideBar', 'open')
    const tasks: { atMs: number; durationMs: number }[] = []
    Object.assign(window, { longTasks: tasks })
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        tasks.push({ atMs: performance.timeOrigin + startTime, durationMs: duration })
    }).observe({ type: 'longtask' })
  })
  await signIn(page, url)
  await page.getByRole('button', { name: /Real-time channel connected/ }).waitFor()
  // Whatever sign-in began goes on for a while; nothing tells its end.
  await page.waitForTimeout(CALM_MS)
  using clock = new ThreadClock(await rendererPid(browser))
  const paths = await pathsOf(page)
  const changes: Change[] = []
  const tasks: LongTask[] = []
  for (let round = -1; round < ROUNDS; round++) {
    for (const path of paths) {
      await takeLongTasks(page)
      const change = await page.evaluate(changeTo, [path, PATIENCE_MS] as const)
      // What the screen does once it is there: its long tasks count too.
      await page.waitForTimeout(REST_MS)
      if (round < 0) continue
      changes.push({ path, ...change })
      tasks.push(...(await takeLongTasks(page)).map((task) => ({ ...task, path })))
    }
  }
  await context.close()
  const long = tasks.filter((task) => clock.ranMs(task) > LONG_TASK_MS)
  const byPath = paths.map((path) => {
    const own = changes.filter((change) => change.path === path)
    return {
      path,
      frameMs: median(own.map(({ frameMs }) => frameMs)),
      dataMs: median(own.map(({ dataMs }) => dataMs)),
    }
  })
  const worst = (of: 'frameMs' | 'dataMs') =>
    [...byPath]
      .sort((a, b) => b[of] - a[of])
      .slice(0, SHOWN_WORST)
      .map((one) => `${one.path} ${ms(one[of])}`)
      .join(', ')
  const slowest = Math.max(...byPath.map(({ frameMs }) => frameMs))
  return [
    {
      name: `click on one of ${paths.length} screens, loaded before, to its first paint`,
      value: `median ${ms(median(byPath.map(({ frameMs }) => frameMs)))}; slowest: ${worst('frameMs')}`,
      goal: `each <= ${CHANGE_GOAL_MS} ms`,
      holds: slowest <= CHANGE_GOAL_MS,
    },
    {
      name: 'the same, to its data',
      value: `median ${ms(median(byPath.map(({ dataMs }) => dataMs)))}; slowest: ${worst('dataMs')}`,
    },
    {
      name: `tasks over ${LONG_TASK_MS} ms in ${changes.length} such changes`,
      value: `${long.length}; by the clock ${tasks.length}${long.length > 0 ? `: ${tellTasks(long, clock)}` : ''}`,
      goal: 'none',
      holds: long.length === 0,
    },
  ]
}

/** The longest task of each screen that has one. */
function tellTasks(long: readonly LongTask[], clock: ThreadClock): string {
  const longest = new Map<string, number>()
  for (const task of long) longest.set(task.path, Math.max(longest.get(task.path) ?? 0, clock.ranMs(task)))
  return [...longest]
    .sort(([, a], [, b]) => b - a)
    .map(([path, ranMs]) => `${path} ${ms(ranMs)}`)
    .join(', ')
}

/** Every screen of the menu, those below its groups too, in the menu's order. */
async function pathsOf(page: Page): Promise<string[]> {
  const hrefs = () =>
    page
      .locator('.side-bar a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')!.slice(1)))
  const daily = await page
    .locator('.side-bar > nav')
    .first()
    .locator('a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!.slice(1)))
  const paths = new Set(daily.slice(0, SCREENS_MOST))
  const sections = (await hrefs()).filter((path) => !daily.includes(path))
  for (const section of sections.slice(0, SCREENS_MOST)) {
    await page.evaluate(changeTo, [section, PATIENCE_MS] as const)
    const below = await page
      .locator('.sub-pages a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')!.slice(1)))
    for (const path of below.slice(0, SCREENS_MOST)) paths.add(path)
  }
  return [...paths]
}

/**
 * Clicks on a screen's entry, or its group's if it has none yet. Answers the time to the frame that shows the screen, and
 * to the one in which nothing waits for data, milliseconds. Runs in the page.
 */
async function changeTo([path, patienceMs]: readonly [string, number]): Promise<Omit<Change, 'path'>> {
  const WAITING = '.ant-spin-spinning, .ant-skeleton-active, [aria-busy=true]'
  const startMs = performance.now()
  const before = document.querySelector('main')?.firstElementChild
  const link = [...document.querySelectorAll<HTMLAnchorElement>('.side-bar a')].find(
    (one) => one.getAttribute('href') === `#${path}`,
  )
  if (link) link.click()
  else location.assign(`#${path}`)
  let frameMs = 0
  for (;;) {
    await new Promise(requestAnimationFrame)
    const main = document.querySelector('main')
    const isThere =
      location.hash.startsWith(`#${path}`) &&
      main?.firstElementChild &&
      main.firstElementChild !== before &&
      !main.querySelector('.page-loading')
    if (isThere) {
      const isWaiting = main.querySelector(WAITING) !== null
      // What the document has in this turn is painted before the next task.
      await new Promise((resolve) => setTimeout(resolve))
      const nowMs = performance.now() - startMs
      frameMs ||= nowMs
      if (!isWaiting) return { frameMs, dataMs: nowMs }
    }
    if (performance.now() - startMs > patienceMs) throw new Error(`${path} does not come to rest.`)
  }
}

function takeLongTasks(page: Page): Promise<Task[]> {
  return page.evaluate(() => (window as Window & { longTasks?: Task[] }).longTasks!.splice(0))
}

const ms = (value: number) => `${value.toFixed(0)} ms`
