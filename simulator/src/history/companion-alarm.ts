/** Second alarm of the same cause, raised by another part of the same device that notices a spontaneous incident. */
import { hashText } from '../world/hash.ts'
import type { Incident, Quantity } from '../world/types.ts'
import { type AlarmSources, alarmChannel, type DeviceAlarm } from './device-alarm.ts'

/** A fire: the smoke detector on a camera's alarm input, share in per cent. */
const SMOKE_PERCENT = 40
const SMOKE_AFTER_MS = 25_000
/** Somebody where nobody should be: the infrared barrier on the input. */
const INFRARED_PERCENT = 10
const INFRARED_MS = 12_000
/** Dust of a worksite: limits of fine dust (GB 3095 hourly alarm practice), looked at when the cloud is full. */
const DUST = [
  { percent: 8, quantity: 'pm10', subType: 'PM10', limit: 250 },
  { percent: 15, quantity: 'pm25', subType: 'PM25', limit: 75 },
] as const satisfies { percent: number; quantity: Quantity; subType: string; limit: number }[]
const FULL_AFTER_MS = 4 * 60_000

type Companion = Pick<DeviceAlarm, 'type' | 'startMs' | 'endMs' | 'quantity'> & {
  subType: string
  onInput: boolean
}

export function companionOf(
  sources: AlarmSources,
  incident: Incident,
  alarm: DeviceAlarm,
): DeviceAlarm | undefined {
  if (incident.commanded) return undefined
  const { device } = alarm
  const made = companion(sources, incident, device)
  if (!made) return undefined
  const { onInput, ...facts } = made
  const chnId = alarmChannel(sources.directory, device, onInput)
  return { device, chnId, alarmSeq: `${incident.id}-${facts.subType.toLowerCase()}`, ...facts }
}

function companion(
  { world }: AlarmSources,
  incident: Incident,
  device: DeviceAlarm['device'],
): Companion | undefined {
  const { kind, id, startMs, endMs } = incident
  const percent = hashText(`${id}+`) % 100
  if (kind === 'fire' && percent < SMOKE_PERCENT) {
    return { type: 'IoAlarm', subType: 'Smoke', startMs: startMs + SMOKE_AFTER_MS, endMs, onInput: true }
  }
  if (kind === 'intruder' && percent < INFRARED_PERCENT) {
    const untilMs = Math.min(endMs, startMs + INFRARED_MS)
    return { type: 'IoAlarm', subType: 'Infrared', startMs, endMs: untilMs, onInput: true }
  }
  if (kind !== 'dust') return undefined
  const row = DUST.find((each) => percent < each.percent)
  const atMs = startMs + FULL_AFTER_MS
  if (!row || atMs >= endMs) return undefined
  if (world.air.valueAt(row.quantity, device.x, device.y, atMs, device.entity) < row.limit) return undefined
  const { subType, quantity } = row
  return { type: 'DustAlarm', subType, startMs: atMs, endMs, quantity, onInput: false }
}
