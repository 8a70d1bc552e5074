import { fileURLToPath } from 'node:url'
import { createConsoleServer } from '@backlot/cli/console-server/create-console-server'
import type { Page } from '@playwright/test'
import { startForeignPlatform } from '../conformance/foreign-platform/foreign-platform.ts'
import { expect, test } from './support/console-test.ts'
import { textsOf } from './support/texts.ts'
import { findInTree, pictureOf, windowAt } from './support/wall.ts'

const CONFIG = fileURLToPath(new URL('../conformance/foreign-platform/config.json', import.meta.url))
const text = textsOf('en').session

async function signIn(page: Page, url: string, account: { loginName: string; password: string }) {
  await page.goto(url)
  await page.getByLabel(text.loginName, { exact: true }).fill(account.loginName)
  await page.getByLabel(text.password, { exact: true }).fill(account.password)
  await page.getByRole('button', { name: text.submit, exact: true }).click()
  await expect(page.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible()
}

test.describe('before a platform that somebody else wrote, some of which is simulated', () => {
  // Other calls are missing there, and the browser reports each.
  test.use({ expectedErrors: /status of 404 \(Not Found\)|status of 400 .*backlot\/simulated/ })

  test('the console shows simulated alarms and orders of its devices, and says in the diagnostics what is simulated', async ({
    page,
  }) => {
    await using platform = await startForeignPlatform()
    platform.raise({ no: 501, serial: 'F-7', what: 'AiAlarm', sub: 'Intruder' })
    await using server = await createConsoleServer({
      platform: new URL(platform.url),
      configFile: CONFIG,
      simulate: ['workOrders', 'alarmTypes'],
    })
    await signIn(page, server.url, platform.account)
    const badge = page.getByRole('button', { name: /Real-time channel connected/ })
    await expect(badge).toBeVisible()

    // The platform has no orders: without the simulator the screen says so.
    await page.goto(`${server.url}/#/earlyWarningData/workOrderList`)
    const main = page.getByRole('main')
    await expect(main.getByRole('table').first()).toBeVisible()
    await expect(main).not.toContainText('This platform does not support this function')

    await badge.click()
    const diagnostics = page.getByRole('dialog', { name: 'Diagnostics' })
    await expect(diagnostics).toContainText('workOrders (all calls)')
    await expect(diagnostics).toContainText('2 devices of the platform have a simulated counterpart.')

    // Alarms come from the platform until they are simulated, too.
    const isSimulated = async () =>
      (await page.request.get(`${server.url}/v2/events`)).headers()['backlot-simulated'] !== undefined
    expect(await isSimulated()).toBe(false)
    await diagnostics.getByRole('combobox').fill('alarms')
    await page.keyboard.press('Enter')
    await expect(diagnostics).toContainText('alarms (all calls)')
    await expect(diagnostics).toContainText('lists show them')
    expect(await isSimulated()).toBe(true)
    await diagnostics.getByRole('combobox').fill('nothing')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/nothing: no call, path or area is called so/)).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')

    await page.goto(`${server.url}/#/earlyWarningData/alarmList`)
    await expect(
      main
        .getByRole('row')
        .filter({ hasText: /North gate|Crusher/ })
        .first(),
    ).toBeVisible()
    await expect(main).not.toContainText('Intruder North gate')
    await page.goto('about:blank')
  })

  test('a camera of the platform plays the moving picture of its simulated counterpart', async ({ page }) => {
    await using platform = await startForeignPlatform()
    await using server = await createConsoleServer({
      platform: new URL(platform.url),
      configFile: CONFIG,
      simulate: ['liveVideo'],
    })
    await signIn(page, server.url, platform.account)
    await page.goto(`${server.url}/#/realTime`)
    const opened = page.waitForResponse((reply) => reply.url().endsWith('/v2/stream/open'))
    await (await findInTree(page, 'F-7')).dblclick()
    expect((await opened).headers()['backlot-simulated']).toBeDefined()
    const window = windowAt(page, 1)
    await expect(window).toContainText('North gate')
    // The strip in the picture tells its moment: the platform's own stream has none.
    const first = await pictureOf(window)
    const later = await pictureOf(window, ({ timeMs }) => timeMs > first.timeMs + 1000)
    expect(later.camera).toBe(first.camera)

    // The tree is the platform's all the while.
    const [nodes] = await Promise.all([
      page.waitForResponse((reply) => reply.url().endsWith('/v2/nodes')),
      page.reload(),
    ])
    expect(nodes.headers()['backlot-simulated']).toBeUndefined()
    await page.goto('about:blank')
  })
})
