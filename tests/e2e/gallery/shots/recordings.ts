import { pictureOf } from '../../support/wall.ts'
import type { Shot } from '../shot.ts'
import type { Stage } from '../stage.ts'

/** Replay: recordings and captured pictures. */
export const RECORDINGS_SHOTS: readonly Shot[] = [
  {
    name: 'replay-empty',
    prepare: async ({ go, page, text }) => {
      await go('/videoReplay')
      await page.getByRole('treeitem').first().waitFor()
      await page.getByText(text.recordings.timeline.none).waitFor()
    },
  },
  { name: 'replay-1', large: true, prepare: (stage) => replay(stage, 1) },
  {
    name: 'replay-4',
    large: true,
    prepare: async (stage) => {
      await replay(stage, 4)
      const { page, text } = stage
      const box = await page.getByRole('slider', { name: text.recordings.timeline.label }).boundingBox()
      if (box) await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2)
    },
  },
  {
    name: 'replay-clip',
    prepare: async (stage) => {
      await replay(stage, 1)
      const { page, text } = stage
      await page.getByRole('button', { name: text.recordings.bar.pause, exact: true }).click()
      await page.getByRole('button', { name: text.recordings.bar.clip, exact: true }).click()
      const slider = page.getByRole('slider', { name: text.recordings.timeline.label })
      await slider.focus()
      for (let i = 0; i < 7; i++) await page.keyboard.press('+')
      await page.getByRole('button', { name: text.recordings.clip.download }).click()
      await page.getByRole('progressbar').first().waitFor()
    },
  },
  {
    name: 'replay-refused',
    prepare: async (stage) => {
      await stage.failCalls('/api/startPlayRecordFileReq')
      const { go, page, text, cameras } = stage
      await go(`/videoReplay?sn=${cameras[0]!.sn}&chnId=1`)
      await page.getByRole('button', { name: text.recordings.bar.play, exact: true }).waitFor()
      await page.locator('.player-overlay').first().waitFor()
    },
  },
  { name: 'captures', large: true, prepare: captures },
  {
    name: 'capture-viewer',
    prepare: async (stage) => {
      await captures(stage)
      const { page, text } = stage
      await page
        .getByRole('list', { name: text.recordings.captures.title })
        .getByRole('button')
        .first()
        .click()
      await page.getByRole('img', { name: text.recordings.captures.viewer }).waitFor()
      await page.waitForLoadState('networkidle')
    },
  },
]

/** Replays cameras from half an hour ago, and waits for every picture. */
async function replay({ go, page, cameras, text }: Stage, count: number): Promise<void> {
  await go(`/videoReplay?sn=${cameras[0]!.sn}&chnId=1`)
  const windows = page.getByRole('region', { name: text.recordings.window.wall })
  await pictureOf(windows.getByRole('group').first())
  for (const camera of cameras.slice(1, count)) {
    await page.getByRole('searchbox', { name: text.devices.searchPlaceholder }).fill(camera.sn)
    await page.getByTitle(new RegExp(`${camera.sn}$`)).dblclick()
  }
  for (let i = 0; i < count; i++)
    await pictureOf(windows.locator('.replay-window[data-shows]').nth(i), (picture) =>
      cameras.some(({ cameraNumber }) => cameraNumber === picture.camera),
    )
}

/** Pictures of a camera that takes some by a rule. */
async function captures({ go, page, cameras, text }: Stage): Promise<void> {
  await go('/videoReplay')
  await page.getByRole('searchbox', { name: text.devices.searchPlaceholder }).fill(cameras[0]!.sn)
  await page.getByTitle(new RegExp(`${cameras[0]!.sn}$`)).dblclick()
  await page.getByText(text.recordings.tabs.pictures, { exact: true }).click()
  await page.getByText(text.recordings.span.yesterday, { exact: true }).click()
  // Its icon has a name too.
  await page.getByRole('button', { name: new RegExp(`${text.recordings.span.query}$`) }).click()
  await page.getByRole('list', { name: text.recordings.captures.title }).getByRole('button').first().waitFor()
  await page.waitForLoadState('networkidle')
}
