import type { DeviceCommand } from '../devices/commands.ts'
import type { WorkSlices } from '../kernel/work-slices.ts'
import type { TrackRide } from '../world/traffic/track-line.ts'
import type { Device } from './device.ts'
import type { Directory } from './directory.ts'
import type { CommandsBySlot, EngineHost, EngineOrder, RidesByTraffic } from './engine-host.ts'
import { type EngineReport, mergeReports } from './engine-report.ts'
import { isDriven, rowsOf } from './engine-rows.ts'

/**
 * Keeps a directory's devices up to date through engines, here or in threads. Each device belongs to one of them, by
 * its slot, and results are applied by slot: the same however many there are.
 */
export type FleetDrive = AsyncDisposable & {
  /** Takes devices in; resolves when their state is in the directory. `quiet`: nothing is published. */
  add(devices: readonly Device[], options?: { quiet?: boolean }): Promise<void>
  remove(devices: readonly Device[]): void
  /** After a jump of the clock. */
  reset(atMs: number): Promise<void>
  /** Lets time pass; does nothing while the previous step is in progress. Slots that moved go to `onMoved`. */
  step(toMs: number, inTurns: boolean): Promise<void> | undefined
  /** After a command to a device. */
  recheck(device: Device, atMs: number): Promise<void> | undefined
  /** Recomputes every device after commands were cut off. */
  refresh(options?: { quiet?: boolean }): Promise<void>
  /** Continues with other engines; the previous ones end. */
  changeHosts(hosts: readonly EngineHost[]): Promise<void>
  /** Resolves when everything requested is in the directory. */
  settled(): Promise<void>
}

