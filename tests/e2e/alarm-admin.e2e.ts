import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { controlRaiseAlarm } from '@backlot/contract/control/calls'
import type { Locator, Page } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { expect, test } from './support/console-test.ts'
import { trueDevices } from './support/fleet.ts'
import { lookAt, settled } from './support/look-at.ts'
import { signIn } from './support/sign-in.ts'

const TYPES = '/systemManange/alarmType'
const PUSH = '/systemManange/alarmPush'
const COLOUR = '#eb2f96'
const RGB = 'rgb(235, 47, 150)'

// A refused value and a refused address are answered with 400.
test.use({ expectedErrors: /status of 400/ })

test("a type of one's own is added, coloured, seen live and shielded away; a rule tells of it, signed", async ({
  console: page,
  simulator: { url },
}) => {
  const [device] = await trueDevices(url, { kind: 'camera' })
  const raise = (subType: string) =>
    control(url, controlRaiseAlarm, { body: { sn: device!.sn, chnId: 1, type: 'PumpAlarm', subType } })
  await using receiver = await listen()

  await signIn(page, url, { to: TYPES })
  await expect(page.getByRole('row', { name: /SOS/ })).toContainText('1 · Critical')
  await expect(page.getByRole('row', { name: /SOS/ }).getByRole('button', { name: 'Delete' })).toBeDisabled()
  await addTypes(page)
  const row = page.getByRole('row', { name: /PumpAlarm/ })
  await expect(row).toContainText(COLOUR)
  await settled(page)
  await lookAt(page, 'alarm types', 'en')

  // Live, at once, in its colour.
  await raise('Leak')
  const bell = page.getByRole('button', { name: /^Live alarms[,:] / })
  const live = page.getByRole('complementary', { name: 'Live alarms' })
  const closeLive = live.getByRole('button', { name: 'Close', exact: true })
  await bell.click()
  const alarm = live.getByRole('listitem').filter({ hasText: 'Pump · Leak' })
  await expect(alarm.locator('.alarm-level')).toHaveCSS('color', RGB)
  await closeLive.click()

  // A shielded alarm vanishes, and later ones are not seen.
  await page.getByText('Shield lists', { exact: true }).click()
  const admin = page.getByRole('row', { name: /^admin / })
  await admin.getByRole('button', { name: 'Edit' }).click()
  const shield = page.getByRole('dialog', { name: /Alarms hidden from/ })
  await shield
    .getByRole('treeitem', { name: /PumpAlarm/ })
    .getByRole('checkbox')
    .check()
  await shield.getByRole('button', { name: 'Save' }).click()
  await expect(admin).toContainText('Pump')
  await raise('Leak')
  await bell.click()
  await expect(live.getByRole('listitem').first()).toBeVisible()
  await expect(alarm).toHaveCount(0)
  await closeLive.click()

  // A tone of a level, chosen and heard by name.
  await page.getByText('Levels and tones', { exact: true }).click()
  await page
    .getByRole('row', { name: /Notice/ })
    .getByRole('button', { name: 'Edit' })
    .click()
  const level = page.getByRole('dialog', { name: /Notice/ })
  await level.getByRole('combobox', { name: 'Tone' }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: 'Knock' }).click()
  await level.getByRole('button', { name: 'Listen to: Knock' }).click()
  await level.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /Notice/ })).toContainText('Knock')

  // Push: a refused host shows why, a test comes, then the alarm, signed.
  await page.goto(new URL(`/#${PUSH}`, url).href)
  await page.getByRole('button', { name: 'Add rule' }).click()
  const form = page.getByRole('dialog', { name: 'Add rule' })
  await form.getByLabel('Name', { exact: true }).fill('Control room')
  await form.getByLabel('Address').fill('http://169.254.169.254/latest/meta-data')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form.getByRole('alert')).toContainText(
    'network address 169.254.169.254 is not on the allow list',
  )
  await form.getByLabel('Address').fill(`${url}/control/storm`)
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form.getByRole('alert')).toContainText('belongs to the platform itself')
  await lookAt(page, 'push rule', 'en', '[role=dialog]')
  await form.getByLabel('Address').fill(receiver.url)
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  const shown = page.getByRole('dialog', { name: 'Secret of Control room' })
  const secret = await shown.locator('code').innerText()
  await shown.getByRole('button', { name: 'I have saved it' }).click()

  const rule = page.getByRole('row', { name: /Control room/ })
  await rule.getByRole('button', { name: 'Test' }).click()
  await expect(page.getByText(/^Test succeeded: answered 204/)).toBeVisible()
  expect((await receiver.came('test')).genuine(secret)).toBe(true)
  await raise('Leak')
  const told = await receiver.came('alarms')
  expect(told.genuine(secret)).toBe(true)
  expect(told.body).toContain('"type":"PumpAlarm","subType":"Leak"')
  await expect(page.locator('.ant-btn-loading')).toHaveCount(0)
  await page.mouse.move(5, 400)
  await lookAt(page, 'push rules', 'en')
  await rule.getByRole('button', { name: 'Log' }).click()
  await expect(page.getByRole('row', { name: /Alarms 1 Delivered 204/ })).toBeVisible()
})

