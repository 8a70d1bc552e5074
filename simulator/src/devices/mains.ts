/** Power cuts: an alarm PowerLoss of a device that the mains feed takes its power for a time. */
import type { DeviceCommand } from './commands.ts'
import type { Span } from './random-spans.ts'

/** Time that a device runs on its capacitors when its mains fail, milliseconds: enough to raise an alarm. */
export const MAINS_BUFFER_MS = 5000
/** A power cut that nobody gave a length, milliseconds. */
export const POWER_CUT_MS = 5 * 60_000

/** A power cut and the alarm that reported it; milliseconds since the epoch. */
export type PowerCut = Span & { alarmSeq: string; chnId: number }

/** The power cuts of a device, by its commands in log order. One ends early when the device is forced online. */
export function powerCuts(commands: readonly DeviceCommand[]): PowerCut[] {
  const cuts: PowerCut[] = []
  for (const command of commands) {
    if (command.kind === 'powerCut') {
      const { atMs, forMs, alarmSeq, chnId } = command
      cuts.push({ fromMs: atMs, toMs: atMs + forMs, alarmSeq, chnId })
    } else if (command.kind === 'connectivity' && command.forced === 'online') {
      for (const cut of cuts) cut.toMs = Math.min(cut.toMs, command.atMs)
    }
  }
  return cuts
}

/** When a device had no power within [fromMs, toMs): cuts without the seconds that its capacitors last. */
export function powerlessSpans(commands: readonly DeviceCommand[], fromMs: number, toMs: number): Span[] {
  const spans: Span[] = []
  for (const cut of powerCuts(commands)) {
    const span = { fromMs: Math.max(fromMs, cut.fromMs + MAINS_BUFFER_MS), toMs: Math.min(toMs, cut.toMs) }
    if (span.fromMs < span.toMs) spans.push(span)
  }
  return spans.sort((a, b) => a.fromMs - b.fromMs)
}
