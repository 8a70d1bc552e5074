/** The fleet's own cameras at another platform of ours, over GB/T 28181: what leaves the one is what the other shows. */
import { controlDevices, controlStatus } from '@backlot/contract/control/calls'
import { positions } from '@backlot/contract/devices/calls'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { PTZ, ptzControl } from '@backlot/contract/ptz/calls'
import { expect, it, vi } from 'vitest'
import { control } from '../../testing/control.ts'
import { BY_DAY, launchSimulator } from '../../testing/launch-simulator.ts'
import { DEMO_PASSWORD, Operator } from '../../testing/operator.ts'
import { stripsOf } from './strips-of.ts'

const PATIENT = { timeout: 30_000, interval: 100 }

it('the picture at the other platform is that of the camera, also after the other one has turned it', async () => {
  await using ours = await launchSimulator(['--no-rtmp'])
  const to = `gb28181://${ours.gb28181}?password=${encodeURIComponent(DEMO_PASSWORD)}&kind=ptzCamera,vehicle`
  await using theirs = await launchSimulator(['--no-rtmp', ...BY_DAY, '--gb28181-to', to])
  const operator = await Operator.signIn(ours.url)
  const watcher = await Operator.signIn(theirs.url)
  const { list } = await control(theirs.url, controlDevices)
  const own = list.find(({ kind, online, gb28181 }) => kind === 'ptzCamera' && online && gb28181)!
  const gbId = own.gb28181!
  const body = { sn: gbId, chnId: 1, streamType: 'main' as const }
  // Its encoder works before the other platform asks.
  const there = await watcher.call(startLiveVideo, { body: { ...body, sn: own.sn } })
  const showing = stripsOf(new URL(there.httpUrl, theirs.url).href, 200, [])
  await vi.waitFor(async () => {
    const { streams } = await control(theirs.url, controlStatus)
    expect(streams[0]?.state).toBe('live')
  }, PATIENT)
  const { httpUrl } = await vi.waitFor(() => operator.call(startLiveVideo, { body }), PATIENT)
  const seen = await stripsOf(new URL(httpUrl, ours.url).href, 40, [])
  const shown = await showing
  expect(new Set(seen.map((strip) => strip.camera))).toEqual(new Set([own.cameraNumber]))
  const byFrame = new Map(shown.map((strip) => [strip.frame, strip]))
  const both = seen.filter(({ frame }) => byFrame.has(frame))
  expect(both.length).toBeGreaterThan(10)
  expect(both).toEqual(both.map(({ frame }) => byFrame.get(frame)))

  await operator.call(ptzControl, { body: { sn: gbId, chnId: 1, cmd: PTZ.right, speed: 60 } })
  const pose = async () =>
    (await control(theirs.url, controlDevices, { query: { sn: own.sn } })).list[0]!.pose!
  await vi.waitFor(async () => {
    const turned = Math.abs((await pose()).pan - own.pose!.pan)
    expect(Math.min(turned, 360 - turned)).toBeGreaterThan(15)
  }, PATIENT)
  await operator.call(ptzControl, { body: { sn: gbId, chnId: 1, cmd: PTZ.stop, speed: 0 } })
  let still = await pose()
  await vi.waitFor(async () => {
    const before = still
    still = await pose()
    expect(still).toEqual(before)
  }, PATIENT)
  const again = await operator.call(startLiveVideo, { body })
  const strips = await stripsOf(new URL(again.httpUrl, ours.url).href, 40, [])
  expect(strips.at(-1)!.panDeg).toBeCloseTo(still.pan, 0)
  expect(strips.at(-1)!.timeMs).toBeGreaterThan(seen.at(-1)!.timeMs)
}, 180_000)

it('a vehicle is where it is, at the other platform too', async () => {
  await using ours = await launchSimulator(['--no-rtmp'])
  const to = `gb28181://${ours.gb28181}?password=${encodeURIComponent(DEMO_PASSWORD)}&kind=vehicle&count=20`
  await using theirs = await launchSimulator(['--no-rtmp', ...BY_DAY, '--gb28181-to', to])
  const operator = await Operator.signIn(ours.url)
  const { list } = await control(theirs.url, controlDevices, { query: { kind: 'vehicle' } })
  const own = list.find(({ online, gb28181 }) => online && gb28181)!
  await vi.waitFor(async () => {
    const columns = await operator.call(positions)
    const at = columns.sn.indexOf(own.gb28181!)
    const [truth] = (await control(theirs.url, controlDevices, { query: { sn: own.sn } })).list
    expect(Math.abs(columns.longitude[at]! - truth!.longitude)).toBeLessThan(0.01)
    expect(Math.abs(columns.latitude[at]! - truth!.latitude)).toBeLessThan(0.01)
  }, PATIENT)
}, 180_000)
