import type { CallState, CallTarget } from '@backlot/contract/talk/intercom-frames'
import type { TalkDevice } from './talk-device.ts'
import type { TalkOperator } from './talk-operator.ts'

/** One call of one operator: to a device, to many, or listening. */
export type IntercomCall = {
  callId: string
  operator: TalkOperator
  kind: 'call' | 'monitor' | 'broadcast'
  duplex: boolean
  /** Devices that answered, with their channels. */
  ends: { target: CallTarget; device: TalkDevice }[]
  state: CallState
  /** The button is down. */
  talking: boolean
  startedMs: number
  /** Cancels the call's pending timers. */
  cancelRing: () => void
  /** The ways to devices of others. */
  paths: { device: TalkDevice; close(): void }[]
}

/** Devices hear who calls them; a monitored one hears nobody. */
export function isHeard(call: IntercomCall): boolean {
  return call.talking && (call.state === 'calling' || call.state === 'duplex')
}

/** The operator hears a device that he listens to, or a duplex one. */
export function hearsDevice(call: IntercomCall): boolean {
  return call.state === 'monitoring' || call.state === 'duplex'
}
