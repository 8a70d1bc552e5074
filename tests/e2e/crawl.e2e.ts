import type { Page } from '@playwright/test'
import { SCREEN_PATHS } from '../../console/src/session/screen-paths.ts'
import { BY_DAY, type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { test as base, expect } from './support/console-test.ts'
import { unspeakable } from './support/look-at.ts'
import { pressNext, watchPresses } from './support/press-controls.ts'
import { signIn } from './support/sign-in.ts'

/** Pressed controls may change the platform: no other test uses this one. */
const test = base.extend<object, { simulator: LaunchedSimulator }>({
  simulator: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      await using simulator = await launchSimulator(['--check-replies', '--log-level', 'warn', ...BY_DAY])
      await use(simulator)
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

/** Maps beside the one of dispatch are opened only: each is drawn by the processor. */
const MAPS = new Set(['/baiduMap', '/baiduSelectMap', '/dispatch/mapReplay'])
/** Maps and video cost a processor much: fewer of their controls are pressed. */
const HEAVY = /dispatch|[Mm]ap|aiAlarm|realTime|video(Replay|Poll)/
/** The large screen has the processor for itself in situation.e2e.ts, which presses its controls. */
const SCREENS = SCREEN_PATHS.filter((path) => path !== '/largeScreen')
/** The same screen under its second address is opened only. */
const AGAIN = new Set<string>(
  SCREEN_PATHS.filter((path) => SCREEN_PATHS.some((other) => other !== path && path === `/realTime${other}`)),
)
const PRESSES = 8
const HEAVY_PRESSES = 3
/** Number of screens on which a control common to many (refresh, columns, export) is pressed. */
const ALIKE = 2
/** Pattern of texts that are not written yet. */
const PLACEHOLDER = /lorem|\bTODO\b|\bundefined\b|\bNaN\b|\[object |\{\{\w+\}\}|not available in this version/
const OPENED =
  '.ant-modal-wrap:visible, .ant-drawer-open:visible, .ant-popover:visible, .ant-dropdown:visible, .ant-select-dropdown:visible, .ant-picker-dropdown:visible'

test.describe.configure({ mode: 'parallel' })

for (const half of [0, 1]) {
  test(`every screen and what can be pressed on it, half ${half + 1}`, async ({
    console: page,
    simulator,
  }) => {
    test.setTimeout(240_000)
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
    })
    page.on('download', (download) => void download.cancel())
    await watchPresses(page)
    await signIn(page, simulator.url)
    const took: string[] = []
    const presses = new Map<string, number>()
    for (const path of SCREENS.filter((_, at) => at % 2 === half)) {
      const began = Date.now()
      const pressed = await pressAll(page, simulator.url, path, presses)
      took.push(`${Date.now() - began} ms ${path}: ${pressed.join(' | ')}`)
      expect.soft(refused.splice(0), `${path}: refused requests`).toEqual([])
    }
    await test.info().attach('presses', { body: took.join('\n'), contentType: 'text/plain' })
  })
}

async function pressAll(
  page: Page,
  url: string,
  path: string,
  presses: Map<string, number>,
): Promise<string[]> {
  const address = new URL(`/#${path}`, url).href
  await page.goto(address)
  await ready(page)
  await look(page, path)
  const done = [...presses].filter(([, count]) => count >= ALIKE).map(([name]) => name)
  const most = AGAIN.has(path) || MAPS.has(path) ? 0 : HEAVY.test(path) ? HEAVY_PRESSES : PRESSES
  const names: string[] = []
  while (names.length < most) {
    const pressed = await pressNext(page, done)
    if (!pressed) break
    done.push(pressed.name)
    names.push(pressed.name)
    presses.set(pressed.name, (presses.get(pressed.name) ?? 0) + 1)
    expect.soft(pressed.answered, `${path}: ${pressed.name} does something`).toBe(true)
    await putBack(page, path, address)
  }
  return names
}

async function ready(page: Page): Promise<void> {
  await expect(page.locator('.page-loading')).toHaveCount(0, { timeout: 30_000 })
  await page
    .locator('.ant-spin-spinning')
    .first()
    .waitFor({ state: 'detached', timeout: 3000 })
    .catch(() => undefined)
}

/**
 * Nothing is left unwritten, nothing is wider than the page, no list has to be scrolled sideways, no text is lost, and a
 * screen reader has a name for everything.
 */
async function look(page: Page, path: string): Promise<void> {
  const { text, wide, scrolled } = await page.evaluate(() => ({
    text: document.body.innerText,
    wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    scrolled: [...document.querySelectorAll('.table-screen .ant-table-body')].map(
      (table) => table.scrollWidth - table.clientWidth,
    ),
  }))
  expect.soft(PLACEHOLDER.exec(text)?.[0], `${path}: placeholder`).toBeUndefined()
  expect.soft(wide, `${path}: wider than the page by`).toBeLessThanOrEqual(0)
  expect.soft(await unspeakable(page, 'en'), `${path}: as a screen reader says it`).toEqual([])
  expect.soft(Math.max(0, ...scrolled), `${path}: a list to scroll sideways by`).toBe(0)
  expect.soft(await page.evaluate(lostTexts), `${path}: texts cut off without a title`).toEqual([])
}

/** Texts that are cut off by their box, and that neither a title nor a press shows whole. */
function lostTexts(): string[] {
  const GIVES =
    '[title]:not([title=""]), [aria-describedby], button, a, [role="tab"], .ant-select, .ant-picker'
  const isCut = (own: Element) => own.scrollWidth > own.clientWidth + 1 && own.clientWidth > 0
  return [...document.querySelectorAll('body *')].flatMap((own) => {
    const written = [...own.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
    )
    const { overflowX, visibility } = getComputedStyle(own)
    const cuts = overflowX === 'hidden' || overflowX === 'clip'
    if (!written || !cuts || visibility === 'hidden' || !isCut(own) || own.closest(GIVES)) return []
    return own.closest('.visually-hidden') ? [] : [`${own.className}: ${own.textContent}`]
  })
}

/** Closes the popup of a press, and returns when it led away. */
async function putBack(page: Page, path: string, address: string): Promise<void> {
  const open = page.locator(OPENED)
  for (let tries = 0; tries < 3; tries++) {
    if ((await open.count()) === 0) break
    if (tries === 0) await look(page, path)
    await page.keyboard.press('Escape')
    await open
      .first()
      .waitFor({ state: 'hidden', timeout: 700 })
      .catch(() => undefined)
  }
  if (!page.url().split('?')[0]!.endsWith(path)) {
    await page.goto(address)
    await ready(page)
  }
}
