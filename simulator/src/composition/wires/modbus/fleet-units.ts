import { KINDS } from '../../../devices/kinds.ts'
import { ownSettingsAt, takesSettings } from '../../../devices/own-settings.ts'
import { closedSpans } from '../../../devices/sensor-controller/sensor-controller.ts'
import { quantitiesOf } from '../../../devices/station-models.ts'
import { isLoadFed, stationReportAt } from '../../../devices/station-reports.ts'
import type { CommandLog } from '../../../fleet/command-log.ts'
import type { Device } from '../../../fleet/device.ts'
import type { Directory } from '../../../fleet/directory.ts'
import type { PlatformClock } from '../../../kernel/clock.ts'
import { CONTROLLER_MAPS, type ControllerMap, type StateBit } from '../../../modbus/controller-map.ts'
import { createKindUnit, type KindPort } from '../../../modbus/kind-unit.ts'
import { type ControllerPort, createModbusUnit, type ModbusUnit } from '../../../modbus/modbus-unit.ts'
import type { World } from '../../../world/types.ts'
import type { createStationParams } from '../../adapters/sensor-ports.ts'

/** Unit numbers of devices behind a gateway (MODBUS over serial line V1.02, 2.2). */
const UNIT_MAX = 247

/** The solar, farm and sensor controllers of our own fleet, and devices of kind files with registers, as units 1 to 247 in the order in which they were added. */
export function createFleetUnits(deps: {
  world: World
  directory: Directory
  commands: Pick<CommandLog, 'commandsOf' | 'append'>
  clock: PlatformClock
  params: ReturnType<typeof createStationParams>
}) {
  const { world, directory, commands, clock, params } = deps
  let units: ModbusUnit[] = []
  let treeVersion = -1

  const stationOf = (device: Device) => ({
    ...device,
    seed: world.seed,
    commands: commands.commandsOf(device.sn),
  })
  /** Present values of its quantities, in their order; NaN: its line does not bring it one. */
  const valuesOf = (device: Device): number[] => {
    const { values, absent } = stationReportAt(world.air, stationOf(device), clock.now())
    return quantitiesOf(device.kind, device.model).map((quantity, n) =>
      absent?.has(quantity) ? Number.NaN : (values[n] ?? Number.NaN),
    )
  }
  const portOf = (device: Device, map: ControllerMap): ControllerPort => {
    const { sn, kind, model, entity } = device
    const values = () => valuesOf(device)
    const contact = (input: number) =>
      closedSpans(world.seed, entity, input, clock.now(), clock.now() + 1).length > 0
    const state: Record<StateBit, () => boolean> = {
      loadFed: () => isLoadFed(world.air, stationOf(device), clock.now()),
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
  const kindPortOf = (device: Device): KindPort => {
    const { sn, kind, model } = device
    const quantities: readonly string[] = quantitiesOf(kind, model)
    return {
      sn,
      answers: () => params.answers(sn, clock.now()) === 'yes',
      values: () => new Map(valuesOf(device).map((value, n) => [quantities[n]!, value])),
      settings: () => ownSettingsAt(kind, commands.commandsOf(sn), clock.now()),
      async set(settings) {
        if (!takesSettings(kind, settings)) return false
        for (const [setting, value] of Object.entries(settings))
          await commands.append(sn, clock.now(), { kind: 'setting', setting, value })
        return true
      },
    }
  }
  const unitFor = (device: Device): ModbusUnit | undefined => {
    const { modbus } = KINDS[device.kind]
    if (modbus) return createKindUnit(modbus, kindPortOf(device))
    const map = CONTROLLER_MAPS[device.kind]
    return map && createModbusUnit(map, portOf(device, map))
  }
  const all = (): readonly ModbusUnit[] => {
    if (treeVersion === directory.treeVersion()) return units
    treeVersion = directory.treeVersion()
    units = []
    for (let slot = 0; slot < directory.slotLimit() && units.length < UNIT_MAX; slot++) {
      const device = directory.device(slot)
      const unit = device && !device.foreign ? unitFor(device) : undefined
      if (unit) units.push(unit)
    }
    return units
  }
  return {
    unitOf: (unit: number): ModbusUnit | undefined => all()[unit - 1],
    list: () => all().map(({ sn, answers }, n) => ({ unit: n + 1, sn, answers: answers() })),
  }
}
