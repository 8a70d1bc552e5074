import { addPushRule, listPushRules, testPushRule } from '@backlot/contract/alarm-push/calls'
import { addAlarmType, listUserShields, setUserShield } from '@backlot/contract/alarm-types/calls'
import { alarmTypes } from '@backlot/contract/alarms/calls'
import { Operator } from '../../../../testing/operator.ts'
import type { Shot } from '../shot.ts'
import type { Stage } from '../stage.ts'

const TYPES = '/systemManange/alarmType'
const PUSH = '/systemManange/alarmPush'

/** Types and levels of alarms, shield lists, push rules. */
export const ALARM_USERS_SHOTS: readonly Shot[] = [
  {
    name: 'alarm-types',
    large: true,
    prepare: async (stage) => {
      await addPump(stage)
      await openRows(stage, TYPES)
    },
  },
  {
    name: 'alarm-type-edit',
    prepare: async (stage) => {
      await addPump(stage)
      await openRows(stage, `${TYPES}?text=Pump`)
      await stage.page.getByRole('button', { name: stage.text.alarmTypes.edit }).first().click()
      await stage.page.getByRole('dialog').waitFor()
    },
  },
  { name: 'alarm-levels', prepare: (stage) => openRows(stage, `${TYPES}?part=levels`) },
  {
    name: 'alarm-shields',
    prepare: async (stage) => {
      await shieldSomebody(stage)
      await openRows(stage, `${TYPES}?part=shields`)
    },
  },
  {
    name: 'alarm-shield-edit',
    prepare: async (stage) => {
      await shieldSomebody(stage)
      await openRows(stage, `${TYPES}?part=shields&name=dispatch3`)
      await stage.page.getByRole('button', { name: stage.text.alarmTypes.edit }).first().click()
      await stage.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'alarm-push',
    large: true,
    prepare: async (stage) => {
      await addRules(stage)
      await openRows(stage, PUSH)
    },
  },
  {
    name: 'alarm-push-edit',
    prepare: async (stage) => {
      await addRules(stage)
      await openRows(stage, PUSH)
      await stage.page.getByRole('button', { name: stage.text.alarmPush.edit }).first().click()
      await stage.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'alarm-push-log',
    prepare: async (stage) => {
      await addRules(stage)
      await openRows(stage, `${PUSH}?part=log`)
    },
  },
  {
    name: 'control-lists',
    large: true,
    prepare: async ({ go, page }) => {
      await go('/systemManange/controlLists')
      await page.getByRole('row').nth(5).waitFor()
    },
  },
  {
    name: 'control-lists-edit',
    prepare: async ({ go, page, text }) => {
      await go('/systemManange/controlLists')
      await page.getByRole('row').nth(2).getByRole('button', { name: text.controlLists.edit }).click()
      await page.getByRole('dialog').locator('.picture-field img').waitFor()
    },
  },
]

async function openRows({ go, page }: Stage, path: string): Promise<void> {
  await go(path)
  await page.locator('tr[data-row-key]').first().waitFor()
}

async function addPump({ url }: Stage): Promise<void> {
  const admin = await Operator.signIn(url)
  const { list } = await admin.call(alarmTypes)
  if (list.some(({ key }) => key === 'PumpAlarm')) return
  const look = { level: 2, colour: '#eb2f96' }
  const { id } = await admin.call(addAlarmType, {
    body: { parentId: 0, type: 'PumpAlarm', nameZh: '水泵报警', nameEn: 'Pump alarm', ...look },
  })
  await admin.call(addAlarmType, {
    body: { parentId: id, type: 'Leak', nameZh: '漏水', nameEn: 'Leak', ...look, level: 1, colour: null },
  })
}

async function shieldSomebody({ url }: Stage): Promise<void> {
  const admin = await Operator.signIn(url)
  const { list } = await admin.call(listUserShields, { query: { name: 'dispatch3' } })
  const [account] = list
  if (!account) return
  await admin.call(setUserShield, {
    body: {
      userId: account.userId,
      shieldList: 'VideoAlarm,AiAlarm-Crowd,AiAlarm-Loitering,DeviceAlarm-LowBattery',
    },
  })
}

/** Two rules; nobody listens at their targets, as the log shows. */
async function addRules({ url }: Stage): Promise<void> {
  const admin = await Operator.signIn(url)
  const known = await admin.call(listPushRules)
  if (known.total > 0) return
  const all = { types: [], levels: [], nodeIds: [], sns: [], weekdays: [], fromMinute: 0, toMinute: 1440 }
  const { id } = await admin.call(addPushRule, {
    body: {
      ...all,
      name: 'Control room',
      url: 'http://127.0.0.1:59999/alarms',
      events: ['start', 'stop'],
      enabled: true,
    },
  })
  await admin.call(testPushRule, { body: { id } })
  await admin.call(addPushRule, {
    body: {
      ...all,
      name: 'Fire brigade',
      url: 'http://localhost:59998/hooks/fire',
      types: ['AiAlarm-Fire', 'IoAlarm-Smoke', 'GasAlarm'],
      levels: [1, 2],
      events: ['start'],
      weekdays: [1, 2, 3, 4, 5],
      fromMinute: 1080,
      toMinute: 480,
      enabled: false,
    },
  })
}
