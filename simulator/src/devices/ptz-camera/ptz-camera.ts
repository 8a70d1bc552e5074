/** A camera with PTZ. Its pose is a fold over its commands: see ptz-track.ts. */
import type { DeviceKindSpec } from '../device-kind.ts'
import { FIXED_CAMERA } from '../fixed-camera/fixed-camera.ts'

export const PTZ_CAMERA: DeviceKindSpec = {
  ...FIXED_CAMERA,
  name: { zh: '云台摄像机', en: 'PTZ camera' },
  icon: {
    filled: 'M3.7 8.3a4.3 4.3 0 0 1 8.6 0z',
    lines:
      'M3.5 2.5h9M8 2.5v2M4.9 8.5a3.1 3.1 0 0 0 6.2 0M2 11.5c.8 1.2 2 2 3.3 2.3M14 11.5c-.8 1.2-2 2-3.3 2.3',
  },
  marker: 'dome',
  protocols: ['gb28181', 'v1', 'v3'],
  isPtz: true,
  models: { speedDome: { name: { zh: '球机', en: 'PTZ' } } },
  usualModels: ['speedDome'],
  board: 'BL-PTZ30',
  spacingM: 700,
  eyeM: 10,
}
