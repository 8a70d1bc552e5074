// The map's page of the built console against the platform: from the click on its tab to the first picture of the city
// and to all of it, names and markers too, beside the same style on a map of MapLibre and nothing else; and from a click on a marker to the device's window, with
// the demo's devices and with 100,000 more.
import { controlDevices, controlSetClock } from '@backlot/contract/control/calls'
import { controlAddFleet } from '@backlot/contract/control/fleet-calls'
import { LIMITS } from '@backlot/contract/limits'
import type { Browser, Page } from 'playwright'
import { control } from '../../testing/control.ts'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { diagnoseMap } from '../../tests/e2e/support/map.ts'
import { signIn } from '../../tests/e2e/support/sign-in.ts'
import { buildPages, openBrowser, openPage, WITH_WEBGL } from './bench-pages.ts'
import { FLEETS } from './fleet.ts'
import { threadClock } from './main-thread.ts'
import { type Finding, median } from './report.ts'
import { sized } from './size.ts'

const VIEW = { width: 1280, height: 800 }
const OPENINGS = sized(5, 2)
const CLICKS = sized(7, 1)
/** Markers are clicked this near. */
const ZOOM = 17
/** Where the map of an account that has set no place begins. */
const START: Place = LIMITS.mapDefault
/** A page that has just signed in is not measured: the platform prepares its videos. */
const CALM_MS = sized(5000, 1000)
/** How long a pointer rests on a tab before it is pressed. */
const POINTED_MS = 200
/** Distance of clicked cameras from all fixed ones, degrees: a window and not a list opens. */
const FREE_DEGREES = 0.0004
/** A screen without a map. */
const AWAY = '/systemManange/rolesManage'
const MAP_TAB = '.side-bar a[href="#/dispatch"]'
const PATIENCE_MS = 60_000
const REST_MS = 1500

type Place = { longitude: number; latitude: number; zoom: number }
type Picture = { pictureMs: number; wholeMs: number; mainMs: number }
type Click = { mainMs: number; wallMs: number; named: boolean }

export async function benchMapPage(): Promise<Finding[]> {
  await buildPages(['map-style'])
  await using simulator = await launchSimulator()
  const browser = await openBrowser(WITH_WEBGL)
  try {
    const demo = await openings(browser, simulator.url)
    for (const body of FLEETS) await control(simulator.url, controlAddFleet, { body })
    const many = await openings(browser, simulator.url)
    return [
      tellOpenings('the demo', demo.openings),
      tellStyle(await styleAlone(START)),
      tellOpenings('100,000 devices more', many.openings),
      tellClicks('the demo', demo.clicks),
      tellClicks('100,000 devices more', many.clicks),
    ]
  } finally {
    await browser.close()
  }
}

/** The same style in the same view, as often: with a platform and a browser of its own, which know as little. */
async function styleAlone(place: Place): Promise<Picture[]> {
  await using simulator = await launchSimulator()
  const browser = await openBrowser(WITH_WEBGL)
  try {
    const context = await browser.newContext({ viewport: VIEW, locale: 'en-US' })
    const signedIn = await context.newPage()
    await signIn(signedIn, simulator.url, { to: AWAY })
    const page = await openPage(context, simulator.url, 'map-style')
    await page.waitForFunction(() => window.styleBench !== undefined)
    await page.waitForTimeout(CALM_MS)
    const clock = await threadClock(page)
    const all: Picture[] = []
    for (let i = 0; i < OPENINGS; i++) {
      await page.waitForTimeout(REST_MS)
      const before = await clock.read()
      const times = await page.evaluate((at) => window.styleBench.open(at), place)
      all.push({ ...times, mainMs: (await clock.read()).mainMs - before.mainMs })
      await page.evaluate(() => window.styleBench.close())
    }
    return all
  } finally {
    await browser.close()
  }
}

/** Opens the map again and again from another screen of a console, then clicks on markers. */
async function openings(browser: Browser, url: string): Promise<{ openings: Picture[]; clicks: Click[] }> {
  const context = await browser.newContext({ viewport: VIEW, locale: 'en-US' })
  const page = await context.newPage()
  await diagnoseMap(page)
  await signIn(page, url, { to: AWAY })
  const clock = await threadClock(page)
  const all: Picture[] = []
  await page.waitForTimeout(CALM_MS)
  for (let i = 0; i < OPENINGS; i++) {
    await page.waitForTimeout(REST_MS)
    const before = await clock.read()
    const opening = page.evaluate(mapOpened, PATIENCE_MS)
    const tab = page.locator(MAP_TAB)
    await tab.hover()
    await page.waitForTimeout(POINTED_MS)
    await tab.click()
    const times = await opening
    all.push({ ...times, mainMs: (await clock.read()).mainMs - before.mainMs })
    await page.evaluate((away) => location.assign(`#${away}`), AWAY)
  }
  // Where vehicles drive by, a click may be meant for them.
  await control(url, controlSetClock, { body: { action: 'pause' } })
  const clicks: Click[] = []
  for (const camera of await freeCameras(url)) {
    await page.waitForFunction(() => !window.__backlotMap)
    const { sn, longitude, latitude } = camera
    await page.evaluate(
      (place) => location.assign(`#/dispatch?${place}`),
      `lng=${longitude}&lat=${latitude}&z=${ZOOM}`,
    )
    await page.waitForFunction(
      (wanted) => window.__backlotMap?.atRest() && window.__backlotMap.markerOf(wanted),
      sn,
    )
    await page.waitForTimeout(REST_MS)
    const click = await clickOn(page, sn, clock)
    if (click) clicks.push(click)
    if (clicks.length === CLICKS) break
    await page.evaluate((away) => location.assign(`#${away}`), AWAY)
  }
  await control(url, controlSetClock, { body: { action: 'resume' } })
  await context.close()
  return { openings: all, clicks }
}

