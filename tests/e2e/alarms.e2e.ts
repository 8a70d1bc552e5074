import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { getAlarm } from '@backlot/contract/alarms/calls'
import { controlRaiseAlarm } from '@backlot/contract/control/calls'
import { boundChannels, updateBoundChannels } from '@backlot/contract/installation/calls'
import type { Locator, Page } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { PROGRAM } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras, type TrueDevice, trueDevices } from './support/fleet.ts'
import { signIn } from './support/sign-in.ts'
import { pictureOf } from './support/wall.ts'

/** An SOS would put its own window over everything. */
const ORDINARY = 'VehicleAlarm-Overspeed,AiAlarm-Intruder,DeviceAlarm'

test('a storm raises alarms; an operator processes one, and everybody sees that it is done', {
  tag: '@main',
}, async ({ console: page, simulator, browser }) => {
  await signIn(page, simulator.url, { loginName: 'dispatch1' })
  const colleague = await (await browser.newContext({ locale: 'en-US' })).newPage()
  await signIn(colleague, simulator.url, { loginName: 'dispatch2' })
  await expect(page.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible()
  await expect(colleague.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible()

  const storm = await stormAlarms(simulator, { rate: 10, for: '2s' })
  expect(storm).toMatchObject({ done: true })
  expect(storm.raised).toBeGreaterThan(5)
  await page.getByRole('button', { name: /^Live alarms: \d+ new$/ }).click()
  const list = page.getByRole('complementary', { name: 'Live alarms' })
  await list
    .getByRole('button', { name: /Unread/ })
    .first()
    .click()
  const detail = page.getByRole('dialog')
  const facts = await factsOf(detail)

  const processing = detail.getByRole('region', { name: 'Processing' })
  await processing.getByRole('checkbox', { name: 'Then open the next open alarm' }).uncheck()
  await choose(page, processing.getByRole('combobox', { name: 'Result' }), 'Misjudgment')
  await processing.getByRole('textbox', { name: 'Remark' }).fill('Looked at the picture: a reflection.')
  await processing.getByRole('button', { name: 'Mark as misjudgment' }).click()
  await expectProcessed(detail)

  // The colleague's live list learns it from the channel, and the dialog is read-only there too.
  await colleague.getByRole('button', { name: /^Live alarms/ }).click()
  const others = colleague.getByRole('complementary', { name: 'Live alarms' })
  await others.getByRole('textbox', { name: 'Device, plate or number' }).fill(facts.device)
  const row = others
    .getByRole('button')
    .filter({ hasText: facts.start.slice(5) })
    .filter({ hasText: facts.device })
  await expect(row.filter({ hasText: 'Misjudgment' }).first()).toBeVisible()
  await row.filter({ hasText: 'Misjudgment' }).first().click()
  expect((await factsOf(colleague.getByRole('dialog'))).sequence).toBe(facts.sequence)
  await expectProcessed(colleague.getByRole('dialog'))
  await colleague.context().close()

  // Found again after a reload by the query, whose filters are in the address.
  const search = new URLSearchParams({ devName: facts.device, processed: '1', range: '1h' })
  await page.goto(new URL(`/#/earlyWarningData/alarmList?${search}`, simulator.url).href)
  await page.reload()
  const found = page.getByRole('row').filter({ hasText: facts.start }).filter({ hasText: 'Misjudgment' })
  await found.first().click()
  expect((await factsOf(page.getByRole('dialog'))).sequence).toBe(facts.sequence)
  await expectProcessed(page.getByRole('dialog'))

  const operator = await Operator.signIn(simulator.url, 'dispatch1')
  const stored = await operator.call(getAlarm, { query: { sn: facts.sn, alarmSeq: facts.sequence } })
  expect(stored).toMatchObject({
    processingType: 4,
    processingContent: 'Looked at the picture: a reflection.',
    processingName: operator.userInfo?.name,
    isRead: 1,
  })
})

test("cameras that were bound to a device stand first in its alarm's detail, and show what they see", async ({
  console: page,
  simulator: { url },
}) => {
  const [device] = await trueDevices(url, { kind: 'hj212Station' })
  const { sn } = device!
  // Not one of those that are near anyway.
  const farAway = ({ longitude, latitude }: TrueDevice) =>
    Math.hypot(longitude - device!.longitude, latitude - device!.latitude)
  const cameras = await playingCameras(url, 'ptzCamera', 6)
  const camera = cameras.reduce((far, one) => (farAway(one) > farAway(far) ? one : far))
  const operator = await Operator.signIn(url)
  const { list, version } = await operator.call(boundChannels, { query: { sn } })
  await operator.call(updateBoundChannels, {
    body: { sn, list: [...list, { sn: camera.sn, chnId: 1 }], version },
  })
  const body = { sn, chnId: 0, type: 'DeviceAlarm', subType: '' }
  const { alarmSeq } = await control(url, controlRaiseAlarm, { body })

  await signIn(page, url, { to: `/earlyWarningData/alarmList?${new URLSearchParams({ sn, range: '1h' })}` })
  await page.getByRole('row').nth(1).click()
  const detail = page.getByRole('dialog')
  expect((await factsOf(detail)).sequence).toBe(alarmSeq)
  await detail.getByRole('tab', { name: 'Cameras' }).click()
  const bound = detail.getByRole('listitem').filter({ hasText: 'faces the device' })
  await expect(bound).toHaveCount(1)
  await expect(detail.getByRole('tabpanel', { name: 'Cameras' }).getByRole('listitem').first()).toContainText(
    'faces the device',
  )
  await bound.getByRole('button', { name: /^Live video of / }).click()
  await expect(bound).toHaveAttribute('aria-current', 'true')
  await pictureOf(detail, (picture) => picture.camera === camera.cameraNumber)
  // Other tests find the device as it came.
  const now = await operator.call(boundChannels, { query: { sn } })
  await operator.call(updateBoundChannels, { body: { sn, list, version: now.version } })
})

/** Runs `backlot storm alarms` as an operator in a terminal would, and waits for its end. */
async function stormAlarms(
  simulator: { url: string },
  { rate, for: duration }: { rate: number; for: string },
): Promise<{ raised: number; stored: number; done: boolean }> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    PROGRAM,
    'storm',
    'alarms',
    ...['--types', ORDINARY],
    ...['--control', `${simulator.url}/control`, '--rate', String(rate), '--for', duration, '--json'],
  ])
  return JSON.parse(stdout)
}

