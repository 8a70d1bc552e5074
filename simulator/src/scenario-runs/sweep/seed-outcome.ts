import type { Scenario } from '../../scenario/scenario.ts'
import type { RunResult } from '../../scenario/verdict.ts'

/** A run with one seed of many. `error`: it did not come to its end, in words. */
export type SeedOutcome = { seed: number; result: RunResult } | { seed: number; error: string }

/** What a thread runs. */
export type SeedWorkerData = { scenario: Scenario; start: string | undefined }
