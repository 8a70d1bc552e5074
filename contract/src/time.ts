/**
 * Civil time from epoch milliseconds by arithmetic alone: no locale, no host time zone (proleptic Gregorian,
 * after Howard Hinnant's days_from_civil).
 */
type Civil = {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  millisecond: number
  /** 0 Sunday … 6 Saturday. */
  weekday: number
}

export const DAY_MS = 86_400_000
export const HOUR_MS = 3_600_000
export const MINUTE_MS = 60_000
/** The platform's default zone, UTC+8, in minutes. */
export const PLATFORM_ZONE_MINUTES = 480

/** Civil fields of `epochMs` in a fixed zone `zoneMinutes` east of UTC. */
export function toCivil(epochMs: number, zoneMinutes = PLATFORM_ZONE_MINUTES): Civil {
  const local = epochMs + zoneMinutes * MINUTE_MS
  const days = Math.floor(local / DAY_MS)
  const inDay = local - days * DAY_MS
  const z = days + 719_468
  const era = Math.floor(z / 146_097)
  const doe = z - era * 146_097
  const yoe = Math.floor(
    (doe - Math.floor(doe / 1460) + Math.floor(doe / 36_524) - Math.floor(doe / 146_096)) / 365,
  )
  const doy = doe - (365 * yoe + Math.floor(yoe / 4) - Math.floor(yoe / 100))
  const mp = Math.floor((5 * doy + 2) / 153)
  const day = doy - Math.floor((153 * mp + 2) / 5) + 1
  const month = mp < 10 ? mp + 3 : mp - 9
  const year = yoe + era * 400 + (month <= 2 ? 1 : 0)
  return {
    year,
    month,
    day,
    hour: Math.floor(inDay / HOUR_MS),
    minute: Math.floor(inDay / MINUTE_MS) % 60,
    second: Math.floor(inDay / 1000) % 60,
    millisecond: inDay % 1000,
    weekday: (((days + 4) % 7) + 7) % 7,
  }
}

/** Epoch milliseconds of civil fields in a fixed zone. */
export function fromCivil(
  year: number,
  month: number,
  day: number,
  hour = 0,
  minute = 0,
  second = 0,
  millisecond = 0,
  zoneMinutes = PLATFORM_ZONE_MINUTES,
): number {
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yoe = y - era * 400
  const doy = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  const doe = yoe * 365 + Math.floor(yoe / 4) - Math.floor(yoe / 100) + doy
  const days = era * 146_097 + doe - 719_468
  return (
    days * DAY_MS +
    hour * HOUR_MS +
    minute * MINUTE_MS +
    second * 1000 +
    millisecond -
    zoneMinutes * MINUTE_MS
  )
}

/** Start of the civil day that holds `epochMs`. */
export function dayStart(epochMs: number, zoneMinutes = PLATFORM_ZONE_MINUTES): number {
  const offset = zoneMinutes * MINUTE_MS
  return Math.floor((epochMs + offset) / DAY_MS) * DAY_MS - offset
}

const two = (n: number) => String(n).padStart(2, '0')

/** `yyyy-MM-dd HH:mm:ss` in a fixed zone. */
export function formatDateTime(epochMs: number, zoneMinutes = PLATFORM_ZONE_MINUTES): string {
  const c = toCivil(epochMs, zoneMinutes)
  return `${String(c.year).padStart(4, '0')}-${two(c.month)}-${two(c.day)} ${two(c.hour)}:${two(c.minute)}:${two(c.second)}`
}

/** Epoch milliseconds of `yyyy-MM-dd HH:mm:ss`, or undefined when the text is no such date. */
export function parseDateTime(text: string, zoneMinutes = PLATFORM_ZONE_MINUTES): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/.exec(text)
  if (!match) return undefined
  const [year, month, day, hour, minute, second] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const epochMs = fromCivil(year, month, day, hour, minute, second, 0, zoneMinutes)
  return formatDateTime(epochMs, zoneMinutes) === text ? epochMs : undefined
}
