import { PROTOCOL_TYPES } from '@backlot/contract/devices/constants'
import { perWire, WIRE_NAMES, type WireName } from '@backlot/contract/wires/wires'
import { reportPhaseMs } from '../../devices/connectivity.ts'
import { KINDS } from '../../devices/kinds.ts'
import type { CommandLog } from '../../fleet/command-log.ts'
import type { Device } from '../../fleet/device.ts'
import type { Directory } from '../../fleet/directory.ts'
import { gpsPhaseMs } from '../../fleet/gps-wheel.ts'
import { pastStation } from '../../fleet/uplinks/hj212/past-station.ts'
import { pastTerminal } from '../../fleet/uplinks/jt808/past-terminal.ts'
import { TERMINAL_DEFAULTS } from '../../fleet/uplinks/jt808/vehicle-terminal.ts'
import type { PastDialogues, PastPacket } from '../../fleet/uplinks/past-packet.ts'
import { unitRulesOf } from '../../wire/hj212/unit-overrides.ts'
import { WIRE_SPECS } from '../../wire/wires.ts'
import type { World } from '../../world/types.ts'
import type { Config } from '../config.ts'
import { OWN_WIRE_PASSWORD } from './create-ingest.ts'
import { wireStations } from './hj212/wire-stations.ts'
import { wireVehicles } from './jt808/wire-vehicles.ts'
import type { ForeignDevices } from './open-foreign-devices.ts'

/** Packets of a foreign device that are kept. */
const STORED_MOST = 500

/**
 * What devices said over their wires in the past: our own by their models, as if connected; foreign ones by the packets
 * that are stored.
 */
export function createPastDialogues(deps: {
  world: World
  directory: Pick<Directory, 'deviceBySn'>
  commands: Pick<CommandLog, 'commandsOf'>
  config: Pick<Config, 'hj212Units' | 'hj212Unit'>
  foreign: Pick<ForeignDevices, 'packetsOf'>
}): PastDialogues {
  const { world, directory, commands, config, foreign } = deps
  const unitsOf = unitRulesOf(config.hj212Units, config.hj212Unit)
  const stations = wireStations(world, commands)
  const vehicles = wireVehicles(world, commands)
  const types = perWire((wire) => PROTOCOL_TYPES[wire])
  const wireOf = ({ protocolType, kind, foreign: isForeign }: Device): WireName | undefined => {
    const wire = WIRE_NAMES.find((name) => types[name] === protocolType)
    return isForeign || wire === KINDS[kind].wire ? wire : undefined
  }
  const computed = {
    hj212: (device: Device, fromMs: number, toMs: number) =>
      pastStation(
        stations.deviceOf(device),
        {
          ...stations.settingsAt(device, fromMs),
          units: unitsOf(device.sn),
          password: OWN_WIRE_PASSWORD,
          realtimePhaseMs: (intervalMs) => reportPhaseMs(world.seed, device.entity, intervalMs),
        },
        fromMs,
        toMs,
      ),
    jt808(device: Device, fromMs: number, toMs: number) {
      const vehicle = vehicles.deviceOf(device)
      if (!vehicle) return []
      const options = {
        ...TERMINAL_DEFAULTS,
        ...vehicles.settingsAt(device, fromMs),
        reportPhaseMs: (intervalMs: number) => gpsPhaseMs(world.seed, device.entity, intervalMs),
      }
      return pastTerminal(vehicle, options, fromMs, toMs)
    },
  }
  return {
    wireOf(sn) {
      const device = directory.deviceBySn(sn)
      return device && wireOf(device)
    },
    dialogueOf(sn, fromMs, toMs): Iterable<PastPacket> {
      const device = directory.deviceBySn(sn)
      const wire = device && wireOf(device)
      if (!wire) return []
      if (!device.foreign) return computed[wire](device, fromMs, toMs)
      return foreign
        .packetsOf(sn, STORED_MOST)
        .filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
        .toReversed()
        .map(({ atMs, direction, text }) => {
          const bytes = Buffer.from(WIRE_SPECS[wire].readPacket(text).hex, 'hex')
          return { kind: 'bytes', atMs, direction, bytes }
        })
    },
  }
}
