import { expect, test } from 'vitest'
import { ORDER_ACTIONS, ORDER_STATES } from './constants.ts'
import { isOverdue, ORDER_STATE_NAMES, type OrderAction } from './entities.ts'
import { stateAfter, stepRefusal } from './order-steps.ts'

const CREATOR = 1
const ASSIGNEE = 2
const viewers = {
  c: { userId: CREATOR, isAdministrator: false },
  a: { userId: ASSIGNEE, isAdministrator: false },
  o: { userId: 3, isAdministrator: false },
  A: { userId: 4, isAdministrator: true },
}

/** In each state, who may: c creator, a assignee, o anybody else, A administrator. */
const MAY: Record<(typeof ORDER_STATE_NAMES)[number], Partial<Record<OrderAction, string>>> = {
  new: { take: 'caoA', assign: 'cA', reject: 'caA', edit: 'cA', comment: 'caoA' },
  assigned: { assign: 'cA', start: 'aA', reject: 'caA', edit: 'cA', comment: 'caoA' },
  inProgress: { assign: 'cA', finish: 'aA', reject: 'caA', edit: 'cA', comment: 'caoA' },
  done: { sendBack: 'cA', close: 'cA', comment: 'caoA' },
  closed: {},
  rejected: { assign: 'cA', close: 'cA', edit: 'cA', comment: 'caoA' },
}

test('each step in each state is for the right people and nobody else', () => {
  for (const state of ORDER_STATE_NAMES) {
    const order = { state: ORDER_STATES[state], creatorId: CREATOR, assigneeId: ASSIGNEE }
    for (const action of ORDER_ACTIONS) {
      const allowed = MAY[state][action]
      for (const [who, viewer] of Object.entries(viewers)) {
        const expected = allowed === undefined ? 'state' : allowed.includes(who) ? undefined : 'right'
        expect(stepRefusal(order, action, viewer), `${who} ${action} ${state}`).toBe(expected)
      }
    }
  }
})

test('steps lead from state to state; an edit and a comment lead nowhere', () => {
  const { assigned, inProgress, done, closed, rejected } = ORDER_STATES
  const led = (['take', 'assign', 'start', 'finish', 'sendBack', 'close', 'reject'] as const).map((action) =>
    stateAfter(action, -1),
  )
  expect(led).toEqual([assigned, assigned, inProgress, done, inProgress, closed, rejected])
  expect([stateAfter('edit', done), stateAfter('comment', rejected)]).toEqual([done, rejected])
})

test("an order that nobody has is nobody's to start", () => {
  const order = { state: ORDER_STATES.assigned, creatorId: CREATOR, assigneeId: null }
  expect(stepRefusal(order, 'start', viewers.a)).toBe('right')
})

test('what is not done is overdue after its deadline, not at it', () => {
  const at = (state: number, deadline: number | null) => isOverdue({ state, deadline }, 100)
  expect([0, 1, 2, 3, 4, 5].map((state) => at(state, 99))).toEqual([true, true, true, false, false, false])
  expect([at(0, 100), at(0, 101), at(0, null)]).toEqual([false, false, false])
})
