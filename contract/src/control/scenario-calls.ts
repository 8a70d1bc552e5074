import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { emptyQuery, get, post } from '../call.ts'
import { ClockState } from '../session/entities.ts'
import { ActionBody } from './scenario-actions.ts'
import { ExpectationBody } from './scenario-expectations.ts'

const access = ACCESS.control
const origin = 'assumed' as const

/** A moment of a run: later events are identified by time and by the cursor of alarms. */
export const ScenarioMark = z.object({ clock: ClockState, cursor: z.number().int(), seed: z.number().int() })
export type ScenarioMark = z.output<typeof ScenarioMark>

export const controlScenarioMark = get('/control/scenario/mark', {
  name: 'control.scenarioMark',
  summary: 'The current moment: clock, newest alarm, seed.',
  origin,
  access,
  query: emptyQuery,
  data: ScenarioMark,
})

export const controlScenarioAct = post('/control/scenario/act', {
  name: 'control.scenarioAct',
  summary: 'Carries out one action of a scenario. Replies when it is in effect.',
  origin,
  access,
  body: ActionBody,
  data: z.object({ done: z.string() }),
})

export const controlScenarioCheck = post('/control/scenario/check', {
  name: 'control.scenarioCheck',
  summary: 'Checks once whether an expectation of a scenario holds.',
  origin,
  access,
  body: z.strictObject({
    expect: ExpectationBody,
    /** Alarms count from here. */
    sinceCursor: z.number().int().min(0),
    startCursor: z.number().int().min(0),
  }),
  data: z.object({ holds: z.boolean(), seen: z.string() }),
})

export const SCENARIO_CALLS = [controlScenarioMark, controlScenarioAct, controlScenarioCheck]
