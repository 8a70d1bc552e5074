/** The pose of one PTZ camera over all time: a fold over its commands with the state after each kept. */
import { commandPosition, type DeviceCommand, type PtzMotion } from './commands.ts'
import {
  advancePose,
  manualMotion,
  motionTo,
  type PtzAxis,
  type PtzMotionState,
  type PtzPose,
  poseAtPoint,
  remainingMotion,
} from './ptz-pose.ts'

export type PtzState = {
  /** The pose holds at this moment; the motion carries on from it. */
  atMs: number
  pose: PtzPose
  motion: PtzMotionState
  presets: ReadonlyMap<number, PtzPose>
}

const AXIS_OF: readonly (readonly [keyof PtzMotion, PtzAxis])[] = [
  ['pan', 'panDeg'],
  ['tilt', 'tiltDeg'],
  ['zoom', 'zoom'],
  ['focus', 'focus'],
  ['iris', 'iris'],
]

/** The state after a command; commands that do not concern PTZ leave it as it is. */
export function applyPtzCommand(state: PtzState, command: DeviceCommand): PtzState {
  const seconds = (command.atMs - state.atMs) / 1000
  const pose = advancePose(state.pose, state.motion, seconds)
  const base = { ...state, atMs: command.atMs, pose }
  switch (command.kind) {
    case 'ptzMove': {
      const motion: PtzMotionState = {}
      for (const [name, axis] of AXIS_OF) {
        const sign = command.motion[name]
        if (sign) motion[axis] = manualMotion(axis, sign, command.speed, pose.zoom, command.forMs)
      }
      return { ...base, motion }
    }
    case 'ptzStop':
      return { ...base, motion: {} }
    case 'presetSet':
      return {
        ...base,
        motion: remainingMotion(state.motion, seconds),
        presets: withPreset(state, command.preset, pose),
      }
    case 'presetDelete':
      return {
        ...base,
        motion: remainingMotion(state.motion, seconds),
        presets: withPreset(state, command.preset),
      }
    case 'presetCall': {
      const target = state.presets.get(command.preset)
      return target
        ? { ...base, motion: motionTo(pose, target) }
        : { ...base, motion: remainingMotion(state.motion, seconds) }
    }
    case 'ptzPoint':
      return { ...base, motion: motionTo(pose, poseAtPoint(pose, command.x, command.y, command.zoomFactor)) }
    default:
      return state
  }
}

function withPreset(state: PtzState, preset: number, pose?: PtzPose): ReadonlyMap<number, PtzPose> {
  const presets = new Map(state.presets)
  if (pose) presets.set(preset, pose)
  else presets.delete(preset)
  return presets
}

/** The pose under a list of commands in log order; those after `atMs` do not count. For one look; see `PtzTrack`. */
export function poseAt(initial: PtzState, commands: readonly DeviceCommand[], atMs: number): PtzPose {
  let state = initial
  for (const command of commands) {
    if (command.atMs > atMs) break
    state = applyPtzCommand(state, command)
  }
  return advancePose(state.pose, state.motion, Math.max(0, (atMs - state.atMs) / 1000))
}

export type PtzTrack = {
  /** Adds a command wherever its (atMs, seq) puts it; states after it are folded anew. */
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
    poseAt(atMs) {
      const state = stateAt(atMs)
      return advancePose(state.pose, state.motion, Math.max(0, (atMs - state.atMs) / 1000))
    },
    presetsAt: (atMs) => stateAt(atMs).presets,
    isMovingAt(atMs) {
      const state = stateAt(atMs)
      const seconds = Math.max(0, (atMs - state.atMs) / 1000)
      const left = remainingMotion(state.motion, seconds)
      return Object.keys(left).length > 0
    },
  }
}
