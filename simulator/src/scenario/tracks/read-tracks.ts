/** Reads files with recorded tracks: GPX, NMEA 0183, CSV and GeoJSON. Every mistake has its file and line. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, extname, join, resolve } from 'node:path'
import {
  type FleetTrack,
  TRACK_POINTS_MAX,
  TRACKS_MAX,
  type TrackReading,
} from '@backlot/contract/control/fleet-tracks'
import { encodePolyline } from '@backlot/contract/polyline'
import { asOneLine } from '@backlot/contract/texts'
import gcoord from 'gcoord'
import { metresPerDegreeLatitudeAt, metresPerDegreeLongitudeAt } from '../../world/city/projection.ts'
import type { Problem } from '../scenario.ts'
import { shown } from '../yaml-file.ts'
import type { RawPoint, RawTrack, TrackTeller } from './raw-track.ts'
import { readCsv } from './read-csv.ts'
import { readGeoJson } from './read-geojson.ts'
import { readGpx } from './read-gpx.ts'
import { readNmea } from './read-nmea.ts'

/** A point of a track: epoch milliseconds (of a day that nobody named, where the track is undated), WGS-84 degrees. */
export type TrackFilePoint = { timeMs: number; longitude: number; latitude: number }

export type FileTrack = {
  file: string
  name: string
  /** Ascending in time, two at least. */
  points: TrackFilePoint[]
  /** The file names no date. */
  undated: boolean
}

export type ReadTracks = {
  tracks: FileTrack[]
  problems: Problem[]
  /** What was left out, or looks strange. */
  notes: Problem[]
}

const ENDINGS = /\.(gpx|nmea|nma|log|txt|csv|tsv|geojson|json)$/i
const BYTES_MOST = 64_000_000
const FORMATS = 'GPX, NMEA 0183, CSV or GeoJSON'
const SHORTEST_MS = 1000

/** Tracks of files, and of folders with files. */
export function readTracks(paths: readonly string[], reading: TrackReading = {}): ReadTracks {
  const read: ReadTracks = { tracks: [], problems: [], notes: [] }
  for (const path of paths) readPath(resolve(path), reading, read)
  if (read.tracks.length > TRACKS_MAX) {
    const message = `${read.tracks.length} tracks in all; a fleet has at most ${TRACKS_MAX}`
    read.problems.push({ file: shown(resolve(paths[0]!)), line: 1, field: '', message })
  }
  return read
}

/** A track in the form of a fleet's. */
export function fleetTrackOf({ name, points, undated }: FileTrack): FleetTrack {
  const first = points[0]!.timeMs
  return {
    name: asOneLine(name, 60) || 'track',
    ...(undated ? {} : { startMs: first }),
    steps: points.slice(1).map(({ timeMs }, i) => (timeMs - points[i]!.timeMs) / 1000),
    path: encodePolyline(
      points.map(({ longitude }) => longitude),
      points.map(({ latitude }) => latitude),
    ),
  }
}

function readPath(path: string, reading: TrackReading, read: ReadTracks): void {
  const file = shown(path)
  const mistake = (message: string) => {
    read.problems.push({ file, line: 1, field: '', message })
  }
  try {
    const about = statSync(path)
    if (about.isDirectory()) {
      const names = readdirSync(path).filter((name) => ENDINGS.test(name))
      if (names.length === 0) mistake(`is a folder without tracks (${FORMATS})`)
      else if (names.length > TRACKS_MAX) mistake(`has ${names.length} files; at most ${TRACKS_MAX}`)
      else for (const name of names.toSorted()) readPath(join(path, name), reading, read)
    } else if (!about.isFile()) mistake('is neither a file nor a folder')
    else if (about.size > BYTES_MOST) mistake(`has ${about.size} bytes; at most ${BYTES_MOST} are read`)
    else readText(textOf(readFileSync(path)), file, reading, read)
  } catch (error) {
    mistake(`cannot be read: ${(error as Error).message}`)
  }
}

/** UTF-8, or UTF-16 where a mark says so. */
function textOf(bytes: Buffer): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  return bytes.toString(isWide ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '')
}

