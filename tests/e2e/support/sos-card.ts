import { listAlarms } from '@backlot/contract/alarms/calls'
import { SOS } from '@backlot/contract/alarms/constants'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { expect, type Page } from '@playwright/test'
import type { Operator } from '../../../testing/operator.ts'
import { type TrueDevice, trueDevices } from './fleet.ts'

export const card = (page: Page) => page.getByRole('complementary', { name: 'SOS', exact: true })
export const callBox = (page: Page) => page.getByRole('complementary', { name: 'Call', exact: true })
/** An SOS in the list of the card. */
export const line = (page: Page, name: string) =>
  card(page).getByRole('list', { name: 'SOS calls' }).getByRole('button', { name })

export async function connected(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible()
}

export type Worn = TrueDevice & { nameZh: string }

/** Online body-worn cameras, each with a name of its own. */
export async function wornCameras(url: string, count: number): Promise<Worn[]> {
  const list = (await trueDevices(url, { kind: 'bodyCamera' })).filter(({ online }) => online)
  expect(list.length).toBeGreaterThanOrEqual(count)
  return list.slice(0, count).map((device) => ({ ...device, name: device.nameEn, nameZh: device.name }))
}

/** The newest SOS of a device, once it is as it should be. */
export async function expectAlarm(
  operator: Operator,
  { sn }: TrueDevice,
  isAsMeant: (alarm: Alarm) => boolean,
): Promise<Alarm> {
  let found: Alarm | undefined
  await expect
    .poll(async () => {
      const { list } = await operator.call(listAlarms, { query: { sn, ...SOS } })
      found = list[0]
      return found !== undefined && isAsMeant(found)
    })
    .toBe(true)
  return found as Alarm
}
