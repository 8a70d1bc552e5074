import { getAlarm, listAlarms } from '@backlot/contract/alarms/calls'
import { controlRaiseAlarm, controlSetClock } from '@backlot/contract/control/calls'
import type { Locator, Page } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { DEMO_PASSWORD, Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { chipOf } from './support/filters.ts'
import { playingCameras } from './support/fleet.ts'
import { signIn } from './support/sign-in.ts'
import { pictureOf, windowAt } from './support/wall.ts'

test('alarms are filtered, opened, processed, undone, walked and processed at once by keys alone', {
  tag: '@main',
}, async ({ console: page, simulator: { url } }) => {
  const [camera] = (await playingCameras(url, 'camera', 9)).slice(8)
  const { sn } = camera!
  for (const subType of ['Intruder', 'Fire'] as const)
    await control(url, controlRaiseAlarm, { body: { sn, chnId: 1, type: 'AiAlarm', subType } })
  // Ten seconds of the platform last until its clock runs again.
  await control(url, controlSetClock, { body: { action: 'pause' } })
  try {
    const list = `/earlyWarningData/alarmList?${new URLSearchParams({ sn, range: '1h' })}`
    await signIn(page, url, { loginName: 'dispatch1', to: list })
    await tabTo(page, page.getByRole('button', { name: 'Add filter' }))
    await page.keyboard.press('Enter')
    const entry = page.getByRole('menuitem', { name: 'Processing', exact: true })
    await expect(entry).toBeVisible()
    for (let at = 0; at < 20 && !(await entry.evaluate((item) => item === document.activeElement)); at++)
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const active = page.locator('.ant-select-item-option-active').filter({ visible: true })
    for (let at = 0; at < 10 && (await active.innerText()) !== 'Not processed'; at++)
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/processed=0/)
    await expect(chipOf(page, 'Processing')).toBeFocused()
    const row = page.getByRole('row').filter({ hasText: 'Intruder' }).first()
    await tabTo(page, row)
    await page.keyboard.press('Enter')
    const detail = page.getByRole('dialog')
    const title = detail.locator('.alarm-detail-title')
    await expect(title).toContainText('Intruder')

    const result = detail.getByRole('combobox', { name: 'Result' })
    await tabTo(page, result)
    await chooseByKeys(page, result, 'Misjudgment')
    const remark = detail.getByRole('textbox', { name: 'Remark' })
    await tabTo(page, remark)
    await page.keyboard.type('A fox.')
    await page.keyboard.press('Control+Enter')
    const undo = detail.getByRole('button', { name: /^Undo \(\d+ s\)/ })
    await tabTo(page, undo)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Undone: the alarm is back in its previous state')).toBeVisible()
    await expect(remark).toHaveValue('A fox.')

    // The newer one, and back to the list.
    await tabTo(page, detail.getByRole('button', { name: 'Close', exact: true }).first())
    await page.keyboard.press('k')
    await expect(title).toContainText('Fire')
    await page.keyboard.press('Escape')
    await expect(detail).toBeHidden()

    // Both at once. A key too many asks before the remark is lost.
    for (const name of ['Intruder', 'Fire']) {
      await tabTo(page, page.getByRole('row').filter({ hasText: name }).first().getByRole('checkbox'))
      await page.keyboard.press('Space')
    }
    await tabTo(page, page.getByRole('button', { name: 'Process', exact: true }))
    await page.keyboard.press('Enter')
    const batch = page.getByRole('dialog', { name: 'Process 2 alarms' })
    const results = batch.getByRole('combobox', { name: 'Result' })
    await tabTo(page, results)
    await chooseByKeys(page, results, 'Misjudgment')
    const remarks = batch.getByRole('textbox', { name: 'Remark' })
    await tabTo(page, remarks)
    await page.keyboard.type('Two foxes.')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Discard your changes?' })
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question).toBeHidden()
    await tabTo(page, remarks)
    await expect(remarks).toHaveValue('Two foxes.')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('All 2 alarms updated')).toBeVisible()
    await expect(batch).toBeHidden()
    await expect(page.getByRole('row').filter({ hasText: 'Fire' })).toHaveCount(0)
    const operator = await Operator.signIn(url)
    const { list: known } = await operator.call(listAlarms, { query: { sn, processed: 1 } })
    expect(known.filter(({ processingContent }) => processingContent === 'Two foxes.')).toHaveLength(2)
  } finally {
    await control(url, controlSetClock, { body: { action: 'resume' } })
  }
})

