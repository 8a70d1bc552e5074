import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { finishedAnimations } from './support/motions.ts'
import { SignInPage, signIn } from './support/sign-in.ts'
import type { TestLanguage } from './support/texts.ts'
import { pictureOf, selectedWindow } from './support/wall.ts'

/** One run a theme, each in one language, so that both languages and both themes are looked at. */
const LOOKS = [
  { theme: 'dark', language: 'en' },
  { theme: 'light', language: 'zh' },
] as const

for (const { theme, language } of LOOKS) {
  test.describe(`every screen, ${theme}, ${language}`, () => {
    test.use({ locale: language === 'en' ? 'en-US' : 'zh-CN', colorScheme: theme })

    test('has no serious finding of axe and says everything in its language', async ({
      console: page,
      simulator,
    }) => {
      test.setTimeout(180_000)
      const go = (path: string) => page.goto(new URL(`/#${path}`, simulator.url).href)
      await new SignInPage(page, simulator.url, language).open()
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      await lookAt(page, 'sign-in', language)

      await signIn(page, simulator.url)
      await settled(page)
      await lookAt(page, 'home', language)

      const [camera] = await playingCameras(simulator.url, 'ptzCamera', 1)
      await go(`/realTime?layout=4&sn=${camera!.sn}`)
      await pictureOf(selectedWindow(page), (picture) => picture.camera === camera!.cameraNumber)
      await lookAt(page, 'live video', language)

      await go(`/dispatch?sn=${camera!.sn}`)
      await expect(page.locator('.device-popup')).toContainText(camera!.sn)
      await lookAt(page, 'dispatch', language)

      await go('/earlyWarningData/alarmList')
      await expect(page.getByRole('row').nth(3)).toBeVisible()
      await settled(page)
      await lookAt(page, 'alarm list', language)
      await page.getByRole('row').nth(3).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await settled(page)
      await lookAt(page, 'alarm detail', language, '[role=dialog]')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)

      const user = page.getByRole('banner').getByRole('button').last()
      for (const entry of [0, 1, 2, 3, 4]) {
        await user.click()
        const item = page.getByRole('menuitem').nth(entry)
        const name = await item.innerText()
        await item.click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await lookAt(page, name, language, '[role=dialog]')
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
    })
  })
}

/** No loading sign is left. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('.page-loading, .ant-spin-spinning')).toHaveCount(0)
}

/** `within`: the part of the page that axe looks at, where the rest has been looked at before. */
async function lookAt(page: Page, what: string, language: TestLanguage, within = 'html'): Promise<void> {
  await finishedAnimations(page)
  const { violations } = await new AxeBuilder({ page })
    .include(within)
    .options({ resultTypes: ['violations'] })
    .analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const told = grave.map(({ id, nodes }) => [
    id,
    ...nodes.slice(0, 4).map((node) => `${node.html.slice(0, 160)} ${node.failureSummary?.slice(0, 200)}`),
  ])
  expect.soft(told, what).toEqual([])

  const text = await page.locator('body').innerText()
  expect.soft(text, what).not.toMatch(TEXT_KEY)
  expect.soft(await page.locator('html').getAttribute('lang')).toMatch(language === 'zh' ? /^zh/ : /^en/)
  if (language === 'en') expect.soft(await chineseOf(page), `${what}: Chinese on an English page`).toEqual([])
}

/** What a missing text looks like: `shell:menu.home`, `menu.home`, `{{count}}`. */
const TEXT_KEY =
  /\b(?:shell|errors|alarms|session|video|devices|map):[a-z]\w*|\b(?:menu|query|field|detail|window|wall|settings|home|screen|table)\.[a-z]\w+|\{\{\w+\}\}/

/** Buttons, labels and headings with Chinese in them; names of people, plates and the language switch are themselves. */
async function chineseOf(page: Page): Promise<string[]> {
  const texts = await page
    .locator('button, label, h1, h2, h3, th, dt, [role=tab], [role=menuitem]')
    .allInnerTexts()
  return texts.filter(
    (text) => /[\u4e00-\u9fff]/.test(text) && !/^中文$|京|[\u4e00-\u9fff]{2,3} \w+$/.test(text.trim()),
  )
}
