import { controlDevices, controlRaiseAlarm, controlStatus } from '@backlot/contract/control/calls'
import { type OnvifClient, onvifClient } from '@backlot/simulator/onvif/onvif-client.test-support'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { control } from '../../testing/control.ts'
import { type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'

const PASSWORD = 'Quiet@Street7'

let simulator: LaunchedSimulator
let sn: string
let client: OnvifClient
beforeAll(async () => {
  simulator = await launchSimulator(['--no-rtmp', '--device-password', PASSWORD])
  const { list } = await control(simulator.url, controlDevices, { query: { kind: 'ptzCamera' } })
  sn = list.find(({ online }) => online)!.sn
  client = await onvifClient(Number(new URL(simulator.onvif!).port), sn, { password: PASSWORD })
})
afterAll(() => simulator?.stop())

const poseOf = async () => (await control(simulator.url, controlDevices, { query: { sn } })).list[0]!.pose!

it('a camera tells an ONVIF client who it is, and where its streams and pictures are', async () => {
  expect(await client.call('getDeviceInformation')).toMatchObject({ manufacturer: 'Backlot' })
  const { uri } = await client.call('getStreamUri', { protocol: 'RTSP', profileToken: 'ch1_sub' })
  expect(uri).toBe(`${simulator.rtsp}/${sn}/1/sub`)
  const snapshot = await client.call('getSnapshotUri', { profileToken: 'ch1_main' })
  expect((await fetch(snapshot.uri)).status).toBe(401)
  expect((await control(simulator.url, controlStatus)).ports.onvif).toBe(
    Number(new URL(simulator.onvif!).port),
  )
})

it('a pose that a client sets is where the camera looks, and home is where it was mounted', async () => {
  const before = await poseOf()
  await client.call('absoluteMove', { x: -0.5, y: 0.2, zoom: 0.5 })
  const { position } = await client.statusAtRest()
  expect(position.x).toBeCloseTo(-0.5, 2)
  expect(position.zoom).toBeCloseTo(0.5, 2)
  const { pan, zoom } = await poseOf()
  expect(((before.pan - pan + 360) % 360) - 90).toBeCloseTo(0, 0)
  expect(zoom).toBeCloseTo(Math.sqrt(32), 1)
  await client.call('gotoHomePosition', {})
  await client.statusAtRest()
  expect(await poseOf()).toEqual(before)
})

it('an alarm of the platform is an event of the camera', async () => {
  await client.call('createPullPointSubscription')
  // The states as they are come first.
  await client.call('pullMessages', { messageLimit: 10, timeout: 5000 })
  await control(simulator.url, controlRaiseAlarm, {
    body: { sn, chnId: 1, type: 'VideoAlarm', subType: 'Motion' },
  })
  const { notificationMessage } = await client.call('pullMessages', { messageLimit: 10, timeout: 20_000 })
  const message = [notificationMessage].flat()[0]
  expect(message.topic._).toBe('tns1:VideoSource/MotionAlarm')
  expect(message.message.message.data.simpleItem.$).toEqual({ Name: 'State', Value: true })
})

it('wrong credentials are counted, and unknown cameras are not there', async () => {
  const guessing = await onvifClient(Number(new URL(simulator.onvif!).port), sn, { password: 'wrong' })
  await expect(guessing.call('getDeviceInformation')).rejects.toThrow(/authorized/i)
  const metrics = await (await fetch(new URL('/metrics', simulator.url))).text()
  expect(metrics).toMatch(/^backlot_onvif_login_failures_total [1-9]/m)
  const answer = await fetch(`${simulator.onvif}/onvif/NOBODY/device_service`, { method: 'POST' })
  expect(answer.status).toBe(404)
})
