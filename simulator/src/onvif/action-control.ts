/** PTZ, pictures and restarts of cameras whose commands are device actions: ours, and those of `backlot devices`. */
import type { DeviceAction } from '../devices/commands.ts'
import type { ImageSettings } from '../devices/image-settings.ts'
import { PTZ_LIMITS, type PtzPose } from '../devices/ptz-pose.ts'
import type { OnvifImaging, OnvifPtz, OnvifSystem, Outcome } from './ports.ts'

/** Cameras that take device actions. */
export type ActionCameras = {
  /** Gives a camera an action of now. */
  order(sn: string, action: DeviceAction): Promise<Outcome>
  /** Where a channel looks; `aheadDeg`: the direction it was mounted in. Undefined when it cannot be steered. */
  steerable(sn: string, chnId: number): { pose: PtzPose; isMoving: boolean; aheadDeg: number } | undefined
  presetsOf(sn: string): readonly { index: number; name: string | undefined }[]
  /** Undefined: there is no such channel. */
  imageOf(sn: string, chnId: number): ImageSettings | undefined
}

/** Speeds of clients are shares of the fastest. */
const FASTEST = 100

export function createActionControl({ order, steerable, presetsOf, imageOf }: ActionCameras): {
  ptz: OnvifPtz
  imaging: OnvifImaging
  system: OnvifSystem
} {
  const ofPreset = (sn: string, preset: number, action: DeviceAction): Promise<Outcome> =>
    presetsOf(sn).some(({ index }) => index === preset)
      ? order(sn, action)
      : Promise.resolve({ ok: false, reason: 'noPreset' })
  const speedOf = (speed: number | undefined) =>
    speed === undefined ? {} : { speed: Math.max(1, speed * FASTEST) }

  return {
    ptz: {
      poseOf(sn, chnId) {
        const camera = steerable(sn, chnId)
        if (!camera) return undefined
        const { pose, isMoving, aheadDeg } = camera
        return { ...pose, isMoving, aheadDeg, limits: PTZ_LIMITS }
      },
      move: (sn, _chnId, motion, forMs) => order(sn, { kind: 'ptzMove', motion, speed: FASTEST, forMs }),
      stop: (sn, _chnId, { panTilt, zoom }) =>
        order(sn, {
          kind: 'ptzStop',
          axes: [...(panTilt ? (['pan', 'tilt'] as const) : []), ...(zoom ? (['zoom'] as const) : [])],
        }),
      turnTo: (sn, _chnId, pose, speed) => order(sn, { kind: 'ptzTurn', pose, ...speedOf(speed) }),
      presetsOf: (sn) => presetsOf(sn).map(({ index, name }) => ({ index, name: name ?? `Preset ${index}` })),
      setPreset: (sn, _chnId, index, name) =>
        order(sn, { kind: 'presetSet', preset: index, ...(name === undefined ? {} : { name }) }),
      removePreset: (sn, _chnId, index) => ofPreset(sn, index, { kind: 'presetDelete', preset: index }),
      gotoPreset: (sn, _chnId, index) => ofPreset(sn, index, { kind: 'presetCall', preset: index }),
      gotoHome: (sn) => order(sn, { kind: 'homeCall' }),
      setHome: (sn) => order(sn, { kind: 'homeSet' }),
    },
    imaging: {
      settingsOf: imageOf,
      set: (sn, chnId, image) => order(sn, { kind: 'imageSet', chnId, image }),
      moveFocus(sn, chnId, { speed, distance }) {
        if (distance === undefined)
          return order(sn, { kind: 'ptzMove', motion: { focus: speed }, speed: FASTEST })
        const camera = steerable(sn, chnId)
        if (!camera) return Promise.resolve({ ok: false, reason: 'failed' })
        const pose = { focus: camera.pose.focus + Math.sign(speed) * distance }
        return order(sn, { kind: 'ptzTurn', pose, ...speedOf(Math.abs(speed)) })
      },
      stopFocus: (sn) => order(sn, { kind: 'ptzStop', axes: ['focus'] }),
      setIris: (sn, _chnId, iris) => order(sn, { kind: 'ptzTurn', pose: { iris } }),
    },
    system: { reboot: (sn) => order(sn, { kind: 'reboot' }) },
  }
}
