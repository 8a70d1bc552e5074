import { listAlarms, processAlarms } from '@backlot/contract/alarms/calls'
import { PROCESSING_TYPES } from '@backlot/contract/alarms/constants'
import { CODES } from '@backlot/contract/codes'
import { controlRaiseAlarm } from '@backlot/contract/control/calls'
import { formatDateTime } from '@backlot/contract/time'
import { getWorkOrder, stepWorkOrder } from '@backlot/contract/work-orders/calls'
import { rectification } from '@backlot/contract/work-orders/rectification'
import type { Locator, Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { control } from '../../testing/control.ts'
import { Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { signIn } from './support/sign-in.ts'

/** Kinds that open no window of their own. */
const ORDINARY = ['VideoAlarm', 'DustAlarm', 'VehicleAlarm', 'DeviceAlarm', 'EnvironmentAlarm']

test("from an alarm to the closed work order, by two operators who see each other's steps", {
  tag: '@main',
}, async ({ console: page, simulator, browser }) => {
  const first = await Operator.signIn(simulator.url, 'dispatch1')
  const second = await Operator.signIn(simulator.url, 'dispatch2')
  const { list } = await first.call(listAlarms, { query: { processed: 0, pageSize: 500 } })
  const alarm = list.find(({ type }) => ORDINARY.includes(type))
  if (!alarm) throw new Error('Every alarm of the demo is processed')

  // The alarm is sure: the platform makes its order, and the detail leads there.
  const query = new URLSearchParams({ devName: alarm.devName, processed: '0' })
  await signIn(page, simulator.url, {
    loginName: 'dispatch1',
    to: `/earlyWarningData/alarmList?${query}`,
  })
  // The detail stays at the alarm that was processed.
  await page.evaluate((id) => localStorage.setItem(`alarms.advance.${id}`, 'false'), first.userInfo?.userId)
  const start = formatDateTime(alarm.startTime * 1000)
  await page.getByRole('row').filter({ hasText: start }).first().click()
  const detail = page.getByRole('dialog')
  await choose(page, detail.getByRole('combobox', { name: 'Result' }), 'Confirmed')
  await detail.getByRole('button', { name: 'Confirm and create order' }).click()
  await detail.getByRole('button', { name: 'Open the work order' }).click()
  const order = page.locator('.order-drawer').getByRole('dialog')
  await expect(order).toContainText('New')
  const made = await first.call(getWorkOrder, { query: { alarmId: alarm.id } })
  await expect(order).toContainText(made.number)

  // The colleague looks at his orders; this one comes while he looks.
  const colleague = await (await browser.newContext({ locale: 'en-US' })).newPage()
  await signIn(colleague, simulator.url, {
    loginName: 'dispatch2',
    to: '/earlyWarningData/workOrderList?view=mine',
  })
  const row = colleague.getByRole('row').filter({ hasText: made.number })
  await expect(colleague.getByRole('radio', { name: /^Mine/ })).toBeChecked()
  await expect(row).toHaveCount(0)
  await order.getByRole('button', { name: 'Assign' }).click()
  await choose(page, order.getByRole('combobox', { name: 'Assignee' }), /^李强/)
  await order.getByRole('form', { name: 'Assign' }).getByRole('button', { name: 'Assign' }).click()
  await expect(order.getByRole('article').filter({ hasText: 'assigned it' })).toContainText('李强')

  // He works on it; she sees it without doing anything.
  await row.click()
  const theirs = colleague.locator('.order-drawer').getByRole('dialog')
  await theirs.getByRole('button', { name: 'Start' }).click()
  await expect(order.getByRole('button', { name: 'Complete' })).toBeDisabled()
  await theirs.getByRole('textbox', { name: 'Comment' }).fill('=1+1 is no formula here')
  await theirs
    .getByRole('form', { name: 'Comment' })
    .locator('input[type=file]')
    .setInputFiles({ name: 'lens.png', mimeType: 'image/png', buffer: stripes() })
  await expect(theirs.getByRole('img', { name: 'Picture 1' })).toBeVisible()
  await theirs.getByRole('button', { name: 'Send' }).click()
  const comment = order.getByRole('article').filter({ hasText: '=1+1 is no formula here' })
  await expect(comment).toBeVisible()
  const width = () =>
    comment.getByRole('img', { name: 'Picture 1' }).evaluate((img) => (img as HTMLImageElement).naturalWidth)
  await expect.poll(width).toBe(320)

  // Actions for others cannot be pressed, and the platform refuses them too, as it refuses second changes.
  await theirs.getByRole('button', { name: 'Reassign' }).hover({ force: true })
  await expect(colleague.getByRole('tooltip')).toHaveText('Only the creator or an administrator can do this')
  const { version } = await first.call(getWorkOrder, { query: { id: made.id } })
  const step = (operator: Operator, action: 'assign' | 'reject', seen: number) =>
    operator.ask(stepWorkOrder, { body: { id: made.id, version: seen, action, content: 'No' } })
  expect((await step(second, 'assign', version)).code).toBe(CODES.workOrderRight)
  const stale = await step(first, 'reject', version - 1)
  expect(stale.code).toBe(CODES.workOrderChanged)
  expect(stale.msg).toContain('李强 Dispatch')

  // A text being written when a colleague is quicker stays, with a note.
  await order.getByRole('button', { name: 'Reject' }).click()
  const reject = order.getByRole('form', { name: 'Reject' })
  await reject.getByRole('textbox').fill('The lens is')
  await theirs.getByRole('button', { name: 'Complete' }).click()
  const finish = theirs.getByRole('form', { name: 'Complete' })
  await expect(finish.getByRole('button', { name: 'Complete' })).toBeDisabled()
  await finish.getByRole('textbox', { name: 'What was done' }).fill('Lens wiped')
  await finish.getByRole('button', { name: 'Complete' }).click()
  await expect(reject.getByRole('alert')).toContainText(/^李强 Dispatch.* changed the work order at /)
  await expect(reject.getByRole('textbox')).toHaveValue('The lens is')
  await expect(reject.getByRole('button', { name: 'Reject' })).toBeDisabled()
  await reject.getByRole('button', { name: 'Cancel' }).click()
  await theirs.getByRole('textbox', { name: 'Comment' }).fill('And next time')
  await order.getByRole('toolbar').getByRole('button', { name: 'Close' }).click()
  await order.getByRole('form', { name: 'Close' }).getByRole('button', { name: 'Close' }).click()
  await expect(theirs).toContainText('Comments can no longer be added')
  await expect(theirs.getByRole('textbox', { name: 'Comment' })).toHaveValue('And next time')
  const { state, history } = await second.call(getWorkOrder, { query: { id: made.id } })
  expect(state).toBe(4)
  expect(history.map(({ action }) => action)).toEqual([
    'create',
    'assign',
    'start',
    'comment',
    'finish',
    'close',
  ])
  await colleague.context().close()
  await page.keyboard.press('Escape')
  await orderOfSeveral(page, simulator.url, first)
})

/** Several confirmed alarms are chosen in the list: one order is made of them, and each of them knows it. */
async function orderOfSeveral(page: Page, url: string, operator: Operator): Promise<void> {
  const [camera] = await playingCameras(url, 'camera', 1)
  const raised = []
  for (const subType of ['Crowd', 'Fire', 'Intruder']) {
    const body = { sn: camera!.sn, chnId: 1, type: 'AiAlarm', subType }
    const { id, alarmSeq } = await control(url, controlRaiseAlarm, { body })
    raised.push({ id, sn: camera!.sn, alarmSeq })
  }
  const [crowd, fire] = raised as [(typeof raised)[0], (typeof raised)[0]]
  await operator.call(processAlarms, { body: { list: [crowd, fire], type: PROCESSING_TYPES.sure } })
  await page.goto('about:blank')
  const query = new URLSearchParams({ sn: camera!.sn, range: '1h' })
  await page.goto(new URL(`/#/earlyWarningData/alarmList?${query}`, url).href)
  const row = (name: string) => page.getByRole('row').filter({ hasText: name }).first()
  const make = page.getByRole('button', { name: 'Create work order' })
  // One that nobody has confirmed gets none.
  for (const name of ['Crowd', 'Fire', 'Intruder']) await row(name).getByRole('checkbox').click()
  await expect(make).toBeDisabled()
  await row('Intruder').getByRole('checkbox').click()
  await make.click()
  const form = page.getByRole('dialog', { name: 'New work order from 2 alarms' })
  await form.getByRole('textbox', { name: 'Title' }).fill('Both at the gate')
  // On a telephone the ready moments are over the days, not beside the screen.
  await page.setViewportSize({ width: 390, height: 844 })
  await form.getByRole('textbox', { name: 'Deadline' }).click()
  await expect(page.getByText('In 4 hours', { exact: true })).toBeInViewport({ ratio: 1 })
  await page.getByText('In 4 hours', { exact: true }).click()
  await page.setViewportSize({ width: 1280, height: 800 })
  await form.getByRole('button', { name: 'Create' }).click()
  const order = page.locator('.order-drawer').getByRole('dialog')
  await expect(order).toContainText('Both at the gate')
  await expect(order.getByRole('region', { name: 'Alarms' }).getByRole('listitem')).toHaveCount(2)
  const [one, other] = [
    await operator.call(getWorkOrder, { query: { alarmId: crowd.id } }),
    await operator.call(getWorkOrder, { query: { alarmId: fire.id } }),
  ]
  expect(one.id).toBe(other.id)
  expect(one.alarmList.map(({ id }) => id).sort()).toEqual([crowd.id, fire.id].sort())
}

test('an alarm becomes a closed work order in three steps, and one of a colleague closes from the alarm', async ({
  console: page,
  simulator: { url },
}) => {
  const [, camera] = await playingCameras(url, 'camera', 2)
  const { sn } = camera!
  const raise = async (subType: string) =>
    control(url, controlRaiseAlarm, { body: { sn, chnId: 1, type: 'AiAlarm', subType } })
  const [fire, crowd] = [await raise('Fire'), await raise('Crowd')]
  const operator = await Operator.signIn(url, 'dispatch1')
  const colleague = await Operator.signIn(url, 'dispatch2')
  const list = `/earlyWarningData/alarmList?${new URLSearchParams({ sn, range: '1h' })}`
  await signIn(page, url, { loginName: 'dispatch1', to: list })
  const row = (name: string) => page.getByRole('row').filter({ hasText: name }).first()

  // One: the key on the row. Two: a text. Three: closed.
  await row('Fire').press('w')
  const form = page.getByRole('dialog', { name: 'Work order from this alarm' })
  await expect(form.getByRole('button', { name: 'Create and close' })).toBeDisabled()
  await form.getByRole('button', { name: 'Checked on site, all in order' }).click()
  await form.getByRole('button', { name: 'Create and close' }).click()
  await expect(page.getByText(/^Work order WO\d+-\d+ created, completed and closed$/)).toBeVisible()
  await expect(row('Fire')).toContainText('Work order generated')
  const closed = await operator.call(getWorkOrder, { query: { alarmId: fire.id } })
  expect(closed.state).toBe(4)
  expect(closed.history.map(({ action }) => action)).toEqual(['create', 'start', 'finish', 'close'])
  expect(closed.history.find(({ action }) => action === 'finish')?.content).toBe(
    'Checked on site, all in order',
  )

  // For a colleague: who is not at the alarm cannot say that it is done.
  await row('Crowd').hover()
  await row('Crowd')
    .getByRole('button', { name: /^Assign a work order/ })
    .click()
  await choose(page, form.getByRole('combobox', { name: 'Assignee' }), /^李强/)
  await form.getByRole('textbox').fill('Please look at the gate')
  await expect(form.getByRole('button', { name: 'Create and close' })).toBeDisabled()
  await form.getByRole('textbox').press('Control+Enter')
  await expect(page.getByText(/^Work order WO\d+-\d+ assigned to 李强/)).toBeVisible()
  const given = await operator.call(getWorkOrder, { query: { alarmId: crowd.id } })
  expect(given).toMatchObject({ state: 1, content: 'Please look at the gate' })
  let { version } = given
  for (const action of ['start', 'finish'] as const) {
    const body = { id: given.id, version, action, content: action === 'finish' ? 'Done' : '' }
    ;({ version } = await colleague.call(stepWorkOrder, { body }))
  }
  await row('Crowd').press('Enter')
  const order = page.getByRole('dialog').getByRole('region', { name: 'Work order', exact: true })
  await expect(order).toContainText(given.number)
  await expect(order).toContainText('Completed')
  await order.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(order).toContainText('Closed')
  expect((await operator.call(getWorkOrder, { query: { alarmId: crowd.id } })).state).toBe(4)

  // Who had the last one has the next at first, and its text is offered.
  await page.keyboard.press('Escape')
  await raise('Intruder')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await row('Intruder').press('w')
  await expect(form.getByText('李强 Dispatch', { exact: false }).first()).toBeVisible()
  await expect(form.getByRole('button', { name: 'Please look at the gate' })).toBeVisible()
})

test('the numbers of the report are the rows of the list', async ({ console: page, simulator }) => {
  const admin = await Operator.signIn(simulator.url)
  const { sums, startTime, types } = await admin.call(rectification, { query: { unit: 'year' } })
  expect(sums.orders).toBeGreaterThan(50)
  await signIn(page, simulator.url, {
    loginName: 'dispatch1',
    to: `/maintenance/rectification?unit=year&time=${startTime}`,
  })
  const report = page.getByRole('region', { name: 'Problem rectification, yearly' })
  for (const [name, count] of [
    ['Completed late', sums.late],
    ['Rejected', sums.rejected],
  ] as const) {
    const tile = report.locator('dl > div').filter({ hasText: name })
    await expect(tile.locator('dd')).toHaveText(String(count))
    await tile.getByRole('link').click()
    await expect(page.getByText(`of ${count}`, { exact: false }).last()).toBeVisible()
    await page.goBack()
  }
  // How many alarms of a kind there were, beside its orders.
  await report.getByText('Types', { exact: true }).click()
  const speeding = types.find(({ subType }) => subType === 'Overspeed')
  const kind = report.getByRole('row').filter({ has: page.getByRole('rowheader', { name: /Overspeed/ }) })
  await expect
    .poll(async () => Number(await kind.getByRole('cell').first().innerText()))
    .toBeGreaterThanOrEqual(speeding?.alarms ?? Number.POSITIVE_INFINITY)
  // A row of the table too: one person's orders.
  await report.getByText('People', { exact: true }).click()
  const person = report.getByRole('row').filter({ hasText: '王芳' })
  const count = await person.getByRole('link').first().innerText()
  await person.getByRole('link').first().click()
  await expect(page.getByText(new RegExp(`of ${count}$`)).last()).toBeVisible()
  await expect(page.getByRole('cell', { name: '王芳 Dispatch' }).first()).toBeVisible()

  await page.goBack()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^Problem_rectification,_yearly_\d{4}\.xlsx$/)
})

async function choose(page: Page, box: Locator, entry: string | RegExp): Promise<void> {
  await box.click()
  const options = page.locator('.ant-select-item-option').filter({ visible: true })
  await options.filter({ hasText: entry }).last().click()
}

/** A picture that the platform takes. */
function stripes(): Buffer {
  const png = new PNG({ width: 320, height: 200 })
  for (let i = 0; i < png.data.length; i++) png.data[i] = i % 4 === 3 || i % 1280 < 640 ? 255 : 60
  return PNG.sync.write(png)
}
