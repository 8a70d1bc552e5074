/** Effects of faults on the reports of one device: the time they carry, when they are sent, how often. */
import type { DeviceCommand } from './commands.ts'
import { askedFault } from './fault-state.ts'
import { clockDriftMs, copiesOf, receivedMs } from './report-times.ts'

export type ReportFaults = {
  /** How far the device's clock is ahead of the true time, milliseconds. */
  clockAheadMs(epochMs: number): number
  /** When a report of a moment goes out: then, or with the batch it is kept back for; infinity: never. */
  sentMs(epochMs: number): number
  /** How many times a report of a moment is sent. */
  copies(epochMs: number): number
}

/** The faults of a device. Satellites keep a receiver's clock right: it only drifts by order. */
export function reportFaultsOf(
  seed: number,
  entity: number,
  commandsOf: () => readonly DeviceCommand[],
  { hasReceiver }: { hasReceiver: boolean },
): ReportFaults {
  const named = () => ({ seed, entity, commands: commandsOf() })
  return {
    clockAheadMs(epochMs) {
      const isRight = hasReceiver && !askedFault('clockDrift', epochMs, commandsOf()).fault
      return isRight ? 0 : clockDriftMs(named(), epochMs)
    },
    sentMs: (epochMs) => receivedMs(named(), epochMs),
    copies: (epochMs) => copiesOf(named(), epochMs),
  }
}
