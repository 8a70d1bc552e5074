import type { Shot } from '../shot.ts'
import type { Stage } from '../stage.ts'

const SCREENS = [
  ['station', '/senseDevice'],
  ['solar', '/solarEnergy'],
  ['farm', '/agriculture'],
  ['gas', '/gas'],
] as const

/** Live readings. */
export const SENSOR_SHOTS: readonly Shot[] = [
  ...SCREENS.map(
    ([kind, path]): Shot => ({
      name: `readings-${kind}`,
      large: kind === 'station' || kind === 'solar',
      prepare: async (stage) => openStation(stage, path, stage[kind].sn),
    }),
  ),
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
