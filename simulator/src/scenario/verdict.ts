/** What came of a scenario. */
export type Verdict = {
  /** Time since the beginning at which it was told. */
  atMs: number
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
  /** The clock's pace, when another one than the scenario's was asked for. */
  speed?: number
  /** Platform time of the beginning, in the platform's zone. */
  start: string
  /** How much platform time passed. */
  lastedMs: number
  verdicts: readonly Verdict[]
  held: number
  failed: number
  skipped: number
}

export function summed(verdicts: readonly Verdict[]): Pick<RunResult, 'held' | 'failed' | 'skipped'> {
  const of = (outcome: Verdict['outcome']) => verdicts.filter((verdict) => verdict.outcome === outcome).length
  return { held: of('held'), failed: of('failed'), skipped: of('skipped') }
}
