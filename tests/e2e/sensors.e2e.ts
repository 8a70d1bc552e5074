import { controlRaiseAlarm } from '@backlot/contract/control/calls'
import { sensorRealtime } from '@backlot/contract/devices/calls'
import { formatDateTime, PLATFORM_ZONE_MINUTES } from '@backlot/contract/time'
import type { Locator } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras, trueDevices } from './support/fleet.ts'
import { signIn } from './support/sign-in.ts'
import { findInTree } from './support/wall.ts'

const COMPASS = 'N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW'.split(' ')

test('a station opens from its function entry and shows what it measures', async ({
  console: page,
  simulator,
}) => {
  const station = (await trueDevices(simulator.url, { kind: 'hj212Station' })).find(({ online }) => online)!
  await signIn(page, simulator.url, { to: '/realTime' })
  await (await findInTree(page, station.sn)).click()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('treeitem', { name: 'HJ 212 data' }).click()

  await expect(page).toHaveURL(new RegExp(`/senseDevice\\?sn=${station.sn}$`))
  const shown = page.getByRole('region', { name: 'Station', exact: true })
  await expect(shown.getByRole('definition').filter({ hasText: station.sn })).toBeVisible()
  await expect(shown.getByText('Online', { exact: true })).toBeVisible()
  const operator = await Operator.signIn(simulator.url)
  await expect(async () => {
    await shown.getByRole('button', { name: 'Refresh now' }).click()
    const readings = await readingsOf(operator, station.sn)
    expect(readings.length).toBeGreaterThan(4)
    expect(await tilesOf(shown)).toEqual(readings)
  }).toPass({ timeout: 30_000 })

  await shown.getByRole('link', { name: 'Show on map' }).click()
  await expect(page).toHaveURL(new RegExp(`/dispatch\\?.*sn=${station.sn}`))
})

test('readings are fetched anew by the button and by themselves, as often as was chosen', async ({
  console: page,
  simulator,
}) => {
  await signIn(page, simulator.url, { to: '/gas' })
  await expect(page).toHaveURL(/\/gas\?sn=\w+$/)
  const shown = page.getByRole('region', { name: 'Station', exact: true })
  const fetched = shown.getByText(/^Fetched at /)
  const first = await fetched.textContent()
  await expect
    .poll(async () => {
      await shown.getByRole('button', { name: 'Refresh now' }).click()
      return fetched.textContent()
    })
    .not.toBe(first)

  await shown.getByRole('combobox', { name: 'Refresh every' }).click()
  await page.getByText('5 s', { exact: true }).click()
  const second = await fetched.textContent()
  await expect(fetched).not.toHaveText(second!)
  await page.reload()
  await expect(shown.getByText('5 s', { exact: true })).toBeVisible()
})

test('the AI view shows alarms with their pictures, and those that come while it is open', async ({
  console: page,
  simulator,
}) => {
  const [camera, other] = await playingCameras(simulator.url, 'camera', 2)
  await raise(simulator.url, camera!.sn, 'Intruder')
  await signIn(page, simulator.url, { loginName: 'dispatch1' })
  await page.getByRole('link', { name: 'AI view' }).click()
  const wall = page.getByRole('region', { name: 'AI view' })
  await expect(page.getByRole('link', { name: 'Home' })).toHaveCount(0)
  await expectPicture(wall.getByRole('button').first())

  await page.getByRole('searchbox', { name: 'Device name or serial number' }).fill(other!.sn)
  await expect(page).toHaveURL(new RegExp(`device=${other!.sn}`))
  await raise(simulator.url, other!.sn, 'Fire')
  const card = wall.getByRole('button', { name: /Fire/ }).first()
  await expectPicture(card)
  await expect(wall.getByRole('button', { name: /^(?!.*Fire)/ })).toHaveCount(0)
  await card.click()
  await expect(page.getByRole('dialog')).toContainText(other!.sn)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Back to the console' }).click()
  await expect(page).toHaveURL(/\/index$/)
})

/** Name, value, unit and time of each reading as an operator reads it. */
async function tilesOf(shown: Locator) {
  const tiles = await shown.getByRole('region', { name: 'Readings' }).getByRole('listitem').all()
  return Promise.all(
    tiles.map(async (tile) => {
      const value = await tile.getByRole('strong').textContent()
      const text = await tile.innerText()
      const [name = ''] = text.split('\n')
      const unit = (await tile.getByRole('paragraph').innerText()).slice(value?.length).trim()
      return {
        name,
        value: COMPASS.includes(value ?? '') ? value : Number(value),
        unit,
        time: text.split('\n').at(-1),
      }
    }),
  )
}

async function readingsOf(operator: Operator, sn: string) {
  const answer = await operator.ask(sensorRealtime, { query: { sn }, headers: { 'accept-language': 'en' } })
  return sensorRealtime.data.parse(answer.data).list.map(({ code, name, V, F, D }) => {
    const time = formatDateTime(D * 1000, PLATFORM_ZONE_MINUTES)
    if (code === 'a01008') return { name, value: COMPASS[Math.round(V / 22.5) % 16], unit: `${V}°`, time }
    return { name, value: V, unit: F, time }
  })
}

async function raise(url: string, sn: string, subType: string): Promise<void> {
  await control(url, controlRaiseAlarm, { body: { sn, chnId: 1, type: 'AiAlarm', subType } })
}

/** Waits until the picture of a card is there, with its pixels. */
async function expectPicture(card: Locator): Promise<void> {
  const picture = card.locator('.ai-card-picture img').first()
  await expect(picture).toBeVisible()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(300)
}
