import type { DeviceCommand } from '../../../devices/commands.ts'
import { closedSpans } from '../../../devices/sensor-controller/sensor-controller.ts'
import { quantitiesOf } from '../../../devices/station-models.ts'
import { isLoadFed, stationReportAt } from '../../../devices/station-reports.ts'
import type { Device } from '../../../fleet/device.ts'
import type { Directory } from '../../../fleet/directory.ts'
import type { PlatformClock } from '../../../kernel/clock.ts'
import { CONTROLLER_MAPS, type ControllerMap, type StateBit } from '../../../modbus/controller-map.ts'
import { type ControllerPort, createModbusUnit, type ModbusUnit } from '../../../modbus/modbus-unit.ts'
import type { World } from '../../../world/types.ts'
import type { createStationParams } from '../../adapters/sensor-ports.ts'

/** Unit numbers of devices behind a gateway (MODBUS over serial line V1.02, 2.2). */
const UNIT_MAX = 247

/** The solar, farm and sensor controllers of our own fleet, as units 1 to 247 in the order in which they were added. */
export function createFleetUnits(deps: {
  world: World
  directory: Directory
  commands: { commandsOf(sn: string): readonly DeviceCommand[] }
  clock: PlatformClock
  params: ReturnType<typeof createStationParams>
}) {
  const { world, directory, commands, clock, params } = deps
  let units: ModbusUnit[] = []
  let treeVersion = -1

  const portOf = (device: Device, map: ControllerMap): ControllerPort => {
    const { sn, kind, model, entity } = device
    const station = () => ({ ...device, seed: world.seed, commands: commands.commandsOf(sn) })
    const values = () => {
      const { values: all, absent } = stationReportAt(world.air, station(), clock.now())
      return quantitiesOf(kind, model).map((quantity, n) =>
        absent?.has(quantity) ? Number.NaN : (all[n] ?? Number.NaN),
      )
    }
    const contact = (input: number) =>
      closedSpans(world.seed, entity, input, clock.now(), clock.now() + 1).length > 0
    const state: Record<StateBit, () => boolean> = {
      loadFed: () => isLoadFed(world.air, station(), clock.now()),
      charging: () => (values()[quantitiesOf(kind, model).indexOf('solarChargingCurrent')] ?? 0) > 0,
      contact1: () => contact(1),
      contact2: () => contact(2),
    }
    return {
      sn,
      answers: () => params.answers(sn, clock.now()) === 'yes',
      values,
      state: (bit) => state[bit](),
      settings: () => params.param(sn, map.section, clock.now()) as Record<string, number | boolean>,
      set: (settings) => params.set(sn, map.section, settings as never, Math.floor(clock.now())),
    }
  }
  const all = (): readonly ModbusUnit[] => {
    if (treeVersion === directory.treeVersion()) return units
    treeVersion = directory.treeVersion()
    units = []
    for (let slot = 0; slot < directory.slotLimit() && units.length < UNIT_MAX; slot++) {
      const device = directory.device(slot)
      const map = device && !device.foreign ? CONTROLLER_MAPS[device.kind] : undefined
      if (device && map) units.push(createModbusUnit(map, portOf(device, map)))
    }
    return units
  }
  return {
    unitOf: (unit: number): ModbusUnit | undefined => all()[unit - 1],
    list: () => all().map(({ sn, answers }, n) => ({ unit: n + 1, sn, answers: answers() })),
  }
}
