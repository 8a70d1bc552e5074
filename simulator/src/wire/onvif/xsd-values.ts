/** Values of XML Schema (part 2) that ONVIF uses. Times are epoch milliseconds, durations milliseconds. */
import { fromCivil, toCivil } from '@backlot/contract/time'

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)?$/

/** xs:dateTime; one without a zone is UTC (ONVIF Core, 5.12.1). Undefined when it is none. */
export function readDateTime(text: string): number | undefined {
  const found = DATE_TIME.exec(text.trim())
  if (!found) return undefined
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map(Number) as number[]
  const [fraction, zone] = [found[7], found[8]]
  if (month! < 1 || month! > 12 || day! < 1 || day! > 31 || hour! > 24 || minute! > 59 || second! > 60)
    return undefined
  const ms = Number((fraction ?? '').padEnd(3, '0').slice(0, 3))
  let zoneMinutes = 0
  if (zone && zone !== 'Z') {
    const [hours, minutes] = zone.slice(1).split(':').map(Number) as [number, number]
    zoneMinutes = (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
  }
  return fromCivil(year!, month!, day!, hour!, minute!, second!, ms, zoneMinutes)
}

const two = (value: number) => String(value).padStart(2, '0')

/** xs:dateTime in UTC. */
export function writeDateTime(epochMs: number): string {
  const { year, month, day, hour, minute, second, millisecond } = toCivil(Math.floor(epochMs), 0)
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
  const fraction = millisecond === 0 ? '' : `.${String(millisecond).padStart(3, '0')}`
  return `${date}T${two(hour)}:${two(minute)}:${two(second)}${fraction}Z`
}

const DURATION =
  /^(-)?P(?:(\d{1,4})Y)?(?:(\d{1,4})M)?(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?)?$/

/** xs:duration; years have 365 days and months 30. Undefined when it is none. */
export function readDuration(text: string): number | undefined {
  const found = DURATION.exec(text.trim())
  if (!found || found.slice(2).every((part) => part === undefined)) return undefined
  const [years, months, days, hours, minutes, seconds] = found.slice(2).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const ms = ((years * 365 + months * 30 + days) * 86_400 + hours * 3600 + minutes * 60 + seconds) * 1000
  return Math.round(found[1] ? -ms : ms)
}

export const writeDuration = (ms: number): string => `PT${Math.round(ms) / 1000}S`

/** A moment, or a time from `nowMs` on: xs:dateTime or xs:duration, as WS-BaseNotification allows both. */
export function readMoment(text: string, nowMs: number): number | undefined {
  const duration = readDuration(text)
  return duration === undefined ? readDateTime(text) : nowMs + duration
}

/** A finite number; undefined when it is none. */
export function readNumber(text: string | undefined): number | undefined {
  const given = text?.trim() ?? ''
  if (!/^[+-]?(\d{1,20}(\.\d{0,20})?|\.\d{1,20})(e[+-]?\d{1,3})?$/i.test(given)) return undefined
  const value = Number(given)
  return Number.isFinite(value) ? value : undefined
}

export const readBoolean = (text: string | undefined): boolean | undefined =>
  text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : undefined
