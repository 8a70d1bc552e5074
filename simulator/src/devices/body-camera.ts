/** A body-worn V3 camera (protocol type 5): video, audio, GPS, an SOS button, a battery for a shift, a mobile signal. */
import type { DeviceModel } from './device-model.ts'

export const BODY_CAMERA: DeviceModel = {
  quantities: () => [],
  reportMs: 5000,
  onBattery: true,
  onRadio: true,
  records: 'onDuty',
}
