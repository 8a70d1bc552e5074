import { getAlarm } from '@backlot/contract/alarms/calls'
import { controlRaiseAlarm, controlSetClock } from '@backlot/contract/control/calls'
import { getWorkOrder, stepWorkOrder } from '@backlot/contract/work-orders/calls'
import { control } from '../../testing/control.ts'
import { Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { signIn } from './support/sign-in.ts'

test('a work order that was just assigned is undone, and stays once its assignee has begun', async ({
  console: page,
  simulator: { url },
}) => {
  const [, , camera] = await playingCameras(url, 'camera', 3)
  const { sn } = camera!
  const raise = (subType: string) =>
    control(url, controlRaiseAlarm, { body: { sn, chnId: 1, type: 'AiAlarm', subType } })
  const [intruder, fire] = [await raise('Intruder'), await raise('Fire')]
  // Ten seconds of the platform last until its clock runs again.
  await control(url, controlSetClock, { body: { action: 'pause' } })
  try {
    const chief = await Operator.signIn(url, 'chief')
    await signIn(page, url, {
      loginName: 'chief',
      to: `/earlyWarningData/alarmList?${new URLSearchParams({ sn, range: '1h' })}`,
    })
    const form = page.getByRole('dialog', { name: 'Work order from this alarm' })
    const bar = page.getByRole('region', { name: 'Undo' })
    const row = (name: string) => page.getByRole('row').filter({ hasText: name }).first()
    const assign = async (name: string) => {
      await row(name).hover()
      await row(name)
        .getByRole('button', { name: /^Assign a work order: / })
        .click()
      await form.getByRole('button', { name: 'Create and assign' }).click()
      await expect(bar.getByRole('status')).toHaveText(/^Work order WO\d+-\d+ assigned to .*Chief/)
      await expect(row(name)).toContainText('Work order generated')
    }
    await assign('Intruder')
    await page.keyboard.press('Control+z')
    await expect(
      page.getByText(/^Work order WO\d+-\d+ withdrawn: the alarm is back in its previous state$/),
    ).toBeVisible()
    await expect(row('Intruder')).toContainText('Not processed')
    await expect(bar).toBeHidden()
    expect(
      (await chief.call(getAlarm, { query: { sn, alarmSeq: intruder.alarmSeq } })).processingType,
    ).toBeNull()

    await assign('Fire')
    const order = await chief.call(getWorkOrder, { query: { alarmId: fire.id } })
    const { id, version } = order
    await chief.call(stepWorkOrder, { body: { id, version, action: 'start' } })
    await bar.getByRole('button', { name: /^Undo/ }).click()
    await expect(page.getByText(/Cannot be withdrawn: .*Chief changed the work order at/)).toBeVisible()
    await expect(bar).toBeHidden()
    await expect(row('Fire')).toContainText('Work order generated')
  } finally {
    await control(url, controlSetClock, { body: { action: 'resume' } })
  }
})
