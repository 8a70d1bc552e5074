import { controlDevices, controlSetDevice } from '@backlot/contract/control/calls'
import { control } from '../../../testing/control.ts'

export type TrueDevice = Awaited<ReturnType<typeof trueDevices>>[number]

/** Devices as they truly are: place, state, pose, the number in a camera's pictures. */
export async function trueDevices(url: string, query: { kind?: string; sn?: string } = {}) {
  return (await control(url, controlDevices, { query })).list
}

export async function trueDevice(url: string, sn: string): Promise<TrueDevice> {
  const [device] = await trueDevices(url, { sn })
  if (!device) throw new Error(`There is no device ${sn}.`)
  return device
}

/** The demo's three cameras whose live video fails on purpose, at the end of its fleet. */
export const FAILING = /待接入|维护中|故障/

/**
 * Cameras of a kind that are online and play, in the fleet's order. They stay so: outages of their own, as cameras
 * have them at some moments of some days, are held off.
 */
export async function playingCameras(url: string, kind: 'camera' | 'ptzCamera', count: number) {
  const list = (await trueDevices(url, { kind })).flatMap((device) =>
    device.online && device.cameraNumber !== undefined && !FAILING.test(device.name)
      ? [{ ...device, cameraNumber: device.cameraNumber }]
      : [],
  )
  if (list.length < count) throw new Error(`Only ${list.length} cameras of kind ${kind} are online.`)
  const chosen = list.slice(0, count)
  await Promise.all(chosen.map(({ sn }) => control(url, controlSetDevice, { body: { sn, state: 'online' } })))
  return chosen
}