/** From the click that opens the map to its first picture and to the whole of it, ms. Runs in the page. */
async function mapOpened(patienceMs: number): Promise<{ pictureMs: number; wholeMs: number }> {
  const start = await new Promise<number>((resolve) =>
    document.addEventListener('click', () => resolve(performance.now()), { capture: true, once: true }),
  )
  let pictureMs = 0
  for (;;) {
    await new Promise(requestAnimationFrame)
    const nowMs = performance.now() - start
    if (pictureMs === 0 && window.__backlotMap?.pictured()) pictureMs = nowMs
    if (window.__backlotMap?.atRest()) return { pictureMs, wholeMs: nowMs }
    if (nowMs > patienceMs) throw new Error('The map shows nothing.')
  }
}

/** Cameras without neighbours. */
async function freeCameras(url: string): Promise<{ sn: string; longitude: number; latitude: number }[]> {
  const all = (await control(url, controlDevices, { query: { limit: 100_000 } })).list
  const away = (a: (typeof all)[number], b: (typeof all)[number]) =>
    Math.max(Math.abs(a.longitude - b.longitude), Math.abs(a.latitude - b.latitude))
  const free: typeof all = []
  for (const one of all) {
    if (one.kind !== 'camera') continue
    if (!one.online) continue
    if (all.every((other) => other === one || away(one, other) > FREE_DEGREES)) free.push(one)
    if (free.length === 4 * CLICKS) break
  }
  return free
}

async function clickOn(
  page: Page,
  sn: string,
  clock: Awaited<ReturnType<typeof threadClock>>,
): Promise<Click | undefined> {
  const now = await page.evaluate((wanted) => window.__backlotMap!.markerOf(wanted)!, sn)
  // Its alarm would open besides.
  if (now.state === 'alarm') return undefined
  await page.mouse.move(now.x, now.y)
  await page.waitForTimeout(300)
  await page.evaluate(() => {
    window.clicked = new Promise((resolve) => {
      const start = performance.now()
      setTimeout(() => resolve({ text: 'nothing', wallMs: performance.now() - start }), 5000)
      const watch = new MutationObserver(() => {
        const popup = document.querySelector('.device-popup')
        if (!popup) return
        watch.disconnect()
        requestAnimationFrame(() =>
          setTimeout(() => resolve({ text: popup.textContent ?? '', wallMs: performance.now() - start })),
        )
      })
      watch.observe(document.body, { childList: true, subtree: true })
    })
  })
  const before = await clock.read()
  await page.mouse.click(now.x, now.y)
  const { text, wallMs } = await page.evaluate(() => window.clicked)
  const { mainMs } = await clock.read()
  if (text === 'nothing') return { mainMs: mainMs - before.mainMs, wallMs, named: false }
  await page.locator('.device-popup header .bare-button').click()
  await page.locator('.device-popup').waitFor({ state: 'detached' })
  return { mainMs: mainMs - before.mainMs, wallMs, named: text.includes(sn) }
}

function tellOpenings(label: string, all: readonly Picture[]): Finding {
  const [first, ...again] = all as [Picture, ...Picture[]]
  const middle = middleOf(again)
  return {
    name: `${label}: click on the map's tab to the first picture`,
    value: tellTimes(first, middle),
    goal: '< 1500 ms',
    holds: first.pictureMs < 1500 && middle.pictureMs < 1500,
  }
}

const middleOf = (all: readonly Picture[]): Picture => ({
  pictureMs: median(all.map(({ pictureMs }) => pictureMs)),
  wholeMs: median(all.map(({ wholeMs }) => wholeMs)),
  mainMs: median(all.map(({ mainMs }) => mainMs)),
})

const tellTimes = (first: Picture, again: Picture): string =>
  `${ms(first.pictureMs)} with the loading of its code, ${ms(again.pictureMs)} again; names and all ${ms(first.wholeMs)}, ${ms(again.wholeMs)}; main thread ${ms(first.mainMs)} and ${ms(again.mainMs)} of CPU`

function tellStyle(all: readonly Picture[]): Finding {
  const [first, ...again] = all as [Picture, ...Picture[]]
  return {
    name: 'the same style and place, MapLibre alone on an empty page',
    value: tellTimes(first, middleOf(again)),
  }
}

function tellClicks(label: string, clicks: readonly Click[]): Finding {
  const work = clicks.map(({ mainMs }) => mainMs)
  const right = clicks.filter(({ named }) => named).length
  return {
    name: `${label}: click on a marker to the device's window`,
    value: `${ms(median(work))} of the main thread's CPU (most ${ms(Math.max(...work))}), ${ms(median(clicks.map(({ wallMs }) => wallMs)))} by the clock; ${right} of ${clicks.length} opened the device under the pointer`,
    goal: '< 100 ms, all',
    holds: clicks.length > 0 && median(work) < 100 && right === clicks.length,
  }
}

const ms = (value: number) => `${value.toFixed(0)} ms`

declare global {
  interface Window {
    clicked: Promise<{ text: string; wallMs: number }>
  }
}
