import { listDevices } from '@backlot/contract/device-admin/calls'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { fastConfig } from '@backlot/contract/servers/fast-config-calls'
import { addTemplate } from '@backlot/contract/templates/calls'
import { addRole, addUser, listRoles } from '@backlot/contract/users/calls'
import { DEMO_PASSWORD, Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { signIn } from './support/sign-in.ts'

test('templates: a generic one is refused with bad rules, kept, found by its device, in effect, changed and deleted', async ({
  console: page,
  simulator,
}) => {
  const [camera] = await playingCameras(simulator.url, 'camera', 1)
  const { sn } = camera!
  const operator = await Operator.signIn(simulator.url)
  const liveCode = async () =>
    (await operator.ask(startLiveVideo, { body: { sn, chnId: 1, streamType: 'main' } })).code
  await signIn(page, simulator.url, { to: '/serverManange/templateManage' })
  await expect(page.getByText('No templates')).toBeVisible()

  await page.getByRole('button', { name: 'Add generic template' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add generic template' })
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText('Please enter a name')).toBeVisible()
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await name.fill('a/b')
  await expect(dialog.getByText('The platform does not accept this value')).toBeVisible()
  await name.fill('Yard cameras')
  await dialog.getByLabel('Packing interval (minutes)').fill('15')
  await dialog.getByRole('combobox', { name: 'Devices' }).fill(sn)
  await page.locator('.ant-select-item-option').filter({ hasText: sn }).click()
  await page.keyboard.press('Escape')
  const rules = dialog.getByRole('group')
  await dialog.getByRole('button', { name: 'Add rule' }).click()
  await dialog.getByRole('button', { name: 'Add rule' }).click()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText('Rule 1: another rule covers this file type in these hours')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove rule 2' }).click()
  await rules.first().getByLabel('Upload (1–1440 min)').fill('5')
  await expect(dialog.getByText(/Rule 1: the upload interval must not be shorter/)).toBeVisible()
  await rules.first().getByLabel('Upload (1–1440 min)').fill('120')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Yard cameras added. It applies at once')).toBeVisible()

  await page.getByLabel('Name or serial number').fill(sn)
  const row = page.getByRole('row', { name: /Yard cameras/ })
  await expect(row).toContainText('15 min')
  await expect(row).toContainText('Timed capture by the device every 120 min, 00:00–24:00')
  expect(await liveCode()).toBe(0)
  await row.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Yard cameras' })
  const bound = edit.getByRole('combobox', { name: 'Media servers' })
  await bound.click()
  await bound.press('Backspace')
  await page.keyboard.press('Escape')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Not bound')
  expect(await liveCode()).toBe(2)

  await row.getByRole('button', { name: 'Delete' }).click()
  const asked = page.getByRole('dialog', { name: 'Delete template Yard cameras?' })
  await asked.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Yard cameras deleted')).toBeVisible()
  expect(await liveCode()).toBe(0)
})

test('templates: a meeting is started by one, and the capture rules are a step away', async ({
  console: page,
  simulator,
}) => {
  await signIn(page, simulator.url, { to: '/serverManange/templateManage' })
  await page.getByRole('button', { name: 'Add meeting template' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add meeting template' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Briefing')
  await dialog.getByLabel('Maximum members').fill('2')
  await dialog.getByRole('switch', { name: 'Join muted' }).click()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('row', { name: /Briefing Meeting/ })).toContainText('2, muted')
  await page.getByRole('button', { name: 'Capture rules' }).click()
  await expect(page.getByRole('button', { name: 'Add rule' })).toBeVisible()

  await signIn(page, simulator.url, { to: '/realTime' })
  await page.getByRole('button', { name: 'Talk' }).click()
  await page.getByRole('menuitem', { name: 'Audio meeting' }).click()
  const meeting = page.getByRole('complementary', { name: 'Audio meeting' })
  await meeting.getByRole('button', { name: 'New meeting' }).click()
  await meeting.getByRole('combobox', { name: 'Template' }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: 'Briefing' }).click()
  await expect(meeting).toContainText('Briefing: up to 2 members, muted on joining')
})

test('addresses are refused when they are wrong, shown as they will be, and told of all servers at once', async ({
  console: page,
  simulator,
}) => {
  // A request that the platform refuses at first can be repeated.
  const asking = `**${fastConfig.path}`
  await page.route(asking, (route) => route.fulfill({ json: { code: 500, msg: 'Out of order' } }))
  await signIn(page, simulator.url, { to: '/serverManange/fastConfig' })
  await expect(page.getByText('Out of order')).toBeVisible()
  await page.unroute(asking)
  await page.getByRole('button', { name: 'Try again' }).click()
  const form = page.getByRole('region', { name: 'Fast Config IP' })
  const apply = form.getByRole('button', { name: 'Apply' })
  await expect(apply).toBeDisabled()
  await form.getByLabel('Public IP').fill('300.1.1.1')
  await expect(form.getByText('Enter an IPv4 address, such as')).toBeVisible()
  await form.getByLabel('Public IP').fill('203.0.113.7')
  await form.getByLabel('Local IP').fill('8.8.8.8')
  await expect(form.getByText(/A local address must be/)).toBeVisible()
  await form.getByLabel('Local IP').fill('10.20.30.40')
  await form.getByLabel('HJ 212 port').fill('9212')
  await form.getByLabel('JT/T 808 port').fill('9212')
  await expect(form.getByText('Already used for: HJ 212 port')).toBeVisible()
  await form.getByLabel('JT/T 808 port').fill('9808')
  await expect(form.getByRole('alert').filter({ hasText: 'Not an address of this machine' })).toContainText(
    '203.0.113.7, 10.20.30.40',
  )
  const row = form.getByRole('row', { name: /HJT212 Server/ })
  await expect(row).toContainText('– → 203.0.113.7:9212')
  await apply.click()
  const asked = page.getByRole('dialog', { name: 'Apply these addresses to all servers?' })
  await expect(asked.getByRole('button', { name: 'Apply' })).toBeFocused()
  await asked.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('New addresses published for all servers')).toBeVisible()
  await expect(row).toContainText('10.20.30.40:9212')

  await page.goto(new URL('/#/serverManange/mgt/sensorCenter', simulator.url).href)
  await expect(page.getByRole('complementary', { name: 'HJT212 Server' })).toContainText('203.0.113.7:9212')
  await page.goto(new URL('/#/serverManange/fastConfig', simulator.url).href)
  await form.getByLabel('Public IP').fill('')
  await form.getByLabel('Local IP').fill('')
  await apply.click()
  await expect(asked.getByRole('button', { name: 'Apply' })).toBeFocused()
  await asked.getByRole('button', { name: 'Apply' }).click()
  await expect(row).not.toContainText('203.0.113.7')
})

