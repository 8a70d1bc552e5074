import type { FaultTarget } from '@backlot/contract/control/fault-calls'
import type { z } from 'zod'
import type { StoreFaults } from '../store/store-faults.ts'
import type { ChannelFaults } from './channel-faults.ts'
import type { ClockFaults } from './clock-faults.ts'
import type { DeviceFaults } from './device-faults.ts'
import type { HttpFaults } from './http-faults.ts'
import type { MediaFaults } from './media-faults.ts'
import type { SipFaults } from './sip-faults.ts'
import type { WireFaults } from './wire-faults.ts'

/**
 * A kind of fault: one file each, listed in fault-list.ts. It takes hold through one of the points and knows nothing of
 * sockets, stores or other faults.
 */
export type Fault<Parameters extends z.ZodObject = z.ZodObject> = {
  /** '<place>-<effect>': http-latency. */
  name: string
  /** One line for the help. */
  summary: string
  /** The parts of a target that mean something here; others are refused. */
  targets: readonly (keyof FaultTarget)[]
  /** Strict, with defaults and units in the names. */
  parameters: Parameters
  /** Attaches the fault. Throws a PlatformError, attaching nothing, when the target names missing things. */
  attach(context: FaultContext<z.output<Parameters>>): AttachedFault
}

export type FaultContext<Parameters> = {
  parameters: Parameters
  target: FaultTarget
  aim: Aim
  points: InjectionPoints
}

/** When a fault strikes: its schedule and its dice. */
export type Aim = {
  /** Whether it strikes at this chance. Every yes is counted. */
  strikes(): boolean
  /** The next draw of the fault's own dice, in [0, 1). */
  draw(): number
}

export type AttachedFault = {
  /** A spell of the schedule begins; resolves when all actions on devices are done. */
  open?(): Promise<void>
  /** The spell ends, or the fault is removed during it. */
  close?(): Promise<void>
  /** Lets go. */
  detach(): void
}

/** Where faults take hold. */
export type InjectionPoints = {
  http: HttpFaults
  channel: ChannelFaults
  devices: DeviceFaults
  wire: WireFaults
  media: MediaFaults
  sip: SipFaults
  store: StoreFaults
  clock: ClockFaults
}

/** Binds a fault's code to its parameters. */
export function defineFault<Parameters extends z.ZodObject>(fault: Fault<Parameters>): Fault {
  // Parameters are an argument of `attach`: a Fault of some is none of all. They are parsed before.
  return fault as unknown as Fault
}
