import { readFile } from 'node:fs/promises'
import { listAlarms } from '@backlot/contract/alarms/calls'
import { controlClock, controlSetClock } from '@backlot/contract/control/calls'
import { addDrawing, deleteDrawing, listDrawings } from '@backlot/contract/map-drawings/calls'
import type { Page } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras, trueDevices } from './support/fleet.ts'
import { diagnoseMap, mapAtRest } from './support/map.ts'
import { signIn } from './support/sign-in.ts'
import { pictureOf } from './support/wall.ts'

const CITY = 'lng=116.403963&lat=39.915119'

test.beforeEach(({ console: page }) => diagnoseMap(page))

test.describe('tools of the map', () => {
  test('coordinates in the search lead to their place, and a distance is measured again after a double click', async ({
    console: page,
    simulator,
  }) => {
    await signIn(page, simulator.url, { to: `/dispatch?${CITY}&z=15` })
    await mapAtRest(page)
    const box = page.getByRole('combobox', { name: 'Search addresses, places and devices' })
    await box.fill('116.4140, 39.9101')
    await expect(page.getByText('read as longitude, latitude')).toBeVisible()
    await box.fill('39°54\'54.36"N 116°24\'14.4"E')
    await page.locator('.map-search-row').getByText('116.4040, 39.9151').click()
    await expect(page.locator('.place-pin')).toHaveText('116.4040, 39.9151')
    const pin = (await page.locator('.place-pin').boundingBox())!
    const at = await page.evaluate(() => window.__backlotMap?.project(116.404, 39.9151))
    expect(Math.abs(pin.x + pin.width / 2 - at!.x)).toBeLessThan(pin.width)

    await page.getByRole('button', { name: 'Measure distance' }).click()
    const total = page.locator('.ranging-total')
    const dots = page.locator('.ranging-tool circle')
    await page.mouse.click(560, 300)
    await page.mouse.dblclick(760, 320)
    await expect(dots).toHaveCount(2)
    const first = await total.textContent()
    await page.mouse.move(700, 600)
    await expect(total).toHaveText(first!)
    await page.mouse.click(560, 500)
    await expect(dots).toHaveCount(1)
    await page.mouse.dblclick(620, 500)
    await expect(dots).toHaveCount(2)
    await expect(total).not.toHaveText(first!)
    await page.keyboard.press('Escape')
    await expect(dots).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Measure distance' })).toHaveAttribute(
      'aria-pressed',
      'false',
    )
  })

  test('draw a polygon that is undone, reshaped, made a fence, and kept for its user', async ({
    console: page,
    simulator,
  }) => {
    await signIn(page, simulator.url, { to: `/dispatch?${CITY}&z=15` })
    await mapAtRest(page)
    const operator = await Operator.signIn(simulator.url)
    const kept = async () => (await operator.call(listDrawings)).list

    await page.getByRole('button', { name: 'Drawings' }).click()
    const panel = page.getByRole('region', { name: 'Drawings' })
    await panel.getByRole('button', { name: 'Draw: Polygon' }).click()
    for (const [x, y] of [
      [520, 300],
      [700, 280],
      [720, 420],
      [880, 560],
    ] as const) {
      await page.mouse.click(x, y)
    }
    await page.keyboard.press('Backspace')
    await page.mouse.click(540, 450)
    await page.mouse.click(540, 450, { button: 'right' })
    await expect(panel.getByLabel('Name', { exact: true })).toHaveValue('Polygon 1')
    expect((await kept())[0]).toMatchObject({ type: 'polygon', style: { width: 4, opacity: 0.5 } })
    expect((await kept())[0]?.points).toHaveLength(4)

    const grip = page.getByRole('button', { name: 'Corner 1', exact: true })
    const box = (await grip.boundingBox())!
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(460, 260, { steps: 4 })
    await page.mouse.up()
    await page.getByRole('button', { name: 'New corner after corner 2' }).press('Enter')
    await page.getByRole('button', { name: 'Undo' }).click()
    await panel.getByLabel('Name', { exact: true }).fill('North yard')
    await panel.getByLabel('Geofence').click()
    await panel.getByText('Enter', { exact: true }).click()
    const before = (await kept())[0]!
    await panel.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Drawing saved')).toBeVisible()
    const [saved] = await kept()
    expect(saved).toMatchObject({ name: 'North yard', fence: { active: true, on: 'enter' } })
    expect(saved?.points.slice(1)).toEqual(before.points.slice(1))
    expect(saved?.points[0]).not.toEqual(before.points[0])
    expect((await (await Operator.signIn(simulator.url, 'dispatch1')).call(listDrawings)).list).toEqual([])

    // By keys the focus goes from the list to the form, and back.
    const entry = panel.getByRole('button', { name: /North yard/ })
    await entry.press('Enter')
    await expect(panel.getByRole('form')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(entry).toBeFocused()
    await page.keyboard.press('Enter')
    await panel.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('tooltip').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(async () => (await kept()).length).toBe(0)
  })

  test.describe('over HTTP', () => {
    test.use({ overHttp: true, expectedErrors: /map\/drawing\/(add|update|delete)/ })

    test('a drawing that was not kept is not lost, and Escape closes what is open over it first', async ({
      console: page,
      simulator,
    }) => {
      await signIn(page, simulator.url, { to: `/dispatch?${CITY}&z=15` })
      const operator = await Operator.signIn(simulator.url)
      const kept = async () => (await operator.call(listDrawings)).list

      await page.route('**/map/drawing/add', (route) =>
        route.fulfill({ json: { code: 500, msg: 'No room' } }),
      )
      await page.getByRole('button', { name: 'Drawings' }).click()
      const panel = page.getByRole('region', { name: 'Drawings' })
      await panel.getByRole('button', { name: 'Draw: Circle' }).click()
      await page.mouse.click(600, 300)
      await page.mouse.click(680, 320)
      const name = panel.getByLabel('Name', { exact: true })
      await expect(name).toHaveValue('Circle 1')
      await expect(page.getByText('No room')).toBeVisible()
      await expect(page.getByText('Drag the centre to move the circle')).toBeVisible()
      expect(await kept()).toEqual([])

      const fence = panel.getByRole('switch', { name: 'Geofence' })
      await fence.click()
      await panel.getByRole('button', { name: 'Choose devices' }).click()
      const picker = page.getByRole('dialog', { name: 'Choose devices' })
      await picker.getByRole('button', { name: 'Cancel' }).focus()
      await page.keyboard.press('Escape')
      await expect(picker).toHaveCount(0)
      await panel.getByRole('button', { name: 'Delete' }).click()
      const question = page.getByRole('tooltip').getByText('Delete Circle 1?')
      await expect(question).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(question).toBeHidden()
      await expect(fence).toBeChecked()

      // Another screen is not opened before the operator is asked.
      await page.getByRole('link', { name: 'Home', exact: true }).click()
      const leaving = page.getByRole('dialog', { name: 'Discard your changes?' })
      await leaving.getByRole('button', { name: 'Keep editing' }).click()
      await expect(leaving).toHaveCount(0)

      await page.unroute('**/map/drawing/add')
      await panel.getByRole('button', { name: 'Save' }).click()
      await expect(panel.getByRole('button', { name: /Circle 1/ })).toBeVisible()
      expect(await kept()).toMatchObject([{ name: 'Circle 1', fence: { active: true } }])

      // A message that is begun stays while another panel is looked at.
      await page.getByRole('button', { name: 'Messages' }).click()
      const form = page.getByRole('form', { name: 'Message' })
      await form.getByLabel('Text').fill('Hold at the gate')
      await form.getByLabel('Urgent').check()
      await page.getByRole('button', { name: 'Layers' }).click()
      await page.getByRole('button', { name: 'Messages' }).click()
      await expect(form.getByLabel('Text')).toHaveValue('Hold at the gate')
      await expect(form.getByLabel('Urgent')).toBeChecked()
    })

    test('a fence that somebody deletes while it is changed can be saved as a new one, or deleted all the same', async ({
      console: page,
      simulator,
    }) => {
      const operator = await Operator.signIn(simulator.url)
      const kept = async () => (await operator.call(listDrawings)).list
      for (const { id } of await kept()) await operator.call(deleteDrawing, { body: { id } })
      const { id } = await operator.call(addDrawing, {
        body: {
          name: 'South yard',
          type: 'circle',
          points: [[116.403963, 39.915119]],
          radius: 100,
          zoom: 16,
          style: { colour: '#ff7a45' },
          fence: { on: 'leave' },
        },
      })
      await signIn(page, simulator.url, { to: `/dispatch?${CITY}&z=15` })
      await page.getByRole('button', { name: 'Drawings' }).click()
      const panel = page.getByRole('region', { name: 'Drawings' })
      await panel.getByRole('button', { name: /South yard/ }).click()
      await operator.call(deleteDrawing, { body: { id } })
      const name = panel.getByLabel('Name', { exact: true })
      await name.fill('North yard')
      const refused = page.waitForResponse('**/map/drawing/update')
      await panel.getByRole('button', { name: 'Save' }).click()
      await refused
      await expect(name).toHaveValue('North yard')
      await expect(panel.getByRole('button', { name: 'Save' })).not.toHaveClass(/loading/)
      await panel.getByRole('button', { name: 'Save' }).click()
      await panel.getByRole('button', { name: /North yard/ }).click()
      const [again] = await kept()
      expect(again).toMatchObject({ name: 'North yard', fence: { active: true } })

      // A drawing that somebody else has already deleted counts as deleted.
      await operator.call(deleteDrawing, { body: { id: again!.id } })
      await panel.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('tooltip').getByRole('button', { name: 'Delete' }).click()
      await expect(panel.getByText('No drawings yet')).toBeVisible()
    })
  })

  test('select devices in a rectangle, list and export them; filters stand in the address and in the tree', async ({
    console: page,
    simulator,
  }) => {
    await signIn(page, simulator.url, { to: `/dispatch?${CITY}&z=14` })
    await mapAtRest(page)
    await page.getByRole('button', { name: 'Select by rectangle' }).click()
    await page.mouse.move(450, 200)
    await page.mouse.down()
    await page.mouse.move(1000, 600, { steps: 5 })
    await page.mouse.up()
    const panel = page.getByRole('region', { name: /^Selection/ })
    const count = Number(/(\d+) device/.exec(await panel.getByRole('heading').innerText())?.[1])
    expect(count).toBeGreaterThan(3)
    const expected = await page.evaluate(
      (devices) =>
        devices.filter(({ longitude, latitude }) => {
          const at = window.__backlotMap?.project(longitude, latitude)
          return at && at.x > 452 && at.x < 998 && at.y > 202 && at.y < 598
        }).length,
      (await trueDevices(simulator.url, { kind: 'camera' })).map(({ longitude, latitude }) => ({
        longitude,
        latitude,
      })),
    )
    expect(count).toBeGreaterThanOrEqual(expected)
    const download = page.waitForEvent('download')
    await panel.getByRole('button', { name: 'Export CSV' }).click()
    const csv = await readFile(await (await download).path(), 'utf8')
    expect(csv.trim().split('\r\n')).toHaveLength(count + 1)
    expect(csv).toContain('Serial number,Name,Project,State,Longitude,Latitude,Position time')
    await panel.getByRole('button', { name: 'Close' }).click()
    await watchPolygonAround(page, await playingCameras(simulator.url, 'camera', 40))

    const tree = page.getByRole('complementary', { name: 'Devices' })
    await tree.getByRole('tab', { name: /^Offline/ }).click()
    await expect(page).toHaveURL(/[?&]on=0/)
    await page.getByRole('button', { name: 'Remove filter Offline' }).click()
    await expect(tree.getByRole('tab', { name: /^All/ })).toHaveAttribute('aria-selected', 'true')
    await tree.getByRole('treeitem').first().click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Show only this project on the map' }).click()
    await expect(page).toHaveURL(/[?&]group=\d+/)
    await expect(page.getByRole('list', { name: 'Map filters' })).toContainText('Project:')

    await page.getByRole('button', { name: 'Layers' }).click()
    const layers = page.getByRole('region', { name: 'Layers' })
    await layers.getByText('7 d').click()
    await expect(layers.getByText(/\d+ alarms? in this period/)).toBeVisible()
    await layers.getByText('US', { exact: true }).click()
    await expect(page.getByTitle('Scale')).toContainText(/ft|mi/)
    await layers.getByText('Metric').click()
    await expect(page).toHaveURL(/[?&]heat=168/)
  })

  test('a fence that a vehicle drives into raises an alarm, and dispatch finds who is near and the way', async ({
    console: page,
    simulator,
  }) => {
    const operator = await Operator.signIn(simulator.url)
    const vehicles = (await trueDevices(simulator.url, { kind: 'vehicle' })).filter(({ online }) => online)
    // A ring around each of them, to be left: a vehicle that drives crosses it within a minute.
    for (const { sn, longitude, latitude } of vehicles.slice(0, 20)) {
      await operator.call(addDrawing, {
        body: {
          name: `Ring of ${sn}`,
          type: 'circle',
          points: [[longitude, latitude]],
          radius: 60,
          zoom: 16,
          style: { colour: '#ff7a45' },
          fence: { on: 'leave', sns: [sn] },
        },
      })
    }
    const { nowMs } = await control(simulator.url, controlClock)
    const span = { startTime: Math.floor(nowMs / 1000) - 60, endTime: Math.floor(nowMs / 1000) + 86_000 }
    await control(simulator.url, controlSetClock, { body: { action: 'speed', rate: 10 } })
    const crossings = async () =>
      (
        await operator.call(listAlarms, { query: { ...span, type: 'VehicleAlarm', pageSize: 50 } })
      ).list.filter(({ subType }) => subType === 'GeofenceOut')
    await expect.poll(async () => (await crossings()).length, { timeout: 30_000 }).toBeGreaterThan(0)
    await control(simulator.url, controlSetClock, { body: { action: 'speed', rate: 1 } })
    const [alarm] = await crossings()
    expect(alarm!.monitorName).toBe(`Ring of ${alarm!.sn}`)

    await signIn(page, simulator.url, {
      to: `/dispatch?alarm=${alarm!.id}&lng=${alarm!.startLon}&lat=${alarm!.startLat}&z=15`,
    })
    const panel = page.getByRole('region', { name: 'Dispatch' })
    await expect(panel.getByText('Left an area')).toBeVisible()
    await expect(panel.getByText(/by road/).first()).toBeVisible()
    const route = panel.getByRole('button', { name: /^Draw the route of/ }).first()
    await route.click()
    await expect(route).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => page.url()).toContain(`alarm=${alarm!.id}`)
    await panel.getByRole('button', { name: 'Close' }).click()
    await expect(page).not.toHaveURL(/alarm=/)
  })
})

