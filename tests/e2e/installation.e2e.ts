import { listAlarms } from '@backlot/contract/alarms/calls'
import { controlClock } from '@backlot/contract/control/calls'
import { PNG } from 'pngjs'
import { control } from '../../testing/control.ts'
import { Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras, trueDevices } from './support/fleet.ts'
import { signIn } from './support/sign-in.ts'

// A name that is taken is refused.
test.use({ expectedErrors: /409 \(Conflict\)/ })

test("a station's installation is told, its points are made and deleted, and a bound camera is shown first", async ({
  console: page,
  simulator,
}) => {
  test.setTimeout(200_000)
  const station = (await trueDevices(simulator.url, { kind: 'hj212Station' })).find(({ online }) => online)!
  const [camera] = await playingCameras(simulator.url, 'ptzCamera', 1)
  await signIn(page, simulator.url, { to: `/senseDevice?sn=${station.sn}` })
  await page.getByText('Installation', { exact: true }).click()
  const info = page.getByRole('region', { name: 'Installation' })
  await info.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit installation' })
  await form.getByLabel('Installer').fill('x'.repeat(33))
  await expect(form.getByLabel('Installer')).toHaveValue('x'.repeat(32))
  await form.getByLabel('Height above ground (m)').fill('3.5')
  await form.getByLabel('Installer').fill('Li Mei')
  await form.getByLabel('Remark').fill('The key is at the gate')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(info.getByRole('definition').filter({ hasText: 'Li Mei' })).toBeVisible()
  await expect(info).toContainText('3.5 m')
  await expect(info).toContainText('The key is at the gate')

  const points = page.getByRole('region', { name: 'Monitoring points' })
  const first = await points.getByRole('row').nth(1).getByRole('cell').first().textContent()
  await points.getByRole('button', { name: 'Add point' }).click()
  const add = page.getByRole('dialog', { name: 'Add point' })
  await add.getByLabel('Name').fill(first ?? '')
  await add.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(add.getByText('The device already has a monitoring point with this name')).toBeVisible()
  await add.getByLabel('Name').fill('Roof')
  await add.getByLabel('Position').fill('West, by the mast')
  const quantities = add.getByRole('combobox', { name: 'Quantities' })
  await quantities.click()
  await quantities.fill('Temperature')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await add.getByRole('button', { name: 'Add', exact: true }).click()
  const roof = points.getByRole('row').filter({ hasText: 'Roof' })
  await expect(roof).toContainText('Temperature')
  await expect(points.getByRole('row').nth(1)).not.toContainText('Temperature')
  await roof.getByRole('button', { name: 'Edit Roof' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Roof' })
  await edit.getByLabel('Name').fill('High roof')
  await edit.getByRole('button', { name: 'Save' }).click()

  const bound = page.getByRole('region', { name: 'Bound cameras' })
  await bound.getByRole('button', { name: 'Bind camera' }).click()
  const picker = page.getByRole('dialog', { name: 'Choose a camera channel' })
  await picker.getByRole('searchbox').fill(camera!.sn)
  // One is left: the camera, below its groups.
  await picker
    .getByRole('treeitem')
    .filter({ hasText: /PTZ(?! Cameras)/ })
    .last()
    .click()
  await expect(bound.getByRole('listitem')).toContainText(camera!.sn)

  await page.getByText('Live', { exact: true }).click()
  await expect(page.locator('.reading-tile[data-code="a01001"]')).toContainText('High roof')
  await expect(page.getByRole('region', { name: 'Station camera' })).toBeVisible()

  await page.getByText('Installation', { exact: true }).click()
  await points.getByRole('button', { name: 'Delete High roof' }).click()
  await page
    .getByRole('dialog', { name: 'Delete point High roof?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(points.getByRole('row')).toHaveCount(2)
  await expect(points.getByRole('button', { name: /^Delete/ })).toBeDisabled()
  await bound.getByRole('button', { name: /^Unbind / }).click()
  await expect(bound.getByText('No cameras bound.')).toBeVisible()
})

test("any device's installation is opened in device management; photos are refused, kept over a reload, and taken away", async ({
  console: page,
  simulator,
}) => {
  test.setTimeout(200_000)
  const [camera] = await playingCameras(simulator.url, 'camera', 1)
  await signIn(page, simulator.url, { to: `/systemManange/deviceManage?text=${camera!.sn}` })
  const open = async () => {
    await page.getByRole('row').filter({ hasText: camera!.sn }).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Installation' }).click()
  }
  await open()
  const dialog = page.getByRole('dialog', { name: /^Installation of / })
  const info = dialog.getByRole('region', { name: 'Installation' })
  await expect(dialog.getByRole('region', { name: 'Bound cameras' })).toBeVisible()
  // A camera measures nothing.
  await expect(dialog.getByRole('region', { name: 'Monitoring points' })).toHaveCount(0)
  await info.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit installation' })
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    form.locator('input[type=file]').last().setInputFiles({ name, mimeType, buffer })
  await choose('gate.gif', 'image/gif', Buffer.from('GIF89a'))
  await expect(page.getByText('The picture must be a JPEG or PNG')).toBeVisible()
  await choose('gate.png', 'image/png', Buffer.concat([photo(320, 200), Buffer.alloc(1024 * 1024)]))
  await expect(page.getByText('The picture cannot be larger than 1 MB')).toBeVisible()
  await choose('gate.png', 'image/png', photo(200, 40))
  await expect(page.getByText('The picture must be at least 250 × 50')).toBeVisible()
  await expect(form.getByRole('img', { name: 'Current picture' })).toHaveCount(0)
  await choose('gate.png', 'image/png', photo(320, 200))
  await expect(form.getByRole('img', { name: 'Current picture' })).toHaveCount(1)
  await choose('mast.png', 'image/png', photo(300, 400))
  await expect(form.getByRole('img', { name: 'Current picture' })).toHaveCount(2)
  await form.getByRole('button', { name: 'Remove picture' }).last().click()
  await expect(form.getByRole('img', { name: 'Current picture' })).toHaveCount(1)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Installation saved')).toBeVisible()

  await page.reload()
  await open()
  const seen = info.getByRole('img', { name: 'Photo 1' })
  await expect.poll(() => seen.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBe(320)
  await expect(info.getByRole('img', { name: 'Photo 2' })).toHaveCount(0)
  await info.getByRole('button', { name: 'Edit' }).click()
  await form.getByRole('button', { name: 'Remove picture' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(info.getByRole('img', { name: /^Photo/ })).toHaveCount(0)
})

test('a point has limits of its own: refused when they make no sense, marked on the tile, told by an alarm that ends with them', async ({
  console: page,
  simulator,
}) => {
  const { url } = simulator
  const station = (await trueDevices(url, { kind: 'hj212Station' })).find(({ online }) => online)!
  await signIn(page, url, { to: `/senseDevice?sn=${station.sn}&view=setup` })
  const points = page.getByRole('region', { name: 'Monitoring points' })
  const row = points.getByRole('row').nth(1)
  const form = page.getByRole('dialog', { name: /^Edit / })
  const save = form.getByRole('button', { name: 'Save' })
  await row.getByRole('button', { name: /^Edit/ }).click()
  await form.getByRole('button', { name: 'Add limit' }).click()
  const limit = form.getByRole('group', { name: 'Limit 1' })
  // A phone, too, shows the quantity of the limit.
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: 844 })
  const chosen = limit.getByText('PM2.5 (µg/m³)')
  await expect.poll(() => chosen.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true)
  await page.setViewportSize(size)
  const quantity = limit.getByRole('combobox', { name: 'Quantity' })
  await quantity.click()
  await quantity.fill('Pressure')
  await page.keyboard.press('Enter')
  await save.click()
  await expect(form.getByText('Limit 1: enter a lower or an upper limit')).toBeVisible()
  await limit.getByRole('spinbutton', { name: 'Upper limit' }).fill('10')
  await limit.getByRole('spinbutton', { name: 'Lower limit' }).fill('20')
  await save.click()
  await expect(form.getByText('Limit 1: the upper limit must be above the lower one')).toBeVisible()
  await limit.getByRole('spinbutton', { name: 'Lower limit' }).fill('')
  await save.click()
  await expect(row).toContainText(/Pressure ≤ 10/)

  const operator = await Operator.signIn(url)
  const alarms = async () => {
    const endTime = Math.floor((await control(url, controlClock)).nowMs / 1000)
    const query = { sn: station.sn, startTime: endTime - 3600, endTime, currentPage: 1, pageSize: 100 }
    const { list } = await operator.call(listAlarms, { query })
    return list.filter(({ alarmSeq }) => alarmSeq.startsWith('limit-a01006-'))
  }
  await expect.poll(async () => (await alarms()).map(({ state }) => state)).toEqual([1])
  await page.getByText('Live', { exact: true }).click()
  const tile = page.locator('.reading-tile[data-code="a01006"]')
  await expect(tile).toHaveAttribute('data-state', 'high')
  await expect(tile).toContainText('10')

  await page.getByText('Installation', { exact: true }).click()
  await row.getByRole('button', { name: /^Edit/ }).click()
  await form.getByRole('button', { name: 'Remove limit 1' }).click()
  await save.click()
  await expect(row).not.toContainText('≤')
  await expect.poll(async () => (await alarms()).map(({ state }) => state)).toEqual([2])
  await page.getByText('Live', { exact: true }).click()
  await expect(tile).not.toHaveAttribute('data-state')
})

const photo = (width: number, height: number) => PNG.sync.write(new PNG({ width, height }))
