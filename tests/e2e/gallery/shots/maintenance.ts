import type { Shot } from '../shot.ts'
import type { Stage } from '../stage.ts'

const LOGS = [
  ['system', 'systemLog'],
  ['user', 'userLog'],
  ['device', 'deviceLog'],
  ['alarm', 'alarmLog'],
  ['visit', 'visitLog'],
] as const

/** How servers and devices are, and the logs. */
export const MAINTENANCE_SHOTS: readonly Shot[] = [
  {
    name: 'service-state',
    large: true,
    prepare: async ({ go, page }) => {
      await go('/maintenance/server')
      await page.locator('.chart svg').nth(3).waitFor()
    },
  },
  { name: 'device-states', large: true, prepare: (stage) => openRows(stage, '/maintenance/device') },
  ...LOGS.map(
    ([kind, path]): Shot => ({
      name: `log-${kind}`,
      large: kind === 'user',
      prepare: (stage) => openRows(stage, `/maintenance/${path}`),
    }),
  ),
  {
    name: 'log-detail',
    prepare: async (stage) => {
      await openRows(stage, '/maintenance/systemLog')
      await stage.page.locator('.log-detail-open').first().click()
      await stage.page.locator('.log-detail summary').click()
    },
  },
  {
    name: 'log-none',
    prepare: async ({ go, page }) => {
      await go('/maintenance/userLog?text=nobody-at-all')
      await page.locator('.ant-empty').waitFor()
    },
  },
]

async function openRows({ go, page }: Stage, path: string): Promise<void> {
  await go(path)
  await page.locator('tr[data-row-key]').first().waitFor()
}
