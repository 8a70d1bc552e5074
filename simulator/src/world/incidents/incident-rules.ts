/** The incidents of the world: its own rows and those of the kinds of devices, each with the kinds that it happens to. */
import { DEVICE_KINDS, type DeviceKind } from '@backlot/contract/devices/kinds'
import { KINDS } from '../../devices/kinds.ts'
import type { IncidentKind } from '../types.ts'
import { INCIDENT_ROWS, type IncidentRow } from './incident-rows.ts'

export type IncidentRule = IncidentRow & {
  /** Kinds of devices it happens to, tried in this order by share. */
  subjects: readonly DeviceKind[]
  /** It happens to nobody else; other incidents happen at a place of the city when there is no such device. */
  isOwn: boolean
}

/** All incidents, those of the world first: their places in the list are their random streams. */
export const INCIDENT_RULES: readonly IncidentRule[] = [
  ...INCIDENT_ROWS.map((row) => ({ ...row, subjects: subjectsOf(row), isOwn: false })),
  ...DEVICE_KINDS.flatMap((kind) =>
    (KINDS[kind].ownIncidents ?? []).map((row) => ({ ...row, subjects: [kind], isOwn: true })),
  ),
]

function subjectsOf({ kind, firstSubject }: IncidentRow): DeviceKind[] {
  const all = DEVICE_KINDS.filter((each) => KINDS[each].incidents.includes(kind))
  return firstSubject ? [firstSubject, ...all.filter((each) => each !== firstSubject)] : all
}

const BY_KIND = new Map(INCIDENT_RULES.map((rule) => [rule.kind, rule]))

export const incidentRule = (kind: IncidentKind): IncidentRule | undefined => BY_KIND.get(kind)
