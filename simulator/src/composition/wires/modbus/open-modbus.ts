import { FOREIGN_PROTOCOLS } from '@backlot/contract/devices/constants'
import type { WireFaults } from '../../../faults/wire-faults.ts'
import type { CommandLog } from '../../../fleet/command-log.ts'
import type { Directory } from '../../../fleet/directory.ts'
import { createModbusPoller, type ModbusPoller } from '../../../gateways/modbus/create-modbus-poller.ts'
import { readPollFile } from '../../../gateways/modbus/read-poll-file.ts'
import type { Disposal } from '../../../kernel/disposal.ts'
import { createModbusServer, type ModbusServer } from '../../../modbus/modbus-server.ts'
import type { World } from '../../../world/types.ts'
import type { DirectoryView } from '../../adapters/directory-view.ts'
import { createStationParams } from '../../adapters/sensor-ports.ts'
import type { Config } from '../../config.ts'
import { type ListenerSurroundings, type OpenGateway, openListener } from '../open-gateway.ts'
import { createFleetUnits } from './fleet-units.ts'

/** No device connects to it. */
export type ControllerServer = OpenGateway & ModbusServer

export type Modbus = {
  /** Undefined: off. */
  server: ControllerServer | undefined
  units: ReturnType<typeof createFleetUnits>
  poller: ModbusPoller | undefined
}

/** Opens the server of our controllers, and begins to poll those of users. Throws a StartError for its port or its file. */
export async function openModbus(
  deps: ListenerSurroundings & {
    config: Pick<Config, 'host' | 'modbusPort' | 'modbusPoll'>
    world: World
    directory: Directory
    view: DirectoryView
    commands: CommandLog
    faults: WireFaults
  },
  disposal: Disposal,
): Promise<Modbus> {
  const { config, world, directory, view, commands, faults, clock, host, log, ingest, metrics } = deps
  const devices = config.modbusPoll === undefined ? [] : readPollFile(config.modbusPoll)
  const units = createFleetUnits({
    world,
    directory,
    commands,
    clock,
    params: createStationParams(view, directory, commands),
  })
  const opened = await openListener(
    { wire: 'modbus', title: FOREIGN_PROTOCOLS.modbus.title, unit: 'message' },
    { host: config.host, port: config.modbusPort },
    deps,
    ({ host: address, port, hostClock, log: own, tap }) =>
      createModbusServer({
        host: address,
        port,
        hostClock,
        log: own,
        tap,
        unitOf: units.unitOf,
        transformOf: (sn) => faults.transformOf({ protocol: 'modbus', sn }),
      }),
  )
  if (opened) disposal.use(opened)
  const server = opened && { ...opened, clients: () => [], connection: () => undefined, drop: () => {} }
  const poller =
    devices.length === 0
      ? undefined
      : disposal.use(
          createModbusPoller({ ingest, hostClock: host, platformClock: clock, log, tap: deps.tap }, devices),
        )
  metrics.gauge(
    'backlot_modbus_polled_online',
    'Polled controllers that answer.',
    () => poller?.list().filter(({ isOnline }) => isOnline).length ?? 0,
  )
  metrics.counter('backlot_modbus_polls_total', 'Polls of controllers.', () => poller?.counters.polls ?? 0)
  metrics.counterBy(
    'backlot_modbus_poll_failures_total',
    'Polls of controllers that brought nothing, by reason.',
    'reason',
    () => poller?.counters.failures ?? [],
  )
  return { server, units, poller }
}
