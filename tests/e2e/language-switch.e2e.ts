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

// The page is taken off the network.
test.describe(() => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ })

  test('Latin text has Latin marks and Chinese text Chinese ones, whatever the machine has; what is said of an outage is there before it', async ({
    console: page,
    simulator,
  }) => {
    await signIn(page, simulator.url)
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('DOM.enable')
    await cdp.send('CSS.enable')
    /** Fonts that really draw a text in the page's font, or the content of an element. */
    const fontsOf = async (text: string, selector = '.probe') => {
      if (selector === '.probe')
        await page.evaluate((shown) => {
          document.querySelector('.probe')?.remove()
          const probe = Object.assign(document.createElement('p'), { className: 'probe', textContent: shown })
          document.body.append(probe)
          probe.getBoundingClientRect()
          return document.fonts.ready.then(() => undefined)
        }, text)
      const { root } = await cdp.send('DOM.getDocument')
      const { nodeId } = await cdp.send('DOM.querySelector', { nodeId: root.nodeId, selector })
      const { fonts } = await cdp.send('CSS.getPlatformFontsForNode', { nodeId })
      return fonts.map(({ familyName, isCustomFont }) => `${isCustomFont ? 'own' : 'system'} ${familyName}`)
    }
    expect(await fontsOf('The platform’s “alarms” – 3 · all…')).toEqual(['own Roboto'])
    expect(await fontsOf('Zażółć')).toEqual(['own Roboto'])
    await choose(page, '中文')
    expect(await fontsOf('选择“启用”——完成…')).toEqual([expect.stringMatching(/^own Noto Sans SC/)])
    expect(await fontsOf('Backlot 2026')).toEqual(['own Roboto'])

    const said = '连接已断开数据截至平台没有响应页面的一部分无法加载正在重试新用户名或密码错误已过期'
    const isThere = (text: string) =>
      page.evaluate(
        (shown) =>
          ['400', '600'].every((weight) => document.fonts.check(`${weight} 13px "Noto Sans SC"`, shown)),
        text,
      )
    await expect.poll(() => isThere(said)).toBe(true)
    await page.context().setOffline(true)
    await expect(page.locator('.notice')).toContainText('连接已断开')
    const fonts = await fontsOf('', '.notice span')
    expect(fonts.filter((font) => !font.startsWith('own'))).toEqual([])
    await page.context().setOffline(false)
  })
})

async function keepsNothing(page: Page, path: string, isKept: (line: string) => boolean): Promise<void> {
  await atRest(page)
  const kept = async () => [...(await saidBy(page))].filter(isKept)
  await expect.poll(kept, { message: `kept on ${path}` }).toEqual([])
}

/**
 * Lines that a page opened in the new language does not have, although the old one had them (names are shown in both).
 */
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