/** Adds a type and a sub-type of it; values that are none are refused in the form. */
async function addTypes(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add type' }).click()
  const form = page.getByRole('dialog', { name: 'Add type' })
  await form.getByLabel('Type value').fill('Pump alarm!')
  await form.getByLabel('Name in Chinese').fill('水泵')
  await form.getByLabel('Name in English').fill('Pump')
  await form.getByRole('checkbox', { name: 'Custom colour' }).check()
  await chooseColour(page, form)
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form.getByText('Use only English letters, digits, underscores and hyphens')).toBeVisible()
  await form.getByLabel('Type value').fill('PumpAlarm')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form).toHaveCount(0)

  await page
    .getByRole('row', { name: /PumpAlarm/ })
    .getByRole('button', { name: 'Add sub-type' })
    .click()
  const sub = page.getByRole('dialog', { name: 'Add a sub-type of Pump' })
  await sub.getByLabel('Type value').fill('Leak')
  await sub.getByLabel('Name in Chinese').fill('漏水')
  await sub.getByLabel('Name in English').fill('Leak')
  await sub.getByRole('checkbox', { name: 'Custom colour' }).check()
  await chooseColour(page, sub)
  await sub.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(sub).toHaveCount(0)
}

/** Writes the colour into the picker of a form and closes it. */
async function chooseColour(page: Page, form: Locator): Promise<void> {
  const trigger = form.getByRole('button', { name: /^Colour: / })
  await expect(trigger).toHaveAccessibleName('Colour: Orange')
  await trigger.click()
  await page.locator('.ant-color-picker-hex-input input').filter({ visible: true }).fill(COLOUR.slice(1))
  await expect(trigger).toHaveAccessibleName('Colour: Magenta')
  await trigger.click()
}

type Request = { kind: string; body: string; genuine(secret: string): boolean }

/** A receiver of pushes on loopback. */
async function listen() {
  const requests: Request[] = []
  let wake: () => void = () => {}
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      const { headers } = request
      requests.push({
        kind: (JSON.parse(body) as { kind: string }).kind,
        body,
        genuine(secret) {
          const [, seconds, mac] = /^t=(\d+),v1=(\w+)$/.exec(String(headers['x-backlot-signature'])) ?? []
          const signed = `${seconds}.${String(headers['x-backlot-delivery'])}.${body}`
          return createHmac('sha256', secret).update(signed).digest('hex') === mac
        },
      })
      response.writeHead(204).end()
      wake()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/alarms`,
    /** Resolves with the first request of a kind. */
    async came(kind: string): Promise<Request> {
      for (;;) {
        const found = requests.find((request) => request.kind === kind)
        if (found) return found
        await new Promise<void>((next) => {
          wake = next
        })
      }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
