import { listAlarms } from '@backlot/contract/alarms/calls'
import { controlRaiseAlarm } from '@backlot/contract/control/calls'
import { listWorkOrders } from '@backlot/contract/work-orders/calls'
import { control } from '../../testing/control.ts'
import { Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { signIn } from './support/sign-in.ts'

test.use({ expectedErrors: /alarm\/get/ })

// A number may be the one of an alarm: the platform answers 404 when it is not.
test('screens, devices, places, alarms and commands are found and opened by keys alone', async ({
  console: page,
  simulator,
}) => {
  const [camera] = await playingCameras(simulator.url, 'camera', 1)
  await signIn(page, simulator.url)
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  const options = palette.getByRole('option')
  // What is typed at once is not lost, however late the palette comes.
  const ask = async (text: string) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(text)
    await expect(palette.getByRole('combobox')).toHaveValue(text)
  }

  await ask('yonghu')
  await expect(options.first()).toContainText('User Mgt')
  await page.keyboard.press('Enter')
  await expect(palette).toHaveCount(0)
  await expect(page).toHaveURL(/#\/systemManange\/userManage$/)

  await ask(camera!.sn)
  await expect(options.first()).toContainText(camera!.nameEn)
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(new RegExp(`#/dispatch\\?.*sn=${camera!.sn}`))

  // Its name in the other language, which the tree of this page does not have.
  await ask(camera!.name)
  await expect(options.filter({ hasText: camera!.nameEn })).toContainText(camera!.name)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')

  await ask('play 2 cameras at hospital')
  await expect(options.first()).toContainText('Play the 2 nearest cameras at')
  await page.keyboard.press('Enter')
  const videos = page.getByRole('dialog', { name: 'Video' })
  await expect(videos.locator('.video-window').filter({ hasNot: page.locator('.window-empty') })).toHaveCount(
    2,
  )
  await page.keyboard.press('Escape')

  await control(simulator.url, controlRaiseAlarm, { body: { sn: camera!.sn, type: 'VideoAlarm' } })
  const admin = await Operator.signIn(simulator.url)
  const { list } = await admin.call(listAlarms, { query: { sn: camera!.sn, pageSize: 1 } })
  await ask(String(list[0]!.id))
  await expect(options.first()).toContainText(`Alarm ${list[0]!.id}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').filter({ hasText: camera!.nameEn })).toBeVisible()
  await page.keyboard.press('Escape')

  const [order] = (await admin.call(listWorkOrders, { query: { pageSize: 1 } })).list
  await ask(order!.number.slice(2))
  await expect(options.first()).toContainText(order!.number)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').filter({ hasText: order!.number })).toBeVisible()
  await page.keyboard.press('Escape')

  await ask('no such thing at all')
  await expect(palette).toContainText('Nothing found')
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)

  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys).toContainText('Answer')
  await page.keyboard.press('Escape')

  await ask('chinese')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation', { name: '功能' })).toBeVisible()
})

test('the palette offers only what the account may open', async ({ console: page, simulator }) => {
  const [camera] = await playingCameras(simulator.url, 'camera', 1)
  await signIn(page, simulator.url, { loginName: 'enviro1' })
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('user mgt')
  await expect(palette).toContainText('Nothing found')
  await palette.getByRole('combobox').fill(camera!.sn)
  await expect(palette.getByRole('option', { name: /Play/ })).toHaveCount(0)
})

test('the side bar folds, keeps that, and holds pinned and recent screens', async ({
  console: page,
  simulator,
}) => {
  await signIn(page, simulator.url, { to: '/earlyWarningData/workOrderList' })
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(crumbs).toHaveText(/Work.*Work Order/)
  await page.getByRole('button', { name: 'Pin this screen' }).click()

  const names = page.getByRole('button', { name: 'Names in the side bar' })
  const screens = page.getByRole('navigation', { name: 'Screens' })
  await expect(names).toHaveAttribute('aria-expanded', 'false')
  await names.click()
  await expect(screens.getByText('Pinned')).toBeVisible()
  await expect(screens.getByRole('link', { name: 'Work Order' })).toHaveCount(2)
  await page.reload()
  await expect(names).toHaveAttribute('aria-expanded', 'true')
  await expect(screens.getByText('Pinned')).toBeVisible()

  await screens.getByRole('link', { name: 'Warning List' }).click()
  await expect(crumbs).toHaveText(/Alarms.*Warning List/)
  await page.getByRole('button', { name: 'Recent screens' }).click()
  await page.getByRole('menuitem', { name: 'Work Order' }).click()
  await expect(page).toHaveURL(/workOrderList/)
  await page.getByRole('button', { name: 'Pin this screen' }).click()
  await expect(screens.getByRole('link', { name: 'Work Order' })).toHaveCount(1)

  // Past the menu by the first press of Tab.
  await page.reload()
  await expect(crumbs).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('on a phone the side bar lies over the screen until one is chosen', async ({
  console: page,
  simulator,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, simulator.url)
  const screens = page.getByRole('navigation', { name: 'Screens' })
  await expect(screens).toHaveCount(0)
  const open = page.getByRole('button', { name: 'Names in the side bar' })
  await open.click()
  await screens.getByRole('link', { name: 'Work Order' }).click()
  await expect(page).toHaveURL(/workOrderList/)
  await expect(screens).toHaveCount(0)
  await open.click()
  await page.keyboard.press('Escape')
  await expect(screens).toHaveCount(0)
  // The frame is as wide as the window: urgent buttons are in sight.
  const user = await page.getByRole('button', { name: /account and settings/ }).boundingBox()
  expect(user!.x + user!.width).toBeLessThanOrEqual(390)
})

test('the console can be installed: its manifest is read without a fault', async ({
  console: page,
  simulator,
}) => {
  await signIn(page, simulator.url)
  const session = await page.context().newCDPSession(page)
  const { url, errors, data } = await session.send('Page.getAppManifest')
  expect(url).toBe(new URL('/manifest.webmanifest', simulator.url).href)
  expect(errors).toEqual([])
  const manifest = JSON.parse(data!) as {
    icons: { src: string; sizes: string; type: string }[]
    start_url: string
  }
  for (const { src, type } of manifest.icons) {
    const icon = await page.request.get(new URL(src, url).href)
    expect(icon.headers()['content-type']).toContain(type)
  }
  const reasons = (await session.send('Page.getInstallabilityErrors')).installabilityErrors
  // A browser of a test keeps nothing, which is no fault of the page.
  expect(reasons.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
})

test('storm mode shows counts in place of alarms until it is switched off, and is found by pinyin', async ({
  console: page,
  simulator,
}) => {
  const [camera] = await playingCameras(simulator.url, 'camera', 1)
  const turn = async (typed: string) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(typed)
    await expect(page.getByRole('option').first()).toContainText(/storm mode/)
    await page.keyboard.press('Enter')
  }
  await signIn(page, simulator.url)
  const banner = page.getByRole('region', { name: 'New alarms' })
  // The list is there: what it begins with is not new.
  await expect(banner).toContainText('Latest not processed')
  await turn('fengbaomoshi')
  await expect(banner).toContainText('Storm mode')
  await control(simulator.url, controlRaiseAlarm, { body: { sn: camera!.sn, type: 'VideoAlarm' } })
  await expect(banner.getByRole('button', { name: /Storm mode.*Video alarm 1/ })).toBeVisible()
  await expect(banner).not.toContainText(camera!.nameEn)
  await page.reload()
  await expect(banner).toContainText('Storm mode')
  await banner.getByRole('button', { name: 'Turn off storm mode' }).click()
  await expect(banner).not.toContainText('Storm mode')
})
