import type { FaultRecord } from '@backlot/contract/control/fault-calls'

/** Result of a scenario. */
export type Verdict = {
  /** Time of the verdict since the beginning. */
  atMs: number
  /** Platform time of the verdict, in the platform's zone. */
  platformTime: string
  /** The machine's, in UTC; left out in a virtual run. */
  machineTime?: string
  file: string
  line: number
  kind: 'act' | 'expect'
  text: string
  /** An action that could not be done has failed. skipped: not to be seen in this kind of run. */
  outcome: 'held' | 'failed' | 'skipped'
  seen: string
}

export type RunResult = {
  scenario: string
  file: string
  mode: 'virtual' | 'real'
  seed: number
  /** The clock's rate, when it differs from the scenario's. */
  speed?: number
  /** The platform that it ran on, when it was up before. */
  against?: string
  /** How often every device was in the log, when one was written. */
  reports?: string
  /** Faults that were attached meanwhile; `isEarlier`: since before the run, by somebody else. */
  faults: readonly RunFault[]
  /** Platform time of the beginning, in the platform's zone. */
  start: string
  /** Minutes east of UTC of the platform's zone. */
  zoneMinutes: number
  /** How much platform time passed. */
  lastedMs: number
  verdicts: readonly Verdict[]
  held: number
  failed: number
  skipped: number
}

export type RunFault = FaultRecord & { isEarlier: boolean }

/** The faults of a run: attached at its end or since its beginning, `before` being the earlier ones. */
export function faultsOf(before: readonly FaultRecord[], after: readonly FaultRecord[]): RunFault[] {
  const stateThen = new Map(before.map(({ id, state }) => [id, state]))
  return after
    .filter(({ id }) => stateThen.get(id) !== 'ended')
    .map((fault) => ({ ...fault, isEarlier: stateThen.has(fault.id) }))
}

export function summed(verdicts: readonly Verdict[]): Pick<RunResult, 'held' | 'failed' | 'skipped'> {
  const of = (outcome: Verdict['outcome']) => verdicts.filter((verdict) => verdict.outcome === outcome).length
  return { held: of('held'), failed: of('failed'), skipped: of('skipped') }
}
