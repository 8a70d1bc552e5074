import { CODES } from '@backlot/contract/codes'
import {
  ORDER_STATE_NAMES,
  type OrderAction,
  type OrderStateName,
} from '@backlot/contract/work-orders/entities'
import { ORDER_STEPS, stateAfter, stepRefusal } from '@backlot/contract/work-orders/order-steps'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../composition/areas/test-platform.test-support.ts'

type Client = Awaited<ReturnType<TestPlatform['signIn']>>
const BASE = '/wos/api/work/order'

/** The creator is `single`, who sees both groups; `north` has the order; `other` sees it; the administrator may more. */
let platform: TestPlatform
const people: Record<'administrator' | 'creator' | 'assignee' | 'other', { client: Client; userId: number }> =
  {} as typeof people

beforeAll(async () => {
  platform = await createTestPlatform()
  const admin = await platform.signIn('admin')
  const { list } = (await admin.get('/role/list')).data as { list: { roleId: number; name: string }[] }
  for (const name of ['Operator', 'Nobody']) {
    await admin.post('/role/update', {
      roleId: list.find((role) => role.name === name)?.roleId,
      permission: [{ target: '/earlyWarningData/workOrderList' }],
    })
  }
  const logins = { administrator: 'admin', creator: 'single', assignee: 'north', other: 'nobody' }
  for (const [part, loginName] of Object.entries(logins)) {
    const client = await platform.signIn(loginName)
    const { userInfo } = (await client.get('/user/getInfo')).data as { userInfo: { userId: number } }
    people[part as keyof typeof people] = { client, userId: userInfo.userId }
  }
})
afterAll(() => platform[Symbol.asyncDispose]())

/** Steps by which an order comes into a state. */
const WAY: Record<OrderStateName, readonly OrderAction[]> = {
  new: [],
  assigned: ['assign'],
  inProgress: ['assign', 'start'],
  done: ['assign', 'start', 'finish'],
  closed: ['assign', 'start', 'finish', 'close'],
  rejected: ['assign', 'reject'],
}

type Made = { id: number; version: number; state: number; assigneeId: number | null; creatorId: number }

async function orderIn(state: OrderStateName): Promise<Made> {
  const { client } = people.creator
  const made = (await client.post(`${BASE}/add`, { title: state, sn: 'N-PTZ' })).data as { id: number }
  for (const action of WAY[state]) await act(people.administrator.client, await read(made.id), action)
  return read(made.id)
}
const read = async (id: number) =>
  (await people.administrator.client.get(`${BASE}/get?id=${id}`)).data as unknown as Made

function act(client: Client, { id, version }: Made, action: OrderAction) {
  if (action === 'edit') return client.post(`${BASE}/update`, { id, version, title: `${version}` })
  if (action === 'comment') return client.post(`${BASE}/comment/add`, { id, content: 'So it is' })
  const assigneeId = action === 'assign' ? people.assignee.userId : undefined
  return client.post(`${BASE}/step`, { id, version, action, content: 'Because', assigneeId })
}

const ACTIONS = Object.keys(ORDER_STEPS) as OrderAction[]

test.each(ORDER_STATE_NAMES)(
  'from %s each step is taken or refused for everybody as the contract says, and a refusal changes nothing',
  async (state) => {
    let order = await orderIn(state)
    for (const action of ACTIONS) {
      for (const [part, { client, userId }] of Object.entries(people)) {
        const refused = stepRefusal(order, action, { userId, isAdministrator: part === 'administrator' })
        const answer = await act(client, order, action)
        const after = await read(order.id)
        const what = `${part} ${action} ${state}`
        if (refused) {
          expect(answer.code, what).toBe(refused === 'state' ? CODES.workOrderState : CODES.workOrderRight)
          expect(after, what).toEqual(order)
          continue
        }
        expect(answer.code, `${what}: ${answer.msg}`).toBe(0)
        expect(after, what).toMatchObject({
          state: stateAfter(action, order.state),
          version: order.version + 1,
        })
        order =
          after.state === order.state && after.assigneeId === order.assigneeId ? after : await orderIn(state)
      }
    }
  },
)
