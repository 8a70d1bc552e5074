/** Second alarm of the same cause, raised by another part of the same device that notices a spontaneous incident. */
import { hashText } from '../world/hash.ts'
import type { Incident } from '../world/types.ts'
import { ALARM_SUB_TYPES } from './alarm-types/alarm-types.ts'
import { type AlarmSources, alarmChannel, type DeviceAlarm } from './device-alarm.ts'

const COMPANIONS = ALARM_SUB_TYPES.flatMap(({ companion, ...raised }) =>
  companion ? [{ ...companion, raised }] : [],
)

export function companionOf(
  { world, directory }: AlarmSources,
  incident: Incident,
  { device }: DeviceAlarm,
): DeviceAlarm | undefined {
  if (incident.commanded) return undefined
  const share = hashText(`${incident.id}+`) % 100
  const found = COMPANIONS.find(
    ({ incident: kind, percent: [from, to] }) => kind === incident.kind && share >= from && share < to,
  )
  if (!found) return undefined
  const { afterMs = 0, mostMs = Number.POSITIVE_INFINITY, limit } = found
  const { type, subType, quantity, onInput } = found.raised
  const startMs = incident.startMs + afterMs
  const endMs = Math.min(incident.endMs, startMs + mostMs)
  if (startMs >= endMs) return undefined
  if (quantity && limit !== undefined) {
    if (world.air.valueAt(quantity, device.x, device.y, startMs, device.entity) < limit) return undefined
  }
  return {
    device,
    chnId: alarmChannel(directory, device, onInput === true),
    alarmSeq: `${incident.id}-${subType.toLowerCase()}`,
    type,
    subType,
    startMs,
    endMs,
    ...(quantity ? { quantity } : {}),
  }
}
