import { PROTOCOL_TYPES } from '@backlot/contract/devices/constants'
import type { Logger } from 'pino'
import { reportPhaseMs } from '../../../devices/connectivity.ts'
import { isSilentAt } from '../../../devices/silence.ts'
import type { WireFaults } from '../../../faults/wire-faults.ts'
import type { CommandLog } from '../../../fleet/command-log.ts'
import type { Device } from '../../../fleet/device.ts'
import type { Directory } from '../../../fleet/directory.ts'
import { createStationUplink, type StationUplink } from '../../../fleet/uplinks/hj212/station-uplink.ts'
import { createWheelClock } from '../../../fleet/uplinks/wheel-clock.ts'
import type { HostClock, PlatformClock } from '../../../kernel/clock.ts'
import type { Disposal } from '../../../kernel/disposal.ts'
import { reachableHost } from '../../../kernel/reachable-host.ts'
import { unitRulesOf } from '../../../wire/hj212/unit-overrides.ts'
import type { World } from '../../../world/types.ts'
import type { Config } from '../../config.ts'
import { OWN_WIRE_PASSWORD } from '../create-ingest.ts'
import { createUplinkPool, speaksOver, type UplinkPool } from '../uplink-pool.ts'
import { wireStations } from './wire-stations.ts'

/**
 * Lets the stations of our fleet that are marked `wire` speak to a gateway over TCP, with the readings, outages and
 * faults that the world gives them. Devices that come and go while the platform runs are followed.
 */
export function runHj212Uplinks(
  deps: {
    world: World
    directory: Directory
    commands: CommandLog
    faults: WireFaults
    clock: PlatformClock
    host: HostClock
    log: Logger
    config: Pick<Config, 'host' | 'hj212Units' | 'hj212Unit'>
    port: number
  },
  disposal: Disposal,
): UplinkPool & { lineOf(sn: string): StationUplink | undefined } {
  const { world, directory, commands, clock, config } = deps
  const unitsOf = unitRulesOf(config.hj212Units, config.hj212Unit)
  const wheel = disposal.use(createWheelClock(deps.host))
  const host = reachableHost(config.host)

  const { deviceOf, settingsAt } = wireStations(world, commands)
  const realtimeSecondsOf = (device: Device) => settingsAt(device, clock.now()).realtimeSeconds
  const create = (device: Device): StationUplink => {
    const { sn, entity } = device
    return createStationUplink(
      {
        host,
        port: deps.port,
        hostClock: wheel,
        platformClock: clock,
        transform: () =>
          isSilentAt(commands.commandsOf(sn), clock.now())
            ? () => []
            : deps.faults.transformOf({ protocol: 'hj212', sn }),
      },
      deviceOf(device),
      {
        units: unitsOf(sn),
        // On the beat that it has in process.
        realtimePhaseMs: (intervalMs) => reportPhaseMs(world.seed, entity, intervalMs),
        heartbeatSeconds: () => settingsAt(device, clock.now()).heartbeatSeconds,
        settings: { realtimeSeconds: realtimeSecondsOf(device), password: OWN_WIRE_PASSWORD },
        onSettings({ realtimeSeconds }) {
          if (realtimeSeconds === realtimeSecondsOf(device)) return
          commands
            .append(sn, clock.now(), { kind: 'setting', setting: 'realtimeSeconds', value: realtimeSeconds })
            .catch((error: unknown) => deps.log.error({ err: error, sn }, 'a setting could not be stored'))
        },
      },
    )
  }
  const kept = createUplinkPool({ directory, speaks: speaksOver(PROTOCOL_TYPES.hj212), create }, disposal)
  disposal.defer(
    commands.onCommand((command) => {
      if (command.kind !== 'setting' || command.setting !== 'realtimeSeconds') return
      const device = directory.deviceBySn(command.sn)
      if (device) kept.of(command.sn)?.setRealtimeSeconds(realtimeSecondsOf(device))
    }),
  )
  return {
    ...kept,
    lineOf(sn) {
      const device = directory.deviceBySn(sn)
      const speaks = device?.protocolType === PROTOCOL_TYPES.hj212 && !device.foreign && !device.wire
      return speaks ? create(device) : undefined
    },
  }
}
