import { CameraProblem } from '../../gateways/onvif/camera-problem.ts'
import type { AreasDeps } from './areas-deps.ts'

const unreachable = () => Promise.reject(new CameraProblem('unreachable', 'there is none'))

/** A network without a camera to be found; whatever device is asked for is one that was added. */
export const NO_CAMERAS: AreasDeps['fleet']['cameras'] = {
  discover: async () => [],
  probe: unreachable,
  testPicture: unreachable,
  add: unreachable,
  update: async () => async () => {},
  has: () => true,
  list: () => [],
  reboot: unreachable,
  syncTime: unreachable,
  tidy: () => {},
  faultOf: (error) =>
    error instanceof CameraProblem ? { fault: error.fault, detail: error.message } : undefined,
  presetsOf: () => undefined,
  capture: async () => true,
}
