/** A camera that can be steered. Its pose is a fold over what was asked of it: see ptz-track.ts. */
import type { DeviceModel } from './device-model.ts'
import { FIXED_CAMERA } from './fixed-camera.ts'

export const PTZ_CAMERA: DeviceModel = { ...FIXED_CAMERA }
