import { DAY_MS } from '@backlot/contract/time'
import { placeFault, type RawTrack, type TrackTeller } from './raw-track.ts'

/** A sentence begins anywhere in a line: loggers put their own time before it. */
const SENTENCE = /\$([A-Z]{2})([A-Z]{3}),([^*$]*)\*([0-9A-Fa-f]{2})/
const BARE = /\$[A-Z]{2}(?:RMC|GGA),/
/** Lines with a wrong checksum that are named one by one. */
const LINES_TOLD = 5

/**
 * The track of a log of NMEA 0183: positions of RMC and GGA, one a moment. RMC (and ZDA) say which day it is, and where
 * only GGA follow, a time of day that goes back begins the next day. Sentences whose checksum is wrong or missing are
 * left out, and those without a fix.
 */
export function readNmea(text: string, tell: TrackTeller): RawTrack[] {
  const track: RawTrack = { name: undefined, points: [], line: 1 }
  /** Start of the day, epoch milliseconds; undefined until a sentence names it. */
  let dayMs: number | undefined
  let rolledDays = 0
  let lastOfDayMs = 0
  let broken = 0
  let withoutFix = 0
  const places: { timeMs: number; isDated: boolean; longitude: number; latitude: number }[] = []

  text.split(/\r\n|\n|\r/).forEach((content, index) => {
    const line = index + 1
    const sentence = SENTENCE.exec(content)
    if (!sentence) {
      if (!BARE.test(content)) return
      if (++broken <= LINES_TOLD) tell.note(line, 'left out: the sentence has no checksum, or ends early')
      return
    }
    // The pattern has four groups, and it has matched.
    const [, talker, kind, body, given] = sentence as unknown as [string, string, string, string, string]
    const sum = checksumOf(`${talker}${kind},${body}`)
    if (sum !== Number.parseInt(given, 16)) {
      const right = sum.toString(16).toUpperCase().padStart(2, '0')
      if (++broken <= LINES_TOLD) tell.note(line, `left out: the checksum is *${given}, not *${right}`)
      return
    }
    const fields = body.split(',')
    if (kind === 'ZDA') {
      const [, day, month, year] = fields.map(Number)
      if (year) setDay(Date.UTC(year, month! - 1, day))
    }
    if (kind !== 'RMC' && kind !== 'GGA') return
    const ofDayMs = timeOfDayMs(fields[0]!)
    if (kind === 'RMC') {
      const named = dayOf(fields[8] ?? '')
      if (named !== undefined) setDay(named)
    } else if (ofDayMs !== undefined && ofDayMs < lastOfDayMs - DAY_MS / 2) rolledDays++
    if (ofDayMs !== undefined) lastOfDayMs = ofDayMs
    const at = kind === 'RMC' ? 2 : 1
    const isFixed = kind === 'RMC' ? fields[1] === 'A' : Number(fields[5]) > 0
    const latitude = degreesOf(fields[at] ?? '', fields[at + 1] ?? '')
    const longitude = degreesOf(fields[at + 2] ?? '', fields[at + 3] ?? '')
    if (!isFixed || ofDayMs === undefined || latitude === undefined || longitude === undefined) {
      withoutFix++
      return
    }
    const fault = placeFault(longitude, latitude)
    if (fault) {
      tell.note(line, `left out: ${fault}`)
      return
    }
    const timeMs = (dayMs ?? 0) + rolledDays * DAY_MS + ofDayMs
    places.push({ timeMs, isDated: dayMs !== undefined, longitude, latitude })
  })

  function setDay(ms: number): void {
    dayMs = ms
    rolledDays = 0
  }

  if (broken > LINES_TOLD) tell.note(1, `${broken} sentences left out in all: their checksums are wrong`)
  if (withoutFix > 0) tell.note(1, `${withoutFix} sentences without a fix left out`)
  const undated = dayMs === undefined
  // Positions before the first date have none; afterwards all have one.
  const dated = undated ? places : places.filter(({ isDated }) => isDated)
  if (dated.length < places.length) {
    tell.note(1, `${places.length - dated.length} positions before the first date left out`)
  }
  for (const { timeMs, longitude, latitude } of dated) track.points.push({ timeMs, longitude, latitude })
  if (places.length === 0) {
    const why = broken > 0 ? 'all checksums are wrong' : 'a track needs RMC or GGA with a fix'
    tell.mistake(1, `has no position: ${why}`)
    return []
  }
  return [undated ? { ...track, undated } : track]
}

/** Exclusive or of all characters between $ and * (NMEA 0183, 5.3). */
function checksumOf(text: string): number {
  let sum = 0
  for (let i = 0; i < text.length; i++) sum ^= text.charCodeAt(i)
  return sum
}

/** hhmmss.ss */
function timeOfDayMs(text: string): number | undefined {
  const found = /^(\d{2})(\d{2})(\d{2}(?:\.\d+)?)$/.exec(text)
  if (!found) return undefined
  return Math.round((Number(found[1]) * 3600 + Number(found[2]) * 60 + Number(found[3])) * 1000)
}

/** ddmmyy; two-digit years from 80 on are of the last century, as GPS is. */
function dayOf(text: string): number | undefined {
  const found = /^(\d{2})(\d{2})(\d{2})$/.exec(text)
  if (!found) return undefined
  const [day, month, year] = found.slice(1).map(Number) as [number, number, number]
  return Date.UTC(year < 80 ? 2000 + year : 1900 + year, month - 1, day)
}

/** dddmm.mmmm and its hemisphere. */
function degreesOf(text: string, hemisphere: string): number | undefined {
  const found = /^(\d{1,3})(\d{2}(?:\.\d+)?)$/.exec(text)
  if (!found) return undefined
  const degrees = Number(found[1]) + Number(found[2]) / 60
  return hemisphere === 'S' || hemisphere === 'W' ? -degrees : degrees
}
