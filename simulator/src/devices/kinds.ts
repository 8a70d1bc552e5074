/** Every kind of device, in the order in which kinds came: ids of types and random streams follow from it. */
import type { DeviceKind } from '@backlot/contract/devices/kinds'
import { BODY_CAMERA } from './body-camera/body-camera.ts'
import type { DeviceKindSpec } from './device-kind.ts'
import { ELEVATOR } from './elevator/elevator.ts'
import { FARM_STATION } from './farm-station/farm-station.ts'
import { FIXED_CAMERA } from './fixed-camera/fixed-camera.ts'
import { GAS_DETECTOR } from './gas-detector/gas-detector.ts'
import { HJ212_STATION } from './hj212-station/hj212-station.ts'
import { PTZ_CAMERA } from './ptz-camera/ptz-camera.ts'
import { SENSOR_CONTROLLER } from './sensor-controller/sensor-controller.ts'
import { SOLAR_STATION } from './solar-station/solar-station.ts'
import { VEHICLE } from './vehicle/vehicle.ts'

export const KINDS: Readonly<Record<DeviceKind, DeviceKindSpec>> = {
  camera: FIXED_CAMERA,
  ptzCamera: PTZ_CAMERA,
  bodyCamera: BODY_CAMERA,
  vehicle: VEHICLE,
  hj212Station: HJ212_STATION,
  solarStation: SOLAR_STATION,
  farmStation: FARM_STATION,
  gasDetector: GAS_DETECTOR,
  sensorController: SENSOR_CONTROLLER,
  elevator: ELEVATOR,
}
