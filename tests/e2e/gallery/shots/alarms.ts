import { listAlarms, processAlarms } from '@backlot/contract/alarms/calls'
import { controlClock, controlRaiseAlarm, controlStorm } from '@backlot/contract/control/calls'
import { controlPressSos } from '@backlot/contract/control/device-calls'
import { control } from '../../../../testing/control.ts'
import { Operator } from '../../../../testing/operator.ts'
import type { Shot } from '../shot.ts'
import type { Stage } from '../stage.ts'
import { pattern } from '../stage.ts'

const QUERY = '/earlyWarningData/alarmList'

/** Alarms: the query, the dialogs, the wall, and popups. */
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
      await go(`${QUERY}?from=1769210000&to=1789430000`)
      await page.getByText(text.alarmQuery.tooLong).waitFor()
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
    name: 'alarm-list-filters',
    prepare: async ({ go, page, text }) => {
      await go(`${QUERY}?kinds=AiAlarm,VehicleAlarm-Overspeed&levels=1,2,3`)
      await page.getByRole('button', { name: text.shell.table.addFilter }).click()
      await page.getByRole('menuitem', { name: text.alarmQuery.filter.audit }).waitFor()
    },
  },
  {
    name: 'alarm-list-days',
    large: true,
    prepare: async ({ go, page }) => {
      await go(`${QUERY}?range=7d`)
      await page.getByRole('row').nth(4).waitFor()
      await page.locator('.chart svg').waitFor()
    },
  },
  {
    name: 'alarm-statistics',
    large: true,
    prepare: async ({ go, page }) => {
      await go('/earlyWarningData/alarmStatis?range=7d')
      await page.locator('.chart svg').nth(2).waitFor()
    },
  },
  {
    name: 'alarm-statistics-devices',
    prepare: async ({ go, page }) => {
      await go('/earlyWarningData/alarmStatis?range=7d&by=device')
      const row = page.getByRole('row').nth(4)
      await row.waitFor()
      await row.scrollIntoViewIfNeeded()
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
      await go(`${QUERY}?kinds=AiAlarm`)
      await page.getByRole('row').nth(2).waitFor()
      await page.getByRole('row').filter({ hasText: text.alarms.processing.none }).first().click()
      await page.getByRole('dialog').locator('.alarm-picture .detection').first().waitFor()
      // The map of a dialog gives no sign when it is drawn.
      await page.locator('.alarm-map canvas').first().waitFor()
      await page.waitForTimeout(MAP_DRAWS_MS)
    },
  },
  {
    name: 'alarm-detail-face',
    prepare: async ({ go, page }) => {
      await go(`${QUERY}?kinds=FaceAlarm`)
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
    name: 'alarm-detail-recording',
    prepare: async (stage) => {
      const { page, text } = stage
      await openVehicleAlarm(stage)
      const dialog = page.getByRole('dialog')
      await dialog.getByText(text.alarmDetail.view.recording, { exact: true }).click()
      await dialog.getByLabel(text.alarmDetail.recording.moment).waitFor()
      await dialog.getByRole('button', { name: text.alarmDetail.recording.pause }).click()
      await dialog.getByRole('tab', { name: text.alarmDetail.tab.cameras }).click()
      await dialog.getByRole('listitem').nth(3).waitFor()
    },
  },
  {
    name: 'alarm-detail-history',
    prepare: async ({ go, page, text }) => {
      await go(`${QUERY}?processed=1&range=24h`)
      await page.getByRole('row').nth(2).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('tab', { name: text.alarmDetail.tab.history }).click()
      await dialog.getByText(text.alarmDetail.history.process, { exact: true }).first().waitFor()
    },
  },
  {
    name: 'alarm-detail-device',
    prepare: async (stage) => {
      const { page, text } = stage
      await openVehicleAlarm(stage)
      await page.getByRole('dialog').getByRole('tab', { name: text.alarmDetail.tab.device }).click()
      await page.getByRole('dialog').locator('.alarm-rows li, .alarm-side-note').first().waitFor()
    },
  },
  {
    name: 'alarm-batch-results',
    prepare: async ({ go, page, text, url }) => {
      await go(`${QUERY}?processed=0`)
      await page.getByRole('row').nth(4).waitFor()
      for (const nth of [1, 2, 3]) await page.getByRole('checkbox').nth(nth).click()
      // A colleague is quicker with some of them.
      const colleague = await Operator.signIn(url, 'chief')
      const endTime = Math.ceil((await control(url, controlClock)).nowMs / 1000)
      const query = { startTime: endTime - 86_400, endTime, processed: 0 as const, pageSize: 2 }
      const { list } = await colleague.call(listAlarms, { query })
      await colleague.call(processAlarms, { body: { list, type: 4, content: '', each: true } })
      await page.getByRole('button', { name: text.alarms.query.processBatch, exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox', { name: text.alarms.processing.type }).click()
      await page.getByTitle(text.alarms.processing.misjudgment, { exact: true }).last().click()
      await dialog.getByRole('button', { name: text.alarms.processing.misjudge, exact: true }).click()
      await dialog.getByRole('list', { name: text.alarmDetail.batch.result }).waitFor()
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
    name: 'alarm-live-list-by-device',
    prepare: async (stage) => {
      await openLiveList(stage)
      const list = liveList(stage)
      await list.getByText(stage.text.liveAlarms.drawer.byDevice, { exact: true }).click()
      await list.getByRole('listitem').getByRole('button').first().click()
      await list.locator('.alarm-row').first().waitFor()
      await stage.page.mouse.move(0, 0)
    },
  },
  {
    name: 'alarm-live-list-none-matches',
    prepare: async (stage) => {
      await openLiveList(stage)
      await liveList(stage).getByRole('textbox').fill('nobody at all')
      await stage.page.getByText(stage.text.liveAlarms.drawer.noneMatches).waitFor()
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
    name: 'ai-view-live',
    large: true,
    prepare: async ({ go, page }) => {
      await go('/aiAlarm?view=live')
      await page.locator('.ai-window [data-state=playing]').nth(3).waitFor()
      await page.locator('.ai-live-side .ai-card-face').first().waitFor()
    },
  },
  {
    name: 'ai-view-none',
    prepare: async ({ go, page, text }) => {
      await go('/aiAlarm?device=nobody-at-all')
      await page.getByText(text.aiView.noMatch).waitFor()
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
      await page.getByRole('button', { name: text.liveAlarms.tips.close }).nth(1).waitFor()
    },
  },
  {
    name: 'sos-card',
    prepare: async ({ go, page, url, text, bodyworn }) => {
      await go('/index')
      await channelOpen(page, text)
      await control(url, controlPressSos, { body: { sn: bodyworn.sn } })
      await page.locator('.sos-card [data-state=playing]').waitFor()
    },
  },
  {
    name: 'alarm-storm-tip',
    prepare: async ({ go, page, url, text }) => {
      await go('/index')
      await page.locator('.newest li').first().waitFor()
      await channelOpen(page, text)
      await storm(url, 2)
      await page.locator('.alarm-tip-type').nth(1).waitFor()
    },
  },
  {
    name: 'alarm-live-list-storm',
    large: true,
    prepare: async (stage) => {
      await openLiveList(stage)
      await channelOpen(stage.page, stage.text)
      await storm(stage.url, 6)
      await stage.page.locator('.alarm-group').nth(3).waitFor()
    },
  },
]

const MAP_DRAWS_MS = 3000

/** Seconds of a storm that shows as one; SOS would put their windows over it. */
async function storm(url: string, seconds: number): Promise<void> {
  const types = ['AiAlarm', 'VehicleAlarm', 'DustAlarm', 'DeviceAlarm', 'VideoAlarm']
  await control(url, controlStorm, { body: { ratePerSecond: 300, forMs: seconds * 1000, types } })
}

/** A vehicle moves while its alarm lasts: both ends are on the map. */
async function openVehicleAlarm({ go, page }: Stage): Promise<void> {
  await go(`${QUERY}?kinds=VehicleAlarm&range=24h`)
  await page.getByRole('row').nth(2).click()
  await page.getByRole('dialog').locator('img').first().waitFor()
  await page.getByRole('dialog').locator('.alarm-map-mark').first().waitFor()
}

async function channelOpen(page: Stage['page'], text: Stage['text']): Promise<void> {
  await page.getByRole('button', { name: new RegExp(text.shell.connection.open) }).waitFor()
}

async function openLiveList({ go, page, text }: Stage): Promise<void> {
  await go('/index')
  const bell = new RegExp(
    `${pattern(text.liveAlarms.bell.none).source}|${pattern(text.liveAlarms.bell.some).source}`,
  )
  await page.getByRole('button', { name: bell }).click()
}

function liveList({ page, text }: Stage) {
  return page.getByRole('complementary', { name: text.liveAlarms.drawer.title })
}
