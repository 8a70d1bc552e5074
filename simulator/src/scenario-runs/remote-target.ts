import type { Call, DataOut } from '@backlot/contract/call'
import { controlFaultRecord } from '@backlot/contract/control/fault-calls'
import {
  controlScenarioAct,
  controlScenarioCheck,
  controlScenarioMark,
} from '@backlot/contract/control/scenario-calls'
import type { ScenarioTarget } from './scenario-target.ts'

/** Makes a control call of a running simulator; rejects with its refusal. */
export type ControlCaller = <C extends Call>(call: C, body?: unknown) => Promise<DataOut<C>>

/** A scenario's target over the control API. */
export function createRemoteTarget(call: ControlCaller): ScenarioTarget {
  return {
    mark: () => call(controlScenarioMark),
    act: async (raw) => (await call(controlScenarioAct, raw)).done,
    faults: async () => (await call(controlFaultRecord)).list,
    check: (expect, since) => call(controlScenarioCheck, { expect, ...since }),
  }
}
