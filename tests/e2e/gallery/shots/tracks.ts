import { mapAtRest } from '../../support/map.ts'
import type { Shot } from '../shot.ts'
import type { Stage } from '../stage.ts'

/** History tracks. */
export const TRACK_SHOTS: readonly Shot[] = [
  {
    name: 'tracks-none',
    prepare: async ({ go, page, text }) => {
      await go('/dispatch/mapReplay')
      await page.getByText(text.tracks.hint).waitFor()
    },
  },
  {
    name: 'tracks',
    large: true,
    prepare: async (stage) => {
      const { vehicle, text, page } = stage
      await openTracks(stage, [vehicle.sn])
      await page.getByRole('button', { name: text.tracks.bar.play, exact: true }).waitFor()
    },
  },
  {
    name: 'tracks-several',
    large: true,
    prepare: (stage) => openTracks(stage, [stage.vehicle.sn, stage.bodyworn.sn]),
  },
  {
    name: 'tracks-empty',
    prepare: async (stage) => {
      await openTracks(stage, [stage.station.sn], false)
      await stage.page.getByText(stage.text.tracks.empty).waitFor()
    },
  },
  {
    name: 'tracks-fault',
    prepare: async ({ go, page, text }) => {
      await go('/dispatch/mapReplay')
      await page.getByRole('button', { name: text.tracks.query.search }).click()
      await page.getByText(text.tracks.fault.selectDevice).waitFor()
    },
  },
  {
    name: 'tracks-picker',
    prepare: async ({ go, page, text }) => {
      await go('/dispatch/mapReplay')
      await page.getByRole('button', { name: text.tracks.query.pick }).click()
      await page.getByRole('dialog').getByRole('treeitem').nth(2).waitFor()
    },
  },
  {
    name: 'tracks-export',
    prepare: async (stage) => {
      const { vehicle, page, text } = stage
      await openTracks(stage, [vehicle.sn])
      await page.getByRole('button', { name: text.tracks.export.title }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
]

/** Today's tracks of devices, late in the morning. */
async function openTracks({ go, page, text }: Stage, sns: readonly string[], found = true): Promise<void> {
  await go(`/dispatch/mapReplay?sn=${sns.join(',')}`)
  if (found) {
    const chart = page.getByRole('img', { name: text.tracks.chart.label })
    const { width, height } = (await chart.boundingBox())!
    await chart.click({ position: { x: width * 0.8, y: height / 2 } })
    await page.mouse.move(640, 200)
  }
  await mapAtRest(page)
}
