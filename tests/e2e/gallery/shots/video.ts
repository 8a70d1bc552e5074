import { addFavourite } from '@backlot/contract/favourites/calls'
import { Operator } from '../../../../testing/operator.ts'
import { FAILING, trueDevices } from '../../support/fleet.ts'
import { pictureOf, selectedWindow } from '../../support/wall.ts'
import type { Shot } from '../shot.ts'
import type { Stage } from '../stage.ts'

/** Live video. */
export const VIDEO_SHOTS: readonly Shot[] = [
  {
    name: 'live-video',
    large: true,
    readme: { name: 'live-video', theme: 'dark' },
    prepare: async (stage) => {
      await openCameras(stage, 4)
      await stage.page.getByRole('button', { name: stage.text.video.wall.ptz, exact: true }).click()
    },
  },
  { name: 'live-video-1', large: true, prepare: (stage) => openCameras(stage, 1) },
  { name: 'live-video-16', large: true, prepare: (stage) => openCameras(stage, 16) },
  ...([6, 8, 9] as const).map(
    (count): Shot => ({
      name: `live-video-${count}`,
      prepare: async (stage) => {
        await openCameras(stage, count)
        await selectedWindow(stage.page).hover()
      },
    }),
  ),
  {
    name: 'live-video-empty',
    prepare: async ({ go, page }) => {
      await emptyWall(page)
      await go('/realTime?layout=6')
      await page.getByRole('treeitem').first().waitFor()
    },
  },
  {
    name: 'live-video-refusals',
    prepare: async ({ go, page, url, text }) => {
      await emptyWall(page)
      await go('/realTime?layout=4')
      const failing = (await trueDevices(url, { kind: 'camera' })).flatMap(({ sn, name, online }) =>
        online && FAILING.test(name) ? [sn] : [],
      )
      for (const sn of failing) {
        await go(`/realTime?layout=4&sn=${sn}`)
        await page.waitForURL((one) => !one.href.includes('sn='))
      }
      await page
        .getByRole('button', { name: text.video.player.retry })
        .nth(failing.length - 1)
        .waitFor()
    },
  },
  {
    name: 'live-video-diagnosis',
    prepare: async (stage) => {
      await openCameras(stage, 1)
      await stage.page.getByRole('button', { name: stage.text.video.wall.diagnosis, exact: true }).click()
      await stage.page.getByText(stage.text.video.diagnosis.age).waitFor()
    },
  },
  {
    name: 'device-parameters',
    prepare: async ({ go, page, text, domes }) => {
      await go('/realTime?layout=4')
      const { sn } = domes[0]!
      await page.getByRole('searchbox', { name: text.devices.searchPlaceholder }).fill(sn)
      await page.getByTitle(new RegExp(`${sn}$`)).click({ button: 'right' })
      await page.getByRole('menuitem', { name: text.video.menu.config }).click()
      await page.getByRole('dialog').getByRole('combobox').first().waitFor()
    },
  },
  {
    name: 'live-video-window-menu',
    prepare: async (stage) => {
      await openCameras(stage, 4)
      const window = selectedWindow(stage.page)
      await window.hover()
      await window.getByRole('button', { name: stage.text.video.window.more, exact: true }).click()
      await stage.page.getByRole('menuitem').first().waitFor()
    },
  },
  {
    name: 'live-video-popup',
    prepare: async (stage) => {
      const { go, page, text } = stage
      await emptyWall(page)
      await go('/realTime?layout=4')
      await page.getByRole('treeitem').nth(1).click({ button: 'right' })
      await page.getByRole('menuitem', { name: text.video.menu.popup }).click()
      const popup = page.getByRole('dialog', { name: text.video.popup.title })
      await popup.locator('[data-window="0"]').waitFor()
      for (const window of await popup.locator('.video-window').all()) await pictureOf(window)
    },
  },
  {
    name: 'live-video-cruise',
    prepare: async (stage) => {
      await openCameras(stage, 1)
      const { page, text } = stage
      await page.getByRole('button', { name: text.video.wall.ptz, exact: true }).click()
      await page.getByRole('button', { name: text.video.cruise.add, exact: true }).click()
      await page.getByRole('button', { name: text.video.cruise.addStop }).waitFor()
    },
  },
  {
    name: 'device-picker',
    prepare: async ({ go, page, text, domes }) => {
      await emptyWall(page)
      await go('/realTime?layout=4')
      await page.getByRole('button', { name: text.video.window.choose }).first().click()
      const picker = page.getByRole('dialog', { name: text.video.window.choose })
      await picker.getByRole('searchbox').fill(domes[0]!.sn.slice(0, -1))
      await picker.getByTitle(new RegExp(`${domes[0]!.sn}$`)).waitFor()
    },
  },
  {
    name: 'live-video-auto-close',
    prepare: async ({ go, page, text }) => {
      await go('/realTime?layout=4')
      await page.getByRole('button', { name: text.video.autoClose.title, exact: true }).click()
      await page.getByText(text.video.autoClose.hint).waitFor()
    },
  },
  {
    name: 'device-tree-search',
    prepare: async ({ go, page, text, domes }) => {
      await go('/realTime?layout=4')
      await page
        .getByRole('searchbox', { name: text.devices.searchPlaceholder })
        .fill(domes[0]!.sn.slice(0, -1))
      await page.getByTitle(new RegExp(`${domes[0]!.sn}$`)).click()
      await page.keyboard.press('ArrowRight')
    },
  },
  {
    name: 'device-tree-nothing',
    prepare: async ({ go, page, text }) => {
      await go('/realTime?layout=4')
      await page.getByRole('searchbox', { name: text.devices.searchPlaceholder }).fill('no such thing')
      await page.getByText(text.devices.noMatch).waitFor()
    },
  },
  {
    name: 'favourites-and-menu',
    prepare: async ({ go, page, url, cameras, look }) => {
      const operator = await Operator.signIn(url)
      const names = look.language === 'en' ? ['North gate', 'Market', 'Bridge'] : ['北门', '市场', '大桥']
      for (const [i, name] of names.entries())
        await operator.ask(addFavourite, { body: { sn: cameras[i]!.sn, chnId: 1, name } })
      await go('/realTime?layout=4')
      const folder = page.getByRole('treeitem').first()
      await folder.click()
      await page.keyboard.press('ArrowRight')
      await page.getByRole('treeitem').nth(1).click({ button: 'right' })
      await page.getByRole('menuitem').first().waitFor()
    },
  },
]

/** The wall keeps its windows over reloads: a picture that wants an empty one clears it. */
async function emptyWall(page: Stage['page']): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('realTimeWall'))
}

/** Fills the wall, waits until every window shows a picture. */
async function openCameras({ go, page, cameras, domes }: Stage, count: number): Promise<void> {
  const shown = [...domes, ...cameras].slice(0, count)
  await emptyWall(page)
  await go(`/realTime?layout=${count}`)
  for (const camera of shown) {
    await go(`/realTime?layout=${count}&sn=${camera.sn}`)
    await page.waitForURL((url) => !url.href.includes('sn='))
  }
  for (let i = 0; i < count; i++) await pictureOf(page.locator(`[data-window="${i}"]`))
  await selectedWindow(page).waitFor()
}
