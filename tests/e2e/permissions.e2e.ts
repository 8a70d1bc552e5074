import { CODES } from '@backlot/contract/codes'
import { listFavourites } from '@backlot/contract/favourites/calls'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { PTZ, ptzControl } from '@backlot/contract/ptz/calls'
import { Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { signIn } from './support/sign-in.ts'

test('a user without the video permission sees no entry for it, lands on 404 and is refused by the platform', async ({
  console: page,
  simulator,
}) => {
  await signIn(page, simulator.url, { loginName: 'enviro1' })
  const screens = page.getByRole('navigation', { name: 'Screens' })
  await expect(screens.getByRole('link', { name: 'Home', exact: true })).toBeVisible()
  await expect(screens.getByRole('link', { name: 'Warning Data' })).toBeVisible()
  await expect(screens.getByRole('link', { name: 'Video', exact: true })).toHaveCount(0)
  await expect(screens.getByRole('link', { name: 'Dispatch', exact: true })).toHaveCount(0)
  for (const path of ['realTime', 'dispatch', 'nothing/here']) {
    await page.goto(new URL(`/#/${path}`, simulator.url).href)
    await expect(page).toHaveURL(/#\/404$/)
    await expect(page.getByText('There is no such page')).toBeVisible()
  }

  const [camera] = await playingCameras(simulator.url, 'ptzCamera', 1)
  const channel = { sn: camera!.sn, chnId: 1 }
  const enviro = await Operator.signIn(simulator.url, 'enviro1')
  const refused = { status: 403, code: CODES.notPermitted }
  expect(await enviro.ask(startLiveVideo, { body: channel })).toMatchObject(refused)
  expect(await enviro.ask(ptzControl, { body: { ...channel, cmd: PTZ.left, speed: 30 } })).toMatchObject(
    refused,
  )
  expect(await enviro.ask(listFavourites)).toMatchObject(refused)
  const admin = await Operator.signIn(simulator.url)
  expect(await admin.ask(startLiveVideo, { body: channel })).toMatchObject({ status: 200, code: CODES.ok })
})
