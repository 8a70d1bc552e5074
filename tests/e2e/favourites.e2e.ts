import { addFavourite, listFavourites } from '@backlot/contract/favourites/calls'
import { Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { signIn } from './support/sign-in.ts'
import { pictureOf, windowAt } from './support/wall.ts'

test('favourites are dragged into another order, and an empty window offers the picker', async ({
  console: page,
  simulator,
}) => {
  const cameras = await playingCameras(simulator.url, 'camera', 12).then((list) => list.slice(9))
  const operator = await Operator.signIn(simulator.url, 'dispatch2')
  for (const [at, name] of ['First', 'Second', 'Third'].entries())
    await operator.call(addFavourite, { body: { sn: cameras[at]!.sn, chnId: 1, name, sort: at + 1 } })
  await signIn(page, simulator.url, { to: '/realTime?layout=4', loginName: 'dispatch2' })
  const tree = page.getByRole('tree', { name: 'Devices' })
  await tree.getByRole('treeitem', { name: /^Favourites/ }).click()
  await page.keyboard.press('ArrowRight')
  const row = (name: string) => tree.getByRole('treeitem', { name: new RegExp(`^${name},`) })
  await row('Third').dragTo(row('First'))
  await expect
    .poll(async () => (await operator.call(listFavourites, { query: {} })).list.map(({ name }) => name))
    .toEqual(['Third', 'First', 'Second'])
  await expect(tree.getByRole('treeitem').nth(1)).toHaveAccessibleName(/^Third/)

  await windowAt(page, 2).getByRole('button', { name: 'Choose a camera' }).click()
  const picker = page.getByRole('dialog', { name: 'Choose a camera' })
  await picker.getByRole('searchbox').fill(cameras[0]!.sn)
  await picker
    .getByRole('treeitem')
    .and(page.getByTitle(new RegExp(`${cameras[0]!.sn}$`)))
    .click()
  await pictureOf(windowAt(page, 2), (picture) => picture.camera === cameras[0]!.cameraNumber)
})
