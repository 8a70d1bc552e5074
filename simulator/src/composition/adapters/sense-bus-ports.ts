import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import { isOnline } from '../../areas/devices/tree-node.ts'
import type { BusPort, FactoryController } from '../../areas/sense-controllers/ports.ts'
import type { DeviceAction, DeviceCommand } from '../../devices/commands.ts'
import { conditionAt } from '../../devices/device-condition.ts'
import { configAt } from '../../devices/device-config.ts'
import {
  type BusQuantity,
  FACTORY_ADDRESS,
  FACTORY_BAUD_RATE,
  FACTORY_MAKER,
  FACTORY_SENSORS,
  scriptFor,
} from '../../devices/factory-sensors.ts'
import { answerTo, codesOf, heardBy, pollsAt, readAnswer, scriptAt } from '../../devices/sensor-bus.ts'
import { wiredSensors } from '../../devices/wired-sensors.ts'
import type { Device } from '../../fleet/device.ts'
import type { Directory } from '../../fleet/directory.ts'
import type { DirectoryView } from './directory-view.ts'

/** Readings of the sensors on the lines of our stations. */
export type BusReadingsPort = { shownAt(sn: string, quantity: BusQuantity, atMs: number): number }

/** Sensors that come with the platform. */
export const FACTORY_CONTROLLERS: readonly FactoryController[] = FACTORY_SENSORS.map(
  ({ id, number, name, model, ctrlType, quantities }) => ({
    id,
    number,
    name,
    model,
    factory: FACTORY_MAKER,
    ctrlType,
    script: scriptFor(FACTORY_ADDRESS, quantities),
    baudRate: FACTORY_BAUD_RATE,
    address: FACTORY_ADDRESS,
    codes: codesOf(quantities),
  }),
)

/** RS-485 lines of the stations of the directory. `onChanged` gets the group of a station whose line was set. */
export function createBusPort(
  view: DirectoryView,
  directory: Directory,
  commands: {
    commandsOf(sn: string): readonly DeviceCommand[]
    append(sn: string, atMs: number, action: DeviceAction): Promise<void>
  },
  readings: BusReadingsPort,
  onChanged: (groupId: number) => void,
): BusPort {
  let changes = 0
  const withLine = (sn: string): Device | undefined => {
    const device = directory.deviceBySn(sn)
    return device && !device.foreign && wiredSensors(device.kind, device.model).length > 0
      ? device
      : undefined
  }
  const known = (sn: string): Device => {
    const device = withLine(sn)
    if (!device) throw new Error(`There is no line at ${sn}`)
    return device
  }
  const setPolls = (sn: string, atMs: number) => configAt(commands.commandsOf(sn), 'busParam', atMs).polls
  const stations = function* () {
    for (let slot = 0; slot < directory.slotLimit(); slot++) {
      const device = directory.device(slot)
      if (device && !device.foreign && wiredSensors(device.kind, device.model).length > 0) yield device
    }
  }

  return {
    mayUse: view.mayUse,
    station(sn, atMs) {
      const device = withLine(sn)
      if (!device) return undefined
      const record = view.device(sn)
      const line = record?.channels.find(({ type }) => type === CHANNEL_TYPES.hjt212)
      if (!record || !line) return undefined
      const condition = conditionAt(directory.seed, device.entity, commands.commandsOf(sn), atMs)
      return { name: record.name, online: isOnline(view.state(sn)), condition, chnId: line.chnId }
    },
    polls: (sn, atMs) => pollsAt(known(sn), commands.commandsOf(sn), atMs),
    asItCame: (sn, atMs) => setPolls(sn, atMs) === null,
    version: (sn) =>
      commands
        .commandsOf(sn)
        .filter((command) => command.kind === 'configSet' && command.section === 'busParam').length,
    changes: () => changes,
    async set(sn, polls, atMs) {
      const config = { polls: [...polls] }
      await commands.append(sn, atMs, { kind: 'configSet', section: 'busParam', config })
      changes++
      const device = directory.deviceBySn(sn)
      if (device) onChanged(device.groupId)
    },
    heard: (sn, poll) => codesOf(heardBy(known(sn), poll)),
    usedCounts(atMs) {
      const counts = new Map<number, number>()
      const count = (id: number) => counts.set(id, (counts.get(id) ?? 0) + 1)
      for (const { sn, kind, model } of stations()) {
        const polls = setPolls(sn, atMs)
        if (polls) for (const { ctrlId } of polls) count(ctrlId)
        else for (const { sensor } of wiredSensors(kind, model)) count(sensor.id)
      }
      return counts
    },
    askedFor: (ctrlId, atMs) =>
      [...stations()].filter(({ sn }) => setPolls(sn, atMs)?.some((poll) => poll.ctrlId === ctrlId)),
    scriptAt,
    answer: (sn, script, baudRate, atMs) =>
      answerTo(known(sn), script, baudRate, (quantity) => readings.shownAt(sn, quantity, atMs)),
    read: readAnswer,
  }
}
