/** The pose of one PTZ camera over all time: a fold over its commands with the state after each kept. */
import { commandPosition, type DeviceCommand, type PtzMotion } from './commands.ts'
import {
  beginCruise,
  beginScan,
  type Cruise,
  cruiseMovesAt,
  cruisePoseAt,
  type RunningCruise,
  type Scan,
} from './ptz-cruise.ts'
import {
  advancePose,
  manualMotion,
  motionTo,
  type PtzAxis,
  type PtzMotionState,
  type PtzPose,
  poseAtPoint,
  reachable,
  remainingMotion,
} from './ptz-pose.ts'

export type PtzState = {
  /** The pose holds at this moment; the motion carries on from it. */
  atMs: number
  pose: PtzPose
  motion: PtzMotionState
  presets: ReadonlyMap<number, PtzPose>
  /** The pose it returns to. */
  home: PtzPose
  /** Names that somebody gave to presets. */
  presetNames?: ReadonlyMap<number, string>
  cruises?: ReadonlyMap<number, Cruise>
  scans?: ReadonlyMap<number, Scan>
  /** While it runs the pose is the tour's, or the scan's. */
  running?: RunningCruise | undefined
}

const AXIS_OF: readonly (readonly [keyof PtzMotion, PtzAxis])[] = [
  ['pan', 'panDeg'],
  ['tilt', 'tiltDeg'],
  ['zoom', 'zoom'],
  ['focus', 'focus'],
  ['iris', 'iris'],
]

const axesOf = (named: readonly (typeof AXIS_OF)[number][]): PtzAxis[] => named.map(([, axis]) => axis)

/** The state after a command; commands that do not concern PTZ leave it as it is. */
function applyPtzCommand(state: PtzState, command: DeviceCommand): PtzState {
  const { atMs } = command
  const pose = poseOf(state, atMs)
  /** The movement in progress, from now on; a tour is none. */
  const rest = () => (state.running ? {} : remainingMotion(state.motion, (atMs - state.atMs) / 1000))
  /** New steering: the movement in progress ends. */
  const steered = (motion: PtzMotionState): PtzState => ({
    ...state,
    atMs,
    pose,
    motion,
    running: undefined,
  })
  /** New steering of some axes: the others continue. A tour moves every axis, and ends. */
  const steeredAxes = (axes: readonly PtzAxis[], motion: PtzMotionState): PtzState => {
    if (axes.length === 0) return remembering({})
    const all = rest()
    for (const axis of axes) {
      const own = motion[axis]
      if (own) all[axis] = own
      else delete all[axis]
    }
    return steered(all)
  }
  /** Something in its memory changed: the movement in progress continues. */
  const remembering = (change: Partial<PtzState>): PtzState => ({
    ...state,
    atMs,
    pose,
    motion: rest(),
    ...change,
  })
  switch (command.kind) {
    case 'ptzMove': {
      const named = AXIS_OF.filter(([name]) => command.motion[name] !== undefined)
      const motion: PtzMotionState = {}
      for (const [name, axis] of named) {
        const direction = command.motion[name]
        if (direction) motion[axis] = manualMotion(axis, direction, command.speed, pose.zoom, command.forMs)
      }
      return steeredAxes(axesOf(named), motion)
    }
    case 'ptzStop': {
      const { axes } = command
      return axes ? steeredAxes(axesOf(AXIS_OF.filter(([name]) => axes.includes(name))), {}) : steered({})
    }
    case 'ptzTurn': {
      const share = (command.speed ?? 100) / 100
      const named = AXIS_OF.filter(([, axis]) => command.pose[axis] !== undefined)
      return steeredAxes(axesOf(named), motionTo(pose, reachable({ ...pose, ...command.pose }), share))
    }
    case 'homeSet':
      return remembering({ home: pose })
    case 'homeCall':
      return steered(motionTo(pose, state.home, (command.speed ?? 100) / 100))
    case 'presetSet': {
      const presets = withEntry(state.presets, command.preset, pose)
      if (command.name === undefined) return remembering({ presets })
      return remembering({ presets, presetNames: withEntry(state.presetNames, command.preset, command.name) })
    }
    case 'presetDelete':
      return remembering({
        presets: withEntry(state.presets, command.preset, undefined),
        presetNames: withEntry(state.presetNames, command.preset, undefined),
      })
    case 'presetName':
      return remembering({ presetNames: withEntry(state.presetNames, command.preset, command.name) })
    case 'presetCall': {
      const target = state.presets.get(command.preset)
      return target ? steered(motionTo(pose, target)) : remembering({})
    }
    case 'ptzPoint':
      return steeredAxes(
        ['panDeg', 'tiltDeg', 'zoom'],
        motionTo(pose, poseAtPoint(pose, command.x, command.y, command.zoomFactor)),
      )
    case 'cruiseSet': {
      const { name, steps } = command
      return remembering({ cruises: withEntry(state.cruises, command.cruise, { name, steps }) })
    }
    case 'cruiseDelete': {
      const cruises = withEntry(state.cruises, command.cruise, undefined)
      return state.running?.cruise === command.cruise ? { ...steered({}), cruises } : remembering({ cruises })
    }
    case 'cruiseStart': {
      const steps = state.cruises?.get(command.cruise)?.steps ?? []
      const running = beginCruise(command.cruise, steps, state.presets, { atMs, pose })
      return running ? { ...steered({}), running } : remembering({})
    }
    case 'cruiseStop':
      return state.running ? steered({}) : remembering({})
    case 'scanLimit': {
      const limit = command.side === 'left' ? { leftDeg: pose.panDeg } : { rightDeg: pose.panDeg }
      const scan = { ...state.scans?.get(command.scan), ...limit }
      return remembering({ scans: withEntry(state.scans, command.scan, scan) })
    }
    case 'scanSpeed': {
      const scan = { ...state.scans?.get(command.scan), speed: command.speed }
      return remembering({ scans: withEntry(state.scans, command.scan, scan) })
    }
    case 'scanStart': {
      const running = beginScan(state.scans?.get(command.scan) ?? {}, { atMs, pose })
      return running ? { ...steered({}), running } : remembering({})
    }
    default:
      return state
  }
}

