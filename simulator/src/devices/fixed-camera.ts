/** A fixed camera: looks one way all its life. V1, GB/T 28181 or ONVIF style by its protocol type. */
import type { DeviceModel } from './device-model.ts'

export const FIXED_CAMERA: DeviceModel = {
  quantities: () => [],
  // GB/T 28181 keepalive.
  reportMs: 60_000,
  onBattery: false,
  onMains: true,
  onRadio: false,
  records: 'always',
}
