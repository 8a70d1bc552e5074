import { CameraProblem } from '../../gateways/onvif/camera-problem.ts'
import type { AreasDeps } from './areas-deps.ts'

const unreachable = () => Promise.reject(new CameraProblem('unreachable', 'there is none'))

/** A network without a single camera. */
export const NO_CAMERAS: AreasDeps['fleet']['cameras'] = {
  discover: async () => [],
  probe: unreachable,
  testPicture: unreachable,
  add: unreachable,
  update: unreachable,
  has: () => false,
  list: () => [],
  reboot: unreachable,
  syncTime: unreachable,
  tidy: () => {},
  faultOf: (error) =>
    error instanceof CameraProblem ? { fault: error.fault, detail: error.message } : undefined,
  presetsOf: () => undefined,
  capture: async () => true,
}
