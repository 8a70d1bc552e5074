import { expect, test } from './support/console-test.ts'
import { playingCameras, trueDevices } from './support/fleet.ts'
import { LOOKS, lookAt, settled } from './support/look-at.ts'
import { SignInPage, signIn } from './support/sign-in.ts'
import { textsOf } from './support/texts.ts'
import { pictureOf, selectedWindow } from './support/wall.ts'

test("a choice is described by what it shows, charts are lists, and a tooltip is in nobody's way", async ({
  console: page,
  simulator,
}) => {
  const go = (path: string) => page.goto(new URL(`/#${path}`, simulator.url).href)
  await signIn(page, simulator.url, { to: '/videoReplay' })
  const ratio = page.getByRole('combobox', { name: 'Aspect' })
  await ratio.focus()
  await expect(ratio).toHaveAccessibleDescription('16:9')
  await ratio.press('Enter')
  await ratio.press('ArrowDown')
  await ratio.press('Enter')
  await expect(ratio).toHaveAccessibleDescription('4:3')
  const kinds = page.getByRole('combobox', { name: 'File types' })
  await kinds.focus()
  await expect(kinds).toHaveAccessibleDescription('All types')

  // Below the bell its tooltip lies over the bar of the screen.
  await page.getByRole('button', { name: /^Live alarms/ }).hover()
  const tooltip = page.getByRole('tooltip')
  await expect(tooltip).toBeVisible()
  const box = (await tooltip.boundingBox())!
  const hit = ([x, y]: readonly [number, number]) =>
    document.elementFromPoint(x, y)?.closest('[role=tooltip]') !== null
  expect(await page.evaluate(hit, [box.x + box.width / 2, box.y + box.height / 2] as const)).toBe(false)

  await go('/index')
  const types = page.getByRole('region', { name: 'Alarms by type, 24 h' }).getByRole('listitem')
  await expect(types.first()).toContainText(/\d+ alarms?, \d+ not processed/)

  // A definition stays while the pointer rests on it.
  await page.getByText(/^\d+ open, /).hover()
  const definition = page.getByRole('tooltip').filter({ hasText: 'Work orders not completed yet' })
  await definition.hover()
  await page.waitForTimeout(500)
  await expect(definition).toBeVisible()
  await page.mouse.move(1, 1)
  await expect(definition).toBeHidden()

  const solar = (await trueDevices(simulator.url, { kind: 'solarStation' })).find(({ online }) => online)!
  await go(`/solarEnergy?sn=${solar.sn}`)
  const curve = page.getByRole('list', { name: 'Battery and solar power, 24 hours' }).getByRole('listitem')
  await expect(curve.nth(23)).toHaveText(/:00, Battery: .+, Solar power: .+$/)
})

for (const { theme, language } of LOOKS) {
  test.describe(`every screen, ${theme}, ${language}`, () => {
    test.use({ locale: language === 'en' ? 'en-US' : 'zh-CN', colorScheme: theme })

    test('has no serious finding of axe and says everything in its language', async ({
      console: page,
      simulator,
    }) => {
      test.setTimeout(360_000)
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

      await go('/earlyWarningData/workOrderList?view=open')
      await page.getByRole('row').nth(2).click()
      await expect(page.getByRole('dialog').getByRole('article').first()).toBeVisible()
      await settled(page)
      await lookAt(page, 'work order', language)
      await go('/maintenance/rectification?unit=year')
      await expect(page.getByRole('row').nth(1)).toBeVisible()
      await settled(page)
      await lookAt(page, 'rectification', language)
      await go('/systemManange/senseController')
      await expect(page.getByRole('row').nth(3)).toBeVisible()
      await settled(page)
      await lookAt(page, 'sensors', language)
      const station = (await trueDevices(simulator.url, { kind: 'hj212Station' })).find(
        ({ online }) => online,
      )!
      await go(`/senseDevice?sn=${station.sn}&view=bus`)
      await expect(page.locator('.station-bus').getByRole('row').nth(2)).toBeVisible()
      await settled(page)
      await lookAt(page, 'line of a station', language)
      await go(`/senseDevice?sn=${station.sn}&view=setup`)
      await expect(page.locator('.setup-wide').getByRole('row').nth(1)).toBeVisible()
      await settled(page)
      await lookAt(page, 'installation of a station', language)
      await page.locator('.setup-wide tbody button').first().click()
      await page.locator('.point-limits button').click()
      await expect(page.getByRole('spinbutton')).toHaveCount(2)
      await settled(page)
      await lookAt(page, 'limits of a point', language, '[role=dialog]')
      await page.getByRole('switch').click()
      await lookAt(page, 'a limit without an alarm', language, '[role=dialog]')
      const { table, form } = textsOf(language).shell
      await page.getByRole('button', { name: form.cancel, exact: true }).click()
      await page.getByRole('button', { name: form.discard, exact: true }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await go(`/systemManange/deviceManage?text=${station.sn}`)
      await page
        .getByRole('row')
        .filter({ hasText: station.sn })
        .getByRole('button', { name: table.moreActions })
        .click()
      await page.getByRole('menuitem', { name: textsOf(language).deviceAdmin.setup, exact: true }).click()
      await expect(page.getByRole('dialog').getByRole('row').nth(1)).toBeVisible()
      await settled(page)
      await lookAt(page, 'installation of a device', language, '[role=dialog]')
      await page.locator('.setup-card button').first().click()
      await expect(page.getByRole('dialog')).toHaveCount(2)
      await settled(page)
      await lookAt(page, 'changing an installation', language, '.form-modal')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await go('/systemManange/controlLists')
      await expect(page.getByRole('row').nth(3)).toBeVisible()
      await settled(page)
      await lookAt(page, 'control lists', language)
      for (const [path, heading] of [
        ['/systemManange/mediaMange', 'media servers'],
        ['/serverManange/templateManage', 'templates'],
        ['/serverManange/fastConfig', 'fast config'],
        ['/serverManange/mgt/upgradeServer', 'upgrade server'],
      ] as const) {
        await go(path)
        await expect(page.getByRole('table').first()).toBeVisible()
        await settled(page)
        await lookAt(page, heading, language)
      }
      await go('/aiAlarm?view=live')
      await expect(page.locator('.ai-card-face').first()).toBeVisible()
      await settled(page)
      await lookAt(page, 'AI view', language)
      await go('/earlyWarningData/alarmList')
      await settled(page)

      const user = page.getByRole('banner').getByRole('button').last()
      // The fourth one leads to a screen.
      for (const entry of [0, 1, 2, 4, 5]) {
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
