import { z } from 'zod'
import { decodePolyline } from '../polyline.ts'
import { oneLine } from '../texts.ts'
import { durationMs } from './duration.ts'

/**
 * Recorded tracks as devices. People name files (`from`), which a scenario and the command line read; a call has their
 * content (`list`), so that what is stored never changes with a file.
 */

/** What a device does at the end of its track: begins again, drives back, or stands there. */
export const TRACK_ENDS = ['loop', 'backAndForth', 'stay'] as const

/** Coordinates that files may have; everything is WGS-84 once it is read. */
export const TRACK_DATUMS = ['wgs84', 'gcj02', 'bd09'] as const
export type TrackDatum = (typeof TRACK_DATUMS)[number]

export const TRACKS_MAX = 500
/** Of one track, and of all tracks of a fleet. */
export const TRACK_POINTS_MAX = 200_000
const FLEET_POINTS_MAX = 2_000_000

/** Longitude, latitude in WGS-84 degrees. */
const Point = z.tuple(
  [z.number().min(-180).max(180), z.number().min(-90).max(90)],
  'write longitude and latitude: 116.404, 39.915',
)
const SPAN = 'write a duration: 30s, 5m, 1h30m'
const Span = z.string().refine((text) => durationMs(text) !== undefined, SPAN)
const Round = Span.refine((text) => durationMs(text) !== 0, 'longer than nothing')
/** With a zone: files and platforms may be in different ones. */
const Moment = z.iso.datetime({ offset: true, error: "write '2026-11-20T08:00:00+08:00', with the zone" })

export const FleetTrack = z.strictObject({
  /** Name of the device that follows it. */
  name: oneLine(1, 60).optional(),
  /** Epoch milliseconds of its first point; left out: the file has no date. */
  startMs: z.number().int().min(0).max(8_640_000_000_000).optional(),
  /** Seconds from each point to the next. */
  steps: z
    .array(z.number().min(0).max(31_536_000))
    .min(1)
    .max(TRACK_POINTS_MAX - 1),
  /** Points as an encoded polyline with six decimals, WGS-84. */
  path: z.string().min(4).max(4_000_000),
})
export type FleetTrack = z.infer<typeof FleetTrack>

const Course = {
  /** At its end; by default a loop. */
  atEnd: z.enum(TRACK_ENDS).optional(),
  /** From one round to the next, standing between them; by default a round follows the other at once. */
  every: Round.optional(),
  /** When the earliest of the tracks begins; by default as recorded. */
  start: Moment.optional(),
  /** Of devices that share a track, each is that far behind the one before; by default they are spread over a round. */
  shift: Span.optional(),
  /** Standard deviation of the reported positions, metres; by default they are those of the file. */
  jitterM: z.number().min(0).max(1000).optional(),
  /** Onto the roads of the city. */
  snap: z.boolean().optional(),
  /** Where the first point of the first track is moved to, with all tracks. */
  moveTo: Point.optional(),
}

/** Tracks as they are stored. */
export const FleetTracks = z.strictObject({ ...Course, list: z.array(FleetTrack).min(1).max(TRACKS_MAX) })
export type FleetTracks = z.infer<typeof FleetTracks>

/** Options that only matter when files are read. */
export const TrackReading = z.strictObject({
  /** Even speed on tracks without times. */
  speedKmh: z.number().min(0.5).max(1000).optional(),
  /** Coordinates of the files; by default WGS-84. */
  datum: z.enum(TRACK_DATUMS).optional(),
})
export type TrackReading = z.infer<typeof TrackReading>

const FilePath = oneLine(1, 300)

/** Tracks as people write them: a file or folder, or several, with options; or their content. */
export const WrittenTracks = z.union([
  FilePath,
  z.strictObject({
    ...Course,
    ...TrackReading.shape,
    from: z.union([FilePath, z.array(FilePath).min(1).max(50)]).optional(),
    list: FleetTracks.shape.list.optional(),
  }),
])
export type WrittenTracks = z.infer<typeof WrittenTracks>

/** Milliseconds from the first point of a track to its last one. */
export const trackLengthMs = ({ steps }: FleetTrack): number =>
  Math.round(steps.reduce((sum, step) => sum + step, 0) * 1000)

/** What is wrong with tracks beyond the form of their fields: the field below `tracks`, and why. */
export function trackFault(tracks: FleetTracks): { field: string; message: string } | undefined {
  const { list, atEnd = 'loop', every, start } = tracks
  let points = 0
  for (const [i, track] of list.entries()) {
    const field = `list.${i}`
    const count = decodePolyline(track.path)?.latitudes.length
    if (count === undefined) return { field: `${field}.path`, message: 'is no encoded polyline' }
    if (count !== track.steps.length + 1) {
      const message = `${count} points need ${count - 1} steps between them, not ${track.steps.length}`
      return { field: `${field}.steps`, message }
    }
    points += count
    const lengthMs = trackLengthMs(track)
    if (lengthMs < 1000) return { field: `${field}.steps`, message: 'the track takes less than a second' }
    const roundMs = atEnd === 'backAndForth' ? 2 * lengthMs : lengthMs
    if (every !== undefined && durationMs(every)! < roundMs) {
      const message = `a round of track ${i + 1} takes ${Math.ceil(roundMs / 1000)} s: no less than that`
      return { field: 'every', message }
    }
    if (atEnd === 'stay' && start === undefined && track.startMs === undefined) {
      return { field: 'start', message: `track ${i + 1} has no date: say when it begins` }
    }
  }
  if (points > FLEET_POINTS_MAX) {
    return { field: 'list', message: `${points} points in all; a fleet has at most ${FLEET_POINTS_MAX}` }
  }
  if (atEnd === 'stay' && every !== undefined) {
    return { field: 'every', message: 'there is no next round where devices stay at the end' }
  }
  return undefined
}
