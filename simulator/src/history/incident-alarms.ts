import { GASES } from '../world/air/gas-table.ts'
import { FELT_AFTER_MS, FELT_BEFORE_MS } from '../world/incidents/envelope.ts'
import { LONGEST_INCIDENT_MS } from '../world/incidents/incident-rows.ts'
import type { Incident } from '../world/types.ts'
import { alarmOfIncident } from './alarm-types/alarm-types.ts'
import { companionOf } from './companion-alarm.ts'
import { type AlarmSources, alarmChannel, type DeviceAlarm } from './device-alarm.ts'
import type { OwnLeakAlarms } from './own-leak-alarms.ts'
import type { Recognise } from './recognition.ts'

type IncidentSources = AlarmSources & { recognise: Recognise; ownLeaks: OwnLeakAlarms }

/** Alarms of incidents of devices, touching [fromMs, toMs]; the first of an incident has its id as sequence. */
export function incidentAlarms(sources: IncidentSources, fromMs: number, toMs: number): DeviceAlarm[] {
  const found: DeviceAlarm[] = []
  // A detector may warn as soon, and for as long, as a leak is felt.
  const firstMs = fromMs - LONGEST_INCIDENT_MS - FELT_AFTER_MS
  for (const incident of sources.world.incidents.startingIn(firstMs, toMs + FELT_BEFORE_MS + 1)) {
    if (incident.endMs + FELT_AFTER_MS < fromMs) continue
    const alarm = incidentAlarm(sources, incident)
    if (!alarm) continue
    const { gas, commanded } = incident
    const own = gas && !commanded ? sources.ownLeaks.of(incident, gas, alarm) : [alarm]
    const companion = companionOf(sources, incident, alarm)
    for (const each of companion ? [...own, companion] : own) {
      if (each.endMs >= fromMs && each.startMs <= toMs) found.push(each)
    }
  }
  return found
}

function incidentAlarm(
  { world, directory, recognise }: IncidentSources,
  incident: Incident,
): DeviceAlarm | undefined {
  const { id, kind, subject, startMs, endMs } = incident
  const device = subject && directory.deviceBySubject(subject)
  const raised = alarmOfIncident(incident)
  if (!device || !raised) return undefined
  const { type, subType } = raised
  const quantity = incident.gas ? GASES[incident.gas].quantity : raised.quantity
  const recognised = kind === 'face' ? recognise(world.seed, id, startMs) : undefined
  if (kind === 'face' && !recognised) return undefined
  return {
    device,
    chnId: alarmChannel(directory, device, raised.onInput === true),
    alarmSeq: id,
    type,
    subType,
    startMs,
    endMs,
    ...(quantity ? { quantity } : {}),
    ...(incident.commanded ? { commanded: true as const } : {}),
    ...(recognised ? { detail: recognised } : {}),
  }
}
