import { controlRaiseAlarm } from '@backlot/contract/control/calls'
import { control } from '../../../testing/control.ts'
import type { Shot } from '../shot.ts'
import type { Stage } from '../stage.ts'
import { pattern } from '../stage.ts'

const QUERY = '/earlyWarningData/alarmList'

/** Alarms: the query, the dialogs, the wall, and what comes by itself. */
export const ALARM_SHOTS: readonly Shot[] = [
  {
    name: 'alarm-list',
    large: true,
    prepare: async ({ go, page }) => {
      await go(QUERY)
      await page.getByRole('row').nth(5).waitFor()
    },
  },
  {
    name: 'alarm-list-none',
    prepare: async ({ go, page, text }) => {
      await go(`${QUERY}?devName=nobody-at-all`)
      await page.getByText(text.shell.table.empty).waitFor()
    },
  },
  {
    name: 'alarm-list-too-long',
    prepare: async ({ go, page, text }) => {
      await go(`${QUERY}?from=1789210000&to=1789430000`)
      await page.getByText(text.alarms.query.tooLong).waitFor()
    },
  },
  {
    name: 'alarm-list-failed',
    prepare: async ({ go, page, text, failCalls }) => {
      await failCalls('/alarm/list')
      await go(QUERY)
      await page.getByText(text.shell.table.failed).waitFor({ timeout: 20_000 })
    },
  },
  {
    name: 'alarm-batch',
    prepare: async ({ go, page, text }) => {
      await go(`${QUERY}?processed=0`)
      await page.getByRole('row').nth(4).waitFor()
      for (const nth of [1, 2, 3]) await page.getByRole('checkbox').nth(nth).click()
      await page.getByRole('button', { name: text.alarms.query.processBatch, exact: true }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'alarm-detail',
    large: true,
    readme: { name: 'alarm', theme: 'light' },
    prepare: async ({ go, page, text }) => {
      await go(`${QUERY}?type=AiAlarm&range=24h`)
      await page.getByRole('row').nth(2).waitFor()
      await page.getByRole('row').filter({ hasText: text.alarms.processing.none }).first().click()
      await page.getByRole('dialog').locator('img').first().waitFor()
    },
  },
  {
    name: 'alarm-detail-face',
    prepare: async ({ go, page }) => {
      await go(`${QUERY}?type=FaceAlarm&range=24h`)
      await page.getByRole('row').nth(2).click()
      await page.getByRole('dialog').locator('img').first().waitFor()
    },
  },
  {
    name: 'alarm-detail-processed',
    prepare: async ({ go, page, text }) => {
      await go(`${QUERY}?processed=1&range=24h`)
      await page.getByRole('row').nth(3).click()
      await page.getByRole('dialog').getByRole('button', { name: text.alarms.processing.again }).waitFor()
    },
  },
  {
    name: 'alarm-change-type',
    prepare: async ({ go, page, text }) => {
      await go(`${QUERY}?processed=0&range=24h`)
      await page.getByRole('row').nth(3).click()
      await page.getByRole('dialog').getByRole('button', { name: text.alarms.detail.changeType }).click()
      await page.getByRole('button', { name: text.alarms.detail.save, exact: true }).click()
      await page.getByText(text.alarms.detail.typeMissing).waitFor()
    },
  },
  {
    name: 'alarm-live-list',
    large: true,
    prepare: async (stage) => {
      await openLiveList(stage)
      await liveList(stage).getByRole('listitem').first().waitFor()
    },
  },
  {
    name: 'alarm-live-list-none-matches',
    prepare: async (stage) => {
      await openLiveList(stage)
      await liveList(stage).getByRole('textbox').fill('nobody at all')
      await stage.page.getByText(stage.text.alarms.drawer.noneMatches).waitFor()
    },
  },
  {
    name: 'ai-view',
    large: true,
    prepare: async ({ go, page }) => {
      await go('/aiAlarm')
      await page.locator('.ai-card img').first().waitFor()
    },
  },
  {
    name: 'ai-view-none',
    prepare: async ({ go, page, text }) => {
      await go('/aiAlarm?device=nobody-at-all')
      await page.getByText(text.ai.noMatch).waitFor()
    },
  },
  {
    name: 'alarm-tips',
    prepare: async ({ go, page, url, text, cameras }) => {
      await go('/index')
      await page.locator('.newest li').first().waitFor()
      await channelOpen(page, text)
      for (const { sn } of cameras.slice(0, 6)) {
        const body = { sn, chnId: 1, type: 'AiAlarm', subType: 'Intruder' }
        await control(url, controlRaiseAlarm, { body })
      }
      await page.getByRole('button', { name: text.alarms.tips.close }).nth(3).waitFor()
    },
  },
  {
    name: 'sos-popup',
    prepare: async ({ go, page, url, text, bodyworn }) => {
      await go('/index')
      await channelOpen(page, text)
      const body = { sn: bodyworn.sn, chnId: 0, type: 'IoAlarm', subType: 'SOS' }
      await control(url, controlRaiseAlarm, { body })
      await page.getByRole('dialog').locator('video').waitFor()
    },
  },
]

async function channelOpen(page: Stage['page'], text: Stage['text']): Promise<void> {
  await page.getByRole('button', { name: new RegExp(text.shell.connection.open) }).waitFor()
}

async function openLiveList({ go, page, text }: Stage): Promise<void> {
  await go('/index')
  const bell = new RegExp(`${pattern(text.alarms.bell.none).source}|${pattern(text.alarms.bell.some).source}`)
  await page.getByRole('button', { name: bell }).click()
}

function liveList({ page, text }: Stage) {
  return page.getByRole('complementary', { name: text.alarms.drawer.title })
}
