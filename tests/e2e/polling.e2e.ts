import { readFileSync } from 'node:fs'
import { controlSetDevice } from '@backlot/contract/control/calls'
import { addPreplan } from '@backlot/contract/preplans/calls'
import { FIRST_POLLING } from '@backlot/contract/preplans/entities'
import { getPolling, updatePolling } from '@backlot/contract/preplans/polling-calls'
import { onlineByDay, onlineByRange } from '@backlot/contract/statistics/calls'
import type { Page } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras, trueDevices } from './support/fleet.ts'
import { type Box, startScreencast } from './support/screencast.ts'
import { signIn } from './support/sign-in.ts'
import { findInTree, pictureOf } from './support/wall.ts'
import { zipTexts } from './support/zip-text.ts'

/** Brightness of a camera's picture spreads by 30 and more; black, white and a curtain do not at all. */
const A_PICTURE = 8

test.describe('video polling', () => {
  test('changes groups without a black frame, by itself and by hand, and passes over what is off line', async ({
    console: page,
    simulator,
  }) => {
    const cameras = await playingCameras(simulator.url, 'camera', 6)
    const [, second] = cameras
    const operator = await Operator.signIn(simulator.url)
    const list = cameras.map(({ sn }) => ({ sn, chnId: 1 }))
    await operator.call(updatePolling, {
      body: {
        ...FIRST_POLLING,
        pollingInterval: 10,
        window: 4,
        list: [...list.slice(0, 4), ...list.slice(4)],
      },
    })
    await signIn(page, simulator.url, { to: '/videoPoll' })
    const shows = (numbers: readonly number[]) =>
      showsCameras(
        page,
        numbers.map((at) => cameras[at]!.cameraNumber),
      )
    await shows([0, 1, 2, 3])

    // The next group holds two: their windows are filmed over both changes.
    const boxes = await windowBoxes(page, 2)
    const film = await startScreencast(page)
    await shows([4, 5])
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await expect(page.getByRole('timer')).toHaveAccessibleName('Paused')
    await control(simulator.url, controlSetDevice, { body: { sn: second!.sn, state: 'offline' } })
    try {
      const rows = page.getByRole('list', { name: 'Channels in order' })
      await expect(rows.getByRole('img', { name: 'offline' })).toHaveCount(1)
      await page.getByRole('button', { name: 'Next group' }).click()
      await shows([0, 2, 3, 4])
    } finally {
      await control(simulator.url, controlSetDevice, { body: { sn: second!.sn, state: 'online' } })
    }
    const frames = await film.stop()
    expect(frames.length).toBeGreaterThan(10)
    for (const [at, frame] of frames.entries()) {
      for (const box of boxes)
        expect(frame.contrast(box), `frame ${at} of ${frames.length}`).toBeGreaterThan(A_PICTURE)
    }
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(page.getByText('Polling is stopped.')).toBeVisible()
    await expect(page.locator('video')).toHaveCount(0)
  })

  test('takes channels from the tree by the rules of the picker, and keeps them for the user', async ({
    console: page,
    simulator,
  }) => {
    const [camera] = await playingCameras(simulator.url, 'ptzCamera', 1)
    const vehicle = (await trueDevices(simulator.url, { kind: 'vehicle' }))[0]
    await signIn(page, simulator.url, { to: '/videoPoll', loginName: 'dispatch1' })
    await page.getByRole('main').getByRole('button', { name: 'Add channels' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Choose channels' })
    await dialog.getByRole('button', { name: 'OK' }).click()
    await expect(page.getByText('Please select device', { exact: true })).toBeVisible()
    await (await findInTree(page, vehicle!.sn)).dblclick()
    await expect(page.getByText('Please select polling dev channel', { exact: true })).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('treeitem', { name: /^Cabin camera/ }).click()
    await (await findInTree(page, camera!.sn)).dblclick()
    await expect(dialog.getByRole('region', { name: 'Selected channels' })).toContainText('2 selected')
    await dialog.getByRole('button', { name: 'OK' }).click()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await page.getByRole('radio', { name: '1 window' }).click()
    await page.getByRole('spinbutton', { name: 'Seconds per group' }).fill('20')
    await page.getByRole('button', { name: /^Move .*Cabin camera down$/ }).click()

    const operator = await Operator.signIn(simulator.url, 'dispatch1')
    await expect
      .poll(() => operator.call(getPolling))
      .toMatchObject({
        window: 1,
        pollingInterval: 20,
        list: [
          { sn: camera!.sn, chnId: 1 },
          { sn: vehicle!.sn, chnId: 2 },
        ],
      })
  })
})

test.describe('video plans', () => {
  test.use({ expectedErrors: /409 \(Conflict\)/ })

  test('are made, refused a taken name, run in the polling, and switched off', async ({
    console: page,
    simulator,
  }) => {
    const [camera] = await playingCameras(simulator.url, 'camera', 1)
    const operator = await Operator.signIn(simulator.url)
    await operator.call(addPreplan, { body: { name: 'Night round', pollingInterval: 30, window: 9 } })
    await signIn(page, simulator.url, { to: '/videoPreplan' })
    await page.getByRole('button', { name: 'New plan' }).click()
    const form = page.getByRole('dialog', { name: 'New plan' })
    await form.getByLabel('Name').fill('night round')
    await form.getByRole('radio', { name: '1 window' }).click()
    await form.getByRole('button', { name: 'Add channels' }).click()
    const picker = page.getByRole('dialog', { name: 'Choose channels' })
    await (await findInTree(page, camera!.sn)).locator('.tree-check').click()
    await picker.getByRole('button', { name: 'OK' }).click()
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(form.getByText('This plan name already exists')).toBeVisible()
    await form.getByLabel('Name').fill('Main gate')
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByText('Plan Main gate created')).toBeVisible()

    const row = page.getByRole('row', { name: /Main gate/ })
    await expect(
      page.getByRole('row', { name: /Night round/ }).getByRole('button', { name: 'Run' }),
    ).toBeDisabled()
    await row.getByRole('button', { name: 'Disable' }).click()
    await expect(row).toContainText('Disabled')
    await row.getByRole('button', { name: 'Run' }).click()
    await expect(page).toHaveURL(/videoPoll\?plan=\d+/)
    await expect(page.getByRole('complementary', { name: 'Main gate' })).toBeVisible()
    await showsCameras(page, [camera!.cameraNumber])
  })
})

test.describe('online statistics', () => {
  test('are the sums of the stretches of a device, show one that goes off line, and are exported', async ({
    console: page,
    simulator,
  }) => {
    const camera = (await playingCameras(simulator.url, 'camera', 3))[2]!
    const operator = await Operator.signIn(simulator.url)
    await signIn(page, simulator.url)
    // Opened by its address, while parts of the screen are still fetched, it has its chart as well.
    await page.goto('about:blank')
    await page.goto(new URL('/#/statDevOnline?range=days30&view=devices', simulator.url).href)
    const chart = page.getByRole('img', { name: /^Online rate and drops by day/ })
    await expect(page.getByRole('row').nth(4)).toBeVisible()
    await expect(chart.locator('svg')).toBeVisible()

    await page.goto(new URL(`/#/statDevOnline?name=${camera.sn}`, simulator.url).href)
    const rows = page.getByRole('row', { name: /^20\d\d-/ })
    await expect(rows).toHaveCount(7)
    const { list } = await operator.call(onlineByRange, { query: { sn: camera.sn } })
    for (const { date, time } of list.slice(1, -1)) {
      const day = await operator.call(onlineByDay, { query: { sn: camera.sn, time } })
      const online = day.list.reduce((sum, one) => sum + (one.online ? one.endTime - one.startTime : 0), 0)
      const cells = page.getByRole('row', { name: new RegExp(date) }).getByRole('cell')
      await expect(cells.nth(2)).toHaveText(hoursAndMinutes(online))
      await expect(cells.nth(4)).toHaveText(String(day.drops))
    }
    // The chart shows the same as the table, day by day.
    const box = (await chart.boundingBox())!
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    const middle = await page
      .getByRole('row', { name: new RegExp(list[4]!.date) })
      .getByRole('cell')
      .allTextContents()
    await expect(chart.locator('..')).toContainText(
      new RegExp(`${list[4]!.date}.*Online rate: ${middle[1]}.*Online: ${middle[2]}.*Drops: ${middle[4]}`),
    )

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const saved = await download
    expect(saved.suggestedFilename()).toMatch(/^online-statistics_.*\.xlsx$/)
    const sheet = [...zipTexts(readFileSync(await saved.path()))].find(([name]) =>
      name.endsWith('sheet1.xml'),
    )
    expect(sheet?.[1].match(/<row /g)).toHaveLength(1 + 7)
    await page.getByText('30 days', { exact: true }).click()
    await expect(page.getByRole('button', { name: 'Export' })).toBeDisabled()

    await control(simulator.url, controlSetDevice, { body: { sn: camera.sn, state: 'offline' } })
    try {
      await page.getByRole('radiogroup', { name: 'Counted by' }).getByText('Devices').click()
      const row = page.getByRole('row').filter({ has: page.getByRole('img', { name: 'offline' }) })
      await row.click()
      const drawer = page.getByRole('dialog')
      await expect(drawer.getByRole('table').getByRole('row').last()).toContainText('Offline')
      await expect(drawer.getByRole('img', { name: 'offline' })).toBeVisible()
    } finally {
      await control(simulator.url, controlSetDevice, { body: { sn: camera.sn, state: 'online' } })
    }
  })
})

/** As the screen writes lengths of less than a hundred hours. */
function hoursAndMinutes(seconds: number): string {
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`
}

const shownWindows = (page: Page) =>
  page.getByRole('region', { name: 'Polled video' }).locator('[data-shown]').getByRole('group')

/** The windows in front show these cameras, in order, and no other. */
async function showsCameras(page: Page, numbers: readonly number[]): Promise<void> {
  const windows = shownWindows(page)
  for (const [at, number] of numbers.entries()) {
    await pictureOf(windows.nth(at), (picture) => picture.camera === number)
  }
  await expect(windows.locator('video')).toHaveCount(numbers.length)
}

async function windowBoxes(page: Page, count: number): Promise<Box[]> {
  const windows = shownWindows(page)
  const boxes = await Promise.all(
    Array.from({ length: count }, (_unused, at) => windows.nth(at).boundingBox()),
  )
  return boxes.filter((box) => box !== null)
}
