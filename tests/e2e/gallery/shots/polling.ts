import { addPreplan, listPreplans } from '@backlot/contract/preplans/calls'
import { FIRST_POLLING } from '@backlot/contract/preplans/entities'
import { updatePolling } from '@backlot/contract/preplans/polling-calls'
import { Operator } from '../../../../testing/operator.ts'
import { pictureOf } from '../../support/wall.ts'
import type { Shot } from '../shot.ts'
import { pattern, type Stage } from '../stage.ts'

/** Video polling, video plans, online statistics. */
export const POLLING_SHOTS: readonly Shot[] = [
  {
    name: 'polling-empty',
    account: 'video2',
    prepare: async ({ go, page, text }) => {
      await go('/videoPoll')
      await page.getByText(text.polling.wall.noChannels).waitFor()
    },
  },
  {
    name: 'polling-picker',
    account: 'video2',
    prepare: async ({ go, page, text }) => {
      await go('/videoPoll')
      await page.getByRole('button', { name: text.polling.list.add }).first().click()
      const dialog = page.getByRole('dialog', { name: text.polling.picker.title })
      await dialog.getByRole('treeitem').nth(4).waitFor()
      await dialog.locator('.tree-check').nth(2).click()
      await dialog.getByText(pattern(text.polling.picker.count_other)).waitFor()
    },
  },
  {
    name: 'polling',
    large: true,
    prepare: async (stage) => {
      const { go, page, url, cameras, domes } = stage
      const list = [...cameras, ...domes].map(({ sn }) => ({ sn, chnId: 1 }))
      const operator = await Operator.signIn(url)
      await operator.call(updatePolling, { body: { ...FIRST_POLLING, pollingInterval: 60, list } })
      await go('/videoPoll')
      for (let at = 0; at < FIRST_POLLING.window; at++) {
        await pictureOf(page.locator('.poll-layer[data-shown] .poll-window').nth(at))
      }
    },
  },
  {
    name: 'polling-settings',
    prepare: async ({ go, page, text }) => {
      await go('/videoPoll')
      await pictureOf(page.locator('.poll-layer[data-shown] .poll-window').first())
      await page.getByRole('button', { name: text.polling.bar.settings, exact: true }).click()
      await page.getByText(text.polling.bar.autoCloseHint).waitFor()
    },
  },
  {
    name: 'video-plans',
    large: true,
    prepare: async (stage) => {
      await addPlans(stage)
      await stage.go('/videoPreplan')
      await stage.page.getByRole('row').nth(3).waitFor()
    },
  },
  {
    name: 'video-plan-form',
    prepare: async (stage) => {
      const { page, text } = stage
      await addPlans(stage)
      await stage.go('/videoPreplan')
      await page
        .getByRole('row')
        .getByRole('button')
        .filter({ hasText: new RegExp(`^${text.polling.plan.edit}$`) })
        .nth(1)
        .click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(pattern(text.polling.list.summary_other)).waitFor()
      await dialog.getByRole('listitem').first().waitFor()
    },
  },
  ...(['days', 'groups', 'devices'] as const).map((view) => ({
    name: `statistics-${view}`,
    large: view !== 'groups',
    prepare: async ({ go, page }: Stage) => {
      await go(`/statDevOnline?range=days30&view=${view}`)
      await page.getByRole('row').nth(4).waitFor()
      await page.locator('.chart svg').waitFor()
    },
  })),
  {
    name: 'statistics-device',
    large: true,
    prepare: async ({ go, page }) => {
      await go('/statDevOnline?range=days30&view=devices&sort=drops&order=desc')
      await page.getByRole('row').nth(2).click()
      await page.locator('.span-list tbody tr').first().waitFor()
      await page.locator('.ant-drawer .chart svg').waitFor()
    },
  },
  {
    name: 'statistics-hours',
    prepare: async ({ go, page }) => {
      await go('/statDevOnline?range=today&view=groups')
      await page.getByRole('row').nth(2).waitFor()
      await page.locator('.chart svg').waitFor()
    },
  },
]

/** Three plans: by hand, in office hours, and switched off. Made once for a look. */
async function addPlans({ url, look, cameras, domes }: Stage): Promise<void> {
  const operator = await Operator.signIn(url)
  if ((await operator.call(listPreplans, { query: {} })).total >= 3) return
  const names =
    look.language === 'en'
      ? ['Gates and squares', 'Rush hour junctions', 'Night round']
      : ['大门与广场', '早晚高峰路口', '夜间巡视']
  const channelsOf = (list: Stage['cameras']) => list.map(({ sn }) => ({ sn, chnId: 1 }))
  const plans = [
    { window: 4, pollingInterval: 15, list: channelsOf(domes), schedule: null, enabled: true },
    {
      window: 6,
      pollingInterval: 30,
      list: channelsOf(cameras),
      schedule: { days: [1, 2, 3, 4, 5], startTime: '07:00', endTime: '19:30' },
      enabled: true,
    },
    {
      window: 9,
      pollingInterval: 20,
      list: channelsOf([...domes, ...cameras]),
      schedule: { days: [1, 2, 3, 4, 5, 6, 7], startTime: '22:00', endTime: '06:00' },
      enabled: false,
    },
  ] as const
  for (const [at, plan] of plans.entries()) {
    const schedule = plan.schedule && { ...plan.schedule, days: [...plan.schedule.days] }
    await operator.call(addPreplan, { body: { ...plan, schedule, name: names[at]! } })
  }
}
