import { KINDS } from '../devices/kinds.ts'
import type { Device } from './device.ts'

/** Whether a device is somebody who can be sent: a vehicle, a body-worn camera, whatever rides in one. */
export function isUnit({ kind, trafficIndex }: Pick<Device, 'kind' | 'trafficIndex'>): boolean {
  return trafficIndex !== undefined || KINDS[kind].moves !== undefined
}
