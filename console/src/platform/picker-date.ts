import { fromCivil, toCivil } from '@backlot/contract/time'

/** Civil fields of a moment (epoch milliseconds) as a local date of the browser, for date pickers. */
export function toPickerDate(epochMs: number, zoneMinutes: number): Date {
  const c = toCivil(epochMs, zoneMinutes)
  return new Date(c.year, c.month - 1, c.day, c.hour, c.minute, c.second)
}

/** The moment, epoch milliseconds, whose civil fields in the platform's zone a picker's date shows. */
export function fromPickerDate(date: Date, zoneMinutes: number): number {
  return fromCivil(
    date.getFullYear(),
    date.getMonth() + 1,
    date.getDate(),
    date.getHours(),
    date.getMinutes(),
    date.getSeconds(),
    0,
    zoneMinutes,
  )
}
