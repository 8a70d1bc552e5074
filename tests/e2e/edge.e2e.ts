import { getAlarm } from '@backlot/contract/alarms/calls'
import { controlRaiseAlarm } from '@backlot/contract/control/calls'
import { type Page, test } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { launchEdge } from '../../testing/launch-edge.ts'
import { BY_DAY, launchSimulator } from '../../testing/launch-simulator.ts'
import { DEMO_PASSWORD, Operator } from '../../testing/operator.ts'
import { openLoadBalancer } from '../servers/load-balancer.ts'
import { REDIS_SERVER, startRedis } from '../servers/redis-server.ts'
import { expect } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { lookAt } from './support/look-at.ts'
import { SignInPage } from './support/sign-in.ts'
import { connected } from './support/sos-card.ts'
import { openCamera, pictureOf, windowAt } from './support/wall.ts'

test.skip(REDIS_SERVER === undefined, 'redis-server is not installed')

const lost = (page: Page) =>
  expect(
    page.getByRole('button', { name: /Real-time channel not connected|Connecting real-time channel/ }),
  ).toBeVisible()

test('a console behind a load balancer outlives its edges: every alarm comes once, and video goes on', async ({
  page,
}) => {
  test.setTimeout(360_000)
  await page.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('sosVideoPopup', 'false')
  })
  await using redis = await startRedis()
  await using core = await launchSimulator(['--redis', redis.url, '--log-level', 'warn', ...BY_DAY])
  const edges = await Promise.all([launchEdge(redis.url), launchEdge(redis.url)])
  await using balancer = await openLoadBalancer(() => edges.map(({ url }) => url))
  const [camera, alarmed] = await playingCameras(core.url, 'camera', 2)
  const { sn } = alarmed!
  const raise = (subType: string) =>
    control(core.url, controlRaiseAlarm, { body: { sn, chnId: 1, type: 'AiAlarm', subType } })
  const { alarmSeq } = await raise('Intruder')
  const { devName } = await (await Operator.signIn(core.url)).call(getAlarm, {
    query: { sn, alarmSeq },
    headers: { lang: 'en' },
  })

  const form = new SignInPage(page, balancer.url, 'en', core.url)
  await form.open()
  expect(await form.send({ loginName: 'admin', password: DEMO_PASSWORD })).toBe(0)
  await page.getByRole('banner').waitFor()
  await connected(page)
  await page.goto(new URL('/#/realTime?layout=1', balancer.url).href)
  let seen = await openCamera(page, camera!, windowAt(page, 1))
  const goesOn = async () => {
    seen = await pictureOf(
      windowAt(page, 1),
      (picture) => picture.camera === camera!.cameraNumber && picture.timeMs > seen.timeMs,
    )
  }
  await page.getByRole('button', { name: /^Live alarms/ }).click()
  const list = page.getByRole('complementary', { name: 'Live alarms' })
  const once = async (...subTypes: string[]) => {
    for (const subType of subTypes) {
      const rows = list.getByRole('listitem').filter({ hasText: subType }).filter({ hasText: devName })
      await expect(rows).toHaveCount(1)
    }
  }
  await raise('NoHelmet')
  await once('Intruder', 'No helmet')

  // One of two: the other takes over.
  await edges[0]!.kill()
  await raise('Crowd')
  await connected(page)
  await once('Intruder', 'No helmet', 'Crowd')
  await goesOn()

  // Both: nobody is served until there is another one.
  await edges[1]!.kill()
  await lost(page)
  await raise('Loitering')
  await expect(windowAt(page, 1).getByRole('status')).toContainText('Platform unreachable, retrying')
  await lookAt(page, 'edge lost', 'en')
  await using third = await launchEdge(redis.url)
  edges.splice(0, 2, third)
  await connected(page)
  await raise('Fire')
  await once('Intruder', 'No helmet', 'Crowd', 'Loitering', 'Fire')
  await goesOn()
  await lookAt(page, 'edge back', 'en')

  await page.goto(new URL('/#/earlyWarningData/alarmList', balancer.url).href)
  for (const subType of ['Intruder', 'No helmet', 'Crowd', 'Loitering', 'Fire'])
    await expect(page.getByRole('row').filter({ hasText: subType }).filter({ hasText: devName })).toHaveCount(
      1,
    )
})
