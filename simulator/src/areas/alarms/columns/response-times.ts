import { RESPONSE_CLASSES } from '@backlot/contract/alarms/response-classes'
import type { ResponseTimes } from '@backlot/contract/alarms/statistics-calls'
import { HOUR_MS, MINUTE_MS } from '@backlot/contract/time'

const NONE: ResponseTimes = { count: 0, mean: null, median: null, p90: null }

/** Mean, median and the time within which nine of ten were processed. Reorders the given array of seconds. */
export function responseTimes(seconds: Float64Array): ResponseTimes {
  const count = seconds.length
  if (count === 0) return NONE
  let sum = 0
  for (let i = 0; i < count; i++) sum += seconds[i]!
  const middle = (nthSmallest(seconds, (count - 1) >> 1) + nthSmallest(seconds, count >> 1)) / 2
  const p90 = nthSmallest(seconds, Math.ceil(count * 0.9) - 1)
  return { count, mean: tenths(sum / count), median: tenths(middle), p90: tenths(p90) }
}

/** The value at a place if all were sorted (Hoare's selection): sorting half a million costs ten times that. */
function nthSmallest(values: Float64Array, place: number): number {
  let [low, high] = [0, values.length - 1]
  while (low < high) {
    const pivot = values[(low + high) >>> 1]!
    let [left, right] = [low, high]
    while (left <= right) {
      while (values[left]! < pivot) left++
      while (values[right]! > pivot) right--
      if (left > right) break
      const held = values[left]!
      values[left++] = values[right]!
      values[right--] = held
    }
    if (place <= right) high = right
    else if (place >= left) low = left
    else return values[place]!
  }
  return values[place]!
}

const tenths = (seconds: number) => Math.round(seconds * 10) / 10

/** The class of RESPONSE_CLASSES that a time belongs to. */
export function responseClass(seconds: number): number {
  const place = RESPONSE_CLASSES.findIndex((limit) => seconds < limit)
  return place === -1 ? RESPONSE_CLASSES.length : place
}

const HOURS = 24

/** The hour of the day of a moment in a zone. */
export const hourOfDay = (ms: number, zoneMinutes: number): number =>
  Math.floor((ms + zoneMinutes * MINUTE_MS) / HOUR_MS) % HOURS
