import { exportAlarms, listAlarms } from '@backlot/contract/alarms/calls'
import { expect } from '@playwright/test'
import { isOpenAlarm } from '../../testing/is-open-alarm.ts'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { POSTGRES_BIN, startPostgres } from '../servers/postgres-server.ts'
import { test } from './support/console-test.ts'
import { signIn } from './support/sign-in.ts'

test('an alarm that only the archive has is shown, and nothing is offered that would change it', async ({
  page,
}) => {
  test.skip(POSTGRES_BIN === undefined, 'PostgreSQL is not installed')
  test.setTimeout(240_000)
  await using postgres = await startPostgres()
  await using platform = await launchSimulator([
    ...['--no-rtmp', '--check-replies', '--log-level', 'warn', '--archive', postgres.url],
    ...['--past-days', '3', '--alarm-days', '1'],
  ])
  const operator = await Operator.signIn(platform.url)
  // The core removes what the archive has.
  await expect
    .poll(
      async () => {
        const { list } = await operator.call(listAlarms, { query: { after: 0, pageSize: 1 } })
        return (list[0]?.startTime ?? 0) > Date.now() / 1000 - 30 * 3600
      },
      { timeout: 120_000 },
    )
    .toBe(true)
  const endTime = Math.floor(Date.now() / 1000) - 36 * 3600
  const { list } = await operator.call(exportAlarms, {
    query: { startTime: endTime - 20 * 3600, endTime, pageSize: 1000 },
  })
  const open = list.find(isOpenAlarm)
  const confirmed = list.find(({ processingType }) => processingType === 5)
  for (const alarm of [open, confirmed]) {
    if (!alarm) throw new Error('there is no such alarm in the archive')
    expect(alarm).toMatchObject({ archived: true })
    const address = new URLSearchParams({
      openSn: alarm.sn,
      openAlarm: alarm.alarmSeq,
      openId: String(alarm.id),
    })
    await signIn(page, platform.url, { to: `/earlyWarningData/alarmList?${address}` })
    const detail = page.getByRole('dialog')
    const processing = detail.getByRole('region', { name: 'Processing' })
    await expect(processing).toContainText('kept in the archive and can no longer be changed')
    await expect(processing.getByRole('button', { disabled: false })).toHaveCount(0)
    await expect(processing.getByRole('combobox')).toHaveCount(0)
    await expect(detail.getByRole('button', { name: 'Change type' })).toBeDisabled()
  }
  // The platform ends before the browser does.
  await page.goto('about:blank')
})