function withEntry<T>(
  map: ReadonlyMap<number, T> | undefined,
  key: number,
  value: T | undefined,
): ReadonlyMap<number, T> {
  const changed = new Map(map)
  if (value === undefined) changed.delete(key)
  else changed.set(key, value)
  return changed
}

function poseOf(state: PtzState, atMs: number): PtzPose {
  if (state.running) return cruisePoseAt(state.running, atMs)
  return advancePose(state.pose, state.motion, Math.max(0, (atMs - state.atMs) / 1000))
}

/** The state under a list of commands in log order; those after `atMs` do not count. For one look; see `PtzTrack`. */
export function ptzStateAt(initial: PtzState, commands: readonly DeviceCommand[], atMs: number): PtzState {
  let state = initial
  for (const command of commands) {
    if (command.atMs > atMs) break
    state = applyPtzCommand(state, command)
  }
  return state
}

/** The pose under a list of commands, as `ptzStateAt`. */
export function poseAt(initial: PtzState, commands: readonly DeviceCommand[], atMs: number): PtzPose {
  return poseOf(ptzStateAt(initial, commands, atMs), atMs)
}

export type PtzTrack = {
  /** Adds a command at its place by (atMs, seq); states after it are folded again. */
  add(command: DeviceCommand): void
  poseAt(atMs: number): PtzPose
  presetsAt(atMs: number): ReadonlyMap<number, PtzPose>
  /** Whether any axis moves at a moment. */
  isMovingAt(atMs: number): boolean
}

/** A track that answers any moment in O(log commands). */
export function createPtzTrack(initial: PtzState, commands: readonly DeviceCommand[] = []): PtzTrack {
  const log: DeviceCommand[] = []
  const states: PtzState[] = []

  function add(command: DeviceCommand): void {
    const position = commandPosition(log, command)
    log.splice(position, 0, command)
    states.length = position
    for (let i = position; i < log.length; i++) {
      states.push(applyPtzCommand(states[i - 1] ?? initial, log[i]!))
    }
  }

  function stateAt(atMs: number): PtzState {
    const after = commandPosition(log, { atMs, seq: Number.POSITIVE_INFINITY })
    return states[after - 1] ?? initial
  }

  for (const command of commands) add(command)
  return {
    add,
    poseAt: (atMs) => poseOf(stateAt(atMs), atMs),
    presetsAt: (atMs) => stateAt(atMs).presets,
    isMovingAt(atMs) {
      const state = stateAt(atMs)
      if (state.running) return cruiseMovesAt(state.running, atMs)
      const seconds = Math.max(0, (atMs - state.atMs) / 1000)
      const left = remainingMotion(state.motion, seconds)
      return Object.keys(left).length > 0
    },
  }
}
