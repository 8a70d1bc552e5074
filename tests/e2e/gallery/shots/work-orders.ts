import { autoNewCross, listAlarms } from '@backlot/contract/alarms/calls'
import { PROCESSING_TYPES } from '@backlot/contract/alarms/constants'
import {
  commentWorkOrder,
  getWorkOrder,
  listWorkOrders,
  stepWorkOrder,
} from '@backlot/contract/work-orders/calls'
import { ORDER_STATES } from '@backlot/contract/work-orders/constants'
import { Operator } from '../../../../testing/operator.ts'
import type { Shot } from '../shot.ts'
import type { Stage } from '../stage.ts'

const LIST = '/earlyWarningData/workOrderList'

/** Work orders and the rectification report. */
export const WORK_ORDER_SHOTS: readonly Shot[] = [
  {
    name: 'work-orders',
    large: true,
    account: 'dispatch1',
    prepare: async (stage) => {
      await ordersOf(stage.url)
      await stage.go(LIST)
      await stage.page.getByRole('row').nth(3).waitFor()
    },
  },
  {
    name: 'work-orders-none',
    account: 'dispatch1',
    prepare: async ({ go, page, text }) => {
      await go(`${LIST}?text=nothing-of-that-name`)
      await page.getByText(text.shell.table.empty).waitFor()
    },
  },
  {
    name: 'work-orders-failed',
    account: 'dispatch1',
    prepare: async ({ go, page, text, failCalls }) => {
      await failCalls('/wos/api/work/order/list')
      await go(LIST)
      await page.getByText(text.shell.table.failed).waitFor({ timeout: 20_000 })
    },
  },
  {
    name: 'work-order',
    large: true,
    account: 'dispatch1',
    prepare: (stage) => openOrder(stage),
  },
  {
    name: 'work-order-step',
    account: 'dispatch1',
    prepare: async (stage) => {
      const { page, text } = stage
      await openOrder(stage)
      await page.getByRole('button', { name: text.workOrders.step.finish, exact: true }).click()
      await page.getByRole('textbox', { name: text.workOrders.words.finish }).waitFor()
    },
  },
  {
    name: 'work-order-new',
    account: 'dispatch1',
    prepare: async ({ go, page, text }) => {
      await go(LIST)
      await page.getByRole('button', { name: text.workOrders.new }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'work-order-new-faults',
    account: 'dispatch1',
    prepare: async ({ go, page, text }) => {
      await go(LIST)
      await page.getByRole('button', { name: text.workOrders.new }).click()
      await page.getByRole('button', { name: text.workOrders.create, exact: true }).click()
      await page.locator('.ant-form-item-explain-error').nth(1).waitFor()
    },
  },
  ...(['day', 'month', 'year'] as const).map(
    (unit): Shot => ({
      name: `rectification-${unit}`,
      large: unit === 'month',
      prepare: async (stage) => {
        await ordersOf(stage.url)
        await stage.go(`/maintenance/rectification?unit=${unit}${unit === 'month' ? '&rows=types' : ''}`)
        await stage.page.getByRole('row').nth(2).waitFor()
      },
    }),
  ),
]

const made = new Map<string, Promise<number>>()

/** Orders of the alarms that were confirmed on the pictures' date, in all states; answers one that is in progress. */
function ordersOf(url: string): Promise<number> {
  const known = made.get(url) ?? makeOrders(url)
  made.set(url, known)
  return known
}

async function makeOrders(url: string): Promise<number> {
  const [first, second] = [await Operator.signIn(url, 'dispatch1'), await Operator.signIn(url, 'dispatch2')]
  const { list } = await first.call(listAlarms, { query: { processed: 1, pageSize: 1000 } })
  const sure = list.filter(({ processingType }) => processingType === PROCESSING_TYPES.sure)
  await first.call(autoNewCross, { body: { list: sure } })
  const { list: all } = await first.call(listWorkOrders, { query: { pageSize: 200 } })
  const firstId = first.userInfo?.userId ?? 0
  const orders = all.filter(({ state, creatorId }) => state === ORDER_STATES.new && creatorId === firstId)
  const secondId = second.userInfo?.userId ?? 0
  const step = async (operator: Operator, id: number, action: 'start' | 'finish' | 'close' | 'reject') => {
    const { version } = await operator.call(getWorkOrder, { query: { id } })
    const body = { id, version, action, content: WORDS[action] ?? '' }
    await operator.call(stepWorkOrder, { body })
  }
  let inProgress = (orders[0] ?? all[0])?.id ?? 0
  for (const [at, { id, version }] of orders.entries()) {
    const turn = at % 6
    if (turn === 0) continue
    const mine = turn === 3
    const assigneeId = mine ? firstId : secondId
    await first.call(stepWorkOrder, { body: { id, version, action: 'assign', assigneeId } })
    const who = mine ? first : second
    if (turn === 5) await step(who, id, 'reject')
    if (turn === 1 || turn === 5) continue
    await step(who, id, 'start')
    await who.call(commentWorkOrder, { body: { id, content: '已到达现场，正在排查。' } })
    if (turn === 3) inProgress = id
    if (turn === 2) await step(who, id, 'finish')
    if (turn === 4) {
      await step(who, id, 'finish')
      await step(first, id, 'close')
    }
  }
  return inProgress
}

const WORDS: Readonly<Record<string, string>> = {
  finish: '已更换故障配件，设备运行正常。',
  reject: '不属于本班组管辖范围。',
}

async function openOrder(stage: Stage): Promise<void> {
  await stage.go(`${LIST}?id=${await ordersOf(stage.url)}`)
  await stage.page.getByRole('dialog').getByRole('article').first().waitFor()
}
