import type { DeviceCommand } from '../devices/commands.ts'
import { projectionAt } from '../world/city/projection.ts'
import type { City } from '../world/city/types.ts'
import type { LoopTable } from '../world/traffic/build-loops.ts'
import { createFleetVehicles } from '../world/traffic/fleet-vehicle.ts'
import type { TrackRide } from '../world/traffic/track-line.ts'
import { rideInto } from '../world/traffic/track-ride.ts'
import type { EngineReport, EngineRows } from './engine-report.ts'
import { createFleetEngine, type FleetEngine } from './fleet-engine.ts'

/** Commands of devices, by slot. Devices without any are left out. */
export type CommandsBySlot = readonly (readonly [slot: number, commands: readonly DeviceCommand[]])[]

/** Recorded tracks by the vehicle of the traffic that follows them. Vehicles in the traffic are left out. */
export type RidesByTraffic = readonly (readonly [trafficIndex: number, ride: TrackRide])[]

/** Order to an engine, as a message: the same within this thread and to another. */
export type EngineOrder =
  | { kind: 'add'; rows: EngineRows; rides: RidesByTraffic; commands: CommandsBySlot; atMs: number }
  | { kind: 'remove'; slots: Uint32Array; atMs: number }
  | { kind: 'commands'; commands: CommandsBySlot; atMs: number }
  | { kind: 'reset'; atMs: number }
  | { kind: 'step'; toMs: number; inTurns: boolean }

/** An engine, here or in another thread. */
export type EngineHost = AsyncDisposable & {
  /** Answers in the order of asking. Rejects when the thread has died. */
  ask(order: EngineOrder): EngineReport | Promise<EngineReport>
}

/** An engine in this thread: answers at once. */
export function createEngineHost(seed: number, city: City, loops: LoopTable): EngineHost {
  const projection = projectionAt(city.longitude, city.latitude)
  const vehicles = createFleetVehicles(seed, city, loops, projection)
  const rides = new Map<number, TrackRide>()
  const commands = new Map<number, readonly DeviceCommand[]>()
  const engine = createFleetEngine({
    seed,
    placeInto(index, epochMs, out) {
      const ride = rides.get(index)
      if (ride) rideInto(ride, projection.toLngLat, epochMs, out)
      else vehicles.into(index, epochMs, out)
    },
    commandsOf: (slot) => commands.get(slot) ?? NONE,
  })
  return {
    ask(order) {
      if (order.kind === 'add') for (const [index, ride] of order.rides) rides.set(index, ride)
      return obey(engine, commands, order)
    },
    async [Symbol.asyncDispose]() {},
  }
}

const NONE: readonly DeviceCommand[] = []

function obey(
  engine: FleetEngine,
  commands: Map<number, readonly DeviceCommand[]>,
  order: EngineOrder,
): EngineReport {
  switch (order.kind) {
    case 'add':
      // Those without any are not named, and some may have had them cut off.
      for (const slot of order.rows.slots) commands.delete(slot)
      for (const [slot, list] of order.commands) commands.set(slot, list)
      return engine.add(order.rows, order.atMs)
    case 'remove':
      for (const slot of order.slots) commands.delete(slot)
      engine.remove(order.slots)
      return engine.recheck([], order.atMs)
    case 'commands':
      for (const [slot, list] of order.commands) commands.set(slot, list)
      return engine.recheck(
        order.commands.map(([slot]) => slot),
        order.atMs,
      )
    case 'reset':
      return engine.reset(order.atMs)
    case 'step':
      return engine.step(order.toMs, { inTurns: order.inTurns })
  }
}
