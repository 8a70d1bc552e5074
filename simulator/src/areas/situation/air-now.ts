import { AIR_CODES, AIR_QUANTITIES, type AirQuantity, airIndex } from '@backlot/contract/situation/air-index'
import { AIR_FRESH_MS, type AirSituation, type AirStation } from '@backlot/contract/situation/calls'
import type { Language } from '../../kernel/language.ts'
import type { AirStationRecord } from './ports.ts'

type Values = Partial<Record<AirQuantity, number>>

const QUANTITY_OF = new Map(AIR_QUANTITIES.map((quantity) => [AIR_CODES[quantity] as string, quantity]))

/** A station with its last readings of the air; undefined when they are missing or too old. */
export function airStationOf(
  record: AirStationRecord,
  nowMs: number,
  language: Language,
): AirStation | undefined {
  const values: Values = {}
  let atMs = 0
  for (const reading of record.readings ?? []) {
    const quantity = QUANTITY_OF.get(reading.code)
    if (!quantity) continue
    values[quantity] = reading.value
    atMs = Math.max(atMs, reading.atMs)
  }
  if (atMs === 0 || nowMs - atMs > AIR_FRESH_MS) return undefined
  const { sn, name, longitude, latitude } = record
  return {
    sn,
    name: name[language],
    longitude,
    latitude,
    time: Math.floor(atMs / 1000),
    values,
    ...airIndex(values),
  }
}

/** Means over the stations that measure a quantity (winds from all sides as vectors), and the index of those means. */
export function meanAir(list: readonly Pick<AirStation, 'values'>[]): AirSituation['mean'] {
  const values: Values = {}
  for (const quantity of AIR_QUANTITIES) {
    const found = list.flatMap((station) => station.values[quantity] ?? [])
    if (found.length === 0) continue
    values[quantity] = quantity === 'windDirection' ? meanDirection(found) : meanOf(found)
  }
  return { values, ...airIndex(values) }
}

function meanOf(values: readonly number[]): number {
  const sum = values.reduce((all, value) => all + value, 0)
  return Number((sum / values.length).toFixed(2))
}

function meanDirection(degrees: readonly number[]): number {
  let [x, y] = [0, 0]
  for (const degree of degrees) {
    x += Math.cos((degree * Math.PI) / 180)
    y += Math.sin((degree * Math.PI) / 180)
  }
  return Math.round((Math.atan2(y, x) * 180) / Math.PI + 360) % 360
}
