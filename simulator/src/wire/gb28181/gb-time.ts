/** Times of MANSCDP bodies: ISO 8601, Beijing time unless the text says another zone. */
import { fromCivil, toCivil } from '@backlot/contract/time'

const BEIJING_MINUTES = 480
const FORM =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d{1,9}))?)?)?(Z|[+-]\d{2}:?\d{2})?$/i
const two = (value: number) => String(value).padStart(2, '0')

/** Epoch milliseconds; undefined for what is no time or no day of the calendar. */
export function readGbTime(text: string): number | undefined {
  const found = FORM.exec(text)
  if (!found) return undefined
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((at) => Number(found[at] ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return undefined
  const ms = Number((found[7] ?? '').slice(0, 3).padEnd(3, '0'))
  const zone = zoneMinutes(found[8])
  const epochMs = fromCivil(year, month, day, hour, minute, second, ms, zone)
  return toCivil(epochMs, zone).day === day ? epochMs : undefined
}

function zoneMinutes(text: string | undefined): number {
  if (text === undefined) return BEIJING_MINUTES
  if (text.toUpperCase() === 'Z') return 0
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(-2))
  return text.startsWith('-') ? -minutes : minutes
}

/** `2010-11-11T19:46:17` in Beijing time, with milliseconds when there are any. Throws a RangeError for no number. */
export function writeGbTime(epochMs: number): string {
  if (!Number.isFinite(epochMs)) throw new RangeError(`time ${epochMs}`)
  const { year, month, day, hour, minute, second, millisecond } = toCivil(
    Math.floor(epochMs),
    BEIJING_MINUTES,
  )
  const fraction = millisecond === 0 ? '' : `.${String(millisecond).padStart(3, '0')}`
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
  return `${date}T${two(hour)}:${two(minute)}:${two(second)}${fraction}`
}
