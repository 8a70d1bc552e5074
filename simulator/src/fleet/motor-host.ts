import type { DeviceCommand } from '../devices/commands.ts'
import { projectionAt } from '../world/city/projection.ts'
import type { City } from '../world/city/types.ts'
import type { LoopTable } from '../world/traffic/build-loops.ts'
import { createFleetVehicles } from '../world/traffic/fleet-vehicle.ts'
import { createFleetMotor, type FleetMotor } from './fleet-motor.ts'
import type { MotorReport, MotorRows } from './motor-report.ts'

/** Commands of devices, by slot. Devices without any are left out. */
export type CommandsBySlot = readonly (readonly [slot: number, commands: readonly DeviceCommand[]])[]

/** What a motor is asked, as a message: the same in this thread and to another. */
export type MotorOrder =
  | { kind: 'add'; rows: MotorRows; commands: CommandsBySlot; atMs: number }
  | { kind: 'remove'; slots: Uint32Array; atMs: number }
  | { kind: 'commands'; commands: CommandsBySlot; atMs: number }
  | { kind: 'reset'; atMs: number }
  | { kind: 'step'; toMs: number; inTurns: boolean }

/** A motor, here or in another thread. */
export type MotorHost = AsyncDisposable & {
  /** Answers in the order of asking. Rejects when the thread has died. */
  ask(order: MotorOrder): MotorReport | Promise<MotorReport>
}

/** A motor in this thread: answers at once. */
export function createMotorHost(seed: number, city: City, loops: LoopTable): MotorHost {
  const vehicles = createFleetVehicles(seed, city, loops, projectionAt(city.longitude, city.latitude))
  const commands = new Map<number, readonly DeviceCommand[]>()
  const motor = createFleetMotor({
    seed,
    placeInto: vehicles.into,
    commandsOf: (slot) => commands.get(slot) ?? NONE,
  })
  return {
    ask: (order) => obey(motor, commands, order),
    async [Symbol.asyncDispose]() {},
  }
}

const NONE: readonly DeviceCommand[] = []

function obey(
  motor: FleetMotor,
  commands: Map<number, readonly DeviceCommand[]>,
  order: MotorOrder,
): MotorReport {
  switch (order.kind) {
    case 'add':
      // Those without any are not named, and some may have had them cut off.
      for (const slot of order.rows.slots) commands.delete(slot)
      for (const [slot, list] of order.commands) commands.set(slot, list)
      return motor.add(order.rows, order.atMs)
    case 'remove':
      for (const slot of order.slots) commands.delete(slot)
      motor.remove(order.slots)
      return motor.recheck([], order.atMs)
    case 'commands':
      for (const [slot, list] of order.commands) commands.set(slot, list)
      return motor.recheck(
        order.commands.map(([slot]) => slot),
        order.atMs,
      )
    case 'reset':
      return motor.reset(order.atMs)
    case 'step':
      return motor.step(order.toMs, { inTurns: order.inTurns })
  }
}
