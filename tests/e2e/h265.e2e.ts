import { controlSetDevice } from '@backlot/contract/control/calls'
import { controlAddFleet } from '@backlot/contract/control/fleet-calls'
import type { FleetEncoding } from '@backlot/contract/control/fleet-encoding'
import { control } from '../../testing/control.ts'
import { BY_DAY, launchSimulator } from '../../testing/launch-simulator.ts'
import { expect, test } from './support/console-test.ts'
import { trueDevices } from './support/fleet.ts'
import { signIn } from './support/sign-in.ts'
import { windowAt } from './support/wall.ts'

/** A camera of its own that encodes so, in both streams. */
async function cameraOf(url: string, stream: NonNullable<FleetEncoding['main']>): Promise<string> {
  const group = { key: 'encoded', name: { zh: '编码', en: 'Encoded' } }
  const fleet = { kind: 'camera' as const, count: 1, group, placement: 'junctions' as const }
  await control(url, controlAddFleet, { body: { ...fleet, encoding: { main: stream, sub: stream } } })
  const camera = (await trueDevices(url, { kind: 'camera' })).at(-1)!
  await control(url, controlSetDevice, { body: { sn: camera.sn, state: 'online' } })
  return camera.sn
}

test('a window says what its stream is, and of one in H.265 that this browser cannot decode it, and what to do', async ({
  page,
}) => {
  await using simulator = await launchSimulator(['--check-replies', '--no-rtmp', ...BY_DAY])
  const { url } = simulator
  const profile = { size: '848x480', fps: 10, kbps: 800, rate: 'constant', gop: 10 } as const
  const plain = await cameraOf(url, profile)
  const modern = await cameraOf(url, { ...profile, codec: 'h265' })
  await signIn(page, url, { to: `/realTime?layout=1&sn=${plain}` })
  await page.getByRole('button', { name: 'Diagnosis in all windows' }).click()
  const facts = windowAt(page, 1).locator('.player-diagnosis')
  const field = (name: string) => facts.locator(`[data-field=${name}]`)
  await expect(field('codec')).toContainText('H.264 (avc1.')
  await expect(field('size')).toHaveText('848 × 480')
  await expect(field('fps')).toHaveText(/^\d+\.\d \/ 10$/)
  // Filled up to its rate, measured where it arrives; a busy machine sends fewer pictures.
  const measured = async () => Number.parseFloat((await field('bitrate').textContent()) ?? '')
  await expect.poll(measured).toBeGreaterThan(0.3)

  // Chromium has no decoder of its own.
  const decodes = await page.evaluate(() =>
    MediaSource.isTypeSupported('video/mp4; codecs="hvc1.1.6.L90.B0"'),
  )
  await page.goto(`${url}/#/realTime?layout=1&sn=${modern}`)
  await expect(windowAt(page, 1).locator('.player')).toHaveAttribute(
    'data-state',
    decodes ? 'playing' : 'failed',
  )
  await expect(field('codec')).toContainText('H.265 (hvc1.')
  await expect(field('size')).toHaveText('848 × 480')
  if (decodes) await expect(page.locator('video')).toHaveJSProperty('videoWidth', 848)
  else {
    const says = windowAt(page, 1).getByRole('status')
    await expect(says).toContainText('cannot decode the codec of this video. H.265 plays in Safari')
  }
  // The page goes first: the end of its platform is none of its errors.
  await page.goto('about:blank')
})
