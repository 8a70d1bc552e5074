import { listAlarms } from '@backlot/contract/alarms/calls'
import { sendMessage } from '@backlot/contract/device-messages/calls'
import { Operator } from '../../../../testing/operator.ts'
import { mapAtRest } from '../../support/map.ts'
import { pictureOf } from '../../support/wall.ts'
import type { Shot } from '../shot.ts'
import type { Stage } from '../stage.ts'
import { pattern } from '../stage.ts'

const CITY = 'lng=116.403963&lat=39.915119'

/** Map dispatch. */
export const MAP_SHOTS: readonly Shot[] = [
  ...(
    [
      ['far', 9],
      ['region', 10.2],
      ['city', 11.5],
      ['district', 13.5],
      ['streets', 17.3],
    ] as const
  ).map(
    ([name, zoom]): Shot => ({
      name: `map-${name}`,
      large: name === 'city',
      prepare: async ({ go, page }) => {
        await go(`/dispatch?${CITY}&z=${zoom}`)
        await mapSettled(page)
      },
    }),
  ),
  {
    name: 'dispatch',
    large: true,
    readme: { name: 'dispatch', theme: 'dark' },
    prepare: async (stage) => {
      await watchOnMap(stage)
    },
  },
  {
    name: 'dispatch-video-ptz',
    prepare: async (stage) => {
      const float = await watchOnMap(stage)
      await float.getByRole('button', { name: stage.text.video.ptz.title }).click()
      await float.getByRole('slider', { name: stage.text.video.ptz.speed }).waitFor()
    },
  },
  ...(['vehicle', 'station', 'bodyworn', 'offlineStation'] as const).map(
    (who): Shot => ({
      name: `map-${who === 'offlineStation' ? 'offline' : who}`,
      prepare: async ({ go, page, text, ...cast }) => {
        const { sn } = cast[who]
        await go(`/dispatch?sn=${sn}`)
        await mapSettled(page)
        await page.getByRole('region', { name: text.map.popup }).getByText(sn).waitFor()
      },
    }),
  ),
  {
    name: 'dispatch-ranging',
    prepare: async ({ go, page, text }) => {
      await go(`/dispatch?${CITY}&z=14`)
      await mapSettled(page)
      await page.getByRole('button', { name: text.map.ranging, exact: true }).click()
      await page.mouse.click(520, 300)
      await page.mouse.click(700, 420)
      await page.mouse.dblclick(900, 360)
      await page.getByText(pattern(text.map.rangingTotal)).waitFor()
    },
  },
  {
    name: 'dispatch-layers',
    large: true,
    prepare: async ({ go, page, text }) => {
      await go(`/dispatch?${CITY}&z=12.5&heat=168`)
      await mapSettled(page)
      await page.getByRole('button', { name: text.mapTools.layers, exact: true }).click()
      await page.locator('.map-side-hint').waitFor()
    },
  },
  {
    name: 'dispatch-location',
    prepare: async ({ go, page, text, station }) => {
      await go(`/dispatch?sn=${station.sn}`)
      await mapSettled(page)
      const popup = page.getByRole('region', { name: text.map.popup })
      await popup.getByRole('button', { name: text.mapTools.place, exact: true }).click()
      await page.getByRole('menuitem', { name: text.mapTools.mapLocation }).click()
      await page.getByRole('dialog').getByRole('button', { name: text.map.zoomIn }).waitFor()
    },
  },
  {
    name: 'dispatch-traffic',
    large: true,
    prepare: async ({ go, page, text }) => {
      await go(`/dispatch?${CITY}&z=13.2&show=traffic.weather`)
      await page.getByRole('region', { name: text.mapTools.layer.weather }).waitFor()
      await mapSettled(page)
    },
  },
  {
    name: 'dispatch-messages',
    large: true,
    prepare: async ({ go, page, text, url, vehicle, bodyworn }) => {
      const operator = await Operator.signIn(url, 'dispatch1')
      const body = { sn: vehicle.sn, text: text.mapTools.hint.place, urgent: true }
      await operator.call(sendMessage, { body })
      await operator.call(sendMessage, { body: { sn: bodyworn.sn, text: text.mapTools.dispatch } })
      await go(`/dispatch?sn=${vehicle.sn}`)
      await mapSettled(page)
      await page.getByRole('region', { name: text.map.popup }).waitFor()
      await page.getByRole('button', { name: text.mapTools.messages, exact: true }).click()
      await page.getByText(text.mapTools.messageState.acknowledged).nth(1).waitFor()
    },
  },
  {
    name: 'dispatch-situation',
    large: true,
    prepare: async ({ go, page, text, url }) => {
      const operator = await Operator.signIn(url, 'dispatch1')
      const { list } = await operator.call(listAlarms, { query: { pageSize: 100 } })
      const alarm = list.find(({ startLon }) => startLon !== undefined)
      await go(`/dispatch?alarm=${alarm?.id}`)
      await page
        .getByRole('button', { name: pattern(text.mapTools.routeOf) })
        .first()
        .click()
      await mapSettled(page)
    },
  },
  {
    name: 'dispatch-drawings',
    prepare: async ({ go, page, text }) => {
      await go(`/dispatch?${CITY}&z=15`)
      await mapSettled(page)
      await page.getByRole('button', { name: text.mapTools.drawings, exact: true }).click()
      const draw = text.mapTools.draw.replace('{{type}}', text.mapTools.type.polygon)
      await page.getByRole('button', { name: draw }).click()
      await page.mouse.click(520, 300)
      await page.mouse.click(700, 280)
      await page.mouse.click(720, 420)
      await page.mouse.click(540, 450)
      await page.mouse.click(540, 450, { button: 'right' })
      await page.getByLabel(text.mapTools.fence).click()
      await page.getByText(text.mapTools.fenceHint).waitFor()
    },
  },
  {
    name: 'dispatch-selection',
    prepare: async ({ go, page, text }) => {
      await go(`/dispatch?${CITY}&z=14`)
      await mapSettled(page)
      await page.getByRole('button', { name: text.mapTools.selectRectangle }).click()
      await page.mouse.move(560, 90)
      await page.mouse.down()
      await page.mouse.move(1180, 690, { steps: 4 })
      await page.mouse.up()
      await page.getByRole('button', { name: text.mapTools.exportCsv }).waitFor()
    },
  },
  ...(['baiduMap', 'baiduSelectMap'] as const).map(
    (path): Shot => ({
      name: path === 'baiduMap' ? 'map-embedded' : 'map-location',
      prepare: async ({ go, page }) => {
        await go(`/${path}?${CITY}&z=14`)
        await mapSettled(page)
        if (path === 'baiduSelectMap') await page.mouse.click(640, 380)
      },
    }),
  ),
  {
    name: 'dispatch-search',
    prepare: async ({ go, page, text, look }) => {
      await go(`/dispatch?${CITY}&z=13`)
      await mapSettled(page)
      await page.getByLabel(text.map.search).fill(look.language === 'en' ? 'Wenhua' : '文华')
      await page.locator('.map-search-row').nth(1).waitFor()
    },
  },
  {
    name: 'dispatch-search-nothing',
    prepare: async ({ go, page, text }) => {
      await go(`/dispatch?${CITY}&z=13`)
      await mapSettled(page)
      await page.getByLabel(text.map.search).fill('qqqq')
      await page.getByText(text.map.searchNothing).waitFor()
    },
  },
  {
    name: 'dispatch-without-background',
    prepare: async ({ go, page, text, failCalls }) => {
      await failCalls('/map/tiles')
      await go(`/dispatch?${CITY}&z=12.2`)
      await page.getByText(pattern(text.map.backgroundFailed)).waitFor()
    },
  },
]

/** The map's tiles are there and drawn. */
async function mapSettled(page: Stage['page']): Promise<void> {
  await page.waitForLoadState('networkidle')
  await mapAtRest(page)
}

/** Opens a camera's popup on the map, and its live video beside it. */
async function watchOnMap({ go, page, text, domes }: Stage) {
  const dome = domes[0]!
  await go(`/dispatch?sn=${dome.sn}&lng=${dome.longitude}&lat=${dome.latitude}&z=16.2`)
  await mapSettled(page)
  const popup = page.getByRole('region', { name: text.map.popup })
  await popup.getByText(dome.sn).waitFor()
  await popup.getByRole('button', { name: text.map.liveVideo }).click()
  const float = page.getByRole('region', { name: new RegExp(`^${text.map.liveVideo}`) })
  await pictureOf(float)
  return float
}
