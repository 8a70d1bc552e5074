import type { Browser, Page } from '@playwright/test'
import type { ScreenPath } from '../../../console/src/session/screen-paths.ts'
import { BY_DAY, type LaunchedSimulator, launchSimulator } from '../../../testing/launch-simulator.ts'
import { SHOTS } from '../gallery/shots.ts'
import { type Cast, castOf, type Look, setStage } from '../gallery/stage.ts'
import { test as base, expect } from '../support/console-test.ts'
import { chooseLanguage, saidBy } from '../support/language.ts'
import { LOOKS, lookAt, readPage, settled } from '../support/look-at.ts'
import { diagnoseMap } from '../support/map.ts'
import { finishedAnimations } from '../support/motions.ts'
import { pressNext, watchPresses } from '../support/press-controls.ts'
import { signIn } from '../support/sign-in.ts'
import type { TestLanguage } from '../support/texts.ts'
import type { Stop } from './stops.ts'

/** One of the two pages that go side by side: the themes differ, and at any time the languages. */
type Side = { page: Page; look: Look; refused: string[] }

/** Number of screens on which a control common to many (refresh, columns, export) is pressed. */
const ALIKE = 2
/** How long data that changes by itself may be mistaken for a text of the old language. */
const KEPT_MS = 10_000
const OPENED =
  '.ant-modal-wrap:visible, .ant-drawer-open:visible, .ant-popover:visible, .ant-dropdown:visible, .ant-select-dropdown:visible, .ant-picker-dropdown:visible'

/**
 * One pass over screens for everything that is asked of each: a dark and a light page, in different languages, open it side
 * by side. Both are looked at, switch their language in place and are read again; then controls of the English one are
 * pressed. The pages go on in the language that they have, so that both themes are seen in both languages.
 */
class Walk implements AsyncDisposable {
  readonly #url: string
  readonly #cast: Cast
  readonly #sides: readonly Side[]
  /** How often a control was pressed, by its name. */
  readonly #presses = new Map<string, number>()
  /** What was pressed at each stop, and the time that it took. */
  readonly log: string[] = []

  private constructor(url: string, cast: Cast, sides: readonly Side[]) {
    this.#url = url
    this.#cast = cast
    this.#sides = sides
  }

  static async begin(browser: Browser, url: string): Promise<Walk> {
    const sides = await Promise.all(LOOKS.map((look) => openSide(browser, { ...look })))
    return new Walk(url, await castOf(url), sides)
  }

