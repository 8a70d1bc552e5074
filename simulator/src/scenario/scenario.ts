import type { ActionName } from '@backlot/contract/control/scenario-actions'
import type { Expectation } from '@backlot/contract/control/scenario-expectations'
import type { ScenarioSpec } from '../fleet/fleet-spec.ts'

/** A scenario, read and checked, with the scenarios it extends merged. */
export type Scenario = ScenarioSpec & {
  /** The file it was read from. */
  file: string
  seed: number | undefined
  /** Civil time in the platform's zone, 'yyyy-MM-dd HH:mm:ss'. */
  start: string | undefined
  speed: number | undefined
  /** Its least duration. */
  forMs: number
  /** By time, then in the order of the file. */
  timeline: readonly TimelineEntry[]
}

/** Entry of the timeline at a moment since the beginning. */
export type TimelineEntry = { atMs: number; file: string; line: number } & (
  | { kind: 'act'; name: ActionName /** As written: what the control API takes. */; raw: unknown }
  | { kind: 'expect'; expect: Expectation; raw: unknown /** As people wrote it. */; text: string }
)

/** A mistake in a file. Lines count from 1; field: the way to it, with dots. */
export type Problem = { file: string; line: number; field: string; message: string }

export function problemText({ file, line, field, message }: Problem): string {
  return `${file}:${line}: ${field === '' ? '' : `${field}: `}${message}`
}