/** Facts that identify an alarm in its dialog. */
async function factsOf(dialog: Locator) {
  const facts = dialog.getByRole('region', { name: 'Alarm details' })
  await expect(facts).toBeVisible()
  const texts = await facts
    .locator('dl')
    .evaluate((list) =>
      Object.fromEntries(
        [...list.querySelectorAll('dt')].map((term) => [
          term.textContent,
          (term.nextElementSibling as HTMLElement).innerText.trim(),
        ]),
      ),
    )
  const { Device: device, Start: start, Sequence: sequence, 'Serial number': sn } = texts
  if (!device || !start || !sequence || !sn) throw new Error(`Facts are missing: ${JSON.stringify(texts)}`)
  return { device: device.split(' · ')[0]!, start, sequence, sn }
}

async function expectProcessed(dialog: Locator): Promise<void> {
  const processing = dialog.getByRole('region', { name: 'Processing' })
  await expect(processing.getByRole('combobox')).toHaveCount(0)
  await expect(processing.getByRole('textbox')).toHaveCount(0)
  await expect(processing.getByText('Misjudgment')).toBeVisible()
  await expect(processing.getByText('Dispatch')).toBeVisible()
  await expect(processing.getByText(/a reflection/)).toBeVisible()
}

/** Chooses an entry of a drop-down list. */
async function choose(page: Page, box: Locator, entry: string): Promise<void> {
  await box.click()
  await page.getByTitle(entry, { exact: true }).filter({ visible: true }).last().click()
}
