/** When a station sends: on a grid of its own, whose period can be set; when reports arrive, and how often. */
import { uniform } from '../world/hash.ts'
import type { DeviceCommand } from './commands.ts'
import { onlineAt, reportPhaseMs } from './connectivity.ts'
import { faultAt } from './fault-state.ts'
import { isSilentAt } from './silence.ts'
import { radioDelayMs } from './weak-radio.ts'

const STREAM = { copies: 2101, drift: 2102 }
const DAY_MS = 86_400_000
/** Default amounts of faults. */
const USUAL = { driftSecondsADay: 40, copiedShare: 0.4 }
/** Default of the longest delay of late reports. */
export const LATE_USUAL_SECONDS = 600

type Named = { seed: number; entity: number; commands: readonly DeviceCommand[] }
/** A stretch of one period. */
type Stretch = { fromMs: number; toMs: number; periodMs: number }

/** Stretches of one reporting period that tile [fromMs, toMs); `usualMs` until somebody sets another. */
function periodsIn(
  commands: readonly DeviceCommand[],
  fromMs: number,
  toMs: number,
  usualMs: number,
): Stretch[] {
  const stretches: Stretch[] = [{ fromMs, toMs, periodMs: usualMs }]
  for (const command of commands) {
    if (command.atMs >= toMs) break
    if (command.kind !== 'setting' || command.setting !== 'realtimeSeconds') continue
    const periodMs = 1000 * Math.max(30, Math.min(3600, Math.round(command.value)))
    const last = stretches[stretches.length - 1]!
    if (command.atMs <= last.fromMs) {
      last.periodMs = periodMs
    } else {
      last.toMs = command.atMs
      stretches.push({ fromMs: command.atMs, toMs, periodMs })
    }
  }
  return stretches
}

/** Moments in [fromMs, toMs) at which a device would report if it were online, ascending. */
export function* reportMoments(
  { seed, entity, commands }: Named,
  fromMs: number,
  toMs: number,
  usualMs: number,
): Generator<number> {
  for (const stretch of periodsIn(commands, fromMs, toMs, usualMs)) {
    const phaseMs = reportPhaseMs(seed, entity, stretch.periodMs)
    const first = Math.ceil((stretch.fromMs - phaseMs) / stretch.periodMs)
    for (let n = first; n * stretch.periodMs + phaseMs < stretch.toMs; n++)
      yield n * stretch.periodMs + phaseMs
  }
}

/**
 * Arrival of a moment's report at the platform: at once, or with the batch that a fault holds it back for; never
 * (infinity) when the device was silent or a weak signal lost it.
 */
export function receivedMs({ seed, entity, commands }: Named, atMs: number): number {
  if (isSilentAt(commands, atMs)) return Number.POSITIVE_INFINITY
  const fault = faultAt(seed, entity, 'lateReports', atMs, commands)
  if (!fault) return atMs + radioDelayMs(seed, entity, atMs, commands)
  const waitMs = 1000 * Math.max(1, fault.amount ?? LATE_USUAL_SECONDS)
  const batchMs = fault.fromMs + Math.ceil((atMs - fault.fromMs + 1) / waitMs) * waitMs
  return Math.floor(Math.min(batchMs, fault.toMs))
}

/** How many times a report is sent: once, or more while a fault has it. */
export function copiesOf({ seed, entity, commands }: Named, atMs: number): number {
  const fault = faultAt(seed, entity, 'duplicateReports', atMs, commands)
  if (!fault) return 1
  const draw = uniform(seed, entity, STREAM.copies, Math.floor(atMs / 1000))
  const share = fault.amount ?? USUAL.copiedShare
  return draw >= share ? 1 : draw < share * 0.25 ? 3 : 2
}

/** How far a device's clock is ahead of the true time, milliseconds; set right when the fault ends. */
export function clockDriftMs({ seed, entity, commands }: Named, atMs: number): number {
  const fault = faultAt(seed, entity, 'clockDrift', atMs, commands)
  if (!fault) return 0
  const own = (uniform(seed, entity, STREAM.drift, Math.floor(fault.fromMs / DAY_MS)) - 0.5) * 2
  const secondsADay = fault.amount ?? own * USUAL.driftSecondsADay
  return Math.round((1000 * secondsADay * (atMs - fault.fromMs)) / DAY_MS)
}

/** A report that arrives this long after its moment came late. */
export const LATE_AFTER_MS = 30_000
/** How far back the last report is looked for. */
const LOOK_BACK_MS = 30 * DAY_MS

/**
 * The true moment of the last report that had arrived by `atMs`; undefined when nothing came for thirty days.
 */
export function lastReceivedMs(device: Named, atMs: number, usualMs: number): number | undefined {
  for (let backMs = 15 * 60_000; ; backMs *= 4) {
    const fromMs = atMs - Math.min(backMs, LOOK_BACK_MS)
    let last: number | undefined
    for (const moment of reportMoments(device, fromMs, atMs + 1, usualMs)) {
      if (!onlineAt(device.seed, device.entity, moment, device.commands)) continue
      if (receivedMs(device, moment) <= atMs) last = moment
    }
    if (last !== undefined || backMs >= LOOK_BACK_MS) return last
  }
}
