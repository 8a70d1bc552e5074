import { fileURLToPath } from 'node:url'
import { createConsoleServer } from '@backlot/cli/console-server/create-console-server'
import type { Page } from '@playwright/test'
import { startForeignPlatform } from '../conformance/foreign-platform/foreign-platform.ts'
import { expect, test } from './support/console-test.ts'
import { lookAt } from './support/look-at.ts'
import { textsOf } from './support/texts.ts'
import { findInTree, windowAt } from './support/wall.ts'

const CONFIG = fileURLToPath(new URL('../conformance/foreign-platform/config.json', import.meta.url))
/** Enough of a clip that it is no single picture. */
const PLAYED_PICTURES = 24

const text = textsOf('en').session

async function signInThere(page: Page, entry: { loginName: string; password: string }): Promise<void> {
  await page.getByLabel(text.loginName, { exact: true }).fill(entry.loginName)
  await page.getByLabel(text.password, { exact: true }).fill(entry.password)
  await page.getByRole('button', { name: text.submit, exact: true }).click()
}

test.describe('before a platform that somebody else wrote', () => {
  // Most calls are missing there, and the browser reports each.
  test.use({ expectedErrors: /status of 404 \(Not Found\)/ })

  test('the unchanged console signs in, lists devices, plays video, hears alarms and says what is missing', async ({
    page,
  }) => {
    await using platform = await startForeignPlatform()
    await using server = await createConsoleServer({ platform: new URL(platform.url), configFile: CONFIG })

    // There are no picture codes, so none is required.
    await page.goto(server.url)
    await signInThere(page, { ...platform.account, password: 'wrong one' })
    await expect(page.getByRole('alert')).toHaveText('Wrong user name or password')
    await expect(page.getByLabel(text.verifycode, { exact: true })).toHaveCount(0)
    await signInThere(page, platform.account)
    const badge = page.getByRole('button', { name: /Real-time channel connected/ })
    await expect(badge).toBeVisible()
    await expect(page.getByRole('banner')).toContainText('Quarry watch')

    // The broken device is left out and costs no other.
    await page.goto(`${server.url}/#/realTime?layout=4`)
    await expect(await findInTree(page, 'F-8')).toBeVisible()
    await expect(page.getByRole('treeitem').and(page.getByTitle(/F-9$/))).toHaveCount(0)
    await (await findInTree(page, 'F-7')).dblclick()
    const video = windowAt(page, 1).locator('video')
    await expect
      .poll(
        () =>
          video.evaluate((element: HTMLVideoElement) => element.getVideoPlaybackQuality().totalVideoFrames),
        { timeout: 60_000 },
      )
      .toBeGreaterThan(PLAYED_PICTURES)
    expect(await video.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBeGreaterThan(0)

    platform.raise({ no: 501, serial: 'F-7', what: 'AiAlarm', sub: 'Intruder' })
    await page.getByRole('button', { name: /^Live alarms: 1 new$/ }).click()
    const alarms = page.getByRole('complementary', { name: 'Live alarms' })
    await expect(alarms).toContainText('Intruder')
    await expect(alarms).toContainText('North gate')
    await page.keyboard.press('Escape')

    // A screen reports missing calls.
    await page.goto(`${server.url}/#/earlyWarningData/workOrderList`)
    await expect(page.getByRole('main')).toContainText('This platform does not support this function')

    // Diagnostics count the row of the broken device, and the message that nobody knows.
    await badge.click()
    const left = page.getByRole('dialog', { name: 'Diagnostics' })
    const leftOut = (where: string) =>
      left.locator('dt').getByText(where, { exact: true }).locator('xpath=following-sibling::dd[1]')
    await expect(leftOut('devices.tree')).toHaveText('1')
    await expect(leftOut('channel')).toHaveText('1')
    await page.keyboard.press('Escape')

    // Its own word for a session that ended is understood.
    platform.voidTickets()
    await page.goto(`${server.url}/#/earlyWarningData/alarmList`)
    await expect(page.getByText('Login expired, please log in again').first()).toBeVisible()
    await expect(page).toHaveURL(/#\/login\?reason=expired/)
    await expect(page.getByLabel(text.loginName, { exact: true })).toBeVisible()
    // The server ends before the page would.
    await page.goto('about:blank')
  })

  test('a config with a mistake is told in place of the console, by field', async ({ page }) => {
    await using platform = await startForeignPlatform()
    await using server = await createConsoleServer({ platform: new URL(platform.url) })
    await page.route('**/config.json', (route) =>
      route.fulfill({ json: { passwordHash: 'md5', adapter: { envelope: { code: 7 } } } }),
    )
    await page.goto(server.url)
    const told = page.getByRole('alert')
    await expect(told).toContainText('adapter.envelope.code: must be a name or a list of names')
    await expect(told).toContainText('Unrecognized key: "passwordHash"')
    await lookAt(page, 'config mistake', 'en')
    await page.unroute('**/config.json')
    await page.getByRole('button', { name: 'Load again' }).click()
    await expect(page.getByLabel(text.loginName, { exact: true })).toBeVisible()
    await page.goto('about:blank')
  })
})
