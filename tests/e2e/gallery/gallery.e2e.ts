// A PNG of every screen and dialog, in every look: npm run gallery.
import { join } from 'node:path'
import { listAlarms, processAlarms } from '@backlot/contract/alarms/calls'
import { PROCESSING_TYPES } from '@backlot/contract/alarms/constants'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { controlClock, controlSetClock } from '@backlot/contract/control/calls'
import { fromCivil, PLATFORM_ZONE_MINUTES } from '@backlot/contract/time'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { control } from '../../../testing/control.ts'
import { type LaunchedSimulator, launchSimulator } from '../../../testing/launch-simulator.ts'
import { Operator } from '../../../testing/operator.ts'
import { diagnoseMap } from '../support/map.ts'
import { signIn } from '../support/sign-in.ts'
import type { Shot } from './shot.ts'
import { SHOTS } from './shots.ts'
import { atRest, type Cast, castOf, type Look, type Stage, setStage } from './stage.ts'

const SEED = '7'
const HOUR_S = 3600
const DAY_S = 24 * HOUR_S
/** The demo has alarms of a week, and of the day that began meanwhile. */
const DAYS = 8
/** Pictures of any two runs show the same city: a Tuesday morning in September. */
const PLATFORM_TIME_MS = fromCivil(2026, 9, 15, 10, 0, 0, 0, PLATFORM_ZONE_MINUTES)
/** Only the README's pictures. */
const IS_README = process.env['GALLERY_README'] === '1'
/** The README's pictures stay below 400 kB each, cameras' noise included. */
const SMALL = IS_README ? { width: 1120, height: 680 } : { width: 1280, height: 800 }
const LARGE = { width: 1920, height: 1080 }
const LOOKS: readonly Look[] = [
  { language: 'en', theme: 'dark' },
  { language: 'en', theme: 'light' },
  { language: 'zh', theme: 'dark' },
  { language: 'zh', theme: 'light' },
]
const nameOf = (look: Look) => `${look.language}-${look.theme}`
const FOLDER = process.env['GALLERY_OUT'] ?? (IS_README ? 'docs/pictures' : 'gallery')
/** Until the week before the pictures' date is stored and worked off. */
const SETTING_MS = 600_000

for (const look of LOOKS) {
  // Every look has a simulator of its own: changes by one picture are not in another look's pictures.
  test.describe(nameOf(look), () => {
    const pages = new Map<string | null, Page>()
    let simulator: LaunchedSimulator
    let cast: Cast
    test.beforeAll(async () => {
      test.setTimeout(SETTING_MS)
      const options = ['--seed', SEED, '--log-level', 'warn', '--push-allow', 'localhost']
      simulator = await launchSimulator(options)
      await setDate(simulator.url)
      cast = await castOf(simulator.url)
    })
    test.afterAll(async () => {
      for (const page of pages.values()) await page.context().close()
      await simulator?.[Symbol.asyncDispose]()
    })

    for (const shot of SHOTS) {
      if (IS_README && (look.language !== 'en' || !shot.readme)) continue
      test(shot.name, async ({ browser }) => {
        const { account = 'admin' } = shot
        const page = pages.get(account) ?? (await openPage(browser, simulator.url, look, account))
        pages.set(account, page)
        await takeShot(shot, setStage(page, simulator.url, look, cast))
        await page.unrouteAll({ behavior: 'ignoreErrors' })
      })
    }
  })
}

/** Processes alarms as misjudged, those that `isSure` names as confirmed. */
async function processOf(
  operator: Operator,
  list: readonly Alarm[],
  isSure: (alarm: Alarm) => boolean = () => false,
): Promise<void> {
  for (const type of [PROCESSING_TYPES.misjudgment, PROCESSING_TYPES.sure]) {
    const chosen = list.filter((alarm) => isSure(alarm) === (type === PROCESSING_TYPES.sure))
    if (chosen.length > 0) await operator.call(processAlarms, { body: { list: chosen, type, content: '' } })
  }
}

/** Open alarms of the day that ends at a moment. */
async function openAlarms(operator: Operator, endS: number): Promise<Alarm[]> {
  const span = {
    startTime: endS - DAY_S + 1,
    endTime: endS,
    processed: 0,
    currentPage: 1,
    pageSize: 1000,
  } as const
  return (await operator.call(listAlarms, { query: span })).list
}

/**
 * Moves the platform to the pictures' date. A shift has been at work: alarms older than a day are processed, and most
 * of the later ones.
 */
async function setDate(url: string): Promise<void> {
  const operator = await Operator.signIn(url, 'dispatch1')
  const { nowMs } = await control(url, controlClock)
  const beforeS = Math.floor(nowMs / 1000)
  for (let day = 0; day < DAYS; day++)
    await processOf(operator, await openAlarms(operator, beforeS - day * DAY_S))
  await control(url, controlSetClock, { body: { action: 'jump', toMs: PLATFORM_TIME_MS } })

  const dateS = PLATFORM_TIME_MS / 1000
  // The alarms of the week before a moved clock are stored in the background.
  let before = 0
  const isStored = async () => {
    const now = (await openAlarms(operator, dateS)).length
    const isStill = now > 0 && now === before
    before = now
    return isStill
  }
  await expect.poll(isStored, { intervals: [1000], timeout: SETTING_MS }).toBe(true)
  const today = await openAlarms(operator, dateS)
  const isDone = ({ startTime, id }: Alarm) => (dateS - startTime) / HOUR_S > id % 12
  await processOf(operator, today.filter(isDone), ({ id }) => id % 5 === 0)
  for (let day = 1; day < DAYS; day++)
    await processOf(operator, await openAlarms(operator, dateS - day * DAY_S))
}

async function openPage(browser: Browser, url: string, look: Look, account: string | null): Promise<Page> {
  const context = await browser.newContext({
    viewport: SMALL,
    colorScheme: look.theme,
    locale: look.language === 'en' ? 'en-US' : 'zh-CN',
  })
  const page = await context.newPage()
  await diagnoseMap(page)
  if (account !== null) await signIn(page, url, { loginName: account })
  return page
}

async function takeShot(shot: Shot, stage: Stage): Promise<void> {
  const { page, look } = stage
  for (const size of shot.large && !IS_README ? [SMALL, LARGE] : [SMALL]) {
    await page.setViewportSize(size)
    if (size === SMALL) await shot.prepare(stage)
    await atRest(page)
    const suffix = size === LARGE ? `-${LARGE.width}` : ''
    if (!IS_README) await page.screenshot({ path: join(FOLDER, `${shot.name}-${nameOf(look)}${suffix}.png`) })
    else if (shot.readme!.theme === look.theme)
      await page.screenshot({ path: join(FOLDER, `${shot.readme!.name}.png`) })
    // The other theme, which only the site shows: half the bytes.
    else await page.screenshot({ path: join(FOLDER, `${shot.readme!.name}-${look.theme}.jpg`), quality: 80 })
  }
  await page.setViewportSize(SMALL)
}
