import { readYaml } from '../yaml-file.ts'
import { placeFault, type RawPoint, type RawTrack, type TrackTeller } from './raw-track.ts'
import { trackTime } from './track-time.ts'

type Json = Record<string, unknown>
/** Longer files are not read a second time to find the line of a mistake. */
const LINES_UP_TO = 2_000_000

class Fault extends Error {
  readonly path: readonly (string | number)[]
  constructor(path: readonly (string | number)[], message: string) {
    super(message)
    this.path = path
  }
}

/**
 * Tracks of GeoJSON (RFC 7946): each LineString or MultiLineString, with the times of its positions in the properties
 * `coordTimes`, `times` or `coordinateProperties.times` as the usual converters write them; and Points with a `time`,
 * together, or one track of each `track`, `device`, `sn` or `vehicle`.
 */
export function readGeoJson(text: string, tell: TrackTeller): RawTrack[] {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (error) {
    tell.mistake(lineOfSyntax(text), `no JSON: ${(error as Error).message.split('\n')[0]}`)
    return []
  }
  const lineOf = (path: readonly (string | number)[]) =>
    text.length > LINES_UP_TO
      ? 1
      : (readYaml(text, '', [])?.lineOf({ path: path as PropertyKey[], message: '' }) ?? 1)
  try {
    return tracksOf(content)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    tell.mistake(lineOf(error.path), `${error.path.join('.')}: ${error.message}`)
    return []
  }
}

function lineOfSyntax(text: string): number {
  const problems: Parameters<typeof readYaml>[2] = []
  if (text.length <= LINES_UP_TO) readYaml(text, '', problems)
  return problems[0]?.line ?? 1
}

function tracksOf(content: unknown): RawTrack[] {
  const root = objectOf(content, [])
  const features = featuresOf(root)
  const lines: RawTrack[] = []
  const points = new Map<string, RawTrack>()
  for (const { feature, path } of features) {
    const geometry = feature['geometry']
    if (geometry === null || geometry === undefined) continue
    const { type, coordinates } = objectOf(geometry, [...path, 'geometry'])
    const properties = (feature['properties'] ?? {}) as Json
    const at = [...path, 'geometry', 'coordinates']
    if (type === 'LineString') lines.push(lineTrack(coordinates, timesOf(properties), properties, at, path))
    else if (type === 'MultiLineString') {
      lines.push(multiLineTrack(coordinates, properties, at, path))
    } else if (type === 'Point') {
      const who = ['track', 'device', 'sn', 'vehicle'].map((key) => properties[key]).find(isName)
      const time = ['time', 'timestamp', 'datetime'].map((key) => properties[key]).find(isTimeLike)
      if (time === undefined) continue
      const point = pointOf(coordinates, time, at, [...path, 'properties'])
      const name = who === undefined ? undefined : String(who)
      const track = points.get(name ?? '') ?? { name, points: [], line: 1 }
      points.set(name ?? '', track)
      track.points.push(point)
    }
  }
  const found = lines.length > 0 ? lines : [...points.values()]
  if (found.length === 0) {
    throw new Fault([], 'has no track: a track is a LineString, or Points with a time in their properties')
  }
  return found
}

function featuresOf(root: Json): { feature: Json; path: (string | number)[] }[] {
  if (root['type'] === 'FeatureCollection') {
    const list = root['features']
    if (!Array.isArray(list)) throw new Fault(['features'], 'is no list')
    return list.map((feature, i) => ({ feature: objectOf(feature, ['features', i]), path: ['features', i] }))
  }
  if (root['type'] === 'Feature') return [{ feature: root, path: [] }]
  if (Array.isArray(root['coordinates'])) return [{ feature: { geometry: root }, path: [] }]
  throw new Fault(['type'], 'a FeatureCollection or Feature is wanted')
}

function lineTrack(
  coordinates: unknown,
  times: unknown,
  properties: Json,
  at: readonly (string | number)[],
  path: readonly (string | number)[],
): RawTrack {
  const list = listOf(coordinates, at)
  const moments = times === undefined ? undefined : listOf(times, [...path, 'properties', 'coordTimes'])
  if (moments && moments.length !== list.length) {
    const where = [...path, 'properties', 'coordTimes']
    throw new Fault(where, `${moments.length} times for ${list.length} positions`)
  }
  const points = list.map((place, i) =>
    pointOf(place, moments?.[i], [...at, i], [...path, 'properties', 'coordTimes', i]),
  )
  const name = properties['name']
  return { name: isName(name) ? String(name) : undefined, points, line: 1 }
}

/** Times of a MultiLineString are lists of lists. */
function multiLineTrack(
  coordinates: unknown,
  properties: Json,
  at: readonly (string | number)[],
  path: readonly (string | number)[],
): RawTrack {
  const times = timesOf(properties)
  const parts = listOf(coordinates, at).map((part, i) => {
    const own = Array.isArray(times) ? (times[i] as unknown) : undefined
    return lineTrack(part, own, properties, [...at, i], path)
  })
  return { name: parts[0]?.name, points: parts.flatMap(({ points }) => points), line: 1 }
}

function timesOf(properties: Json): unknown {
  const beside = properties['coordinateProperties'] as Json | undefined
  return properties['coordTimes'] ?? properties['times'] ?? beside?.['times'] ?? beside?.['coordTimes']
}

function pointOf(
  place: unknown,
  time: unknown,
  at: readonly (string | number)[],
  timeAt: readonly (string | number)[],
): RawPoint {
  const [longitude, latitude] = listOf(place, at) as [unknown, unknown]
  const fault = placeFault(
    typeof longitude === 'number' ? longitude : Number.NaN,
    typeof latitude === 'number' ? latitude : Number.NaN,
  )
  if (fault) throw new Fault(at, fault)
  const read = time === undefined || time === null ? undefined : trackTime(String(time))
  if (time !== undefined && time !== null && !read) throw new Fault(timeAt, `'${String(time)}' is no time`)
  return { timeMs: read?.ms, longitude: longitude as number, latitude: latitude as number }
}

function objectOf(value: unknown, path: readonly (string | number)[]): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Fault(path, 'is no object of GeoJSON')
  }
  return value as Json
}

function listOf(value: unknown, path: readonly (string | number)[]): unknown[] {
  if (!Array.isArray(value)) throw new Fault(path, 'is no list')
  return value
}

const isName = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'
const isTimeLike = isName
