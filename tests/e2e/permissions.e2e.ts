import { hasCapability } from '@backlot/contract/capabilities'
import { CODES } from '@backlot/contract/codes'
import { controlRaiseAlarm } from '@backlot/contract/control/calls'
import { listFavourites } from '@backlot/contract/favourites/calls'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { PTZ, ptzControl } from '@backlot/contract/ptz/calls'
import { type ConsoleRoute, ROUTES } from '@backlot/contract/routes'
import type { UserInfo } from '@backlot/contract/session/entities'
import { addRole, addUser, listRoles, listUsers } from '@backlot/contract/users/calls'
import type { Page } from '@playwright/test'
import { SCREEN_PATHS } from '../../console/src/session/screen-paths.ts'
import { control } from '../../testing/control.ts'
import { DEMO_PASSWORD, Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { signIn } from './support/sign-in.ts'

test('a user without the video permission sees no entry for it, lands on 404 and is refused by the platform', {
  tag: '@main',
}, async ({ console: page, simulator }) => {
  await signIn(page, simulator.url, { loginName: 'enviro1' })
  const screens = page.getByRole('navigation', { name: 'Screens' })
  await expect(screens.getByRole('link', { name: 'Home', exact: true })).toBeVisible()
  await expect(screens.getByRole('link', { name: 'Warning List' })).toBeVisible()
  await expect(screens.getByRole('link', { name: 'Video', exact: true })).toHaveCount(0)
  await expect(screens.getByRole('link', { name: 'Dispatch', exact: true })).toHaveCount(0)
  for (const path of ['realTime', 'dispatch', 'nothing/here']) {
    await page.goto(new URL(`/#/${path}`, simulator.url).href)
    await expect(page).toHaveURL(/#\/404$/)
    await expect(page.getByText('Page not found')).toBeVisible()
  }

  const [camera] = await playingCameras(simulator.url, 'ptzCamera', 1)
  const channel = { sn: camera!.sn, chnId: 1 }
  const enviro = await Operator.signIn(simulator.url, 'enviro1')
  const refused = { status: 403, code: CODES.notPermitted }
  expect(await enviro.ask(startLiveVideo, { body: channel })).toMatchObject(refused)
  expect(await enviro.ask(ptzControl, { body: { ...channel, cmd: PTZ.left, speed: 30 } })).toMatchObject(
    refused,
  )
  expect(await enviro.ask(listFavourites)).toMatchObject(refused)
  const admin = await Operator.signIn(simulator.url)
  expect(await admin.ask(startLiveVideo, { body: channel })).toMatchObject({ status: 200, code: CODES.ok })
})

/** What the side bar offers: screens, and sections with a list of their own. */
const TABS = [
  '/index',
  '/dispatch',
  '/realTime',
  '/senseDevice',
  '/solarEnergy',
  '/agriculture',
  '/gas',
].concat('/earlyWarningData', '/aiAlarm', '/largeScreen')
const SIDES = ['/systemManange', '/serverManange', '/maintenance']

const mayOpen = ({ path, always, anyOf }: ConsoleRoute, { permission, systemFunction }: UserInfo) =>
  always ||
  (permission.some(({ target }) => target === path) &&
    (!anyOf || anyOf.some((capability) => hasCapability(systemFunction, capability))))

/** Menu entries that the contract gives an account: entries with a screen, or below an entry. */
const menuOf = (user: UserInfo) =>
  ROUTES.filter((route) => [...TABS, ...SIDES].includes(route.parent ?? route.path))
    .filter((route) => (SCREEN_PATHS as readonly string[]).includes(route.path) && mayOpen(route, user))
    .map(({ path }) => path)

/** Everywhere that the side bar leads, each of its sections opened. */
async function shownMenu(page: Page): Promise<string[]> {
  const shown = new Set<string>()
  const read = async (name: string) => {
    const links = await page
      .getByRole('navigation', { name })
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')!))
    for (const link of links) shown.add(link.replace('#', ''))
  }
  await expect(page.getByRole('navigation', { name: 'Screens' })).toBeVisible()
  await read('Screens')
  const sections = page.getByRole('navigation', { name: 'Management' }).getByRole('link')
  for (let section = 0; section < (await sections.count()); section++) {
    await sections.nth(section).click()
    await expect(sections.nth(section)).toHaveAttribute('aria-current', 'true')
    await read('Sub-pages')
  }
  return [...shown]
}

test('the menus of every role lead to the screens that the contract grants it, and to no other', async ({
  console: page,
  simulator,
}) => {
  const admin = await Operator.signIn(simulator.url)
  const { list: roles } = await admin.call(listRoles, { query: { pageSize: 100 } })
  const { list: users } = await admin.call(listUsers, { query: { pageSize: 100 } })
  for (const { name } of roles) {
    const user = users.find(({ roleName, loginName }) => roleName === name && loginName !== 'single')
    const { userInfo } = await Operator.signIn(simulator.url, user!.loginName)
    await signIn(page, simulator.url, { loginName: user!.loginName })
    expect((await shownMenu(page)).sort(), name).toEqual(menuOf(userInfo!).sort())

    const forbidden = ROUTES.find((route) => !mayOpen(route, userInfo!))?.path ?? '/nothing/here'
    await page.goto(new URL(`/#${forbidden}`, simulator.url).href)
    await expect(page, `${name}: ${forbidden}`).toHaveURL(/#\/404$/)
  }
})

test.describe('alarms and orders for who has little besides', () => {
  /** Signs in somebody who has these screens and no other. */
  async function signInWith(
    page: Page,
    url: string,
    loginName: string,
    paths: readonly string[],
    to: string,
  ) {
    const admin = await Operator.signIn(url)
    const permission = paths.map((target) => ({ target }))
    const { roleId } = await admin.call(addRole, { body: { name: loginName, permission } })
    const password = Operator.hash(DEMO_PASSWORD)
    await admin.call(addUser, { body: { loginName, name: loginName, password, roleId } })
    await signIn(page, url, { loginName, to })
  }

  test('what home shows opens for who has home alone, and no work order is offered', {
    tag: '@main',
  }, async ({ console: page, simulator }) => {
    await signInWith(page, simulator.url, 'homeonly', ['/index'], '/index')
    const camera = (await playingCameras(simulator.url, 'ptzCamera', 1))[0]!
    await control(simulator.url, controlRaiseAlarm, {
      body: { sn: camera.sn, chnId: 1, type: 'VideoAlarm', subType: '' },
    })
    const newest = page.getByRole('region', { name: 'Latest alarms' })
    await newest.getByRole('button').first().click()
    const detail = page.getByRole('dialog')
    await expect(detail.getByRole('region', { name: 'Processing' })).toBeVisible()
    await expect(detail.getByRole('button', { name: /work order/i })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(detail).toHaveCount(0)
    await expect(newest.getByRole('link')).toHaveCount(0)
    const hours = page.getByRole('list', { name: 'Alarms by hour' }).getByRole('listitem')
    await expect(hours.last()).toContainText(/\d\d:00: \d+ alarms?, \d+ not processed/)

    // An order leads to its alarm; one that came of none is no button.
    const work = page.getByRole('region', { name: 'Open work orders' })
    await expect(work.getByRole('listitem').first()).toBeVisible()
    await work.getByRole('button').first().click()
    await expect(detail.getByRole('region', { name: 'Processing' })).toBeVisible()
  })

  test('rows of the alarm log open their entry, not the alarm, for who has the log alone', async ({
    console: page,
    simulator,
  }) => {
    await signInWith(page, simulator.url, 'logonly', ['/maintenance/alarmLog'], '/maintenance/alarmLog')
    const row = page
      .getByRole('row')
      .filter({ hasText: /Raised/ })
      .first()
    await expect(row).toBeVisible()
    await row.click()
    const entry = page
      .getByRole('complementary')
      .filter({ has: page.getByRole('button', { name: 'Close row' }) })
    await expect(entry.getByRole('region', { name: 'Details' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Live alarms/ })).toHaveCount(0)
  })
})