/** Selects devices around one of some cameras by a small polygon, and opens their videos. */
async function watchPolygonAround(
  page: Page,
  cameras: readonly ({ cameraNumber: number } & Place)[],
): Promise<void> {
  const places = await page.evaluate(
    (list) => list.map(({ longitude, latitude }) => window.__backlotMap!.project(longitude, latitude)),
    cameras.map(({ longitude, latitude }) => ({ longitude, latitude })),
  )
  const at = places.findIndex(({ x, y }) => x > 520 && x < 1180 && y > 110 && y < 700)
  const { x, y } = places[at]!
  await page.getByRole('button', { name: 'Select by polygon' }).click()
  await page.mouse.click(x - 12, y - 8)
  await page.mouse.click(x + 12, y - 8)
  await page.mouse.click(x, y + 14)
  await page.mouse.click(x, y + 14, { button: 'right' })
  const panel = page.getByRole('region', { name: /^Selection/ })
  await panel.getByRole('button', { name: /Open videos \([1-9]/ }).click()
  const popup = page.getByRole('dialog', { name: 'Live video' })
  await expect(popup.locator('.video-window').first()).toBeVisible()
  const shown = await popup.locator('.video-window').all()
  const numbers: number[] = []
  for (const window of shown) numbers.push((await pictureOf(window)).camera)
  expect(numbers).toContain(cameras[at]!.cameraNumber)
  await popup.getByRole('button', { name: 'Close live video' }).click()
  await expect(popup).toHaveCount(0)
  await panel.getByRole('button', { name: 'Close' }).click()
}

type Place = { longitude: number; latitude: number }
