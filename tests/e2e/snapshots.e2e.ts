import { controlDevices, controlRaiseAlarm, controlSetClock } from '@backlot/contract/control/calls'
import {
  controlRemoveSnapshot,
  controlRestoreSnapshot,
  controlSaveSnapshot,
} from '@backlot/contract/control/snapshot-calls'
import { control } from '../../testing/control.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { signIn } from './support/sign-in.ts'
import { openCamera, pictureOf, windowAt } from './support/wall.ts'

// Until the list comes anew, its rows ask for pictures of alarms that there are no more.
test.use({ locale: 'en-US', expectedErrors: /status of 404.*\/alarm\/picture\// })

const body = { name: 'shift' }

test('an open console follows the platform back to a snapshot: the line stays, pictures and alarms are as then', {
  tag: '@main',
}, async ({ console: page, simulator, context }) => {
  const { url } = simulator
  const [camera] = await playingCameras(url, 'camera', 1)
  await signIn(page, url, { to: '/realTime?layout=1' })
  await control(url, controlSaveSnapshot, { body })
  await control(url, controlSetClock, { body: { action: 'jump', byMs: 7_200_000 } })
  const { list } = await control(url, controlDevices, { query: { kind: 'camera', limit: 1 } })
  const { sn, nameEn } = list[0]!
  await control(url, controlRaiseAlarm, { body: { sn, type: 'AiAlarm', subType: 'Fire' } })
  const before = await openCamera(page, camera!, windowAt(page, 1))
  // A second tab of the same sign-in.
  const alarms = await context.newPage()
  await alarms.goto(new URL('/#/earlyWarningData/alarmList', url).href)
  const row = alarms.getByRole('row').filter({ hasText: nameEn }).filter({ hasText: 'Fire' })
  await expect(row.first()).toBeVisible()

  await control(url, controlRestoreSnapshot, { body })
  await expect(row).toHaveCount(0)
  for (const tab of [alarms, page])
    await expect(tab.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible()
  await page.bringToFront()
  const after = await pictureOf(
    windowAt(page, 1),
    (picture) => picture.camera === camera!.cameraNumber && picture.timeMs < before.timeMs - 3_600_000,
  )
  expect(after.camera).toBe(camera!.cameraNumber)
  await control(url, controlRemoveSnapshot, { body })
})
