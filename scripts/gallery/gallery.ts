import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Page } from 'playwright'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { startTheDay } from '../../tests/e2e/support/clock.ts'
import { playingCameras, trueDevices } from '../../tests/e2e/support/fleet.ts'
import { diagnoseMap } from '../../tests/e2e/support/map.ts'
import { SignInPage, signIn } from '../../tests/e2e/support/sign-in.ts'
import playwrightConfig from '../../tests/playwright.config.ts'
import { SHOTS, type Shot } from './shots.ts'
import { type Look, type Stage, textsOf } from './stage.ts'

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    readme: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})
const SEED = '7'
/** The README's pictures stay below 400 kB each, cameras' noise included. */
const SMALL = values.readme ? { width: 1120, height: 680 } : { width: 1280, height: 800 }
const LARGE = { width: 1920, height: 1080 }
const LOOKS: readonly Look[] = [
  { language: 'en', theme: 'dark' },
  { language: 'en', theme: 'light' },
  { language: 'zh', theme: 'dark' },
  { language: 'zh', theme: 'light' },
]

const folder = values.out ?? (values.readme ? 'docs/pictures' : 'gallery')
mkdirSync(folder, { recursive: true })
await using simulator = await launchSimulator(['--seed', SEED, '--log-level', 'warn'])
await startTheDay(simulator.url)
const browser = await chromium.launch(playwrightConfig.use?.launchOptions)
let taken = 0
const failures: string[] = []
try {
  for (const look of LOOKS) await takeLook(look)
} finally {
  await browser.close()
}
console.log(`${taken} pictures in ${folder}/`)
for (const failure of failures) console.error(`Not taken: ${failure}`)
if (failures.length > 0) process.exitCode = 1

async function takeLook(look: Look): Promise<void> {
  const wanted = SHOTS.filter(
    (shot) =>
      (!values.only || shot.name === values.only) &&
      (!values.readme || (look.language === 'en' && shot.readme?.theme === look.theme)),
  )
  if (wanted.length === 0) return
  const context = await browser.newContext({
    viewport: SMALL,
    colorScheme: look.theme,
    locale: look.language === 'en' ? 'en-US' : 'zh-CN',
  })
  const page = await context.newPage()
  await diagnoseMap(page)
  const stage = await setStage(page, look)
  let signedIn = false
  for (const shot of wanted) {
    if (shot.signedOut) await new SignInPage(page, simulator.url, look.language).open()
    else if (!signedIn) {
      await signIn(page, simulator.url, { language: look.language })
      signedIn = true
    }
    try {
      await takeShot(shot, stage)
    } catch (error) {
      await page.screenshot({ path: join('test-results', `gallery-${shot.name}.png`) })
      failures.push(`${shot.name}, ${look.language}, ${look.theme}: ${String(error).split('\n')[0]}`)
    }
  }
  await context.close()
}

async function setStage(page: Page, look: Look): Promise<Stage> {
  const vehicles = await trueDevices(simulator.url, { kind: 'vehicle' })
  return {
    page,
    url: simulator.url,
    look,
    text: textsOf(look.language),
    cameras: await playingCameras(simulator.url, 'camera', 12),
    domes: await playingCameras(simulator.url, 'ptzCamera', 4),
    vehicle: vehicles.find((vehicle) => vehicle.online) ?? vehicles[0]!,
    go: async (path) => {
      // A dialog or a list left open by the picture before is gone with the page; a wall is filled on one page.
      if (!path.startsWith('/realTime?') || !path.includes('sn=')) await page.goto('about:blank')
      await page.goto(new URL(`/#${path}`, simulator.url).href)
      await page.getByRole('banner').waitFor()
    },
  }
}

async function takeShot(shot: Shot, stage: Stage): Promise<void> {
  const { page, look } = stage
  for (const size of shot.large && !values.readme ? [SMALL, LARGE] : [SMALL]) {
    await page.setViewportSize(size)
    if (size === SMALL) await shot.prepare(stage)
    await atRest(page)
    const name = values.readme ? shot.readme!.name : `${shot.name}-${look.language}-${look.theme}`
    const suffix = size === LARGE ? `-${LARGE.width}` : ''
    await page.screenshot({ path: join(folder, `${name}${suffix}.png`) })
    taken++
  }
  await page.setViewportSize(SMALL)
}

/** Nothing is loading and nothing moves but what always does. */
async function atRest(page: Page): Promise<void> {
  await page.locator('.page-loading, .ant-spin-spinning').first().waitFor({ state: 'detached' })
  await page.evaluate(async () => {
    await document.fonts.ready
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map((one) => one.finished))
  })
  await page.waitForLoadState('networkidle')
}
