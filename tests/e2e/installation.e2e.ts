import { expect, test } from './support/console-test.ts'
import { playingCameras, trueDevices } from './support/fleet.ts'
import { signIn } from './support/sign-in.ts'

// A name that is taken is refused.
test.use({ expectedErrors: /409 \(Conflict\)/ })

test('a station’s installation is told, its points are made and deleted, and a bound camera is shown first', async ({
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
  const form = page.getByRole('dialog', { name: 'Edit the installation' })
  await form.getByLabel('Installer').fill('x'.repeat(33))
  await form.getByLabel('Height above the ground, m').fill('3.5')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('At most 32 characters')).toBeVisible()
  await form.getByLabel('Installer').fill('Li Mei')
  await form.getByLabel('Remark').fill('The key is at the gate')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(info.getByRole('definition').filter({ hasText: 'Li Mei' })).toBeVisible()
  await expect(info).toContainText('3.5 m')
  await expect(info).toContainText('The key is at the gate')

  const points = page.getByRole('region', { name: 'Monitoring points' })
  const first = await points.getByRole('row').nth(1).getByRole('cell').first().textContent()
  await points.getByRole('button', { name: 'Add a point' }).click()
  const add = page.getByRole('dialog', { name: 'Add a point' })
  await add.getByLabel('Name').fill(first ?? '')
  await add.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(add.getByText('The device has a monitoring point of this name')).toBeVisible()
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

  const bound = page.getByRole('region', { name: 'Cameras that look at it' })
  await bound.getByRole('button', { name: 'Bind a camera' }).click()
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
  await expect(page.getByRole('region', { name: 'Camera of the station' })).toBeVisible()

  await page.getByText('Installation', { exact: true }).click()
  await points.getByRole('button', { name: 'Delete High roof' }).click()
  await page
    .getByRole('dialog', { name: 'Delete the point High roof?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(points.getByRole('row')).toHaveCount(2)
  await expect(points.getByRole('button', { name: /^Delete/ })).toBeDisabled()
  await bound.getByRole('button', { name: /off$/ }).click()
  await expect(bound.getByText('No camera is bound.')).toBeVisible()
})
