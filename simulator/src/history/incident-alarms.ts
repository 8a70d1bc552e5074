import { INCIDENT_ALARMS } from '../areas/alarms/incident-alarm.ts'
import { GASES } from '../world/air/gas-table.ts'
import { LONGEST_INCIDENT_MS } from '../world/incidents/incident-rules.ts'
import type { LeakingGas } from '../world/interventions.ts'
import type { Incident, Quantity } from '../world/types.ts'
import { companionOf } from './companion-alarm.ts'
import { type AlarmSources, alarmChannel, type DeviceAlarm } from './device-alarm.ts'
import type { Recognise } from './recognition.ts'

/** Sub-type of a gas alarm by what leaks. */
export const GAS_SUB_TYPES: Readonly<Record<LeakingGas, string>> = {
  combustible: 'Combustible',
  co: 'CO',
  h2s: 'H2S',
  nh3: 'NH3',
  o2: 'O2',
}

/** What shows in a quantity of the device that warns of it. */
const MEASURED: Partial<Record<Incident['kind'], Quantity>> = {
  dust: 'tsp',
  noise: 'noise',
  waterLevel: 'liquidLevel',
}

/** Alarms of what happens to devices, touching [fromMs, toMs]; their sequence is the incident's id. */
export function incidentAlarms(
  sources: AlarmSources & { recognise: Recognise },
  fromMs: number,
  toMs: number,
): DeviceAlarm[] {
  const found: DeviceAlarm[] = []
  for (const incident of sources.world.incidents.startingIn(fromMs - LONGEST_INCIDENT_MS, toMs + 1)) {
    if (incident.endMs < fromMs) continue
    const alarm = alarmOfIncident(sources, incident)
    if (!alarm) continue
    const companion = companionOf(sources, incident, alarm)
    found.push(alarm)
    if (companion && companion.endMs >= fromMs && companion.startMs <= toMs) found.push(companion)
  }
  return found
}

function alarmOfIncident(
  { world, directory, recognise }: AlarmSources & { recognise: Recognise },
  incident: Incident,
): DeviceAlarm | undefined {
  const { id, kind, subject, startMs, endMs } = incident
  const device = subject && directory.deviceBySubject(subject)
  if (!device) return undefined
  const { type, subType } = INCIDENT_ALARMS[kind]
  const quantity = incident.gas ? GASES[incident.gas].quantity : MEASURED[kind]
  const recognised = kind === 'face' ? recognise(world.seed, id, startMs) : undefined
  if (kind === 'face' && !recognised) return undefined
  return {
    device,
    chnId: alarmChannel(directory, device, kind === 'sos' || kind === 'ioAlarm'),
    alarmSeq: id,
    type,
    subType: incident.gas ? GAS_SUB_TYPES[incident.gas] : subType,
    startMs,
    endMs,
    ...(quantity ? { quantity } : {}),
    ...(incident.commanded ? { commanded: true as const } : {}),
    ...(recognised ? { detail: recognised } : {}),
  }
}
