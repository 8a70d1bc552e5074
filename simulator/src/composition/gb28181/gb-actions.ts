/** Commands of a platform of GB/T 28181 as entries of the overlay log: the same as the console's. */
import { LIMITS } from '@backlot/contract/limits'
import { CRUISE_LIMITS } from '@backlot/contract/ptz/calls'
import type { CruiseStep, DeviceAction } from '../../devices/commands.ts'
import type { GbCommand } from '../../gb28181/device/ports.ts'
import { type PtzAction, type PtzOther, TOUR } from '../../wire/gb28181/ptz-command.ts'

export type CameraMemory = {
  presets: readonly { presetIndex: number }[]
  cruises: readonly { cruiseIndex: number; name: string; steps: readonly CruiseStep[] }[]
  /** Those that can begin. */
  scans: readonly number[]
}

/** Speeds of the protocol are bytes, of zoom half of one; those of the log shares of the fastest. */
const FASTEST = 100
const BYTE = 255
const NIBBLE = 15
const PRESET_NAME_MOST = 32
/** Scans (A.3.6): an order in the sixth byte, and the speed. */
const SCAN = { order: 0x89, speed: 0x8a } as const
const SCAN_ORDER = { start: 0, left: 1, right: 2 } as const
const USUAL_STEP = { dwellMs: 5000, speed: 50 }

/** Undefined: the camera cannot do it. */
export function ptzActionOf(
  action: PtzAction,
  presetName: string | undefined,
  memory: CameraMemory,
): DeviceAction | undefined {
  // A speed of nothing still moves, as slowly as it can.
  const share = (direction: number, speed: number, most: number) => (direction * Math.max(1, speed)) / most
  switch (action.kind) {
    case 'move': {
      const { pan, tilt, zoom, panSpeed, tiltSpeed, zoomSpeed } = action
      if (pan === 0 && tilt === 0 && zoom === 0) return { kind: 'ptzStop', axes: ['pan', 'tilt', 'zoom'] }
      const motion = {
        pan: share(pan, panSpeed, BYTE),
        tilt: share(tilt, tiltSpeed, BYTE),
        zoom: share(zoom, zoomSpeed, NIBBLE),
      }
      return { kind: 'ptzMove', motion, speed: FASTEST }
    }
    case 'lens': {
      const { focus, iris, focusSpeed, irisSpeed } = action
      if (focus === 0 && iris === 0) return { kind: 'ptzStop', axes: ['focus', 'iris'] }
      const motion = { focus: share(focus, focusSpeed, BYTE), iris: share(iris, irisSpeed, BYTE) }
      return { kind: 'ptzMove', motion, speed: FASTEST }
    }
    case 'preset': {
      const { preset } = action
      if (preset < LIMITS.presetMin) return undefined
      const name = presetName?.slice(0, PRESET_NAME_MOST)
      if (action.action === 'set') return { kind: 'presetSet', preset, ...(name ? { name } : {}) }
      if (!memory.presets.some(({ presetIndex }) => presetIndex === preset)) return undefined
      return { kind: action.action === 'call' ? 'presetCall' : 'presetDelete', preset }
    }
    default:
      return scanActionOf(action, memory) ?? tourActionOf(action, memory)
  }
}

/** A value of twelve bits as a speed of the log. */
const speedOf = ({ second, high }: PtzOther) => Math.min(FASTEST, Math.max(1, second | (high << 8)))

function scanActionOf(action: PtzOther, { scans }: CameraMemory): DeviceAction | undefined {
  const { command, first: scan, second } = action
  if (command === SCAN.speed) return { kind: 'scanSpeed', scan, speed: speedOf(action) }
  if (command !== SCAN.order) return undefined
  switch (second) {
    case SCAN_ORDER.start:
      return scans.includes(scan) ? { kind: 'scanStart', scan } : undefined
    case SCAN_ORDER.left:
      return { kind: 'scanLimit', scan, side: 'left' }
    case SCAN_ORDER.right:
      return { kind: 'scanLimit', scan, side: 'right' }
    default:
      return undefined
  }
}

/** Auxiliary switches (A.3.7) are none of these cameras'. */
function tourActionOf(action: PtzOther, { presets, cruises }: CameraMemory): DeviceAction | undefined {
  const { command, first: cruise, second, high } = action
  if (cruise < 1 || cruise > CRUISE_LIMITS.cruises) return undefined
  const known = cruises.find(({ cruiseIndex }) => cruiseIndex === cruise)
  const steps = known?.steps ?? []
  const keep = (next: readonly CruiseStep[]): DeviceAction | undefined => {
    if (next.length > CRUISE_LIMITS.steps) return undefined
    if (next.length === 0) return known && { kind: 'cruiseDelete', cruise }
    return { kind: 'cruiseSet', cruise, name: known?.name ?? `Tour ${cruise}`, steps: next }
  }
  switch (command) {
    case TOUR.add:
      if (!presets.some(({ presetIndex }) => presetIndex === second)) return undefined
      return keep([...steps, { ...USUAL_STEP, ...steps.at(-1), preset: second }])
    case TOUR.remove:
      return keep(second === 0 ? [] : steps.filter(({ preset }) => preset !== second))
    case TOUR.speed: {
      const speed = speedOf(action)
      return keep(steps.map((step) => ({ ...step, speed })))
    }
    case TOUR.stay: {
      const { dwellSecondsMin, dwellSecondsMax } = CRUISE_LIMITS
      const stayS = second | (high << 8)
      const dwellMs = Math.min(dwellSecondsMax, Math.max(dwellSecondsMin, stayS)) * 1000
      return keep(steps.map((step) => ({ ...step, dwellMs })))
    }
    case TOUR.start:
      return steps.length > 0 ? { kind: 'cruiseStart', cruise } : undefined
    default:
      return undefined
  }
}

/** A rectangle of the picture comes to its middle, as large as the picture, or as small as the rectangle. */
export function dragZoomAction({
  direction,
  area,
}: Extract<GbCommand, { kind: 'dragZoom' }>): DeviceAction | undefined {
  const { x, y, width, height } = area
  const inside = (share: number) => share >= 0 && share <= 1
  const [middleX, middleY] = [x + width / 2, y + height / 2]
  if (![middleX, middleY, width, height].every(inside)) return undefined
  const share = Math.max(width, height)
  return {
    kind: 'ptzPoint',
    x: 2 * middleX - 1,
    y: 1 - 2 * middleY,
    zoomFactor: direction === 'in' ? 1 / share : share,
  }
}

/** Pan counts from the mounted direction, clockwise; tilt from the horizon, upwards. */
export function turnAction(
  { pan, tilt, zoom }: Extract<GbCommand, { kind: 'turnTo' }>,
  aheadDeg: number,
): DeviceAction | undefined {
  if (pan === undefined && tilt === undefined && zoom === undefined) return undefined
  const pose = {
    ...(pan !== undefined && { panDeg: aheadDeg + pan }),
    ...(tilt !== undefined && { tiltDeg: tilt }),
    ...(zoom !== undefined && { zoom: Math.max(1, zoom) }),
  }
  return { kind: 'ptzTurn', pose }
}
