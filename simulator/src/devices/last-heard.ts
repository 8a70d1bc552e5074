import type { DeviceCommand } from './commands.ts'
import { lastOnlineMs } from './connectivity.ts'
import { faultAt } from './fault-state.ts'
import { LATE_USUAL_SECONDS } from './report-times.ts'
import { silentSinceMs } from './silence.ts'
import { lastPromptMs } from './weak-radio.ts'

/** Whether a moving device keeps its reports back at a moment. */
export function keepsReportsBack(
  seed: number,
  entity: number,
  atMs: number,
  commands: readonly DeviceCommand[] = [],
): boolean {
  return faultAt(seed, entity, 'lateReports', atMs, commands) !== undefined
}

/**
 * The moment of the newest report of a moving device that had arrived by `atMs`: `atMs` itself when it is online;
 * before the last batch while its reports are held back, before it fell silent while it is, a little earlier where its
 * signal is weak; undefined when nothing came for thirty days.
 */
export function lastHeardMs(
  seed: number,
  entity: number,
  atMs: number,
  commands: readonly DeviceCommand[] = [],
): number | undefined {
  const heardMs = lastSentMs(seed, entity, atMs, commands)
  const silentMs = heardMs === undefined ? undefined : silentSinceMs(commands, heardMs)
  return silentMs === undefined ? heardMs : lastHeardMs(seed, entity, silentMs - 1, commands)
}

function lastSentMs(
  seed: number,
  entity: number,
  atMs: number,
  commands: readonly DeviceCommand[],
): number | undefined {
  const fault = faultAt(seed, entity, 'lateReports', atMs, commands)
  if (!fault) {
    const onlineMs = lastOnlineMs(seed, entity, atMs, commands)
    return onlineMs === undefined ? undefined : lastPromptMs(seed, entity, onlineMs, commands)
  }
  const waitMs = 1000 * Math.max(1, fault.amount ?? LATE_USUAL_SECONDS)
  const batchMs = fault.fromMs + Math.floor((atMs - fault.fromMs) / waitMs) * waitMs
  return lastOnlineMs(seed, entity, batchMs - 1, commands)
}