function readText(text: string, file: string, reading: TrackReading, read: ReadTracks): void {
  const before = read.problems.length
  const tell: TrackTeller = {
    mistake: (line, message) => void read.problems.push({ file, line, field: '', message }),
    note: (line, message) => void read.notes.push({ file, line, field: '', message }),
  }
  const raw = readerOf(text)(text, tell)
  if (read.problems.length > before) return
  const tracks = raw.flatMap((track) => timed(track, reading, tell) ?? [])
  if (read.problems.length > before) return
  if (tracks.length === 0) {
    tell.mistake(1, `has no track that lasts a second or longer (${FORMATS})`)
    return
  }
  const own = basename(file, extname(file))
  for (const { name, points, undated } of tracks) {
    const numbered =
      tracks.length > 1 ? `${own} ${read.tracks.filter((it) => it.file === file).length + 1}` : own
    read.tracks.push({ file, name: name || numbered, points, undated })
  }
}

/** By the content: endings are used for many things. */
function readerOf(text: string): (text: string, tell: TrackTeller) => RawTrack[] {
  const begin = text.slice(0, 2000).trimStart()
  if (begin.startsWith('<')) return readGpx
  if (begin.startsWith('{') || begin.startsWith('[')) return readGeoJson
  return /^(?:.{0,80})[$!][A-Z]{2}[A-Z]{3},/m.test(begin) ? readNmea : readCsv
}

type Timed = { name: string | undefined; points: TrackFilePoint[]; undated: boolean }

/** A track with a time at every point, ascending; undefined where too little is left. */
function timed(
  track: RawTrack,
  { speedKmh, datum = 'wgs84' }: TrackReading,
  tell: TrackTeller,
): Timed | undefined {
  const { name, line } = track
  const points = track.points.map((point) => ({ ...point, ...toWgs84(point, datum) }))
  const known = points.filter((point): point is TrackFilePoint => point.timeMs !== undefined)
  if (known.length === 0) {
    if (points.length < 2) return undefined
    if (speedKmh === undefined) {
      tell.mistake(line, 'the points have no times: give the speed to drive at (speedKmh, --track-speed)')
      return undefined
    }
    return long({ name, points: atSpeed(points, speedKmh), undated: true })
  }
  const untimed = points.length - known.length
  if (untimed > 0) tell.note(line, `${untimed} points without a time left out`)
  const isAscending = known.every(({ timeMs }, i) => i === 0 || timeMs >= known[i - 1]!.timeMs)
  if (!isAscending) tell.note(line, 'the points are not in the order of their times: they were sorted')
  const sorted = known.toSorted((a, b) => a.timeMs - b.timeMs)
  // Of several places at one moment, the last one counts.
  const single = sorted.filter(({ timeMs }, i) => timeMs !== sorted[i + 1]?.timeMs)
  if (single.length > TRACK_POINTS_MAX) {
    tell.mistake(line, `${single.length} points; a track has at most ${TRACK_POINTS_MAX}: split the file`)
    return undefined
  }
  return long({ name, points: single, undated: track.undated ?? false })
}

function long(track: Timed): Timed | undefined {
  const { points } = track
  return points.length >= 2 && points.at(-1)!.timeMs - points[0]!.timeMs >= SHORTEST_MS ? track : undefined
}

// Its types describe the build for bundlers; for Node the module itself is the object.
const datums = gcoord as unknown as typeof gcoord.default

function toWgs84({ longitude, latitude }: RawPoint, datum: NonNullable<TrackReading['datum']>) {
  if (datum === 'wgs84') return { longitude, latitude }
  const { transform, GCJ02, BD09, WGS84 } = datums
  const [east, north] = transform([longitude, latitude], datum === 'gcj02' ? GCJ02 : BD09, WGS84)
  return { longitude: east!, latitude: north! }
}

function atSpeed(points: readonly RawPoint[], speedKmh: number): TrackFilePoint[] {
  let timeMs = 0
  return points.map(({ longitude, latitude }, i) => {
    if (i > 0) timeMs += (metresBetween(points[i - 1]!, { longitude, latitude }) * 3600) / speedKmh
    return { timeMs: Math.round(timeMs), longitude, latitude }
  })
}

type Place = { longitude: number; latitude: number }

/** Metres between two places near each other. */
export function metresBetween(a: Place, b: Place): number {
  const middle = (a.latitude + b.latitude) / 2
  const east = (b.longitude - a.longitude) * metresPerDegreeLongitudeAt(middle)
  const north = (b.latitude - a.latitude) * metresPerDegreeLatitudeAt(middle)
  return Math.sqrt(east * east + north * north)
}
