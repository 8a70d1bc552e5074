import type { FaultOrder, FaultRecord, FaultState } from '@backlot/contract/control/fault-calls'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { HostClock } from '../kernel/clock.ts'
import { PlatformError } from '../kernel/platform-error.ts'
import type { Fault, InjectionPoints } from './fault.ts'
import { FAULTS } from './fault-list.ts'
import { RunningFault, type SavedFault } from './running-fault.ts'

export type Faults = AsyncDisposable & {
  points: InjectionPoints
  /**
   * Attaches faults, all or none; resolves when those that strike at once are in effect. Throws a PlatformError that
   * names the field when an order makes no sense.
   */
  add(orders: readonly FaultOrder[]): Promise<FaultState[]>
  /**
   * Detaches by id, or all; resolves when their effects are undone. Answers how many. Throws notFound, detaching none.
   */
  remove(ids?: readonly string[]): Promise<number>
  /** The attached ones, for a snapshot. */
  save(): SavedFault[]
  /** Attaches faults of a snapshot: they go on where they were, under their ids. Throws a PlatformError as `add` does. */
  resume(saved: readonly SavedFault[]): Promise<void>
  /** Attached ones, and the last that have ended. */
  list(): FaultState[]
  /** All faults since the start with their results; of those that are over, the last 200. */
  record(): FaultRecord[]
}

/** Ended faults that are remembered. */
const ENDED_KEPT = 50
const RECORDS_KEPT = 200

/** The faults of a simulator: each takes hold through one of the `points`, all are seeded and counted. */
export function createFaults(deps: {
  points: InjectionPoints
  host: HostClock
  platformNow(): number
  seed: number
  registry: Registry
  onError(error: unknown): void
  kinds?: readonly Fault[]
}): Faults {
  const { points, host, platformNow, seed, registry } = deps
  const kinds = new Map((deps.kinds ?? FAULTS).map((fault) => [fault.name, fault]))
  const running = new Map<string, RunningFault>()
  /** Those that are no longer listed, oldest first. */
  const gone: FaultRecord[] = []
  const counts = new Map<string, number>()
  const strikes = new Counter({
    name: 'backlot_fault_strikes_total',
    help: 'Impacts of faults, by kind.',
    labelNames: ['fault'],
    registers: [registry],
  })
  new Gauge({
    name: 'backlot_faults_attached',
    help: 'Active faults.',
    registers: [registry],
    collect() {
      this.set([...running.values()].filter(({ isOver }) => !isOver).length)
    },
  })

  const hold = (order: FaultOrder, saved?: SavedFault): RunningFault => {
    const number = saved ? Number(saved.id.slice(order.fault.length + 1)) : (counts.get(order.fault) ?? 0) + 1
    counts.set(order.fault, Math.max(number, counts.get(order.fault) ?? 0))
    const counter = strikes.labels(order.fault)
    return new RunningFault({
      id: `${order.fault}-${number}`,
      saved,
      fault: kinds.get(order.fault)!,
      order,
      seed,
      points,
      host,
      platformNow,
      onStrike: () => counter.inc(),
    })
  }
  const drop = (fault: RunningFault) => {
    running.delete(fault.id)
    if (gone.push(fault.record()) > RECORDS_KEPT) gone.shift()
  }
  const forget = () => {
    const ended = [...running.values()].filter(({ isOver }) => isOver)
    for (const fault of ended.slice(0, Math.max(0, ended.length - ENDED_KEPT))) drop(fault)
  }

  /** All or none. */
  const attach = async (orders: readonly FaultOrder[], saved: readonly SavedFault[] = []) => {
    const checked = orders.map((order, index) => check(kinds, order, `faults.${index}.`))
    const held: RunningFault[] = []
    try {
      for (const [index, order] of checked.entries()) held.push(hold(order, saved[index]))
      await Promise.all(held.map((fault) => fault.arm(deps.onError)))
    } catch (error) {
      await Promise.allSettled(held.map((fault) => fault.end()))
      throw error
    }
    for (const fault of held) running.set(fault.id, fault)
    forget()
    return held
  }

  return {
    points,
    add: async (orders) => (await attach(orders)).map((fault) => fault.state()),
    save: () => [...running.values()].filter(({ isOver }) => !isOver).map((fault) => fault.save()),
    async resume(saved) {
      await attach(
        saved.map(({ order }) => order),
        saved,
      )
    },
    async remove(ids) {
      const chosen = (ids ?? [...running.keys()]).map((id) => {
        const fault = running.get(id)
        if (!fault) throw new PlatformError('notFound', `ids: there is no fault ${id}.`, 'ids')
        return fault
      })
      const attached = chosen.filter(({ isOver }) => !isOver)
      await Promise.all(attached.map((fault) => fault.end()))
      for (const fault of chosen) drop(fault)
      return attached.length
    },
    list: () => [...running.values()].map((fault) => fault.state()),
    record: () => [...gone, ...[...running.values()].map((fault) => fault.record())],
    async [Symbol.asyncDispose]() {
      await Promise.all([...running.values()].map((fault) => fault.end()))
      running.clear()
    },
  }
}

/** An order with its parameters filled in. Throws a PlatformError that names the field. */
function check(kinds: ReadonlyMap<string, Fault>, order: FaultOrder, at: string): FaultOrder {
  const fault = kinds.get(order.fault)
  if (!fault) {
    const names = [...kinds.keys()].join(', ')
    throw new PlatformError(
      'notFound',
      `${at}fault: there is no fault '${order.fault}'. There are: ${names}.`,
      `${at}fault`,
    )
  }
  for (const [key, value] of Object.entries(order.target)) {
    if (value !== undefined && !(fault.targets as readonly string[]).includes(key)) {
      const known = fault.targets.join(', ')
      const field = `${at}target.${key}`
      throw new PlatformError('invalid', `${field}: ${fault.name} has the targets ${known}.`, field)
    }
  }
  const parsed = fault.parameters.safeParse(order.parameters)
  if (parsed.success) return { ...order, parameters: parsed.data }
  const issue = parsed.error.issues[0]
  const field = [`${at}parameters`, ...(issue?.path ?? [])].map(String).join('.')
  throw new PlatformError('invalid', `${field}: ${issue?.message ?? 'not valid'}`, field)
}
