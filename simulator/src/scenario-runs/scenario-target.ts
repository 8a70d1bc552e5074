import type { FaultRecord } from '@backlot/contract/control/fault-calls'
import { ACTION_NAMES, type Action, ActionBody } from '@backlot/contract/control/scenario-actions'
import type { ScenarioMark } from '@backlot/contract/control/scenario-calls'
import { ExpectationBody } from '@backlot/contract/control/scenario-expectations'
import { act } from './actions.ts'
import { type Look, look, type Since } from './expectations.ts'
import type { ScenarioParts } from './scenario-parts.ts'

/** How a scenario reaches a platform: in this process, or over the control API. Orders are as people wrote them. */
export type ScenarioTarget = {
  mark(): Promise<ScenarioMark>
  /** Carries out one action; answers a description. Rejects when it names missing things. */
  act(raw: unknown): Promise<string>
  check(raw: unknown, since: Since): Promise<Look>
  /** Results of the platform's faults. */
  faults(): Promise<FaultRecord[]>
}

export function createLocalTarget(parts: ScenarioParts): ScenarioTarget {
  return {
    mark: async () => ({
      clock: parts.clock.state(),
      cursor: parts.repository.cursor(),
      seed: parts.world.seed,
    }),
    act: async (raw) => actParsed(ActionBody.parse(raw), parts),
    faults: async () => parts.faults.record(),
    check: async (raw, since) => look(ExpectationBody.parse(raw), parts, since),
  }
}

/** Does the one action of a parsed body. */
export function actParsed(body: ReturnType<typeof ActionBody.parse>, parts: ScenarioParts): Promise<string> {
  const name = ACTION_NAMES.find((action) => body[action] !== undefined)!
  const perform = () => act(name, (body as Action)[name as never], parts)
  // A storm comes from the devices; everything else is the scenario's own doing, which no disk fault stops.
  return name === 'storm' ? perform() : parts.faults.points.store.spare(perform)
}
