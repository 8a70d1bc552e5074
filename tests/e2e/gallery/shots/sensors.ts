import type { Shot } from '../shot.ts'
import type { Stage } from '../stage.ts'

const SCREENS = [
  ['station', '/senseDevice'],
  ['solar', '/solarEnergy'],
  ['farm', '/agriculture'],
  ['gas', '/gas'],
] as const

/** Views of the past, and their drawings. */
const PAST = [
  ['charts', '.history-charts svg'],
  ['table', '.history-table .ant-table-row td'],
  ['air', '.air-classes'],
  ['rose', '.wind-rose svg'],
  ['calendar', '.calendar-day'],
] as const

/** Live readings, the past, the wire, settings and the dictionary. */
export const SENSOR_SHOTS: readonly Shot[] = [
  ...SCREENS.map(
    ([kind, path]): Shot => ({
      name: `readings-${kind}`,
      large: kind === 'station' || kind === 'solar',
      prepare: async (stage) => openStation(stage, path, stage[kind].sn),
    }),
  ),
  ...PAST.map(
    ([show, drawn]): Shot => ({
      name: `readings-${show}`,
      large: show === 'charts',
      prepare: async ({ go, page, station }) => {
        await go(`/senseDevice?sn=${station.sn}&view=history&show=${show}`)
        await page.locator(drawn).first().waitFor()
      },
    }),
  ),
  {
    name: 'station-wire',
    prepare: async ({ go, page, station }) => {
      await go(`/senseDevice?sn=${station.sn}&view=wire`)
      await page.locator('.command-line button').click()
      await page.locator('.packet-head').first().click()
      await page.locator('.packet-body').waitFor()
    },
  },
  {
    name: 'gas-settings',
    prepare: async ({ go, page, gas }) => {
      await go(`/gas?sn=${gas.sn}&view=settings`)
      await page.locator('.settings-fields').waitFor()
    },
  },
  {
    name: 'sensing-quantities',
    prepare: async ({ go, page }) => {
      await go('/systemManange/senseDictionary')
      await page.getByRole('row').nth(3).waitFor()
    },
  },
  {
    name: 'sense-controllers',
    prepare: async ({ go, page }) => {
      await go('/systemManange/senseController')
      await page.getByRole('row').nth(3).waitFor()
    },
  },
  {
    name: 'station-line',
    prepare: async ({ go, page, station }) => {
      await go(`/senseDevice?sn=${station.sn}&view=bus`)
      await page.locator('.station-bus tbody button').first().click()
      await page.locator('.bus-probe .ant-btn-primary').click()
      await page.locator('.bus-answer').waitFor()
    },
  },
  {
    name: 'station-setup',
    prepare: async ({ go, page, station }) => {
      await go(`/senseDevice?sn=${station.sn}&view=setup`)
      await page.locator('.setup-facts').waitFor()
      await page.locator('.setup-wide tbody button').first().waitFor()
    },
  },
  {
    name: 'station-point-limits',
    prepare: async (stage) => {
      await openLimits(stage)
      await stage.page.getByRole('spinbutton').last().fill('50')
    },
  },
  {
    name: 'station-point-no-alarm',
    prepare: async (stage) => {
      await openLimits(stage)
      await stage.page.getByRole('switch').click()
    },
  },
  {
    name: 'readings-offline',
    prepare: (stage) => openStation(stage, '/senseDevice', stage.offlineStation.sn),
  },
  {
    name: 'readings-unknown-station',
    prepare: async ({ go, page, text }) => {
      await go('/gas?sn=NOBODY')
      await page.getByRole('button', { name: text.sensors.toFirst }).waitFor()
    },
  },
  {
    name: 'readings-failed',
    prepare: async ({ go, page, text, gas, failCalls }) => {
      await failCalls('/gas/')
      await go(`/gas?sn=${gas.sn}`)
      await page.getByRole('button', { name: text.sensors.again }).waitFor({ timeout: 20_000 })
    },
  },
]

async function openStation({ go, page }: Stage, path: string, sn: string): Promise<void> {
  await go(`${path}?sn=${sn}`)
  await page.locator('.reading-tile').nth(1).waitFor()
}

/** The limits of a station's first point. */
async function openLimits({ go, page, station }: Stage): Promise<void> {
  await go(`/senseDevice?sn=${station.sn}&view=setup`)
  await page.locator('.setup-wide tbody button').first().click()
  await page.locator('.point-limits button').click()
  await page.getByRole('spinbutton').nth(1).waitFor()
}
