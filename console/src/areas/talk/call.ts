import type { TalkClientFrame, TalkServerFrame } from '@backlot/contract/talk/frames'
import type { CallState, CallTarget } from '@backlot/contract/talk/intercom-frames'

/** The one call of this console, as its buttons and the platform's answers made it. Pure; the store does the rest. */
export type Call = {
  callId: string
  kind: 'call' | 'monitor' | 'broadcast'
  targets: readonly CallTarget[]
  state: CallState
  /** monitoring: 0 listening alone, 1 between two presses. */
  monitor: 0 | 1
  /** V3: both directions at once; a press while it is up begins and ends the operator's voice. */
  duplex: boolean
  /** The device (one of them) has answered. */
  answered: boolean
  /** The talk button is down. */
  pressed: boolean
  /** performance.now() of the answer. */
  since: number | undefined
  /** Frames captured since the button went down. */
  captured: number
}

type Step = { call: Call; send?: TalkClientFrame }
type Of<T extends TalkServerFrame['type']> = Extract<TalkServerFrame, { type: T }>

/** A call about to be requested: the button is down, except for listening. */
export function newCall(
  callId: string,
  kind: Call['kind'],
  targets: readonly CallTarget[],
  duplex: boolean,
): Call {
  const pressed = kind !== 'monitor'
  return {
    callId,
    kind,
    targets,
    state: 'calling',
    monitor: 0,
    duplex,
    answered: false,
    pressed,
    since: undefined,
    captured: 0,
  }
}

/** A device's call that this operator takes: nothing is pressed. */
export function takenCall(callId: string, target: CallTarget, duplex: boolean): Call {
  return { ...newCall(callId, 'call', [target], duplex), pressed: false }
}

export function startFrame({ callId, kind, targets }: Call): TalkClientFrame {
  return { type: 'callStart', callId, kind, targets: [...targets] }
}

/** Whether frames of the microphone belong to the call now. */
export function takesVoice({ answered, pressed, kind, state }: Call): boolean {
  return answered && pressed && kind !== 'monitor' && (state === 'calling' || state === 'duplex')
}

/** A call without the devices that a broadcast did not reach, which are answered beside it. */
export function withoutMissed(
  call: Call,
  results: Of<'callResult'>['targets'] = [],
): { call: Call; missed: readonly CallTarget[] } {
  const missed = results.filter(({ result }) => result !== 0)
  const isMissed = ({ sn, chnId }: CallTarget) => missed.some((one) => one.sn === sn && one.chnId === chnId)
  return { call: { ...call, targets: call.targets.filter((target) => !isMissed(target)) }, missed }
}

export function press(call: Call): Step {
  if (call.pressed || call.kind === 'monitor') return { call }
  const next: Call = {
    ...call,
    pressed: true,
    captured: 0,
    state: call.answered && !call.duplex ? 'calling' : call.state,
  }
  return call.answered
    ? { call: next, send: { type: 'callTalk', callId: call.callId, on: true } }
    : { call: next }
}

/** Letting go ends a broadcast, makes a V1 call listen, and ends the operator's voice in a duplex one (stated). */
export function release(call: Call): Step {
  if (!call.pressed) return { call }
  const next: Call = { ...call, pressed: false }
  // A V3 device is called by the press; letting go while it rings ends nothing.
  if (call.duplex && !call.answered) return { call: next }
  return { call: next, send: { type: 'callTalk', callId: call.callId, on: false, frames: call.captured } }
}

/**
 * The platform reports the state of the call. A duplex call that came up under a pressed button begins the operator's
 * voice.
 */
export function withState(call: Call, message: Of<'callState'>, now: number): Step {
  const duplex = message.state === 'duplex'
  const next: Call = {
    ...call,
    state: message.state,
    monitor: message.monitor ?? call.monitor,
    duplex,
    answered: true,
    since: call.since ?? now,
  }
  if (duplex && !call.answered && call.pressed && !message.talking)
    return { call: { ...next, captured: 0 }, send: { type: 'callTalk', callId: call.callId, on: true } }
  return { call: next }
}