test('rows of alarms are walked, processed and undone by single letters, which text fields keep', async ({
  console: page,
  simulator: { url },
}) => {
  const [camera] = (await playingCameras(url, 'camera', 8)).slice(7)
  const { sn } = camera!
  const raised = []
  for (const subType of ['Intruder', 'Fire', 'Crowd'] as const)
    raised.push(await control(url, controlRaiseAlarm, { body: { sn, chnId: 1, type: 'AiAlarm', subType } }))
  await control(url, controlSetClock, { body: { action: 'pause' } })
  try {
    const list = `/earlyWarningData/alarmList?${new URLSearchParams({ sn, range: '1h', processed: '0' })}`
    await signIn(page, url, { loginName: 'dispatch1', to: list })
    const row = (name: string) => page.getByRole('row').filter({ hasText: name }).first()
    await row('Crowd').focus()
    await page.keyboard.press('j')
    await expect(row('Fire')).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(row('Crowd')).toBeFocused()
    // The row goes with the filter, the focus goes on.
    await page.keyboard.press('m')
    await expect(row('Crowd')).toHaveCount(0)
    await expect(row('Fire')).toBeFocused()
    await page.keyboard.press('Control+z')
    await expect(page.getByText('Undone: the alarm is back in its previous state')).toBeVisible()
    await expect(row('Crowd')).toBeVisible()

    // Letters that are typed do nothing else.
    const search = page.getByRole('textbox', { name: 'Search' })
    await search.focus()
    await page.keyboard.type('mcw')
    await expect(search).toHaveValue('mcw')
    await expect(page.getByRole('region', { name: 'Undo' })).toHaveCount(0)
    await search.fill('')
    const operator = await Operator.signIn(url)
    for (const { alarmSeq } of raised)
      expect((await operator.call(getAlarm, { query: { sn, alarmSeq } })).processingType).toBeNull()
  } finally {
    await control(url, controlSetClock, { body: { action: 'resume' } })
  }
})

test('an account is added, changed and deleted by keys alone', async ({
  console: page,
  simulator: { url },
}) => {
  await signIn(page, url, { to: '/systemManange/userManage' })
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Add user' }))
  await page.keyboard.press('Enter')
  const add = page.getByRole('dialog', { name: 'Add user' })
  await expect(add).toBeVisible()
  const entries = [
    ['User name', 'keys1'],
    ['Name', 'Hands off'],
    ['Password', DEMO_PASSWORD],
    ['Repeat password', DEMO_PASSWORD],
  ] as const
  for (const [label, text] of entries) {
    await tabTo(page, add.getByLabel(label, { exact: true }))
    await page.keyboard.type(text)
  }
  const role = add.getByRole('combobox', { name: 'Role' })
  await tabTo(page, role)
  await page.keyboard.type('Viewer')
  await expect(page.locator('.ant-select-item-option-active')).toHaveText('Viewer')
  await page.keyboard.press('Enter')
  // Once round: Tab goes over the page's edge. Enter in a line sends the form.
  await tabTo(page, add.getByLabel('User name', { exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('User keys1 has been created')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add user' })).toBeFocused()

  await tabTo(page, page.getByRole('textbox', { name: 'User', exact: true }))
  await page.keyboard.type('keys1')
  const row = page.getByRole('row', { name: /^keys1 / })
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await tabTo(page, row.getByRole('button', { name: 'Edit' }))
  await page.keyboard.press('Enter')
  const edit = page.getByRole('dialog', { name: 'Edit keys1' })
  await tabTo(page, edit.getByLabel('Name', { exact: true }))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('By keys')
  await tabTo(page, edit.getByRole('button', { name: 'Save' }))
  await page.keyboard.press('Enter')
  await expect(row).toContainText('By keys')

  await tabTo(page, row.getByRole('button', { name: 'Delete' }))
  await page.keyboard.press('Enter')
  const ask = page.getByRole('dialog', { name: /^Delete / })
  await tabTo(page, ask.getByRole('button', { name: 'Delete' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 account deleted')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('a camera is found and opened on the wall by keys alone', async ({
  console: page,
  simulator: { url },
}) => {
  const [camera] = (await playingCameras(url, 'camera', 10)).slice(9)
  await signIn(page, url, { loginName: 'dispatch1', to: '/realTime?layout=4' })
  const search = page.getByRole('searchbox', { name: 'Enter a name or serial number' })
  await tabTo(page, search)
  await page.keyboard.type(camera!.sn)
  const device = page.getByRole('treeitem').and(page.getByTitle(new RegExp(`${camera!.sn}$`)))
  await expect(device).toBeVisible()
  await tabTo(page, page.getByRole('tree'))
  for (let at = 0; at < 20 && !(await isMarked(device)); at++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await pictureOf(windowAt(page, 1), (picture) => picture.camera === camera!.cameraNumber)
})

/** Presses Tab until something, or an element inside it, has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let pressed = 0; pressed < 120; pressed++) {
    if (await target.evaluate((element) => element.contains(document.activeElement))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Not reached by Tab: ${target}`)
}

/** Opens a list that has the focus and goes down to an entry. */
async function chooseByKeys(page: Page, box: Locator, entry: string): Promise<void> {
  await page.keyboard.press('ArrowDown')
  const active = page.locator('.ant-select-item-option-active').filter({ visible: true })
  await expect(active).toBeVisible()
  for (let at = 0; at < 10 && (await active.innerText()) !== entry; at++)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(box.locator('xpath=ancestor::*[contains(@class, "ant-select")][1]')).toContainText(entry)
}

const isMarked = async (item: Locator) => (await item.getAttribute('data-focused')) === 'true'
