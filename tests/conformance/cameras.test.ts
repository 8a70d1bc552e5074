/** One platform's cameras are real cameras of another one, over ONVIF and RTSP alone. */
import { listAlarms } from '@backlot/contract/alarms/calls'
import { controlDevices, controlRaiseAlarm } from '@backlot/contract/control/calls'
import { deleteDevices, listDevices, listGroups } from '@backlot/contract/device-admin/calls'
import {
  addCamera,
  cameraTestPicture,
  discoverCameras,
  listCameras,
  probeCamera,
  rebootCamera,
  syncCameraTime,
  updateCamera,
} from '@backlot/contract/device-admin/camera-calls'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { PRESET, PTZ, pointPtz, presetControl, presetList, ptzControl } from '@backlot/contract/ptz/calls'
import { listServers } from '@backlot/contract/servers/calls'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { control } from '../../testing/control.ts'
import { BY_DAY, type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'

const PASSWORD = 'Quiet@Street7'
const PATIENT = { timeout: 20_000, interval: 250 }

let theirs: LaunchedSimulator
let ours: LaunchedSimulator
let operator: Operator
let camera: string
let address: string
let groupId: number
let sn: string
beforeAll(async () => {
  ;[theirs, ours] = await Promise.all([
    launchSimulator([
      '--no-rtmp',
      ...BY_DAY,
      '--device-password',
      PASSWORD,
      '--onvif-discovery',
      '127.0.0.1',
    ]),
    launchSimulator(['--no-rtmp', '--onvif-discovery', '127.0.0.1']),
  ])
  const { list } = await control(theirs.url, controlDevices, { query: { kind: 'ptzCamera' } })
  camera = list.find(({ online }) => online)!.sn
  address = `${theirs.onvif}/onvif/${camera}/device_service`
  operator = await Operator.signIn(ours.url)
  groupId = (await operator.call(listGroups)).list[0]!.id
})
afterAll(() => Promise.all([theirs?.stop(), ours?.stop()]))

const login = (password = PASSWORD) => ({ address, username: 'admin', password })
const poseOf = async () =>
  (await control(theirs.url, controlDevices, { query: { sn: camera } })).list[0]!.pose!
const shown = async () => (await operator.call(listCameras)).list.find((one) => one.sn === sn)

it('finds the cameras of the other platform, and not its own', async () => {
  const { available, list } = await operator.call(discoverCameras, { body: { seconds: 3 } })
  expect(available).toBe(true)
  expect(list.find((one) => one.address === address)).toMatchObject({ known: false })
  expect(list.filter((one) => one.address.startsWith(`${ours.onvif}/`))).toEqual([])
})

it('tells what a camera is, and why one cannot be used', async () => {
  const { camera: found } = await operator.call(probeCamera, { body: login() })
  expect(found).toMatchObject({
    way: 'onvif',
    maker: 'Backlot',
    serialNumber: camera,
    abilities: { ptz: true, presets: true, imaging: true, events: true, recording: true },
  })
  expect(found!.profiles.map(({ token }) => token)).toEqual(['ch1_main', 'ch1_sub'])
  expect(found!.profiles[0]).toMatchObject({
    codec: 'H264',
    ptz: true,
    streamUri: `${theirs.rtsp}/${camera}/1/main`,
  })
  const faults = async (body: { address: string; username?: string; password?: string }) =>
    (await operator.call(probeCamera, { body })).fault
  expect(await faults(login('wrong'))).toBe('credentials')
  expect(await faults({ address: `127.0.0.1:${new URL(theirs.url).port}` })).toBe('notOnvif')
  expect(await faults({ address: '127.0.0.1:1' })).toBe('notAllowed')
  expect(await faults({ address: '10.0.0.9' })).toBe('notAllowed')
  expect(await faults({ address: ours.onvif! })).toBe('notAllowed')
  expect(await faults({ address: 'rtsp://admin:word@127.0.0.1/x' })).toBe('notOnvif')
})

it('shows a picture before anything is stored', async () => {
  const { picture } = await operator.call(cameraTestPicture, { body: { ...login(), profile: 'ch1_sub' } })
  expect(Buffer.from(picture!, 'base64').readUInt16BE(0)).toBe(0xffd8)
  expect(await operator.call(cameraTestPicture, { body: login('wrong') })).toMatchObject({
    fault: 'credentials',
  })
  expect((await operator.call(listCameras)).list).toEqual([])
})

it('adds it once as a device of a group, which comes on line and plays', async () => {
  const refused = await operator.call(addCamera, { body: { ...login('wrong'), name: 'Gate', groupId } })
  expect(refused).toMatchObject({ fault: 'credentials' })
  // Two people press the button at the same time.
  const answers = await Promise.all(
    [1, 2].map(() => operator.call(addCamera, { body: { ...login(), name: 'Gate', groupId } })),
  )
  expect(answers.map(({ fault }) => fault).sort()).toEqual(['added', undefined])
  sn = answers.find((one) => one.sn)!.sn!
  expect(sn).toBe(`ONVIF-${camera}`)
  await vi.waitFor(
    async () => expect(await shown()).toMatchObject({ state: 'online', events: 'subscribed' }),
    PATIENT,
  )
  expect(await shown()).toMatchObject({
    name: 'Gate',
    groupId,
    mainProfile: 'ch1_main',
    subProfile: 'ch1_sub',
  })
  const [device] = (await operator.call(listDevices, { query: { text: sn } })).list
  expect(device).toMatchObject({
    sn,
    name: 'Gate',
    groupId,
    kind: 'ptzCamera',
    origin: 'added',
    protocolType: 2,
    onlineStatus: 1,
  })
  const started = await operator.call(startLiveVideo, { body: { sn, chnId: 1, streamType: 'sub' } })
  expect(started.source).toBe('pulled')
  expect(JSON.stringify([await shown(), device, started])).not.toContain(PASSWORD)
})

it('is not added again under another name of its host, but with another profile', async () => {
  const byName = { ...login(), address: address.replace('127.0.0.1', 'localhost') }
  const again = await operator.call(addCamera, { body: { ...byName, name: 'Gate again', groupId } })
  expect(again.fault).toBe('added')
  const other = { ...byName, mainProfile: 'ch1_sub', name: 'Gate, small', groupId }
  const second = (await operator.call(addCamera, { body: other })).sn!
  expect(second).toBe(`${sn}-2`)
  const { version } = (await operator.call(listCameras)).list.find((one) => one.sn === second)!
  const same = { sn: second, version, mainProfile: 'ch1_main' }
  expect((await operator.call(updateCamera, { body: same })).fault).toBe('added')
  await operator.call(deleteDevices, { body: { devices: [{ sn: second, version }] } })
  expect((await operator.call(listCameras)).list.map((one) => one.sn)).toEqual([sn])
})

it('probes it again with its stored password, which goes to no other host', async () => {
  const known = { sn, address, username: 'admin' }
  expect((await operator.call(probeCamera, { body: known })).camera?.serialNumber).toBe(camera)
  expect((await operator.call(cameraTestPicture, { body: known })).picture).toBeDefined()
  const elsewhere = { ...known, address: address.replace('127.0.0.1', 'localhost') }
  expect((await operator.call(probeCamera, { body: elsewhere })).fault).toBe('credentials')
  const unknown = await operator.ask(probeCamera, { body: { ...known, sn: 'ONVIF-none' } })
  expect(unknown.code).toBe(404)
  const { version } = (await shown())!
  const moved = { sn, version, address: elsewhere.address }
  expect((await operator.call(updateCamera, { body: moved })).fault).toBe('credentials')
  expect((await shown())!.address).toBe(address)
})

it('turns when the console says so, and stops', async () => {
  const before = await poseOf()
  await operator.call(ptzControl, { body: { sn, chnId: 1, cmd: PTZ.right, speed: 60 } })
  await vi.waitFor(async () => expect((await poseOf()).pan).not.toBeCloseTo(before.pan, 0), PATIENT)
  await operator.call(ptzControl, { body: { sn, chnId: 1, cmd: PTZ.stop, speed: 0 } })
  let last = Number.NaN
  await vi.waitFor(async () => {
    const { pan } = await poseOf()
    const isStill = pan === last
    last = pan
    expect(isStill).toBe(true)
  }, PATIENT)
})

it('has the presets of the camera, and takes new ones', async () => {
  const names = async () =>
    (await operator.call(presetList, { query: { sn, chnId: 1 } })).list.map((one) => one.presetIndex)
  await vi.waitFor(async () => expect(await names()).toEqual([1, 2, 3, 4]), PATIENT)
  const preset = { sn, chnId: 1, presetIndex: 9 }
  await operator.call(presetControl, { body: { ...preset, presetCmd: PRESET.set, name: 'Door & <yard>' } })
  await vi.waitFor(async () => expect(await names()).toHaveLength(5), PATIENT)
  const { list } = await operator.call(presetList, { query: { sn, chnId: 1 } })
  expect(list.find(({ name }) => name === 'Door & <yard>')).toBeDefined()
  const before = await poseOf()
  await operator.call(presetControl, { body: { ...preset, presetIndex: 3, presetCmd: PRESET.call } })
  await vi.waitFor(async () => expect((await poseOf()).pan).not.toBeCloseTo(before.pan, 0), PATIENT)
  const point = await operator.ask(pointPtz, { body: { sn, chnId: 1, x: 0, y: 0, zoomFactor: 2 } })
  expect(point.code).toBe(409)
})

it('an alarm over there is an alarm here', async () => {
  await control(theirs.url, controlRaiseAlarm, {
    body: { sn: camera, chnId: 1, type: 'VideoAlarm', subType: 'Motion' },
  })
  await vi.waitFor(async () => {
    const { list } = await operator.call(listAlarms, { query: { sn, pageSize: 10 } as never })
    expect(list).toContainEqual(
      expect.objectContaining({ sn, chnId: 1, type: 'VideoAlarm', subType: 'Motion' }),
    )
  }, PATIENT)
})

it('keeps its clock, shows its session on the server page, and starts again when told', async () => {
  const { clockAheadMs } = await operator.call(syncCameraTime, { body: { sn } })
  expect(Math.abs(clockAheadMs!)).toBeLessThan(2000)
  const answer = await operator.call(listServers)
  expect(JSON.stringify(answer)).toContain('"kind":"onvif"')
  expect(await operator.call(rebootCamera, { body: { sn } })).toEqual({})
  await vi.waitFor(async () => expect(await shown()).toMatchObject({ state: 'offline' }), PATIENT)
})

it('tells a password that is wrong now, and connects with the right one', async () => {
  const { version } = (await shown())!
  // It may still be starting again.
  const update = (password: string) => operator.call(updateCamera, { body: { sn, version, password } })
  const later = { timeout: 60_000, interval: 2000 }
  await vi.waitFor(async () => expect((await update('wrong')).fault).toBe('credentials'), later)
  await vi.waitFor(async () => expect(await update(PASSWORD)).toEqual({}), later)
  const late = await operator.ask(updateCamera, { body: { sn, version, password: PASSWORD } })
  expect(late.code).toBe(409)
  await vi.waitFor(async () => expect(await shown()).toMatchObject({ state: 'online' }), PATIENT)
})

it('is gone with its session when the device is removed', async () => {
  const [device] = (await operator.call(listDevices, { query: { text: sn } })).list
  await operator.call(deleteDevices, { body: { devices: [{ sn, version: device!.version }] } })
  expect((await operator.call(listCameras)).list).toEqual([])
  expect((await operator.call(listDevices, { query: { text: sn } })).list).toEqual([])
})
