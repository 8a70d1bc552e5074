// The film of the demo: npm run film.
import { resolve } from 'node:path'
import { listAlarms, processAlarms } from '@backlot/contract/alarms/calls'
import { PROCESSING_TYPES, SOS } from '@backlot/contract/alarms/constants'
import { controlStorm } from '@backlot/contract/control/calls'
import { controlPressSos } from '@backlot/contract/control/device-calls'
import { test } from '@playwright/test'
import { control } from '../../../testing/control.ts'
import { launchSimulator } from '../../../testing/launch-simulator.ts'
import { DEMO_PASSWORD, Operator } from '../../../testing/operator.ts'
import { pattern } from '../gallery/stage.ts'
import { playingCameras, trueDevices } from '../support/fleet.ts'
import { diagnoseMap, mapAtRest } from '../support/map.ts'
import { SignInPage } from '../support/sign-in.ts'
import { type TestLanguage, textsOf } from '../support/texts.ts'
import { pictureOf, windowAt } from '../support/wall.ts'
import { Director } from './director.ts'
import { addOverlay } from './overlay.ts'
import { Reel } from './reel.ts'

const LANGUAGE: TestLanguage = process.env['FILM_LANGUAGE'] === 'zh' ? 'zh' : 'en'
/** The first scenes only, to see that it can be made. */
const IS_SMOKE = process.env['FILM_SMOKE'] === '1'
const FOLDER = process.env['FILM_FRAMES'] ?? 'gallery/film'
/** Any two films show the same city: a Tuesday morning. */
const OPTIONS = ['--seed', '7', '--start-at', '2026-09-15 10:00:00', '--log-level', 'warn']
/** Types of the storm: an SOS among them would call. */
const ORDINARY = ['VideoAlarm', 'DustAlarm', 'VehicleAlarm', 'DeviceAlarm', 'EnvironmentAlarm'] as const
/** Longer than its scene. */
const PRESSED_MS = 600_000
const CITY = 'lng=116.403963&lat=39.915119'

