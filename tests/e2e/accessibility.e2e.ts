import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { lookAt, settled } from './support/look-at.ts'
import { SignInPage, signIn } from './support/sign-in.ts'
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
