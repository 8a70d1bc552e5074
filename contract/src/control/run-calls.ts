import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { emptyQuery, get, post } from '../call.ts'
import { CLOCK_RATE } from './constants.ts'
import { TimelineProgress } from './timeline-progress.ts'

/** Shipped scenarios, played on the platform that runs: their timelines, not their fleets. */
const access = ACCESS.control
const origin = 'assumed' as const

export const controlShippedScenarios = get('/control/scenarios', {
  name: 'control.scenarios',
  summary: 'The shipped scenarios.',
  origin,
  access,
  query: emptyQuery,
  data: z.object({
    list: z.array(
      z.object({
        /** Identifies it for the start. */
        id: z.string(),
        name: z.string(),
        description: z.string(),
        /** Entries of its timeline; one without any has nothing to play. */
        entries: z.number().int(),
        expectations: z.number().int(),
        lastsMs: z.number(),
        /** Where the clock is put at its beginning, in the platform's zone. */
        start: z.string().optional(),
        speed: z.number().optional(),
      }),
    ),
  }),
})

export const ScenarioRun = TimelineProgress.omit({ state: true }).extend({
  runId: z.string(),
  state: z.enum(['playing', 'over', 'stopped', 'broken']),
  /** Platform time of its beginning. */
  startedAtMs: z.number(),
  /** Why it broke. */
  error: z.string().optional(),
})
export type ScenarioRun = z.output<typeof ScenarioRun>

export const controlScenarioRuns = get('/control/scenario/runs', {
  name: 'control.scenarioRuns',
  summary: 'The current run and the last ended ones, with their verdicts.',
  origin,
  access,
  query: emptyQuery,
  data: z.object({ list: z.array(ScenarioRun) }),
})

export const controlRunScenario = post('/control/scenario/runs', {
  name: 'control.runScenario',
  summary: 'Plays the timeline of a shipped scenario. Replies when the clock is set.',
  origin,
  access,
  body: z.strictObject({
    scenario: z.string().min(1).max(64),
    /** Puts the clock at the scenario's own beginning, if it has one. */
    ownStart: z.boolean().default(false),
    /** Platform seconds per second; the clock's own pace without. */
    speed: z.number().min(CLOCK_RATE.min).max(CLOCK_RATE.max).optional(),
  }),
  data: ScenarioRun,
})

export const controlStopScenario = post('/control/scenario/runs/stop', {
  name: 'control.stopScenario',
  summary: 'Stops a run. Its effects remain.',
  origin,
  access,
  body: z.strictObject({ runId: z.string().min(1).max(64) }),
  data: ScenarioRun,
})

export const RUN_CALLS = [
  controlShippedScenarios,
  controlScenarioRuns,
  controlRunScenario,
  controlStopScenario,
]
