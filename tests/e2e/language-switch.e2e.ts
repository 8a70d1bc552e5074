import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/console-test.ts'
import { playingCameras, trueDevices } from './support/fleet.ts'
import { finishedAnimations } from './support/motions.ts'
import { signIn } from './support/sign-in.ts'

type Language = 'English' | '中文'
const LANG: Record<Language, string> = { English: 'en', 中文: 'zh-CN' }

test('another language at once: no screen keeps what it would not say after a reload', async ({
  console: page,
  simulator,
}) => {
  test.setTimeout(300_000)
  const [camera] = await playingCameras(simulator.url, 'ptzCamera', 1)
  const station = (await trueDevices(simulator.url, { kind: 'hj212Station' })).find(({ online }) => online)!
  await signIn(page, simulator.url)
  const open = async (path: string, ready: (page: Page) => Locator) => {
    await page.goto('about:blank')
    await page.goto(new URL(`/#${path}`, simulator.url).href)
    await ready(page).first().waitFor()
    await atRest(page)
  }
  for (const [path, ready] of [
    ['/index', (page) => page.locator('.newest li')],
    [`/realTime?layout=4&sn=${camera!.sn}`, (page) => page.locator('video')],
    [`/dispatch?sn=${station.sn}`, (page) => page.locator('.device-popup-readings li')],
    [`/senseDevice?sn=${station.sn}`, (page) => page.locator('.reading-tile')],
    ['/earlyWarningData/alarmList', (page) => page.getByRole('row').nth(5)],
    ['/systemManange/userManage', (page) => page.getByRole('row').nth(5)],
  ] satisfies [string, (page: Page) => Locator][]) {
    await open(path, ready)
    const english = await saidBy(page)
    await choose(page, '中文')
    await atRest(page)
    const switched = await saidBy(page)
    await open(path, ready)
    const chinese = await saidBy(page)
    await choose(page, 'English')
    await keepsNothing(page, path, keptFrom(chinese, english))
    if ([...switched].some(keptFrom(english, chinese))) {
      // Some was perhaps being drawn at that moment: once more, with the time that it takes.
      await choose(page, '中文')
      await keepsNothing(page, path, keptFrom(english, chinese))
      await choose(page, 'English')
    }
  }
})

async function keepsNothing(page: Page, path: string, isKept: (line: string) => boolean): Promise<void> {
  await atRest(page)
  const kept = async () => [...(await saidBy(page))].filter(isKept)
  await expect.poll(kept, { message: `kept on ${path}` }).toEqual([])
}

/** What a page opened in the new language does not say, while it was said in the old one (names are said in both). */
const keptFrom = (old: Set<string>, fresh: Set<string>) => (line: string) => old.has(line) && !fresh.has(line)

/** Lines that the page shows, with its title and the names of its parts. Numbers and times change by themselves. */
async function saidBy(page: Page): Promise<Set<string>> {
  const lines = await page.evaluate(() => {
    // Icons are drawings inside of buttons that have names of their own.
    const named = [...document.querySelectorAll(':is([aria-label], [title], [placeholder]):not(.anticon)')]
    const names = named.flatMap((element) =>
      ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
    )
    return [document.title, ...document.body.innerText.split('\n'), ...names]
  })
  return new Set(
    lines.map((line) => line.trim()).filter((line) => /\p{L}{2}/u.test(line) && !/\d/.test(line)),
  )
}

async function choose(page: Page, language: Language): Promise<void> {
  await page.getByRole('banner').getByRole('button').last().click()
  await expect(page.getByRole('menuitem', { name: language, exact: true })).toBeVisible()
  // While the menu flies in a press goes beside it.
  await finishedAnimations(page)
  await page.getByRole('menuitem', { name: language, exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', LANG[language])
  await expect(page.getByRole('menuitem')).toHaveCount(0)
}

async function atRest(page: Page): Promise<void> {
  await expect(page.locator('.page-loading, .ant-spin-spinning')).toHaveCount(0)
  await finishedAnimations(page)
}
