/** A platform that says what tests tell it to, at which a fleet's own cameras have registered: a PTZ camera, a vehicle. */
import { controlClock, controlDevices } from '@backlot/contract/control/calls'
import { expect, vi } from 'vitest'
import { control } from '../../testing/control.ts'
import { BY_DAY, launchSimulator } from '../../testing/launch-simulator.ts'
import { openGbPlatform } from './gb-platform.ts'

export const PATIENT = { timeout: 30_000, interval: 100 }
export const LOOPBACK = '127.0.0.1'
const query = 'domain=3402000000&password=secret&kind=ptzCamera,vehicle&edition=2022&keepalive=5'

export type GbCameras = Awaited<ReturnType<typeof openGbCameras>>

export async function openGbCameras() {
  // Timers of the host clock keep no process alive.
  const held = setInterval(() => undefined, 1000)
  const platform = await openGbPlatform('secret')
  const to = `gb28181://${LOOPBACK}:${platform.port}?${query}`
  const simulator = await launchSimulator(['--no-rtmp', ...BY_DAY, '--gb28181-to', to])
  const { list } = await control(simulator.url, controlDevices)
  const chosen = (kind: string) => {
    const { sn, gb28181 } = list.find((one) => one.kind === kind && one.online && one.gb28181)!
    return { sn, id: gb28181! }
  }
  const [camera, vehicle] = [chosen('ptzCamera'), chosen('vehicle')]
  await vi.waitFor(
    () => expect(platform.peers.has(camera.id) && platform.peers.has(vehicle.id)).toBe(true),
    PATIENT,
  )
  let serial = 0
  const deviceOf = async (sn: string) =>
    (await control(simulator.url, controlDevices, { query: { sn } })).list[0]!
  return {
    platform,
    simulator,
    camera,
    vehicle,
    deviceOf,
    poseOf: async () => (await deviceOf(camera.sn)).pose!,
    nowMs: async () => (await control(simulator.url, controlClock)).nowMs,
    /** SN of the next message to a device. */
    nextSn: () => ++serial,
    async [Symbol.asyncDispose]() {
      await simulator.stop()
      await platform[Symbol.asyncDispose]()
      clearInterval(held)
      expect(platform.defects).toEqual([])
    },
  }
}
