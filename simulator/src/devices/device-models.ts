import type { DeviceKind } from '../world/types.ts'
import { BODY_CAMERA } from './body-camera.ts'
import type { DeviceModel } from './device-model.ts'
import { FARM_STATION } from './farm-station.ts'
import { FIXED_CAMERA } from './fixed-camera.ts'
import { GAS_DETECTOR } from './gas-detector.ts'
import { HJ212_STATION } from './hj212-station.ts'
import { PTZ_CAMERA } from './ptz-camera.ts'
import { SENSOR_CONTROLLER } from './sensor-controller.ts'
import { SOLAR_STATION } from './solar-station.ts'
import { VEHICLE } from './vehicle.ts'

/** Every kind of device. */
export const DEVICE_MODELS: Readonly<Record<DeviceKind, DeviceModel>> = {
  camera: FIXED_CAMERA,
  ptzCamera: PTZ_CAMERA,
  bodyCamera: BODY_CAMERA,
  vehicle: VEHICLE,
  hj212Station: HJ212_STATION,
  solarStation: SOLAR_STATION,
  farmStation: FARM_STATION,
  gasDetector: GAS_DETECTOR,
  sensorController: SENSOR_CONTROLLER,
}
