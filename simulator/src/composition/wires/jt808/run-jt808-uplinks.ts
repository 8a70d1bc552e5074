import { CHANNEL_TYPES, PROTOCOL_TYPES } from '@backlot/contract/devices/constants'
import type { DeviceAction } from '../../../devices/commands.ts'
import { onlineAt } from '../../../devices/connectivity.ts'
import { configAt } from '../../../devices/device-config.ts'
import { gpsReportAt } from '../../../devices/gps-fix.ts'
import { hardwareOf } from '../../../devices/hardware.ts'
import { changesPositionSeconds, positionSecondsAt } from '../../../devices/power-mode.ts'
import { reportFaultsOf } from '../../../devices/report-faults.ts'
import { settingAt } from '../../../devices/setting-at.ts'
import { isSilentAt } from '../../../devices/silence.ts'
import type { WireFaults } from '../../../faults/wire-faults.ts'
import type { CommandLog } from '../../../fleet/command-log.ts'
import type { Device } from '../../../fleet/device.ts'
import type { Directory } from '../../../fleet/directory.ts'
import { gpsPeriodMs, gpsPhaseMs } from '../../../fleet/gps-wheel.ts'
import type { MakersSettings } from '../../../fleet/uplinks/jt808/terminal-settings.ts'
import { TERMINAL_DEFAULTS } from '../../../fleet/uplinks/jt808/vehicle-terminal.ts'
import { createVehicleUplink, type VehicleUplink } from '../../../fleet/uplinks/jt808/vehicle-uplink.ts'
import type { ReportedPlace } from '../../../fleet/uplinks/uplink.ts'
import { createWheelClock } from '../../../fleet/uplinks/wheel-clock.ts'
import type { HostClock, PlatformClock } from '../../../kernel/clock.ts'
import type { Disposal } from '../../../kernel/disposal.ts'
import { reachableHost } from '../../../kernel/reachable-host.ts'
import { createTerminalCameras } from '../../../media/jt1078/terminal-cameras.ts'
import type { World } from '../../../world/types.ts'
import type { Config } from '../../config.ts'
import type { WireCameras } from '../platform-wire.ts'
import { createUplinkPool, type UplinkPool } from '../uplink-pool.ts'

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

  const placeAt = ({ sn, entity }: Device, trafficIndex: number, epochMs: number): ReportedPlace => {
    const trueAt = (ms: number) => world.traffic.vehicleAt(trafficIndex, ms)
    const fix = gpsReportAt(world.seed, entity, epochMs, trueAt, commands.commandsOf(sn))
    const { longitude, latitude, speedKmh, directionDeg, fixedAtMs, lost } = fix
    return { ...trueAt(epochMs), longitude, latitude, speedKmh, directionDeg, fixedAtMs, hasFix: !lost }
  }
  const settingsOf = ({ sn, entity, profile }: Device): MakersSettings => {
    const own = commands.commandsOf(sn)
    const usualS = gpsPeriodMs(world.seed, entity, profile) / 1000
    return {
      heartbeatS: configAt(own, 'platform', clock.now()).heartbeatSeconds,
      reportIntervalS: positionSecondsAt(own, clock.now(), usualS),
      topSpeedKmh: settingAt(own, 'topSpeedKmh', clock.now(), TERMINAL_DEFAULTS.topSpeedKmh),
    }
  }
  const { cameras } = deps
  const camerasDeps = cameras && {
    ...cameras,
    channelsOf: (sn: string) => camerasOf(directory, sn),
    hostClock: deps.host,
    platformMs: () => clock.now(),
    // A store that cannot write is reported as a problem of the platform.
    steer: (sn: string, action: DeviceAction) =>
      void commands.append(sn, clock.now(), action).catch(() => undefined),
  }
  const create = (device: Device): VehicleUplink | undefined => {
    const { sn, kind, model, entity, plate, trafficIndex } = device
    if (trafficIndex === undefined) return undefined
    return createVehicleUplink(
      {
        sn,
        kind,
        model,
        entity,
        hardware: hardwareOf(world.seed, device),
        plate,
        positionAt: (epochMs) => placeAt(device, trafficIndex, epochMs),
        isUpAt: (epochMs) => onlineAt(world.seed, entity, epochMs, commands.commandsOf(sn)),
        reportFaults: reportFaultsOf(world.seed, entity, () => commands.commandsOf(sn), {
          hasReceiver: true,
        }),
      },
      {
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
      },
    )
  }
  const kept = createUplinkPool({ directory, protocolType: PROTOCOL_TYPES.jt808, create }, disposal)
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
