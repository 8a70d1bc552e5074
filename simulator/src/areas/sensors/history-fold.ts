/** Reports of one station folded into stretches of time: means, least and greatest values, marks, winds. */
import { DATA_FLAGS, type DataFlag, WIND_CLASSES, type WindRose } from '@backlot/contract/sensors/entities'
import {
  AIR_CODES,
  type AirQuantity,
  airIndex,
  type IndexSpan,
  POLLUTANTS,
  type Pollutant,
} from '@backlot/contract/situation/air-index'
import { HOUR_MS } from '@backlot/contract/time'
import type { PastQuantity, PastReport } from './ports.ts'

const DEGREES = 180 / Math.PI
/** Counters: the last reading is more useful than a mean. */
const COUNTERS: ReadonlySet<string> = new Set(['s10', 's11'])
/** Hours of which an eight-hour mean of ozone needs six. */
const OZONE = { hours: 8, atLeast: 6 }

type Sum = {
  count: number
  sum: number
  x: number
  y: number
  min: number
  max: number
  last: number
  flag: string
}
const newSum = (): Sum => ({
  count: 0,
  sum: 0,
  x: 0,
  y: 0,
  min: Number.POSITIVE_INFINITY,
  max: Number.NEGATIVE_INFINITY,
  last: 0,
  flag: '',
})

export type FoldedQuantity = {
  values: (number | null)[]
  min: (number | null)[]
  max: (number | null)[]
  flags: string[]
}
export type FoldedIndex = ({ aqi: number; primary?: Pollutant } | null)[]

/** `stretchOf` answers the number of the stretch that holds a moment, or undefined for none. */
export class HistoryFold {
  readonly #quantities: readonly PastQuantity[]
  readonly #count: number
  readonly #stretchOf: (atMs: number) => number | undefined
  readonly #sums: ReadonlyMap<string, Sum[]>
  readonly #rose: WindRose = {
    total: 0,
    calm: 0,
    sectors: Array.from({ length: 16 }, () => WIND_CLASSES.map(() => 0)),
  }
  /** Means of ozone by stretch and hour. */
  readonly #ozone = new Map<number, Map<number, { sum: number; count: number }>>()

  constructor(
    quantities: readonly PastQuantity[],
    count: number,
    stretchOf: (atMs: number) => number | undefined,
  ) {
    this.#quantities = quantities
    this.#count = count
    this.#stretchOf = stretchOf
    this.#sums = new Map(quantities.map(({ code }) => [code, Array.from({ length: count }, newSum)]))
  }

  add({ atMs, values }: PastReport): void {
    const stretch = this.#stretchOf(atMs)
    if (stretch === undefined) return
    let [speed, direction]: (number | undefined)[] = []
    for (const { code, value, flag } of values) {
      const sum = this.#sums.get(code)?.[stretch]
      if (!sum) continue
      if (flag !== undefined && flag !== '' && flag !== 'N') {
        sum.flag = worse(sum.flag, flag)
        continue
      }
      sum.count++
      sum.sum += value
      sum.last = value
      sum.min = Math.min(sum.min, value)
      sum.max = Math.max(sum.max, value)
      if (code === AIR_CODES.windDirection) {
        sum.x += Math.cos(value / DEGREES)
        sum.y += Math.sin(value / DEGREES)
        direction = value
      }
      if (code === AIR_CODES.windSpeed) speed = value
      if (code === AIR_CODES.o3) this.#addOzone(stretch, atMs, value)
    }
    if (speed !== undefined && direction !== undefined) this.#addWind(speed, direction)
  }

  quantity({ code, decimals }: PastQuantity): FoldedQuantity {
    const rounded = (value: number) => Number(value.toFixed(decimals))
    const folded: FoldedQuantity = { values: [], min: [], max: [], flags: [] }
    for (const sum of this.#sums.get(code) ?? []) {
      const none = sum.count === 0
      const isWind = code === AIR_CODES.windDirection
      folded.values.push(none ? null : rounded(meanOf(sum, code)))
      folded.min.push(none || isWind ? null : rounded(sum.min))
      folded.max.push(none || isWind ? null : rounded(sum.max))
      folded.flags.push(sum.flag)
    }
    return folded
  }

  /** The index of each stretch; undefined for a station without a pollutant. */
  index(span: IndexSpan): FoldedIndex | undefined {
    if (!POLLUTANTS.some((pollutant) => this.#sums.has(AIR_CODES[pollutant]))) return undefined
    return Array.from({ length: this.#count }, (_, stretch) => {
      const values: Partial<Record<AirQuantity, number>> = {}
      for (const pollutant of POLLUTANTS) {
        const code = AIR_CODES[pollutant]
        const sum = this.#sums.get(code)?.[stretch]
        if (!sum || sum.count === 0) continue
        const value = pollutant === 'o3' && span === 'day' ? this.#ozoneOfDay(stretch) : sum.sum / sum.count
        if (value !== undefined) values[pollutant] = value
      }
      const { aqi, primary } = airIndex(values, span)
      return aqi === undefined ? null : { aqi, ...(primary === undefined ? {} : { primary }) }
    })
  }

  windRose(): WindRose | undefined {
    const codes = this.#quantities.map(({ code }) => code)
    const has = codes.includes(AIR_CODES.windSpeed) && codes.includes(AIR_CODES.windDirection)
    return has ? this.#rose : undefined
  }

  #addWind(speed: number, direction: number): void {
    const rose = this.#rose
    rose.total++
    const classAt = WIND_CLASSES.findLastIndex((from) => speed >= from)
    if (classAt < 0) {
      rose.calm++
      return
    }
    const sector = rose.sectors[Math.round((((direction % 360) + 360) % 360) / 22.5) % 16]!
    sector[classAt] = sector[classAt]! + 1
  }

  #addOzone(stretch: number, atMs: number, value: number): void {
    const hours = this.#ozone.get(stretch) ?? new Map<number, { sum: number; count: number }>()
    this.#ozone.set(stretch, hours)
    const hour = Math.floor(atMs / HOUR_MS)
    const mean = hours.get(hour) ?? { sum: 0, count: 0 }
    mean.sum += value
    mean.count++
    hours.set(hour, mean)
  }

  /** The highest mean of eight consecutive hours, the daily value by the standard. */
  #ozoneOfDay(stretch: number): number | undefined {
    const hours = this.#ozone.get(stretch)
    if (!hours) return undefined
    let greatest: number | undefined
    for (const end of hours.keys()) {
      let [sum, count] = [0, 0]
      for (let hour = end - OZONE.hours + 1; hour <= end; hour++) {
        const mean = hours.get(hour)
        if (!mean) continue
        sum += mean.sum / mean.count
        count++
      }
      if (count >= OZONE.atLeast) greatest = Math.max(greatest ?? 0, sum / count)
    }
    return greatest
  }
}

function meanOf({ count, sum, x, y, last }: Sum, code: string): number {
  if (COUNTERS.has(code)) return last
  if (code !== AIR_CODES.windDirection) return sum / count
  return (Math.atan2(y, x) * DEGREES + 360) % 360
}

/** The more important mark of two: the order of DATA_FLAGS, unknown ones last. */
function worse(a: string, b: string): string {
  const rank = (flag: string) => {
    const at = DATA_FLAGS.indexOf(flag as DataFlag)
    return flag === '' ? -1 : at < 0 ? DATA_FLAGS.length : at
  }
  return rank(b) > rank(a) ? b : a
}
