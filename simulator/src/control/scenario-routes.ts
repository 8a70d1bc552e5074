import {
  controlScenarioAct,
  controlScenarioCheck,
  controlScenarioMark,
} from '@backlot/contract/control/scenario-calls'
import { type Route, route } from '../calls/route.ts'
import { look } from '../scenario-runs/expectations.ts'
import type { ScenarioParts } from '../scenario-runs/scenario-parts.ts'
import { actParsed } from '../scenario-runs/scenario-target.ts'

/** A scenario's calls of the control API: one action, one look. */
export function scenarioRoutes(parts: ScenarioParts): Route[] {
  return [
    route(controlScenarioMark, () => ({
      clock: parts.clock.state(),
      cursor: parts.repository.cursor(),
      seed: parts.world.seed,
    })),
    route(controlScenarioAct, async ({ body }) => ({ done: await actParsed(body, parts) })),
    route(controlScenarioCheck, ({ body: { expect, ...since } }) => look(expect, parts, since)),
  ]
}
