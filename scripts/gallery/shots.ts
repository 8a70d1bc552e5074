import { pictureOf, selectedWindow } from '../../tests/e2e/support/wall.ts'
import type { Stage } from './stage.ts'

export type Shot = {
  name: string
  /** Taken at 1920 × 1080 too. */
  large?: boolean
  /** Before anybody is signed in. */
  signedOut?: boolean
  /** Its name among the README's pictures, and the look that it has there. */
  readme?: { name: string; theme: 'dark' | 'light' }
  /** Brings the page to what is to be seen. */
  prepare(stage: Stage): Promise<void>
}

/** Every screen and main dialog, in the order in which an operator meets them. */
export const SHOTS: readonly Shot[] = [
  {
    name: 'sign-in',
    large: true,
    signedOut: true,
    readme: { name: 'sign-in', theme: 'dark' },
    prepare: async () => undefined,
  },
  {
    name: 'sign-in-faults',
    signedOut: true,
    prepare: ({ page }) => page.locator('button[type=submit]').click(),
  },
  {
    name: 'home',
    large: true,
    readme: { name: 'home', theme: 'light' },
    prepare: async ({ go, page }) => {
      await go('/index')
      await page.locator('.home-figure, .home').first().waitFor()
    },
  },
  {
    name: 'live-video',
    large: true,
    readme: { name: 'live-video', theme: 'dark' },
    prepare: async (stage) => {
      await openCameras(stage, 4)
      await stage.page.getByRole('button', { name: stage.text.video.wall.ptz, exact: true }).click()
    },
  },
  { name: 'live-video-16', large: true, prepare: (stage) => openCameras(stage, 16) },
  {
    name: 'dispatch-city',
    large: true,
    prepare: async ({ go, page }) => {
      await go('/dispatch?lng=116.403963&lat=39.915119&z=11.5')
      await mapAtRest(page)
    },
  },
  {
    name: 'dispatch',
    large: true,
    readme: { name: 'dispatch', theme: 'dark' },
    prepare: async (stage) => {
      const { go, page, text, domes } = stage
      const dome = domes[0]!
      // A little to the left, so that its window and its video stand side by side.
      await go(`/dispatch?sn=${dome.sn}&lng=${dome.longitude + 0.0022}&lat=${dome.latitude}&z=16.2`)
      await mapAtRest(page)
      const popup = page.getByRole('region', { name: text.map.popup })
      await popup.getByText(dome.sn).waitFor()
      await popup.getByRole('button', { name: text.map.liveVideo }).click()
      await pictureOf(page.getByRole('region', { name: new RegExp(`^${text.map.liveVideo}`) }))
    },
  },
  {
    name: 'dispatch-vehicle',
    prepare: async ({ go, page, text, vehicle }) => {
      await go(`/dispatch?sn=${vehicle.sn}`)
      await mapAtRest(page)
      await page.getByRole('region', { name: text.map.popup }).getByText(vehicle.sn).waitFor()
    },
  },
  {
    name: 'alarm-list',
    large: true,
    prepare: async ({ go, page }) => {
      await go('/earlyWarningData/alarmList')
      await page.getByRole('row').nth(5).waitFor()
    },
  },
  {
    name: 'alarm-detail',
    large: true,
    readme: { name: 'alarm', theme: 'light' },
    prepare: async ({ go, page, text }) => {
      await go('/earlyWarningData/alarmList?type=AiAlarm&range=24h')
      await page.getByRole('row').nth(2).waitFor()
      await page.getByRole('row').filter({ hasText: text.alarms.processing.none }).first().click()
      await page.getByRole('dialog').locator('img').first().waitFor()
    },
  },
  {
    name: 'alarm-live-list',
    prepare: async ({ go, page, text }) => {
      await go('/index')
      await page.getByRole('button', { name: new RegExp(text.alarms.bell.none.slice(0, 4)) }).click()
      await page
        .getByRole('complementary', { name: text.alarms.drawer.title })
        .getByRole('listitem')
        .first()
        .waitFor()
    },
  },
  { name: 'user-menu', prepare: (stage) => openUserMenu(stage) },
  ...(['info', 'monitoring', 'alarmSettings', 'place', 'password'] as const).map(
    (entry): Shot => ({
      name: `account-${entry}`,
      prepare: async (stage) => {
        await openUserMenu(stage)
        await stage.page.getByRole('menuitem', { name: stage.text.shell.user[entry] }).click()
        await stage.page.getByRole('dialog').waitFor()
      },
    }),
  ),
  {
    name: 'sign-out',
    prepare: async (stage) => {
      await openUserMenu(stage)
      await stage.page.getByRole('menuitem', { name: stage.text.shell.user.signOut }).click()
      await stage.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'diagnostics',
    prepare: async ({ go, page, text }) => {
      await go('/index')
      await page.getByRole('button', { name: new RegExp(`^${text.shell.diagnostics.title}`) }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'not-found', prepare: ({ go }) => go('/404') },
]

/** Fills the wall, waits until every window shows a picture. */
async function openCameras({ go, page, cameras, domes }: Stage, count: number): Promise<void> {
  const shown = [...domes, ...cameras].slice(0, count)
  await go(`/realTime?layout=${count}`)
  for (const camera of shown) {
    await go(`/realTime?layout=${count}&sn=${camera.sn}`)
    await page.waitForURL((url) => !url.href.includes('sn='))
  }
  for (let i = 0; i < count; i++) await pictureOf(page.locator(`[data-window="${i}"]`))
  await selectedWindow(page).waitFor()
}

async function openUserMenu({ go, page, text }: Stage): Promise<void> {
  await go('/index')
  const says = text.shell.user.menu.split('{{name}}')[1] ?? ''
  await page.getByRole('button', { name: new RegExp(says) }).click()
  await page.getByRole('menuitem').first().waitFor()
}

/** The map's tiles are there and drawn. */
async function mapAtRest(page: Stage['page']): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => window.__backlotMap !== undefined)
}