export function createFleetDrive(deps: {
  directory: Directory
  hosts: readonly EngineHost[]
  startMs: number
  commandsOf(sn: string): readonly DeviceCommand[]
  /** Recorded track that a vehicle of the traffic follows; left out: none does. */
  rideOf?(trafficIndex: number): TrackRide | undefined
  /** Slots whose position is another one, after it is in the directory. */
  onMoved(slots: Uint32Array): void
  /** An engine failed; the drive continues with `spare`. */
  onError(error: unknown): void
  spare(): EngineHost
  /** Lets others have their turn while the answers of threads are applied: a jump changes thousands of devices. */
  slices?: WorkSlices
}): FleetDrive {
  const { directory, commandsOf } = deps
  let hosts = [...deps.hosts]
  let reachedMs = deps.startMs
  let stepping: Promise<void> | undefined
  let orderNumber = 0
  let ended = false
  /** Number of the order that removed a slot's device: reports of orders before it speak of that device. */
  const removedBy = new Map<number, number>()

  const hostOf = (slot: number) => slot % hosts.length
  const shares = (devices: readonly Device[]) =>
    hosts.map((_, host) => devices.filter((device) => hostOf(device.slot) === host))
  const driven = () => {
    const devices: Device[] = []
    for (let slot = 0; slot < directory.slotLimit(); slot++) {
      const device = directory.device(slot)
      if (device && isDriven(device)) devices.push(device)
    }
    return devices
  }
  const commandsFor = (devices: readonly Device[]): CommandsBySlot =>
    devices.flatMap((device) => {
      const commands = commandsOf(device.sn)
      return commands.length > 0 ? [[device.slot, commands] as const] : []
    })

  const ridesFor = (devices: readonly Device[]): RidesByTraffic =>
    devices.flatMap(({ trafficIndex }) => {
      const ride = trafficIndex === undefined ? undefined : deps.rideOf?.(trafficIndex)
      return ride ? [[trafficIndex!, ride] as const] : []
    })

  /** Answers of threads are applied one after the other, however many slices each takes. */
  let applied: Promise<void> = Promise.resolve()

  /** Asks each engine its order and applies the answers together. At once when all engines are in this thread. */
  function ask(
    orders: readonly (EngineOrder | undefined)[],
    apply: (report: EngineReport) => Iterable<void>,
  ): Promise<void> | undefined {
    const number = ++orderNumber
    const answers = orders.map((order, host) => order && hosts[host]!.ask(order))
    function* take(reports: readonly (EngineReport | undefined)[]): Generator<void, void> {
      if (ended) return
      const there = reports.filter((report) => report !== undefined)
      if (there.length > 0) yield* apply(mergeReports(there))
      for (const [slot, by] of removedBy) if (by < number) removedBy.delete(slot)
    }
    if (!answers.some((answer) => answer instanceof Promise)) {
      for (const _ of take(answers as (EngineReport | undefined)[]));
      return undefined
    }
    const asked = hosts
    return Promise.all(answers).then(
      (reports) => {
        const done = applied.then(() => inSlices(take(reports)))
        applied = done.catch(() => {})
        return done
      },
      (error: unknown) => recover(asked, error),
    )
  }
  const inSlices = async (steps: Iterable<void>) => {
    for (const _ of steps) {
      const pause = ended ? undefined : deps.slices?.pause()
      if (pause) await pause
    }
  }
  const isGone = (number: number) => (slot: number) =>
    (removedBy.get(slot) ?? 0) > number || directory.device(slot) === undefined

  /** An engine's thread died: everything continues in this one. */
  async function recover(asked: readonly EngineHost[], error: unknown): Promise<void> {
    if (ended || asked !== hosts) return
    deps.onError(error)
    await changeHosts([deps.spare()])
  }

  async function add(devices: readonly Device[], { quiet = false } = {}): Promise<void> {
    const list = devices.filter(isDriven)
    const orders = shares(list).map((part): EngineOrder | undefined =>
      part.length === 0
        ? undefined
        : {
            kind: 'add',
            rows: rowsOf(part),
            rides: ridesFor(part),
            commands: commandsFor(part),
            atMs: reachedMs,
          },
    )
    const number = orderNumber + 1
    await ask(orders, (report) => directory.reportSteps(report, { quiet, isGone: isGone(number) }))
  }

  async function changeHosts(next: readonly EngineHost[]): Promise<void> {
    const before = hosts
    hosts = [...next]
    removedBy.clear()
    await Promise.all([...before.map((host) => host[Symbol.asyncDispose]()), add(driven())])
  }

  return {
    add,
    refresh: (options) => add(driven(), options),
    changeHosts,
    async settled() {
      await ask(
        hosts.map(() => ({ kind: 'commands', commands: [], atMs: reachedMs })),
        () => [],
      )
    },
    remove(devices) {
      const list = devices.filter(isDriven)
      for (const { slot } of list) removedBy.set(slot, orderNumber + 1)
      const orders = shares(list).map((part): EngineOrder | undefined =>
        part.length === 0
          ? undefined
          : { kind: 'remove', slots: Uint32Array.from(part, ({ slot }) => slot), atMs: reachedMs },
      )
      void ask(orders, () => [])
    },
    async reset(atMs) {
      reachedMs = atMs
      const number = orderNumber + 1
      await ask(
        hosts.map(() => ({ kind: 'reset', atMs })),
        (report) => directory.reportSteps(report, { isGone: isGone(number) }),
      )
    },
    step(toMs, inTurns) {
      if (stepping || toMs === reachedMs) return undefined
      reachedMs = toMs
      const number = orderNumber + 1
      stepping = ask(
        hosts.map(() => ({ kind: 'step', toMs, inTurns })),
        function* (report) {
          yield* directory.reportSteps(report, { isGone: isGone(number) })
          if (report.fixes.slots.length > 0) deps.onMoved(report.fixes.slots)
        },
      )?.finally(() => {
        stepping = undefined
      })
      return stepping
    },
    recheck(device, atMs) {
      if (!isDriven(device)) return undefined
      const number = orderNumber + 1
      const commands: CommandsBySlot = [[device.slot, commandsOf(device.sn)]]
      const orders = hosts.map((_, host): EngineOrder | undefined =>
        host === hostOf(device.slot) ? { kind: 'commands', commands, atMs } : undefined,
      )
      return ask(orders, (report) => directory.reportSteps(report, { isGone: isGone(number) }))
    },
    async [Symbol.asyncDispose]() {
      ended = true
      await Promise.all(hosts.map((host) => host[Symbol.asyncDispose]()))
    },
  }
}
