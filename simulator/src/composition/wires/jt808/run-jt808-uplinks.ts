import { CHANNEL_TYPES, PROTOCOL_TYPES } from '@backlot/contract/devices/constants'
import type { DeviceAction } from '../../../devices/commands.ts'
import { changesPositionSeconds } from '../../../devices/power-mode.ts'
import { isSilentAt } from '../../../devices/silence.ts'
import type { WireFaults } from '../../../faults/wire-faults.ts'
import type { CommandLog } from '../../../fleet/command-log.ts'
import type { Device } from '../../../fleet/device.ts'
import type { Directory } from '../../../fleet/directory.ts'
import { gpsPhaseMs } from '../../../fleet/gps-wheel.ts'
import type { MakersSettings } from '../../../fleet/uplinks/jt808/terminal-settings.ts'
import { TERMINAL_DEFAULTS } from '../../../fleet/uplinks/jt808/vehicle-terminal.ts'
import { createVehicleUplink, type VehicleUplink } from '../../../fleet/uplinks/jt808/vehicle-uplink.ts'
import { createWheelClock } from '../../../fleet/uplinks/wheel-clock.ts'
import type { HostClock, PlatformClock } from '../../../kernel/clock.ts'
import type { Disposal } from '../../../kernel/disposal.ts'
import { reachableHost } from '../../../kernel/reachable-host.ts'
import { createTerminalCameras } from '../../../media/jt1078/terminal-cameras.ts'
import type { World } from '../../../world/types.ts'
import type { Config } from '../../config.ts'
import type { WireCameras } from '../platform-wire.ts'
import { createUplinkPool, speaksOver, type UplinkPool } from '../uplink-pool.ts'
import { wireVehicles } from './wire-vehicles.ts'

/**
 * Lets the vehicles of our fleet that are marked `wire` speak to a gateway over TCP, with the positions, outages and
 * faults that the world gives them. Devices that come and go while the platform runs are followed.
 */
export function runJt808Uplinks(
  deps: {
    world: World
    directory: Directory
    commands: Pick<CommandLog, 'append' | 'commandsOf' | 'onCommand'>
    faults: WireFaults
    clock: PlatformClock
    host: HostClock
    config: Pick<Config, 'host'>
    port: number
    /** Streams of their cameras; left out: they have none. */
    cameras?: WireCameras
  },
  disposal: Disposal,
): UplinkPool<VehicleUplink> {
  const { world, directory, commands, clock, config } = deps
  const wheel = disposal.use(createWheelClock(deps.host))
  const host = reachableHost(config.host)

  const { deviceOf, settingsAt } = wireVehicles(world, commands)
  const settingsOf = (device: Device): MakersSettings => settingsAt(device, clock.now())
  const { cameras } = deps
  const camerasDeps = cameras && {
    ...cameras,
    channelsOf: (sn: string) => camerasOf(directory, sn),
    codecOf: (sn: string) => directory.deviceBySn(sn)?.encoding?.main?.codec,
    hostClock: deps.host,
    platformMs: () => clock.now(),
    // A store that cannot write is reported as a problem of the platform.
    steer: (sn: string, action: DeviceAction) =>
      void commands.append(sn, clock.now(), action).catch(() => undefined),
  }
  const create = (device: Device): VehicleUplink | undefined => {
    const vehicle = deviceOf(device)
    if (!vehicle) return undefined
    const { sn, entity } = device
    return createVehicleUplink(vehicle, {
      host,
      port: deps.port,
      hostClock: wheel,
      platformClock: clock,
      media: camerasDeps && createTerminalCameras(camerasDeps, { sn, version: TERMINAL_DEFAULTS.version }),
      transform: () =>
        isSilentAt(commands.commandsOf(sn), clock.now())
          ? () => []
          : deps.faults.transformOf({ protocol: 'jt808', sn }),
      options: {
        ...settingsOf(device),
        // On the beat that it has in process.
        reportPhaseMs: (intervalMs) => gpsPhaseMs(world.seed, entity, intervalMs),
      },
    })
  }
  const kept = createUplinkPool({ directory, speaks: speaksOver(PROTOCOL_TYPES.jt808), create }, disposal)
  disposal.defer(
    commands.onCommand((command) => {
      const device = directory.deviceBySn(command.sn)
      if (!device) return
      const { heartbeatS, reportIntervalS, topSpeedKmh } = settingsOf(device)
      const uplink = kept.of(command.sn)
      if (changesPositionSeconds(command)) uplink?.adjust({ reportIntervalS })
      if (command.kind === 'configSet' && command.section === 'platform') uplink?.adjust({ heartbeatS })
      if (command.kind === 'setting' && command.setting === 'topSpeedKmh') uplink?.adjust({ topSpeedKmh })
    }),
  )
  return kept
}

/** Sound and video channels of a device. */
function camerasOf(directory: Directory, sn: string) {
  const slot = directory.slotOf(sn)
  const { video, audio } = CHANNEL_TYPES
  return (slot === undefined ? [] : directory.channelsOf(slot))
    .filter(({ type }) => type === video || type === audio)
    .map(({ chnId, type, isPtz }) => ({ chnId, isVideo: type === video, hasPtz: isPtz }))
}
