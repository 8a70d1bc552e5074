/** Commands of the console to a camera, as requests of ONVIF (PTZ 5.3, Imaging 5.2). */
import type { Absence, DeviceAction } from '../../devices/commands.ts'
import { PTZ_LIMITS } from '../../devices/ptz-pose.ts'
import { escapeXml } from '../../wire/onvif/write-xml.ts'
import type { CameraPreset } from './camera-presets.ts'

export type CameraRequest = { method: string; options: Readonly<Record<string, unknown>> }

export type CameraSteering = {
  profileToken: string
  sourceToken: string
  presets: readonly CameraPreset[]
  /** Its focus moves: a stop of everything stops it too. Many cameras have none that could. */
  isFocusing: boolean
}

/**
 * Not a method of the package: an iris has no motion in ONVIF, its setting is changed by a step. `share`: of the speed,
 * from -1 to 1, positive opens.
 */
export const IRIS_STEP = 'irisStep'
const FASTEST = 100
const HALF_TURN_DEG = 180

/** Requests for an action, in their order; undefined: a camera is not told of it. */
export function cameraRequests(
  action: DeviceAction | Absence,
  { profileToken: profile, sourceToken, presets, isFocusing }: CameraSteering,
): CameraRequest[] | undefined {
  const profileToken = escapeXml(profile)
  const request = (method: string, options: Readonly<Record<string, unknown>>): CameraRequest => ({
    method,
    options: { profileToken, ...options },
  })
  const focus = (speed: number): CameraRequest => ({
    method: 'imagingMove',
    options: { token: escapeXml(sourceToken), continuous: { speed } },
  })
  const tokenOf = (index: number) => presets.find((one) => one.index === index)?.token
  const ofPreset = (method: string, index: number): CameraRequest[] => {
    const token = tokenOf(index)
    // The package names the argument differently in each of its methods.
    return token === undefined
      ? []
      : [request(method, { preset: escapeXml(token), presetToken: escapeXml(token) })]
  }
  switch (action.kind) {
    case 'ptzMove': {
      const { motion, speed, forMs } = action
      const share = (axis: number | undefined) => ((axis ?? 0) * speed) / FASTEST
      const [x, y, zoom] = [share(motion.pan), share(motion.tilt), share(motion.zoom)]
      const turns = motion.pan !== undefined || motion.tilt !== undefined
      const zooms = motion.zoom !== undefined
      // Of two parts that a request may have, the camera goes on with the one that is left out.
      const part = turns && zooms ? {} : turns ? { onlySendPanTilt: true } : { onlySendZoom: true }
      const timeout = forMs === undefined ? {} : { timeout: forMs }
      return [
        ...(turns || zooms ? [request('continuousMove', { x, y, zoom, ...part, ...timeout })] : []),
        ...(motion.focus ? [focus(share(motion.focus))] : []),
        ...(motion.iris
          ? [{ method: IRIS_STEP, options: { token: escapeXml(sourceToken), share: share(motion.iris) } }]
          : []),
      ]
    }
    case 'ptzStop': {
      const stops = (axis: 'pan' | 'tilt' | 'zoom' | 'focus') => action.axes?.includes(axis) ?? true
      const [panTilt, zoom] = [stops('pan') || stops('tilt'), stops('zoom')]
      return [
        ...(panTilt || zoom ? [request('stop', { panTilt, zoom })] : []),
        ...((action.axes ? stops('focus') : isFocusing)
          ? [{ method: 'imagingStop', options: { token: escapeXml(sourceToken) } }]
          : []),
      ]
    }
    case 'ptzTurn': {
      const { panDeg, tiltDeg, zoom } = action.pose
      if (panDeg === undefined || tiltDeg === undefined) return []
      const turned = ((((panDeg + HALF_TURN_DEG) % 360) + 360) % 360) - HALF_TURN_DEG
      const { tiltDeg: tilts, zoom: zooms } = PTZ_LIMITS
      return [
        request('absoluteMove', {
          x: turned / HALF_TURN_DEG,
          y: (2 * (tiltDeg - tilts.min)) / (tilts.max - tilts.min) - 1,
          ...(zoom === undefined
            ? { onlySendPanTilt: true }
            : { zoom: (zoom - zooms.min) / (zooms.max - zooms.min) }),
        }),
      ]
    }
    case 'presetCall':
      return ofPreset('gotoPreset', action.preset)
    case 'presetDelete':
      return ofPreset('removePreset', action.preset)
    case 'presetSet': {
      const token = tokenOf(action.preset)
      const name = action.name ?? presets.find(({ index }) => index === action.preset)?.name
      return [
        request('setPreset', {
          presetName: escapeXml(name ?? `Preset ${action.preset}`),
          ...(token === undefined ? {} : { presetToken: escapeXml(token) }),
        }),
      ]
    }
    case 'homeCall':
      return [request('gotoHomePosition', {})]
    case 'homeSet':
      return [request('setHomePosition', {})]
    case 'reboot':
      return [{ method: 'systemReboot', options: {} }]
    default:
      return undefined
  }
}

/** Actions after which a camera's presets are read again. */
export const changesPresets = ({ kind }: DeviceAction | Absence): boolean =>
  kind === 'presetSet' || kind === 'presetDelete'

/** A stop of pan, tilt and zoom: one of some of them leaves the moves of others. */
export const isStop = ({ method, options }: CameraRequest) =>
  method === 'stop' && options['panTilt'] === true && options['zoom'] === true
export const isMove = ({ method }: CameraRequest) => method === 'continuousMove'
