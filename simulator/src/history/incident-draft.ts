import type { AlarmDraft } from '../areas/alarms/alarm-draft.ts'
import { INCIDENT_ALARMS } from '../areas/alarms/incident-alarm.ts'
import { onlineAt } from '../devices/connectivity.ts'
import type { Device } from '../fleet/device.ts'
import type { Directory } from '../fleet/directory.ts'
import { lastPositionAt } from '../fleet/presence.ts'
import type { CommandLog } from '../timeline/command-log.ts'
import type { Incident, World } from '../world/types.ts'
import { controlListPerson } from './control-list-person.ts'

const ALARM_IN = 1

export type IncidentSources = { world: World; directory: Directory; commands: CommandLog }

/**
 * The alarm that a device raises of an incident, its sequence the incident's id; with `endMs` when it has ended.
 * Undefined when it happens to no device of ours or the device was off line: nothing was received then.
 */
export function incidentDraft(
  sources: IncidentSources,
  incident: Incident,
  ended: boolean,
): AlarmDraft | undefined {
  const { world, directory, commands } = sources
  const device = incident.subject && directory.deviceBySubject(incident.subject)
  if (!device) return undefined
  const own = commands.commandsOf(device.sn)
  if (!onlineAt(world.seed, device.entity, incident.startMs, own)) return undefined
  const { type, subType } = INCIDENT_ALARMS[incident.kind]
  return {
    sn: device.sn,
    chnId: channelOf(directory, device, incident),
    alarmSeq: incident.id,
    type,
    subType,
    startMs: incident.startMs,
    start: placeAt(sources, device, incident.startMs),
    ...(ended
      ? { state: 2 as const, endMs: incident.endMs, end: placeAt(sources, device, incident.endMs) }
      : {}),
    ...(incident.kind === 'face' ? { detail: controlListPerson(world.seed, incident.id) } : {}),
  }
}

function placeAt({ world, commands }: IncidentSources, device: Device, atMs: number): AlarmDraft['start'] {
  const moved = lastPositionAt(world, device, atMs, commands.commandsOf(device.sn))
  if (!moved) {
    return { longitude: device.longitude, latitude: device.latitude, speedKmh: 0, directionDeg: 0 }
  }
  const { longitude, latitude, speedKmh, directionDeg } = moved
  return { longitude, latitude, speedKmh, directionDeg }
}

/** Contacts and buttons report on an alarm input, everything else on the first channel. */
function channelOf(directory: Directory, device: Device, { kind }: Incident): number {
  const channels = directory.channelsOf(device.slot)
  const input =
    kind === 'sos' || kind === 'ioAlarm' ? channels.find(({ type }) => type === ALARM_IN) : undefined
  return (input ?? channels[0])?.chnId ?? 0
}
