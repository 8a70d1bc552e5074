import { listAlarms } from '@backlot/contract/alarms/calls'
import { sendMessage } from '@backlot/contract/device-messages/calls'
import { Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { trueDevices } from './support/fleet.ts'
import { LOOKS, lookAt, settled } from './support/look-at.ts'
import { signIn } from './support/sign-in.ts'
import { textsOf } from './support/texts.ts'

for (const { theme, language } of LOOKS) {
  test.describe(`every map, ${theme}, ${language}`, () => {
    test.use({ locale: language === 'en' ? 'en-US' : 'zh-CN', colorScheme: theme })

    test('no serious finding of axe on the maps with their panels, tracks, and the big screen', async ({
      console: page,
      simulator,
    }) => {
      test.setTimeout(360_000)
      const text = textsOf(language)
      const go = (path: string) => page.goto(new URL(`/#${path}`, simulator.url).href)
      const panel = page.locator('.map-side')
      const open = async (name: string) => {
        await page.getByRole('button', { name, exact: true }).click()
        await expect(panel).toBeVisible()
        await settled(page)
        await lookAt(page, name, language, '.map-side')
      }
      const operator = await Operator.signIn(simulator.url)
      const { list } = await operator.call(listAlarms, { query: { pageSize: 100 } })
      const alarm = list.find(({ startLon }) => startLon !== undefined)
      const car = (await trueDevices(simulator.url, { kind: 'vehicle' })).find(({ online }) => online)
      const [station] = await trueDevices(simulator.url, { kind: 'hj212Station' })
      await operator.call(sendMessage, { body: { sn: car!.sn, text: 'Report' } })

      await signIn(page, simulator.url, { to: `/dispatch?sn=${car!.sn}&show=traffic.weather` })
      await expect(page.getByRole('region', { name: text.mapTools.layer.weather })).toBeVisible()
      // Icons are beside texts and have none of their own.
      const popup = page.locator('.device-popup')
      await expect(popup.getByRole('button', { name: text.talk.menu.title, exact: true })).toBeVisible()
      await expect(page.locator('.anticon:not([aria-hidden="true"])')).toHaveCount(0)
      await open(text.mapTools.messages)
      await open(text.mapTools.layers)
      await open(text.mapTools.drawings)

      await go(`/dispatch?alarm=${alarm!.id}`)
      await expect(panel.getByRole('listitem').first()).toBeVisible()
      await settled(page)
      await lookAt(page, 'dispatch to an alarm', language)

      await go(`/dispatch?sn=${station!.sn}`)
      await expect(popup).toContainText(station!.sn)
      // Around a fixed device: by now the vehicle may have driven out of the map.
      await page.getByRole('button', { name: text.mapTools.selectRectangle }).click()
      const { x, y, width, height } = (await page.locator('.dispatch-map').boundingBox())!
      await page.mouse.move(x + width * 0.3, y + height * 0.3)
      await page.mouse.down()
      await page.mouse.move(x + width * 0.6, y + height * 0.6, { steps: 3 })
      await page.mouse.up()
      await expect(panel.getByRole('button', { name: text.mapTools.exportCsv })).toBeVisible()
      await lookAt(page, 'selection', language, '.map-side')
      await popup.getByRole('button', { name: text.mapTools.place, exact: true }).click()
      await page.getByRole('menuitem', { name: text.mapTools.mapLocation }).click()
      await expect(page.getByRole('dialog').getByRole('button', { name: text.map.zoomIn })).toBeVisible()
      await lookAt(page, 'location dialog', language, '[role=dialog]')

      await go(`/mapReplay?sn=${car!.sn}`)
      await expect(page.getByRole('img', { name: text.tracks.chart.label })).toBeVisible()
      await settled(page)
      await lookAt(page, 'tracks', language)

      for (const path of ['/baiduMap', '/baiduSelectMap']) {
        await go(path)
        await expect(page.getByRole('button', { name: text.map.zoomIn })).toBeVisible()
        await settled(page)
        await lookAt(page, path, language)
      }
      await go('/largeScreen')
      await expect(page.locator('.wall-types li').first()).toBeVisible()
      await lookAt(page, 'big screen', language)
    })
  })
}