test('film', async ({ browser }) => {
  await using simulator = await launchSimulator(OPTIONS)
  const { url } = simulator
  const text = textsOf(LANGUAGE)
  const cameras = await playingCameras(url, 'camera', 4)
  const domes = await playingCameras(url, 'ptzCamera', 2)
  const ofKind = async (kind: string) =>
    (await trueDevices(url, { kind })).find(({ online }) => online) ??
    (() => {
      throw new Error(`No ${kind} is online.`)
    })()
  const station = await ofKind('hj212Station')
  const worn = await ofKind('bodyCamera')

  await endOldCalls(url)

  const context = await browser.newContext({
    viewport: { width: 1280, height: 720 },
    colorScheme: 'dark',
    locale: LANGUAGE === 'en' ? 'en-US' : 'zh-CN',
    permissions: ['microphone'],
  })
  const page = await context.newPage()
  await diagnoseMap(page)
  await addOverlay(page)
  const signIn = new SignInPage(page, url, LANGUAGE)
  await signIn.open()
  const reel = await Reel.begin(page, resolve(FOLDER))
  const film = new Director(page, reel, LANGUAGE)

  await film.card('title', 4)
  await film.scene('signIn', 9, async () => {
    await film.type(signIn.field('loginName'), 'admin')
    await film.type(signIn.field('password'), DEMO_PASSWORD)
    await film.type(signIn.field('verifycode'), await signIn.readCode())
    await film.click(page.getByRole('button', { name: text.session.submit, exact: true }))
    await page.getByRole('banner').waitFor()
  })
  await page.locator('.newest li').first().waitFor()
  await page.waitForLoadState('networkidle')
  await film.scene('home', 6, async () => {
    await film.point(page.locator('.newest li').first(), [0.3, 0.5])
  })

  for (const { sn } of [domes[0]!, ...cameras.slice(0, 3)]) {
    await film.cutTo(`/realTime?layout=4&sn=${sn}`)
    await page.waitForURL((one) => !one.href.includes('sn='))
  }
  for (let at = 1; at <= 4; at++) await pictureOf(windowAt(page, at))
  await film.scene('wall', 9, async () => {
    for (const at of [2, 4, 3, 1]) {
      await film.point(windowAt(page, at))
      await film.rest(900)
    }
  })
  if (!IS_SMOKE) await restOfFilm()
  await film.card('end', IS_SMOKE ? 2 : 5)
  await reel.end()
  console.log(`fastest take: ${reel.fastest.toFixed(1)}`)
  await context.close()

  async function restOfFilm(): Promise<void> {
    await page.getByRole('button', { name: text.video.wall.ptz, exact: true }).click()
    await windowAt(page, 1).click()
    const panel = page.getByRole('complementary', { name: text.video.ptz.title })
    const move = (name: string) => panel.getByRole('button', { name, exact: true })
    await move(text.video.ptz.right).waitFor()
    await film.scene('ptz', 10, async () => {
      await film.hold(move(text.video.ptz.right), 2200)
      await film.hold(move(text.video.ptz.zoomIn), 2000)
      await film.hold(move(text.video.ptz.left), 1200)
    })

    await film.cutTo(`/dispatch?${CITY}&z=12.3`)
    await page.waitForLoadState('networkidle')
    await mapAtRest(page)
    await film.scene('map', 10, async () => {
      await film.pointAt(640, 330)
      for (let turn = 0; turn < 6; turn++) {
        await page.mouse.wheel(0, -120)
        await film.rest(450)
      }
    })
    await film.cutTo(`/dispatch?${CITY}&z=12.8`)
    await mapAtRest(page)
    await film.scene('storm', 11, async () => {
      await control(url, controlStorm, { body: { ratePerSecond: 20, forMs: 9000, types: [...ORDINARY] } })
      await film.rest(2500)
      await film.click(page.getByRole('button', { name: beginning(text.liveAlarms.bell.some) }))
      await film.pointAt(1060, 380)
    })
    await page.keyboard.press('Escape')

    const sosCard = page.getByRole('complementary', { name: text.sos.title, exact: true })
    await film.scene('sos', 12, async () => {
      await control(url, controlPressSos, { body: { sn: worn.sn, forMs: PRESSED_MS } })
      const answer = sosCard.getByRole('button', {
        name: new RegExp(`^(${text.sos.answer}|${text.sos.respond})`),
      })
      await answer.waitFor()
      await film.rest(600)
      await film.click(answer)
      await film.rest(1500)
      await film.point(sosCard)
    })

    await film.scene('order', 13, async () => {
      await film.click(sosCard.getByRole('button', { name: text.sos.process }))
      const detail = page.getByRole('dialog')
      await film.click(detail.getByRole('combobox', { name: text.alarms.processing.type }))
      const result = page.getByTitle(text.alarms.processing.sure, { exact: true })
      await film.click(result.filter({ visible: true }).last())
      await film.click(detail.getByRole('button', { name: text.alarms.processing.confirmOrder }))
      await film.click(detail.getByRole('button', { name: text.workOrders.ofAlarm.open }))
    })

    // The call, the alarm and the order go with the page.
    await page.goto('about:blank')
    await page.goto(new URL('/#/index', url).href)
    await page.getByRole('banner').waitFor()
    await film.cutTo(`/videoReplay?sn=${cameras[0]!.sn}&chnId=1`)
    const replays = page.getByRole('region', { name: text.recordings.window.wall })
    await pictureOf(replays.getByRole('group').first())
    await page.getByRole('searchbox', { name: text.devices.searchPlaceholder }).fill(cameras[1]!.sn)
    await page.getByTitle(new RegExp(`${cameras[1]!.sn}$`)).dblclick()
    await pictureOf(replays.locator('.replay-window[data-shows]').nth(1))
    await film.scene('replay', 10, async () => {
      await film.click(page.getByRole('slider', { name: text.recordings.timeline.label }), [0.3, 0.5])
      await film.rest(2500)
      await film.click(page.getByRole('button', { name: pattern(text.recordings.bar.cycle) }))
    })

    await film.cutTo(`/senseDevice?sn=${station.sn}`)
    await page.locator('.reading-tile').nth(1).waitFor()
    await film.scene('sensors', 6, async () => {
      await film.point(page.locator('.reading-tile').nth(1))
    })
    await film.cutTo(`/senseDevice?sn=${station.sn}&view=history&show=charts`)
    await page.locator('.history-charts svg').first().waitFor()
    await page.waitForLoadState('networkidle')
    await film.scene('history', 6, async () => {
      await film.point(page.locator('.history-charts svg').first(), [0.35, 0.5])
      await film.point(page.locator('.history-charts svg').first(), [0.75, 0.5])
    })

    await film.cutTo('/index')
    await page.locator('.newest li').first().waitFor()
    await film.scene('diagnostics', 6, async () => {
      await film.click(page.getByRole('button', { name: beginning(text.shell.diagnostics.title) }))
      await page.getByRole('dialog').waitFor()
    })
    await page.locator('.ant-drawer-close').click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await film.scene('look', 11, async () => {
      const user = page.getByRole('banner').getByRole('button').last()
      const choose = async (entry: string) => {
        await film.click(user)
        await film.click(page.getByRole('menuitem', { name: entry, exact: true }))
        await film.rest(700)
      }
      await choose(text.shell.user.light)
      await choose(LANGUAGE === 'en' ? '中文' : 'English')
    })
  }
})

/** Names that begin as a text does before its first gap. */
const beginning = (text: string) => new RegExp(`^${text.split(/[:：{]/)[0]}`)

/** The SOS of the days before have been processed by others. */
async function endOldCalls(url: string): Promise<void> {
  const operator = await Operator.signIn(url, 'dispatch1')
  const { list } = await operator.call(listAlarms, { query: { ...SOS, processed: 0, pageSize: 100 } })
  if (list.length === 0) return
  const body = { list, type: PROCESSING_TYPES.misjudgment, content: '' }
  await operator.call(processAlarms, { body })
}
