const CIVIL =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d{2}:?\d{2})?$/i
const EPOCH = /^\d{9,13}(?:\.\d+)?$/
/** Below that a number of the epoch counts seconds, above it milliseconds. */
const EPOCH_MS_FROM = 1e11

/**
 * Epoch milliseconds of a time in a file: ISO 8601, the same with other separators, or a number of the epoch. Without
 * a zone it is UTC (`zoned` is false then). Undefined when it is no time.
 */
export function trackTime(text: string): { ms: number; zoned: boolean } | undefined {
  const trimmed = text.trim()
  if (EPOCH.test(trimmed)) {
    const number = Number(trimmed)
    return { ms: Math.round(number < EPOCH_MS_FROM ? number * 1000 : number), zoned: true }
  }
  const found = CIVIL.exec(trimmed)
  if (!found) return undefined
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const civil = Date.UTC(year, month - 1, day, hour, minute, second)
  const back = new Date(civil)
  const isReal =
    back.getUTCMonth() === month - 1 && back.getUTCDate() === day && hour < 24 && minute < 60 && second < 61
  if (!isReal) return undefined
  const fraction = Math.round(Number(`0.${found[7] ?? 0}`) * 1000)
  return { ms: civil + fraction - zoneMs(found[8]), zoned: found[8] !== undefined }
}

function zoneMs(zone: string | undefined): number {
  if (zone === undefined || /^z$/i.test(zone)) return 0
  const digits = zone.replace(/\D/g, '')
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000
}
