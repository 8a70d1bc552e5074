import type { FaultRecord } from '@backlot/contract/control/fault-calls'
import { faultAddCommand, faultLine } from './fault-lines.ts'
import { quoted } from './quoted.ts'

/** Circumstances in which a load exceeded its thresholds. */
export type LoadFailure = {
  /** The platform's seed and time; left out: it did not answer any more. */
  seed?: number
  platformTime?: string
  zoneMinutes: number
  /** In UTC. */
  machineTime: string
  /** Those that were attached. */
  faults: readonly FaultRecord[]
  /** One command that repeats it. */
  again: string
}

/** Options of the load; without passwords. */
export type AskedLoad = {
  operators: string
  for: string
  ramp?: string
  profile: string
  account?: string[]
  assert?: string[]
  loadSeed: string
  iOwnThisTarget?: boolean
}

export function loadFailureLines({
  seed,
  platformTime,
  machineTime,
  zoneMinutes,
  faults,
  again,
}: LoadFailure): string[] {
  const platform =
    seed === undefined ? 'the platform did not answer' : `seed ${seed}, platform time ${platformTime}`
  return [
    `${platform} (machine: ${machineTime})`,
    ...faults.map((fault) => faultLine(fault, true, zoneMinutes)),
    `again: ${again}`,
  ]
}

/**
 * One command that does the same again: the same people do the same things in the same order, under the same faults. How
 * long it takes is the machine's.
 */
export function againLoadCommand(asked: AskedLoad, faults: readonly FaultRecord[], url: string): string {
  const accounts = (asked.account ?? []).map((account) => `--account ${quoted(account.split(':')[0]!)}`)
  const load = [
    'npx backlot load',
    `--operators ${quoted(asked.operators)}`,
    `--for ${quoted(asked.for)}`,
    ...(asked.ramp === undefined ? [] : [`--ramp ${quoted(asked.ramp)}`]),
    `--profile ${quoted(asked.profile)}`,
    ...accounts,
    ...(asked.assert ?? []).map((threshold) => `--assert ${quoted(threshold)}`),
    `--load-seed ${quoted(asked.loadSeed)}`,
    ...(asked.iOwnThisTarget ? ['--i-own-this-target'] : []),
    `--control ${quoted(url)}`,
  ].join(' ')
  return [...faults.map((fault) => faultAddCommand(fault, url)), load].join(' && ')
}
