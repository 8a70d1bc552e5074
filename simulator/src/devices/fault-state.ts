/** Which faults a device has at a moment: ordered and spontaneous ones. */
import type { DeviceCommand } from './commands.ts'
import type { DeviceFault } from './faults.ts'
import { type SpanPattern, spanAt, spansIn } from './random-spans.ts'

/** A fault at work. */
export type ActiveFault = {
  fromMs: number
  /** When it ends by itself; infinity when somebody has to end it. */
  toMs: number
  /** Amount that was ordered; undefined when the fault came by itself or none was given. */
  amount?: number
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MINUTE_MS = 60_000

/** Rates of spontaneous faults. Offline, flapping and GPS have patterns of their own. */
const NATURAL: Partial<Record<DeviceFault, SpanPattern>> = {
  // About one sensor in fifty sticks at any time.
  stuckSensor: pattern(0, 24 * DAY_MS, 0.35, 2 * HOUR_MS, 60 * HOUR_MS),
  // A clock that nobody sets: runs away for days until the station is serviced.
  clockDrift: pattern(1, 40 * DAY_MS, 0.12, 2 * DAY_MS, 20 * DAY_MS),
  lowBattery: pattern(2, 30 * DAY_MS, 0.08, 5 * HOUR_MS, 30 * HOUR_MS),
  weakSignal: pattern(3, 14 * HOUR_MS, 0.14, 6 * MINUTE_MS, 100 * MINUTE_MS),
  duplicateReports: pattern(4, 9 * DAY_MS, 0.06, HOUR_MS, 9 * HOUR_MS),
  lateReports: pattern(5, 3 * DAY_MS, 0.35, 15 * MINUTE_MS, 100 * MINUTE_MS),
}

function pattern(n: number, cellMs: number, chance: number, minMs: number, maxMs: number): SpanPattern {
  const first = 2000 + 8 * n
  const streams = { phase: first, exists: first + 1, length: first + 2, start: first + 3 }
  return { cellMs, chance, minMs, maxMs, streams }
}

/** Effect of the last command about a fault: an ordered fault, or the moment at which it was mended. */
export type AskedFault = { fault?: ActiveFault; mendedMs?: number }

/** Effect of commands on a fault by a moment. */
export function askedFault(fault: DeviceFault, atMs: number, commands: readonly DeviceCommand[]): AskedFault {
  let asked: ActiveFault | undefined
  let mendedMs: number | undefined
  for (const command of commands) {
    if (command.atMs > atMs) break
    if (command.kind !== 'fault' || command.fault !== fault) continue
    if (command.on) {
      const toMs = command.forMs === undefined ? Number.POSITIVE_INFINITY : command.atMs + command.forMs
      asked = { fromMs: command.atMs, toMs, amount: command.amount }
    } else {
      asked = undefined
      mendedMs = command.atMs
    }
  }
  return { fault: asked && atMs < asked.toMs ? asked : undefined, mendedMs }
}

/** Whether a fault may be at work at some moment of [fromMs, toMs): false where nobody has to look. */
export function mayHaveFault(
  seed: number,
  entity: number,
  fault: DeviceFault,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  commands: readonly DeviceCommand[],
): boolean {
  if (commands.some((command) => command.kind === 'fault' && command.fault === fault)) return true
  const natural = NATURAL[fault]
  return natural !== undefined && spansIn(seed, entity, natural, fromMs, toMs).length > 0
}

/**
 * Moments by which a fault came, went or was ordered again, in order, up to `toMs`; without any command those of spans
 * that touch [fromMs, toMs), with commands from `fromMs` before the first of them on.
 */
export function faultEdges(
  seed: number,
  entity: number,
  fault: DeviceFault,
  fromMs: number,
  toMs: number,
  commands: readonly DeviceCommand[],
): number[] {
  const edges = new Set<number>()
  let firstMs = fromMs
  for (const command of commands) {
    if (command.atMs > toMs) break
    if (command.kind !== 'fault' || command.fault !== fault) continue
    if (edges.size === 0) firstMs = Math.min(firstMs, command.atMs - (toMs - fromMs))
    edges.add(command.atMs)
    if (command.on && command.forMs !== undefined) edges.add(command.atMs + command.forMs)
  }
  const natural = NATURAL[fault]
  for (const span of natural ? spansIn(seed, entity, natural, firstMs, toMs) : []) {
    edges.add(span.fromMs)
    edges.add(span.toMs)
  }
  return [...edges].filter((edge) => edge <= toMs).sort((a, b) => a - b)
}

/** The fault at work at a moment, if any. `commands` are the device's own, in log order. */
export function faultAt(
  seed: number,
  entity: number,
  fault: DeviceFault,
  atMs: number,
  commands: readonly DeviceCommand[] = [],
): ActiveFault | undefined {
  const asked = askedFault(fault, atMs, commands)
  if (asked.fault) return asked.fault
  const natural = NATURAL[fault]
  const span = natural && spanAt(seed, entity, natural, atMs)
  return span && !(asked.mendedMs !== undefined && asked.mendedMs >= span.fromMs) ? span : undefined
}
