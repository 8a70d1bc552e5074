import { listDevices, listGroups } from '@backlot/contract/device-admin/calls'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { signIn } from './support/sign-in.ts'
import { openCamera, windowAt } from './support/wall.ts'

const SCREEN = '/systemManange/mediaMange'

// A taken port is refused.
test.use({ expectedErrors: /409 \(Conflict\)/ })

/** The top group of a device. */
async function topGroupOf(operator: Operator, sn: string): Promise<string> {
  const { list: devices } = await operator.call(listDevices, { query: { text: sn } })
  const { list: groups } = await operator.call(listGroups, { headers: { lang: 'en' } })
  let group = groups.find(({ id }) => id === devices[0]!.groupId)!
  while (group.parentId !== 0) group = groups.find(({ id }) => id === group.parentId)!
  return group.name
}

test('a media server is refused with bad entries, added, plays in a window, found, renamed, switched off and deleted', async ({
  console: page,
  simulator,
}) => {
  const [camera] = await playingCameras(simulator.url, 'camera', 1)
  const { sn } = camera!
  const operator = await Operator.signIn(simulator.url)
  const group = await topGroupOf(operator, sn)
  const live = () => operator.ask(startLiveVideo, { body: { sn, chnId: 1, streamType: 'sub' } })

  await signIn(page, simulator.url, { to: SCREEN })
  const first = page.getByRole('row', { name: /All groups not bound elsewhere/ })
  await expect(first).toContainText(new URL(simulator.url).port)
  await expect(first.getByRole('button', { name: 'Delete' })).toBeDisabled()
  await expect(first.getByRole('button', { name: 'Switch off' })).toBeDisabled()

  await page.getByRole('button', { name: 'Add media server' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add media server' })
  const send = dialog.getByRole('button', { name: 'Add', exact: true })
  await send.click()
  await expect(dialog.getByText('Between 1 and 64 characters')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Gate server')
  await dialog.getByLabel('Public address 1').fill('http://x/')
  await expect(dialog.getByText(/^Enter a host name or an IP address/)).toBeVisible()
  await dialog.getByLabel('Public address 1').fill('')
  const port = dialog.getByLabel('Port', { exact: true })
  const ownPort = new URL(simulator.url).port
  await port.fill(ownPort)
  await send.click()
  await expect(dialog.getByText(`Port ${ownPort} is already in use`)).toBeVisible()
  await port.fill('0')
  await dialog.getByRole('combobox', { name: 'Groups' }).fill(group)
  await page.locator('.ant-select-tree-title').getByText(group, { exact: true }).click()
  await dialog.getByText('Add media server').click()
  await send.click()
  await expect(page.getByText(/Gate server added, listening on port \d+/)).toBeVisible()
  const row = page.getByRole('row', { name: /Gate server/ })
  await expect(row).toContainText('Running')
  await expect(row).toContainText(group)
  await expect(row).toContainText('0 B')

  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  await signIn(page, simulator.url, { to: '/realTime?layout=4' })
  await openCamera(page, camera!, windowAt(page, 1))
  const played = sockets.filter((url) => url.includes(`/live/${sn}/`)).map((url) => new URL(url).port)
  expect(played.length).toBeGreaterThan(0)
  expect(played).not.toContain(ownPort)

  await signIn(page, simulator.url, { to: SCREEN })
  await page.getByLabel('Name, address or port').fill(played[0]!)
  await expect(first).toHaveCount(0)
  await expect(row).toContainText(/[1-9][\d.]* [kM]B/)
  await row.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Gate server' })
  await edit.getByRole('textbox', { name: 'Name' }).fill('North gate')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^North gate saved/)).toBeVisible()

  const renamed = page.getByRole('row', { name: /North gate/ })
  await renamed.getByRole('button', { name: 'Switch off' }).click()
  const off = page.getByRole('dialog', { name: 'Switch North gate off?' })
  await expect(off).toContainText(group)
  await off.getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByText('North gate switched off')).toBeVisible()
  expect((await live()).code).toBe(1)

  await page.getByLabel('Name, address or port').fill('north')
  await renamed.getByRole('button', { name: 'Delete' }).click()
  const asked = page.getByRole('dialog', { name: 'Delete media server North gate?' })
  await expect(asked).toContainText(`from the first server: ${group}`)
  await asked.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('North gate deleted')).toBeVisible()
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
  expect(await live()).toMatchObject({ code: 0, data: { url: expect.stringMatching(/^\/live\//) } })
})
