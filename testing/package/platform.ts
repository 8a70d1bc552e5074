import type { BodyIn, Call, DataOut, QueryIn } from '@backlot/contract/call'
import type { PlatformEvent } from '@backlot/simulator/kernel/platform-event'

/** A change of the clock: of its pace, a step, or a jump to another epoch; times in epoch milliseconds. */
export type ClockChange = { kind: 'rate' | 'step' | 'jump'; fromMs: number; toMs: number; epoch: number }

/** Makes a call of the control API without a socket. Rejects with `{ code, field, message }` on a refusal. */
export type ControlCall = <C extends Call>(
  call: C,
  input?: { query?: QueryIn<C>; body?: BodyIn<C>; params?: Record<string, string> },
) => Promise<DataOut<C>>

/** Platform for the typed control. */
export type Platform = {
  call: ControlCall
  url: string
  signIn: { loginName: string; password: string }
  seed: number
  clock: {
    zoneMinutes: number
    now(): number
    rate(): number
    epoch(): number
    onChange(listener: (change: ClockChange) => void): () => void
  }
  events(): PlatformEvent[]
}
