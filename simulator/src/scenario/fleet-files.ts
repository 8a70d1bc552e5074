import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { TRACK_DATUMS, type TrackReading } from '@backlot/contract/control/fleet-tracks'
import type { Problem } from './scenario.ts'
import { fleetTrackOf, readTracks } from './tracks/read-tracks.ts'
import { shown } from './yaml-file.ts'

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Read = { fleet: unknown; problems: Problem[] }

/**
 * A fleet with the content of the files that it names as tracks, and with the whole path of its video. `folder` is what
 * its paths are relative to. Anything that is not of this form stays, for the schema to refuse.
 */
export function fleetWithFiles(fleet: unknown, folder: string): Read {
  const { fleet: tracked, problems } = fleetWithTracks(fleet, folder)
  if (!isFields(tracked) || tracked['video'] === undefined) return { fleet: tracked, problems }
  const written = typeof tracked['video'] === 'string' ? { file: tracked['video'] } : tracked['video']
  if (!isFields(written) || typeof written['file'] !== 'string') return { fleet: tracked, problems }
  const path = resolve(folder, written['file'])
  const missing = {
    file: shown(path),
    line: 1,
    field: '',
    message: 'there is no such file: a video, or a folder of images',
  }
  return {
    fleet: { ...tracked, video: { ...written, file: path } },
    problems: existsSync(path) ? problems : [...problems, missing],
  }
}

function fleetWithTracks(fleet: unknown, folder: string): Read {
  const untouched = { fleet, problems: [] }
  if (!isFields(fleet)) return untouched
  const written = typeof fleet['tracks'] === 'string' ? { from: fleet['tracks'] } : fleet['tracks']
  if (!isFields(written) || 'list' in written) return untouched
  const { from, speedKmh, datum, ...options } = written
  const paths = typeof from === 'string' ? [from] : from
  const isReadable =
    Array.isArray(paths) &&
    paths.length > 0 &&
    paths.every((path): path is string => typeof path === 'string' && path !== '') &&
    (speedKmh === undefined || (typeof speedKmh === 'number' && speedKmh > 0)) &&
    (datum === undefined || TRACK_DATUMS.some((known) => known === datum))
  if (!isReadable) return untouched
  const reading = {
    ...(speedKmh === undefined ? {} : { speedKmh }),
    ...(datum === undefined ? {} : { datum }),
  }
  const { tracks, problems } = readTracks(
    paths.map((path) => resolve(folder, path)),
    reading as TrackReading,
  )
  if (problems.length > 0) return { fleet, problems }
  return { fleet: { ...fleet, tracks: { ...options, list: tracks.map(fleetTrackOf) } }, problems: [] }
}

/** A fleet whose tracks cannot be read is not refused for what follows from that. */
const withoutTracks = ({ tracks: _, ...fleet }: Fields): Fields => ({
  count: 1,
  placement: 'traffic',
  ...fleet,
})

/** The same for the fleets of a scenario and those that its timeline adds, in place. */
export function readScenarioFiles(raw: unknown, path: string | undefined, problems: Problem[]): void {
  const folder = path === undefined ? '.' : dirname(path)
  const read = (holder: Fields | unknown[], key: string | number) => {
    const found = fleetWithFiles((holder as Fields)[key], folder)
    problems.push(...found.problems)
    const { fleet } = found
    ;(holder as Fields)[key] = found.problems.length > 0 && isFields(fleet) ? withoutTracks(fleet) : fleet
  }
  const { fleets, at } = raw as { fleets?: unknown; at?: unknown }
  if (Array.isArray(fleets)) for (const i of fleets.keys()) read(fleets, i)
  if (!isFields(at)) return
  for (const entries of Object.values(at)) {
    if (!Array.isArray(entries)) continue
    for (const entry of entries) if (isFields(entry) && 'addFleet' in entry) read(entry, 'addFleet')
  }
}
