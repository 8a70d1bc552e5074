import type { Device } from './device.ts'

/** Whether a device is somebody who can be sent: a vehicle, a body-worn camera, whatever rides in one. */
export function isUnit({ kind, trafficIndex }: Pick<Device, 'kind' | 'trafficIndex'>): boolean {
  return trafficIndex !== undefined || kind === 'vehicle' || kind === 'bodyCamera'
}
