import sax from 'sax'
import { placeFault, type RawPoint, type RawTrack, type TrackTeller } from './raw-track.ts'
import { trackTime } from './track-time.ts'

/** Stops the parser at the first mistake: what follows would be more of the same. */
class Stop extends Error {}

/**
 * Tracks of a GPX file (1.1, and 1.0, which differs in nothing that is read here): each `trk` with all its segments.
 * Where there is none, each `rte`, whose points seldom have a time. Names of elements count, not their prefixes.
 */
export function readGpx(text: string, tell: TrackTeller): RawTrack[] {
  const parser = sax.parser(true, { xmlns: true, position: true })
  const found: Record<'trk' | 'rte', RawTrack[]> = { trk: [], rte: [] }
  const path: string[] = []
  let track: RawTrack | undefined
  let point: RawPoint | undefined
  let words = ''
  let wayPoints = 0
  const line = () => parser.line + 1
  const stop = (message: string): never => {
    tell.mistake(line(), message)
    throw new Stop()
  }
  parser.onerror = (error) => {
    const [message = ''] = error.message.split('\n')
    stop(`no XML that can be read: ${message}`)
  }
  parser.onopentag = (tag) => {
    const { local, attributes } = tag as sax.QualifiedTag
    if (path.length === 0 && local !== 'gpx') {
      stop(`<${local}> is no GPX: gpsbabel -i ${local} … -o gpx,gpxver=1.1 may convert it`)
    }
    path.push(local)
    words = ''
    if (local === 'trk' || local === 'rte') {
      track = { name: undefined, points: [], line: line() }
      found[local].push(track)
    }
    if (local === 'wpt') wayPoints++
    if (local !== 'trkpt' && local !== 'rtept') return
    const [longitude, latitude] = ['lon', 'lat'].map((name) => {
      const value = attributes[name]?.value.trim() ?? ''
      return value === '' ? Number.NaN : Number(value)
    }) as [number, number]
    const fault = placeFault(longitude, latitude)
    if (fault) stop(`<${local}>: ${fault}`)
    point = { timeMs: undefined, longitude, latitude }
    track?.points.push(point)
  }
  parser.ontext = (part) => {
    words += part
  }
  parser.oncdata = parser.ontext
  parser.onclosetag = () => {
    const local = path.pop()
    const parent = path.at(-1)
    if (local === 'time' && point && (parent === 'trkpt' || parent === 'rtept')) {
      const time = trackTime(words)
      if (!time) stop(`'${words.trim().slice(0, 40)}' is no time: GPX has 2026-11-20T08:00:00Z`)
      point.timeMs = time!.ms
    }
    if (local === 'name' && track && (parent === 'trk' || parent === 'rte')) track.name = words.trim()
    if (local === 'trkpt' || local === 'rtept') point = undefined
    words = ''
  }
  try {
    parser.write(text).close()
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    return []
  }
  const tracks = found.trk.length > 0 ? found.trk : found.rte
  if (tracks.length === 0 && wayPoints > 0) {
    tell.mistake(1, `has ${wayPoints} waypoints and no track: a track is a <trk> with <trkpt>`)
  }
  return tracks
}
