import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConsoleServer } from '@backlot/cli/console-server/create-console-server'
import { controlTalkDevice } from '@backlot/contract/control/talk-calls'
import type { Page } from '@playwright/test'
import { control } from '../../../testing/control.ts'
import { expect } from '../support/console-test.ts'
import { playingCameras } from '../support/fleet.ts'
import { playedDb } from '../support/played-sound.ts'
import { SignInPage, signIn } from '../support/sign-in.ts'
import { heardBy } from '../support/talk.ts'
import { bodyCamera, callBox, chooseInTree, DEVICE_HZ, hold, PLAIN_NAME, test } from '../support/talk-page.ts'
import { openCamera, windowAt } from '../support/wall.ts'

/** Louder than that is the device's tone; silence is -91. */
const TONE_DB = -50

test.skip(process.platform !== 'linux', 'What is played is recorded from PulseAudio.')
// A page over plain http has no isolation, and the certificate is one that the browser does not know.
test.use({ expectedErrors: /Cross-Origin-Opener-Policy|about:certerror|SELF_SIGNED_CERT/ })

test('over plain http the device is heard in the loudspeaker, and speaking is refused with the way to it', async ({
  console: page,
  simulator,
}) => {
  const url = simulator.url.replace('127.0.0.1', PLAIN_NAME)
  const { sn } = await bodyCamera(simulator.url)
  await control(simulator.url, controlTalkDevice, { body: { sn, toneHz: DEVICE_HZ } })
  await signIn(page, url, { to: '/realTime?layout=4', controlUrl: simulator.url })
  const able = () => [isSecureContext, 'audioWorklet' in AudioContext.prototype]
  expect(await page.evaluate(able)).toEqual([false, false])
  const guide = page.getByRole('complementary', { name: /^Set up intercom/ })
  await expect(guide.getByRole('button', { name: 'Step 4 of 4' })).toBeVisible()
  await guide.getByRole('button', { name: 'Step 2 of 4' }).click()
  await expect(guide).toContainText(`npx backlot console --platform ${url} --https`)
  await guide.getByRole('button', { name: 'Close' }).click()
  expect(await playedDb(DEVICE_HZ)).toBeLessThan(TONE_DB)
  await chooseInTree(page, sn, 'Listen')
  await expect.poll(() => playedDb(DEVICE_HZ)).toBeGreaterThan(TONE_DB)
  await callBox(page).getByRole('button', { name: 'Hang up' }).click()
  await expect.poll(() => playedDb(DEVICE_HZ)).toBeLessThan(TONE_DB)
  await chooseInTree(page, sn, 'Intercom')
  await hold(page).click()
  await expect(page.getByText(/open the platform over https. See how to set up/)).toBeVisible()
})

test('through the console over https one signs in, watches, listens, calls and speaks', async ({
  console: page,
  simulator,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'backlot-https-'))
  await using server = await createConsoleServer({
    platform: new URL(simulator.url),
    allowedHosts: [PLAIN_NAME],
    https: { folder },
  })
  const url = server.url.replace('127.0.0.1', PLAIN_NAME)
  const { sn } = await bodyCamera(simulator.url)
  await control(simulator.url, controlTalkDevice, { body: { sn, toneHz: DEVICE_HZ } })
  await acceptCertificate(page, url)
  const signInPage = new SignInPage(page, url, 'en', simulator.url)
  await signInPage.open('/#/login?to=%2FrealTime%3Flayout%3D4')
  expect(await signInPage.send({ loginName: 'admin', password: 'Backlot@2026' })).toBe(0)
  const [camera] = await playingCameras(simulator.url, 'camera', 1)
  await openCamera(page, camera!, windowAt(page, 1))
  expect(await page.evaluate(() => isSecureContext)).toBe(true)

  await chooseInTree(page, sn, 'Listen')
  await expect.poll(() => playedDb(DEVICE_HZ)).toBeGreaterThan(TONE_DB)
  await callBox(page).getByRole('button', { name: 'Hang up' }).click()
  await chooseInTree(page, sn, 'Intercom')
  await hold(page).hover()
  await page.mouse.down()
  await expect.poll(() => playedDb(DEVICE_HZ)).toBeGreaterThan(TONE_DB)
  await expect.poll(async () => (await heardBy(simulator.url, sn)).frames).toBeGreaterThan(50)
  await page.mouse.up()
  const heard = await heardBy(simulator.url, sn)
  expect(heard.loss).toBeLessThan(0.02)
  expect(heard.peakDb).toBeGreaterThan(-40)
  await callBox(page).getByRole('button', { name: 'Hang up' }).click()
  await expect(callBox(page)).toBeHidden()
  await rm(folder, { recursive: true })
})

/** Continues past Firefox's warning by the buttons that the guide names. */
async function acceptCertificate(page: Page, url: string): Promise<void> {
  await expect(page.goto(url)).rejects.toThrow(/CERT|ISSUER/)
  await page.getByRole('button', { name: 'Advanced' }).click()
  await page.getByRole('button', { name: /^Proceed to .* \(Risky\)$/ }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
}