test('a version is refused with a wrong file, stored, sent to cameras, followed to its end, and deleted', async ({
  console: page,
  simulator,
}) => {
  test.setTimeout(240_000)
  const cameras = await playingCameras(simulator.url, 'camera', 2)
  await signIn(page, simulator.url, { to: '/serverManange/mgt/upgradeServer' })
  await expect(page.getByText('No versions yet')).toBeVisible()
  await page.getByRole('button', { name: 'Upload version' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload version' })
  const choose = (name: string, buffer: Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  const send = dialog.getByRole('button', { name: 'Upload', exact: true })
  await choose('camera.exe', Buffer.from('MZ'))
  await dialog.getByRole('textbox', { name: 'Version' }).fill('newest')
  await send.click()
  await expect(dialog.getByText('The file must be a bin, img, pkg, zip or gz')).toBeVisible()
  await expect(dialog.getByText('Please enter a name')).toBeVisible()
  await expect(dialog.getByText('Enter numbers with dots, such as 3.1.0')).toBeVisible()
  await choose('empty.bin', Buffer.alloc(0))
  await expect(dialog.getByText('The file is empty')).toBeVisible()
  await choose('camera-3.1.0.bin', Buffer.alloc(200_000, 7))
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Autumn release')
  await dialog.getByRole('textbox', { name: 'Version' }).fill('3.1.0')
  await send.click()
  await expect(page.getByText('Version 3.1.0 uploaded')).toBeVisible()

  await page.getByLabel('Name, version or file').fill('autumn')
  const version = page.getByRole('row', { name: /3\.1\.0 Autumn release Any camera-3\.1\.0\.bin/ })
  await version.getByRole('button', { name: 'Upgrade devices' }).click()
  const start = page.getByRole('dialog', { name: 'Upgrade to 3.1.0' })
  await start.getByRole('button', { name: 'Upgrade devices' }).click()
  await expect(start.getByText('Please choose a device')).toBeVisible()
  for (const { sn } of cameras) {
    await start.getByRole('combobox', { name: 'Devices' }).fill(sn)
    await page.locator('.ant-select-item-option').filter({ hasText: sn }).click()
    // More of the search results can be chosen.
    await expect(start.getByRole('combobox', { name: 'Devices' })).toHaveValue(sn)
  }
  await page.keyboard.press('Escape')
  await start.getByRole('button', { name: 'Upgrade devices' }).click()
  const sure = page.getByRole('dialog', { name: 'Upgrade 2 devices to 3.1.0?' })
  await expect(sure).toContainText('Fixed camera: 2')
  // After cancelling, the choice is still there.
  await sure.getByRole('button', { name: 'Cancel' }).click()
  await start.getByRole('button', { name: 'Upgrade devices' }).click()
  await sure.getByRole('button', { name: 'Upgrade devices' }).click()
  await expect(page.getByText('2 devices are downloading the version')).toBeVisible()
  const run = page.getByRole('row', { name: /3\.1\.0 Autumn release Running/ })
  await run.getByRole('button', { name: 'Progress' }).click()
  const progress = page.getByRole('dialog', { name: 'Upgrade to 3.1.0' })
  const first = progress.getByRole('row', { name: new RegExp(cameras[0]!.sn) })
  await expect(first).toContainText(/Downloading \d+ %/)
  await expect(first).toContainText(/Succeeded|Failed|Download failed/, { timeout: 60_000 })
  await expect(progress.getByText(/Downloading|Upgrading/)).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.getByText('Versions', { exact: true }).click()
  await version.getByRole('button', { name: 'Delete' }).click()
  const asked = page.getByRole('dialog', { name: 'Delete version 3.1.0?' })
  await asked.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Version 3.1.0 deleted')).toBeVisible()
  await page.getByText('Server', { exact: true }).click()
  await expect(page.getByRole('complementary', { name: 'Upgrade Server' })).toContainText('Running')
})

test('an upgrade under way is cancelled: its downloads are given up, and the run and its devices say so', async ({
  console: page,
  simulator,
}) => {
  const cameras = await playingCameras(simulator.url, 'ptzCamera', 2)
  await signIn(page, simulator.url, { to: '/serverManange/mgt/upgradeServer' })
  await page.getByRole('button', { name: 'Upload version' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload version' })
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'camera-3.2.0.bin',
    mimeType: 'application/octet-stream',
    buffer: Buffer.alloc(1000, 7),
  })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Winter release')
  await dialog.getByRole('textbox', { name: 'Version' }).fill('3.2.0')
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  const version = page.getByRole('row', { name: /3\.2\.0 Winter release/ })
  await version.getByRole('button', { name: 'Upgrade devices' }).click()
  const start = page.getByRole('dialog', { name: 'Upgrade to 3.2.0' })
  for (const { sn } of cameras) {
    await start.getByRole('combobox', { name: 'Devices' }).fill(sn)
    await page.locator('.ant-select-item-option').filter({ hasText: sn }).click()
  }
  await page.keyboard.press('Escape')
  await start.getByRole('button', { name: 'Upgrade devices' }).click()
  const sure = page.getByRole('dialog', { name: 'Upgrade 2 devices to 3.2.0?' })
  await sure.getByRole('button', { name: 'Upgrade devices' }).click()

  const run = page.getByRole('row', { name: /3\.2\.0 Winter release/ })
  await expect(run).toContainText('Running')
  await run.getByRole('button', { name: 'Cancel run' }).click()
  const asked = page.getByRole('dialog', { name: 'Cancel the upgrade to 3.2.0?' })
  await expect(asked).toContainText('2 devices are downloading. They stop and keep their version.')
  await asked.getByRole('button', { name: 'Cancel run' }).click()
  await expect(page.getByText('2 downloads cancelled')).toBeVisible()
  await expect(run).toContainText('Cancelled')
  await expect(run.getByRole('button', { name: 'Cancel run' })).toHaveCount(0)
  await run.getByRole('button', { name: 'Progress' }).click()
  const progress = page.getByRole('dialog', { name: 'Upgrade to 3.2.0' })
  for (const { sn } of cameras) {
    const device = progress.getByRole('row', { name: new RegExp(sn) })
    await expect(device).toContainText('Cancelled')
    await expect(device).not.toContainText('3.2.0')
  }
  await page.keyboard.press('Escape')
  // A version that no device runs any more may be deleted.
  await page.getByText('Versions', { exact: true }).click()
  await version.getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: 'Delete version 3.2.0?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(page.getByText('Version 3.2.0 deleted')).toBeVisible()
})

test('an administrator bounded to a group sees what all groups share, and why it cannot be changed', async ({
  console: page,
  simulator,
}) => {
  const admin = await Operator.signIn(simulator.url)
  const { list: roles } = await admin.call(listRoles, { headers: { lang: 'en' } })
  const { roleId } = roles.find(({ name }) => name === 'Administrator')!
  const { list: devices } = await admin.call(listDevices, { query: { pageSize: 500 } })
  // Cameras of both kinds are in groups of their own, neither below the other's.
  const [[camera], [dome]] = await Promise.all([
    playingCameras(simulator.url, 'camera', 1),
    playingCameras(simulator.url, 'ptzCamera', 1),
  ])
  const { groupId: nodeId } = devices.find(({ sn }) => sn === camera!.sn)!
  const password = Operator.hash(DEMO_PASSWORD)
  await admin.call(addUser, { body: { loginName: 'local', name: 'Local', password, roleId, nodeId } })
  const template = { kind: 0 as const, mediaServerIds: [1], packMinutes: 10, rules: [] }
  const sns = [camera!.sn, dome!.sn]
  await admin.call(addTemplate, { body: { ...template, name: 'Shared', sns } })

  await signIn(page, simulator.url, { to: '/systemManange/mediaMange', loginName: 'local' })
  const refused = page.getByRole('button', { name: 'Add media server' })
  await expect(refused).toBeDisabled()
  await refused.hover({ force: true })
  await expect(page.getByRole('tooltip')).toContainText('without a group limit')
  for (const [path, button] of [
    ['/systemManange/alarmType', 'Add type'],
    ['/systemManange/controlLists', 'Add person'],
    ['/serverManange/templateManage', 'Add meeting template'],
  ] as const) {
    await page.goto(`${simulator.url}/#${path}`)
    await expect(page.getByRole('button', { name: button }).first()).toBeDisabled()
  }
  const shared = page.getByRole('row', { name: /Shared/ })
  await expect(shared.getByRole('button', { name: 'Edit' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Add generic template' })).toBeEnabled()
})

test('all servers are one list: the route of a kind opens it there, and an account sees the kinds of its routes', async ({
  console: page,
  simulator,
}) => {
  await signIn(page, simulator.url, { to: '/serverManange/mgt/webServer' })
  const list = page.getByRole('region', { name: 'Server info', exact: true })
  const rows = list.locator('tr[data-row-key]')
  const panel = page.getByRole('complementary', { name: 'Web Server' })
  await expect(rows).toHaveCount(1)
  await expect(panel).toContainText('Serves the console and answers its calls')
  await expect(panel.getByRole('region', { name: 'Counts' })).toContainText(/Signed in\s*\d/)
  await panel.getByRole('button', { name: 'Addresses…' }).click()
  await expect(page.getByRole('dialog', { name: 'Addresses: Web Server' })).toBeVisible()
  await page.keyboard.press('Escape')
  // Without the filter it is the list of all, on its own route.
  await list.getByRole('button', { name: 'Clear all' }).click()
  await expect(page).toHaveURL(/\/serverManange\/serverInfo$/)
  await expect(rows.filter({ hasText: 'HJT212 Server' })).toHaveCount(1)
  await expect(panel).toHaveCount(0)

  // Every media server is in the panel of their kind.
  await rows.filter({ hasText: 'Media Server' }).click()
  const servers = page
    .getByRole('complementary', { name: 'Media Server' })
    .getByRole('table', { name: 'Media servers' })
  await expect(servers.getByRole('row').nth(1)).toContainText(`Running · Port ${new URL(simulator.url).port}`)
  await page.keyboard.press('Escape')

  const admin = await Operator.signIn(simulator.url)
  const permission = ['/serverManange/mgt/webServer', '/serverManange/mgt/mediaServer']
  const { roleId } = await admin.call(addRole, {
    body: { name: 'Two servers', permission: permission.map((target) => ({ target })) },
  })
  const password = Operator.hash(DEMO_PASSWORD)
  await admin.call(addUser, { body: { loginName: 'two', name: 'Two', password, roleId } })
  await signIn(page, simulator.url, { to: '/serverManange/mgt/mediaServer', loginName: 'two' })
  await expect(page.getByRole('complementary', { name: 'Media Server' })).toBeVisible()
  await list.getByRole('button', { name: 'Clear all' }).click()
  await expect(rows).toHaveText([/Web Server/, /Media Server/])
})
