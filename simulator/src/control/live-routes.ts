import { controlLive } from '@backlot/contract/control/live-calls'
import {
  controlRunScenario,
  controlScenarioRuns,
  controlShippedScenarios,
  controlStopScenario,
} from '@backlot/contract/control/run-calls'
import { type Route, route } from '../calls/route.ts'
import type { LiveFeed } from './live/live-feed.ts'
import type { ScenarioRuns } from './scenario-runs.ts'

/** Live events as a stream, and runs of shipped scenarios. */
export function liveRoutes(live: LiveFeed, runs: ScenarioRuns): Route[] {
  return [
    route(controlLive, ({ query }) => live.open(query)),
    route(controlShippedScenarios, () => ({ list: runs.shipped() })),
    route(controlScenarioRuns, () => ({ list: runs.list() })),
    route(controlRunScenario, ({ body }) => runs.start(body)),
    route(controlStopScenario, ({ body }) => runs.stop(body.runId)),
  ]
}