  async signIn(): Promise<void> {
    for (const { page } of this.#sides) await signIn(page, this.#url)
  }

  async visit({ shot, screen, presses = 0 }: Stop): Promise<void> {
    const begun = Date.now()
    const said = new Map<TestLanguage, Set<string>>()
    // What a picture adds to the platform has names in the language of who opened it first.
    for (const side of [this.#english(), ...this.#sides.filter(({ look }) => look.language !== 'en')]) {
      await this.#open(side, shot)
      const dialog = side.page.locator('[role=dialog]:visible')
      // The dialog of the last press may have come after its screen was left.
      if (screen !== undefined && (await dialog.count()) > 0) {
        await side.page.goto('about:blank')
        await this.#open(side, shot)
      }
      const within = (await dialog.count()) > 0 ? '[role=dialog]' : 'html'
      await lookAt(side.page, nameOf(shot, side), side.look.language, within)
      said.set(side.look.language, await saidBy(side.page))
    }
    const looked = Date.now()
    if (screen !== undefined) {
      for (const side of this.#sides) {
        // A screen without a header has no menu to switch in.
        if ((await side.page.getByRole('banner').count()) > 0) await this.#switch(side, shot, said)
      }
    }
    const switched = Date.now()
    const pressed = screen && presses > 0 ? await this.#press(screen, presses) : []
    const times = [looked - begun, switched - looked, Date.now() - switched]
    this.log.push(`${times.join(' + ')} ms ${shot}: ${pressed.join(' | ')}`)
    for (const side of this.#sides)
      expect.soft(side.refused.splice(0), `${nameOf(shot, side)}: refused requests`).toEqual([])
  }

  /** A second address of a screen is read only. */
  async read(path: ScreenPath): Promise<void> {
    const { page } = this.#english()
    await page.goto('about:blank')
    await page.goto(this.#addressOf(path))
    await atRest(page)
    await readPage(page, path, 'en')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { page } of this.#sides) await page.context().close()
  }

  async #open({ page, look }: Side, name: string): Promise<void> {
    const shot = SHOTS.find((one) => one.name === name)
    if (!shot) throw new Error(`No picture is called ${name}.`)
    const isClear = async () => (await page.locator(OPENED).count()) === 0
    await shot.prepare(setStage(page, this.#url, look, this.#cast, isClear))
    await expect(page.locator('html')).toHaveAttribute('data-theme', look.theme)
    await atRest(page)
  }

  /** No screen keeps what it would not say after a reload. `said`: what pages just opened said, by language. */
  async #switch(side: Side, shot: string, said: ReadonlyMap<TestLanguage, Set<string>>): Promise<void> {
    const { page, look } = side
    const from = look.language
    const to = from === 'en' ? 'zh' : 'en'
    const old = said.get(from)!
    let fresh = said.get(to)!
    await chooseLanguage(page, to)
    look.language = to
    // Names are shown in both languages.
    const kept = async () => [...(await saidBy(page))].filter((line) => old.has(line) && !fresh.has(line))
    await atRest(page)
    await expect
      .poll(kept, { timeout: KEPT_MS })
      .toEqual([])
      .catch(() => undefined)
    const suspects = await kept()
    if (suspects.length > 0) {
      await page.goto('about:blank')
      await this.#open(side, shot)
      fresh = await saidBy(page)
      const line = (one: string) => !fresh.has(one)
      expect.soft(suspects.filter(line), `${nameOf(shot, side)}: kept from the other language`).toEqual([])
    }
    await readPage(page, `${nameOf(shot, side)}, switched`, to)
  }

  async #press(screen: ScreenPath, most: number): Promise<string[]> {
    const { page } = this.#english()
    const address = page.url()
    const done = [...this.#presses].filter(([, count]) => count >= ALIKE).map(([name]) => name)
    const names: string[] = []
    while (names.length < most) {
      const pressed = await pressNext(page, done)
      if (!pressed) break
      done.push(pressed.name)
      names.push(pressed.name)
      this.#presses.set(pressed.name, (this.#presses.get(pressed.name) ?? 0) + 1)
      expect.soft(pressed.answered, `${screen}: ${pressed.name} does something`).toBe(true)
      await putBack(page, `a popup of ${screen}, ${pressed.name}`, address)
    }
    return names
  }

  #english(): Side {
    return this.#sides.find(({ look }) => look.language === 'en')!
  }

  #addressOf(path: ScreenPath): string {
    return new URL(`/#${path}`, this.#url).href
  }
}

/** A walk's pressed controls may change the platform: no other test uses it. */
export const test = base.extend<{ walk: Walk }, { simulator: LaunchedSimulator }>({
  simulator: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      await using simulator = await launchSimulator([
        '--check-replies',
        '--log-level',
        'warn',
        '--push-allow',
        'localhost',
        ...BY_DAY,
      ])
      await use(simulator)
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  walk: async ({ browser, simulator, guard }, use, testInfo) => {
    testInfo.setTimeout(900_000)
    await using walk = await Walk.begin(browser, simulator.url)
    await use(walk)
    guard.end()
    await testInfo.attach('walk', { body: walk.log.join('\n'), contentType: 'text/plain' })
  },
})

const nameOf = (shot: string, { look }: Side) => `${shot}, ${look.theme}, ${look.language}`

async function openSide(browser: Browser, look: Look): Promise<Side> {
  const context = await browser.newContext({
    colorScheme: look.theme,
    locale: look.language === 'en' ? 'en-US' : 'zh-CN',
  })
  const page = await context.newPage()
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
  })
  page.on('download', (download) => void download.cancel())
  await diagnoseMap(page)
  await watchPresses(page)
  return { page, look, refused }
}

async function atRest(page: Page): Promise<void> {
  await settled(page)
  await finishedAnimations(page)
}

/** Closes the popup of a press, `popup`, after reading it, and returns when the press led away. */
async function putBack(page: Page, popup: string, address: string): Promise<void> {
  const open = page.locator(OPENED)
  for (let tries = 0; tries < 3; tries++) {
    if ((await open.count()) === 0) break
    if (tries === 0) {
      await settled(page)
      await readPage(page, popup, 'en')
    }
    await page.keyboard.press('Escape')
    await open
      .first()
      .waitFor({ state: 'hidden', timeout: 700 })
      .catch(() => undefined)
  }
  if (page.url().split('?')[0] !== address.split('?')[0]) {
    await page.goto(address)
    await atRest(page)
  }
}
