import type { BodyIn } from '@backlot/contract/call'
import {
  controlAddFaults,
  controlFaults,
  controlRemoveFaults,
  type FaultState,
  type FaultTarget,
} from '@backlot/contract/control/fault-calls'
import type { FaultParameters } from './fault-parameters.ts'
import type { ControlCall } from './platform.ts'

/** Name of a fault: `http-latency`, `device-offline`, … (docs/faults.md). */
export type FaultName = keyof FaultParameters
type Order = BodyIn<typeof controlAddFaults>['faults'][number]

/** Parameters of a fault, whom it strikes, and for how long. */
export type FaultOptions<Name extends FaultName> = {
  /** Of the fault's own kind; omitted ones have their defaults (docs/faults.md). */
  parameters?: FaultParameters[Name]
  target?: FaultTarget
  /** Of each chance to strike; 1 is always. */
  probability?: number
  /** When it strikes, in time of the machine; left out: at once and until it is removed. */
  schedule?: Order['schedule']
  /** Default: the platform's. */
  seed?: number
}

/** A fault that was attached. `await using` it, and it ends with its block. */
export type AttachedFault = AsyncDisposable & {
  id: string
  /** What it has struck so far. */
  state(): Promise<FaultState>
  /** Ends it, as the end of its block does. */
  remove(): Promise<void>
}

/** Injects faults and removes them. */
export type FaultControl = {
  /** Attaches a fault; a mistake in its parameters or target throws, and says what is right. */
  add<Name extends FaultName>(fault: Name, options?: FaultOptions<Name>): Promise<AttachedFault>
  /** Attaches several, all or none. */
  addAll(orders: readonly ({ fault: FaultName } & Order)[]): Promise<AttachedFault[]>
  /** All faults that are in force. */
  list(): Promise<FaultState[]>
  /** Removes all of them; answers how many. */
  clear(): Promise<number>
}

export function createFaultControl(call: ControlCall): FaultControl {
  const list = async () => (await call(controlFaults)).list
  const held = (id: string): AttachedFault => {
    const remove = async () => {
      // A fault that ended by itself, or was removed with all, is gone, as intended.
      if ((await list()).some((fault) => fault.id === id))
        await call(controlRemoveFaults, { body: { ids: [id] } })
    }
    return {
      id,
      remove,
      async state() {
        const state = (await list()).find((fault) => fault.id === id)
        if (!state) throw new RangeError(`The fault ${id} is gone.`)
        return state
      },
      [Symbol.asyncDispose]: remove,
    }
  }
  const addAll: FaultControl['addAll'] = async (orders) => {
    const added = await call(controlAddFaults, { body: { faults: [...orders] } })
    return added.list.map(({ id }) => held(id))
  }
  return {
    addAll,
    list,
    async add(fault, options = {}) {
      const [added] = await addAll([{ fault, ...options } as { fault: FaultName } & Order])
      return added!
    },
    clear: async () =>
      (await list()).length === 0 ? 0 : (await call(controlRemoveFaults, { body: {} })).removed,
  }
}
