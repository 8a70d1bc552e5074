import { alarmHistory, getAlarm, processAlarms } from '@backlot/contract/alarms/calls'
import { controlRaiseAlarm, controlSetClock } from '@backlot/contract/control/calls'
import type { Locator, Page } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { signIn } from './support/sign-in.ts'

type Raised = { id: number; sn: string; alarmSeq: string; name: string }

const KINDS = { Intruder: 'Intruder', Fire: 'Fire', NoHelmet: 'No helmet', Crowd: 'Crowd' } as const

test('two operators at once: one sees what the other does, the second to process is told, both can walk, retype and process many', async ({
  console: page,
  simulator,
  browser,
}) => {
  const { url } = simulator
  const [camera] = await playingCameras(url, 'camera', 1)
  const raised: Raised[] = []
  for (const [subType, name] of Object.entries(KINDS)) {
    const body = { sn: camera!.sn, chnId: 1, type: 'AiAlarm', subType }
    const { id, alarmSeq } = await control(url, controlRaiseAlarm, { body })
    raised.push({ id, sn: camera!.sn, alarmSeq, name })
  }
  const [intruder, fire, noHelmet, crowd] = raised as [Raised, Raised, Raised, Raised]
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const dispatcher = await Operator.signIn(url, 'dispatch1')
  const chiefPage = await (await browser.newContext({ locale: 'en-US' })).newPage()

  // The dispatcher has the list, the chief a link to one of its alarms.
  const list = `/earlyWarningData/alarmList?${new URLSearchParams({ sn: camera!.sn, range: '1h' })}`
  await Promise.all([
    signIn(page, url, { loginName: 'dispatch1', to: list }),
    signIn(chiefPage, url, { loginName: 'chief', to: linkTo(intruder) }),
  ])
  const chief = detailOf(chiefPage)
  // Nothing is chosen beforehand, and the keys of a hurry do nothing until something is.
  await expect(chief.processing.getByRole('combobox', { name: 'Result' })).toBeEnabled()
  await expect(chief.processing.getByRole('button', { name: 'Process', exact: true })).toBeDisabled()
  await chief.processing.getByRole('textbox', { name: 'Remark' }).press('Control+Enter')
  await expect(chief.processing).toContainText('Choose a result first')
  await expect(chiefPage).not.toHaveURL(/openAlarm/)

  // Both see each other's changes in place.
  await row(page, intruder).click()
  const mine = detailOf(page)
  await mine.stay()
  await mine.choose('Misjudgment')
  await mine.processing.getByRole('textbox', { name: 'Remark' }).fill('A reflection.')
  await mine.processing.getByRole('button', { name: 'Mark as misjudgment' }).click()
  await expect(chief.processing.getByRole('status')).toContainText('Dispatch processed this alarm at')
  // As text: who, when, how and with which remark.
  for (const seen of [mine, chief]) {
    await expect(factOf(seen.processing, 'Result')).toHaveText('Misjudgment')
    await expect(factOf(seen.processing, 'Processed by')).toContainText('Dispatch')
    await expect(factOf(seen.processing, 'Processed at')).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    await expect(factOf(seen.processing, 'Remark')).toHaveText('A reflection.')
    await expect(seen.processing.getByRole('textbox')).toHaveCount(0)
  }

  // Nobody has looked it over: who processed it may not, the chief may, and both see that he did.
  await expect(mine.processing.getByText('Not reviewed')).toBeVisible()
  await expect(mine.processing.getByRole('button', { name: 'Audit', exact: true })).toBeDisabled()
  await chief.processing.getByRole('button', { name: 'Audit', exact: true }).click()
  for (const seen of [chief, mine])
    await expect(seen.processing.getByText(/^Audited by .*Chief, \d{4}-\d\d-\d\d/)).toBeVisible()
  const { sn, alarmSeq: seq } = intruder
  const reviewed = await dispatcher.call(getAlarm, { query: { sn, alarmSeq: seq } })
  expect(reviewed).toMatchObject({ auditState: 1, auditName: expect.stringContaining('Chief') })

  // A keyboard walks through the list that the alarm was opened from.
  await page.keyboard.press('k')
  await expect(mine.title).toContainText('Fire')
  await page.keyboard.press('ArrowLeft')
  await expect(mine.title).toContainText('No helmet')
  await mine.dialog.getByRole('button', { name: 'Copy the link to this alarm' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(addressOf(url, noHelmet))
  await page.keyboard.press('j')
  await expect(mine.title).toContainText('Fire')

  // Between the chief's look and his click somebody else processes it.
  await page.route('**/alarm/processing', async (route) => {
    await operatorProcesses(await Operator.signIn(url, 'chief'), fire, 5)
    await route.continue()
  })
  await mine.choose('Confirmed')
  await mine.processing.getByRole('button', { name: 'Confirm and create order' }).click()
  await expect(mine.processing.getByRole('alert')).toContainText(
    /.*Chief already processed this alarm at \d{4}-\d\d-\d\d/,
  )
  await expect(factOf(mine.processing, 'Result')).toHaveText('Confirmed')
  await expect(mine.processing.getByRole('textbox')).toHaveCount(0)
  await page.unroute('**/alarm/processing')

  await chiefPage.goto('about:blank')
  await chiefPage.goto(copied)
  await expect(chief.title).toContainText('No helmet')
  await chiefPage.route('**/alarm/processing', async (route) => {
    await operatorProcesses(dispatcher, noHelmet, 4)
    await route.continue()
  })
  await chief.choose('Confirmed')
  await chief.processing.getByRole('textbox', { name: 'Remark' }).fill('Sent a patrol.')
  await chief.processing.getByRole('button', { name: 'Confirm and create order' }).click()
  await expect(chief.processing.getByRole('alert')).toContainText(
    /Dispatch processed this alarm at .*after you/,
  )
  await chiefPage.unroute('**/alarm/processing')

  // The chief's text is still there, and is sent when he processes it again.
  await expect(chief.processing.getByRole('textbox', { name: 'Remark' })).toHaveValue('Sent a patrol.')
  await expect(chief.processing).toContainText('Your remark was not sent.')

  // Having seen it, user type 0 may: a work order is made by itself and the alarm is read-only.
  await chief.processing.getByRole('button', { name: 'Process again' }).click()
  await chief.choose('Confirmed')
  await chief.processing.getByRole('button', { name: 'Confirm and create order' }).click()
  await expect(factOf(chief.processing, 'Result')).toHaveText('Work order generated')
  await expect(factOf(chief.processing, 'Remark')).toHaveText('Sent a patrol.')
  await expect(chief.processing.getByRole('combobox')).toHaveCount(0)

  // Another type, and all of it in the history.
  await chief.dialog.getByRole('tab', { name: 'Details' }).click()
  await chief.dialog.getByRole('button', { name: 'Change type' }).click()
  await choose(chiefPage, chiefPage.getByRole('combobox', { name: 'Alarm type' }).last(), 'Vehicle alarm')
  await chiefPage.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(chief.title).toContainText('Vehicle alarm')
  await chief.dialog.getByRole('tab', { name: 'History' }).click()
  await expect(chief.dialog.getByRole('listitem').filter({ hasText: 'Type changed' })).toContainText(
    'No helmet →',
  )
  await expect(chief.dialog.getByRole('listitem').filter({ hasText: 'Work order created' })).toContainText(
    'Confirmed → Work order generated',
  )

  // Bulk processing: alarms processed meanwhile stay unchanged, and their rows name the operator.
  await page.keyboard.press('Escape')
  await expect(mine.dialog).toBeHidden()
  const { alarmSeq } = await control(url, controlRaiseAlarm, {
    body: { sn: camera!.sn, chnId: 1, type: 'AiAlarm', subType: 'Intruder' },
  })
  const late = { ...crowd, alarmSeq, name: KINDS.Intruder }
  await page.goto('about:blank')
  await page.goto(new URL(`/#${list}&processed=0`, url).href)
  await expect(row(page, crowd)).toBeVisible()
  for (const alarm of [crowd, late]) await row(page, alarm).getByRole('checkbox').click()
  await operatorProcesses(await Operator.signIn(url, 'chief'), crowd, 4)
  await page.getByRole('button', { name: 'Process', exact: true }).click()
  const batch = page.getByRole('dialog')
  await choose(page, batch.getByRole('combobox', { name: 'Result' }), 'Confirmed')
  await batch.getByRole('button', { name: 'Confirm and create order' }).click()
  await expect(batch.getByRole('status')).toHaveText('1 succeeded, 1 unchanged')
  await expect(batch.getByRole('listitem').filter({ hasText: 'Crowd' })).toContainText(
    /Chief already processed this alarm at/,
  )
  await expect(batch.getByRole('listitem').filter({ hasText: 'Intruder' })).toContainText('Succeeded')
  // In the dialog, not in the bar over every screen as well.
  await expect(page.getByRole('button', { name: /^Undo \(\d+ s\)/ })).toHaveCount(1)
  const stored = await dispatcher.call(getAlarm, { query: { sn: camera!.sn, alarmSeq } })
  expect(stored.processingName).toBe(dispatcher.userInfo?.name)
  await chiefPage.context().close()
})

test('what was processed is undone for ten seconds: in the dialog, and by key after a batch; a remark that is typed meanwhile stays', async ({
  console: page,
  simulator,
  browser,
}) => {
  const { url } = simulator
  const [, camera] = await playingCameras(url, 'camera', 2)
  const raised: Raised[] = []
  for (const [subType, name] of Object.entries(KINDS).slice(0, 2)) {
    const body = { sn: camera!.sn, chnId: 1, type: 'AiAlarm', subType }
    const { id, alarmSeq } = await control(url, controlRaiseAlarm, { body })
    raised.push({ id, sn: camera!.sn, alarmSeq, name })
  }
  const [intruder, fire] = raised as [Raised, Raised]
  // Ten seconds of the platform last until its clock runs again.
  await control(url, controlSetClock, { body: { action: 'pause' } })
  try {
    const dispatcher = await Operator.signIn(url, 'dispatch1')
    const chiefPage = await (await browser.newContext({ locale: 'en-US' })).newPage()
    const list = `/earlyWarningData/alarmList?${new URLSearchParams({ sn: camera!.sn, range: '1h' })}`
    await Promise.all([
      signIn(page, url, { loginName: 'dispatch1', to: list }),
      signIn(chiefPage, url, { loginName: 'chief', to: linkTo(fire) }),
    ])
    const chief = detailOf(chiefPage)
    const remark = chief.processing.getByRole('textbox', { name: 'Remark' })
    await remark.fill('Smoke behind the')

    // A false press: the order that it made goes again, and nothing is chosen any more.
    await row(page, fire).click()
    const mine = detailOf(page)
    await mine.stay()
    await mine.processing.getByRole('textbox', { name: 'Remark' }).fill('Pressed by mistake')
    await mine.choose('Confirmed')
    await mine.processing.getByRole('textbox', { name: 'Remark' }).press('Control+Enter')
    await expect(mine.processing.getByText('Work order generated').first()).toBeVisible()
    await expect(chief.processing.getByRole('status')).toContainText('Work order generated')
    await expect(remark).toHaveValue('Smoke behind the')
    await expect(remark).toBeFocused()
    await mine.processing.getByRole('button', { name: /^Undo \(\d+ s\)/ }).click()
    await expect(page.getByText('Undone: the alarm is back in its previous state')).toBeVisible()
    await expect(mine.processing.getByRole('button', { name: 'Process', exact: true })).toBeDisabled()
    await expect(mine.processing.getByRole('textbox', { name: 'Remark' })).toHaveValue('Pressed by mistake')
    await expect(mine.processing.getByRole('button', { name: 'Open the work order' })).toBeHidden()
    // The colleague continues where he was.
    await expect(chief.processing.getByRole('status')).toBeHidden()
    await expect(chief.processing.getByRole('combobox', { name: 'Result' })).toBeEnabled()
    await remark.pressSequentially(' mill')
    await expect(remark).toHaveValue('Smoke behind the mill')

    // Many at once, then Ctrl + Z.
    await page.keyboard.press('Escape')
    await expect(mine.dialog).toBeHidden()
    for (const alarm of [intruder, fire]) await row(page, alarm).getByRole('checkbox').click()
    await page.getByRole('button', { name: 'Process', exact: true }).click()
    const batch = page.getByRole('dialog')
    await choose(page, batch.getByRole('combobox', { name: 'Result' }), 'Misjudgment')
    await batch.getByRole('button', { name: 'Mark as misjudgment' }).click()
    const bar = page.getByRole('region', { name: 'Undo' })
    await expect(bar.getByRole('status')).toHaveText('2 alarms processed: Misjudgment')
    await expect(row(page, fire)).toContainText('Misjudgment')
    await page.keyboard.press('Control+z')
    await expect(page.getByText('Undone: 2 alarms are back in their previous state')).toBeVisible()
    await expect(bar).toBeHidden()
    await expect(row(page, fire)).not.toContainText('Misjudgment')
    for (const { sn, alarmSeq } of raised)
      expect((await dispatcher.call(getAlarm, { query: { sn, alarmSeq } })).processingType).toBeNull()
    await chiefPage.context().close()
  } finally {
    await control(url, controlSetClock, { body: { action: 'resume' } })
  }
})

test('the detail goes on to the next open alarm over the pages of its list, back by undo, and stays when that is switched off', async ({
  console: page,
  simulator: { url },
}) => {
  const [, , , camera] = await playingCameras(url, 'camera', 4)
  const { sn } = camera!
  for (const subType of Object.keys(KINDS))
    await control(url, controlRaiseAlarm, { body: { sn, chnId: 1, type: 'AiAlarm', subType } })
  // Ten seconds of the platform last until its clock runs again.
  await control(url, controlSetClock, { body: { action: 'pause' } })
  try {
    const list = `/earlyWarningData/alarmList?${new URLSearchParams({ sn, range: '1h', processed: '0', size: '2' })}`
    await signIn(page, url, { loginName: 'dispatch1', to: list })
    await page.getByRole('row').filter({ hasText: 'Crowd' }).click()
    const { dialog, title, processing, choose: chooseResult, stay } = detailOf(page)
    await expect(title).toContainText('1 / 4')

    // Walked over the end of the page, and back: the table behind turns with it.
    await page.keyboard.press('j')
    await expect(title).toContainText('No helmet')
    await page.keyboard.press('j')
    await expect(title).toContainText('Fire')
    await expect(title).toContainText('3 / 4')
    await expect(page).toHaveURL(/page=2/)
    await page.keyboard.press('k')
    await expect(title).toContainText('No helmet')

    // Processed: the next open one, with the undo of what was processed, which leads back.
    await chooseResult('Misjudgment')
    await processing.getByRole('button', { name: 'Mark as misjudgment' }).click()
    await expect(title).toContainText('Fire')
    await expect(processing.getByRole('status')).toHaveText('1 alarm processed: Misjudgment')
    await chooseResult('Misjudgment')
    await processing.getByRole('button', { name: 'Mark as misjudgment' }).click()
    await expect(title).toContainText('Intruder')
    await processing.getByRole('button', { name: /^Undo/ }).click()
    await expect(title).toContainText('Fire')
    await expect(processing.getByRole('combobox', { name: 'Result' })).toBeVisible()

    await stay()
    await chooseResult('Misjudgment')
    await processing.getByRole('button', { name: 'Mark as misjudgment' }).click()
    await expect(factOf(processing, 'Result')).toHaveText('Misjudgment')
    await expect(title).toContainText('Fire')
    // Another day, the same choice.
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.reload()
    await page.getByRole('row').filter({ hasText: 'Crowd' }).click()
    await expect(processing.getByRole('checkbox')).not.toBeChecked()
  } finally {
    await control(url, controlSetClock, { body: { action: 'resume' } })
  }
})

test.describe('a platform whose answers are lost', () => {
  test.use({ expectedErrors: /ERR_FAILED/ })

  test('what was entered stays, what the platform took is shown as processed by oneself, and nothing is processed twice', {
    tag: '@main',
  }, async ({ console: page, simulator: { url } }) => {
    const [, , camera] = await playingCameras(url, 'camera', 3)
    const raised: Raised[] = []
    for (const [subType, name] of Object.entries(KINDS).slice(0, 3)) {
      const body = { sn: camera!.sn, chnId: 1, type: 'AiAlarm', subType }
      const { id, alarmSeq } = await control(url, controlRaiseAlarm, { body })
      raised.push({ id, sn: camera!.sn, alarmSeq, name })
    }
    const [intruder, fire, noHelmet] = raised as [Raised, Raised, Raised]
    const list = `/earlyWarningData/alarmList?${new URLSearchParams({ sn: camera!.sn, range: '1h' })}`
    await signIn(page, url, { loginName: 'dispatch1', to: list })

    // The platform did not get it.
    await page.route('**/alarm/processing', (route) => route.abort())
    await row(page, intruder).click()
    const { dialog, processing, choose: chooseResult } = detailOf(page)
    const remark = processing.getByRole('textbox', { name: 'Remark' })
    await chooseResult('Misjudgment')
    await remark.fill('A reflection.')
    await processing.getByRole('button', { name: 'Mark as misjudgment' }).click()
    await expect(processing.getByRole('alert')).toContainText('Your input is kept. Try again')
    await expect(remark).toHaveValue('A reflection.')

    // It did, and its answer is lost.
    await page.unroute('**/alarm/processing')
    await page.route('**/alarm/processing', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await processing.getByRole('button', { name: 'Mark as misjudgment' }).click()
    await expect(processing.getByRole('status')).toContainText(/^You processed this alarm at .*: Misjudgment/)
    await expect(processing.getByRole('alert')).toHaveCount(0)
    await expect(factOf(processing, 'Remark')).toHaveText('A reflection.')
    await expect(remark).toHaveCount(0)
    await expect(processing).not.toContainText('Your remark was not sent')

    // Many at once: the second press finds them done.
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    for (const alarm of [fire, noHelmet]) await row(page, alarm).getByRole('checkbox').click()
    await page.getByRole('button', { name: 'Process', exact: true }).click()
    await choose(page, dialog.getByRole('combobox', { name: 'Result' }), 'Misjudgment')
    await dialog.getByRole('textbox', { name: 'Remark' }).fill('Leaves.')
    await dialog.getByRole('button', { name: 'Mark as misjudgment' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Your input is kept. Try again')
    await expect(dialog.getByRole('textbox', { name: 'Remark' })).toHaveValue('Leaves.')
    await page.unroute('**/alarm/processing')
    await dialog.getByRole('button', { name: 'Mark as misjudgment' }).click()
    await expect(page.getByText('All 2 alarms updated')).toBeVisible()

    const dispatcher = await Operator.signIn(url, 'dispatch1')
    for (const { id } of raised) {
      const history = await dispatcher.call(alarmHistory, { query: { id } })
      expect(history.list.filter(({ action }) => action === 'process')).toHaveLength(1)
    }
  })
})

async function operatorProcesses(operator: Operator, { id, sn, alarmSeq }: Raised, type: 4 | 5) {
  await operator.call(processAlarms, { body: { list: [{ id, sn, alarmSeq }], type } })
}

const row = (page: Page, { name }: Raised) => page.getByRole('row').filter({ hasText: name }).first()

function detailOf(page: Page) {
  const dialog = page.getByRole('dialog')
  const processing = dialog.getByRole('region', { name: 'Processing' })
  return {
    dialog,
    processing,
    title: dialog.locator('.alarm-detail-title'),
    /** Does not go on to the next open alarm, now and from then on. */
    stay: () => processing.getByRole('checkbox', { name: 'Then open the next open alarm' }).uncheck(),
    choose: (entry: string) => choose(page, processing.getByRole('combobox', { name: 'Result' }), entry),
  }
}

/** Value of a named fact. */
const factOf = (processing: Locator, name: string) =>
  processing.locator('dl').getByText(name, { exact: true }).locator('xpath=following-sibling::dd[1]')

/** The link to an alarm, as its dialog copies it. */
function linkTo({ id, sn, alarmSeq }: Raised): string {
  const query = new URLSearchParams({ openSn: sn, openAlarm: alarmSeq, openId: String(id) })
  return `/earlyWarningData/alarmList?${query}`
}

const addressOf = (url: string, alarm: Raised) => new URL(`/#${linkTo(alarm)}`, url).href

/** Chooses an entry of a drop-down list. */
async function choose(page: Page, box: Locator, entry: string): Promise<void> {
  await box.click()
  await page.getByTitle(entry, { exact: true }).filter({ visible: true }).last().click()
}
