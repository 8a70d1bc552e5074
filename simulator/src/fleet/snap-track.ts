import { projectionAt } from '../world/city/projection.ts'
import { roadWay } from '../world/city/road-way.ts'
import { nearestEdge } from '../world/city/route.ts'
import type { City } from '../world/city/types.ts'

/** A point of a track: milliseconds since the first one, degrees. */
export type TimedPoint = { atMs: number; longitude: number; latitude: number }

/** Points farther than that from any road stay where they are. */
const NEAR_ROAD_M = 60
/** Points of a way are that far apart at least: errors of a receiver must not send it round the block. */
const ANCHOR_M = 60
/** A way by road that is longer than that is not the one that was driven. */
const DETOUR = { times: 1.8, plusM: 80 }

type Local = { atMs: number; x: number; y: number }

/**
 * A track on the roads of a city: some of its points are taken to the road nearest to them and joined by the quickest
 * way. Times stay: between two of these points it is as far along the way as it was along the track.
 */
export function snapTrack(city: City, points: readonly TimedPoint[]): TimedPoint[] {
  const { toLocal, toLngLat } = projectionAt(city.longitude, city.latitude)
  const track: Local[] = points.map(({ atMs, longitude, latitude }) => ({
    atMs,
    ...toLocal(longitude, latitude),
  }))
  const snapped = anchorsOf(track).flatMap((anchor, i, anchors) => {
    const next = anchors[i + 1]
    if (next === undefined) return [onRoad(city, track[anchor]!)]
    return stretch(city, track.slice(anchor, next + 1)).slice(0, -1)
  })
  return snapped.map(({ atMs, x, y }) => ({ atMs, ...toLngLat(x, y) }))
}

/** Indexes of the first point, of the last, and of some between them. */
function anchorsOf(track: readonly Local[]): number[] {
  const anchors = [0]
  for (let i = 1; i < track.length - 1; i++) {
    if (distance(track[anchors.at(-1)!]!, track[i]!) >= ANCHOR_M) anchors.push(i)
  }
  return [...anchors, track.length - 1]
}

function onRoad(city: City, point: Local): Local {
  const { x, y, distanceM } = nearestEdge(city, point.x, point.y)
  return distanceM > NEAR_ROAD_M ? point : { atMs: point.atMs, x, y }
}

/** The points between two anchors, both included, on the way between these. */
function stretch(city: City, part: readonly Local[]): Local[] {
  const from = onRoad(city, part[0]!)
  const to = onRoad(city, part.at(-1)!)
  const straightM = distance(from, to)
  const isOnRoad = from !== part[0] && to !== part.at(-1)
  const way = isOnRoad ? roadWay(city, from, to) : undefined
  const isDriven = way !== undefined && way.lengthM <= straightM * DETOUR.times + DETOUR.plusM
  const line = isDriven ? placesOf(way.line) : [from, to]
  return alongLine(part, line)
}

const placesOf = (line: Float64Array) =>
  Array.from({ length: line.length / 2 }, (_, i) => ({ x: line[2 * i]!, y: line[2 * i + 1]! }))

/** Points of a track laid along a line, and the bends of the line at the times at which it passes them. */
function alongLine(part: readonly Local[], line: readonly { x: number; y: number }[]): Local[] {
  const track = distances(part)
  const way = distances(line)
  const wayM = way.at(-1)!
  const scale = track.at(-1)! > 0 ? wayM / track.at(-1)! : 0
  const stops = part.map(({ atMs }, i) => ({ atMs, alongM: track[i]! * scale }))
  const placeAt = (alongM: number) => {
    let piece = 0
    while (piece < way.length - 2 && way[piece + 1]! < alongM) piece++
    const pieceM = way[piece + 1]! - way[piece]!
    const f = pieceM > 0 ? Math.max(0, Math.min(1, (alongM - way[piece]!) / pieceM)) : 0
    const [a, b] = [line[piece]!, line[piece + 1]!]
    return { x: a.x + (b.x - a.x) * f, y: a.y + (b.y - a.y) * f }
  }
  const laid: Local[] = [{ atMs: part[0]!.atMs, ...line[0]! }]
  let bend = 1
  for (let i = 1; i < stops.length; i++) {
    const [before, here] = [stops[i - 1]!, stops[i]!]
    for (; bend < line.length - 1 && way[bend]! < here.alongM; bend++) {
      const gone = here.alongM - before.alongM
      const share = gone > 0 ? Math.max(0, (way[bend]! - before.alongM) / gone) : 0
      laid.push({ atMs: before.atMs + (here.atMs - before.atMs) * share, ...line[bend]! })
    }
    laid.push({ atMs: here.atMs, ...placeAt(here.alongM) })
  }
  return laid
}

/** Metres from the first place to each. */
function distances(places: readonly { x: number; y: number }[]): number[] {
  let alongM = 0
  return places.map((place, i) => {
    if (i > 0) alongM += distance(places[i - 1]!, place)
    return alongM
  })
}

function distance(a: { x: number; y: number }, b: { x: number; y: number }): number {
  const dx = a.x - b.x
  const dy = a.y - b.y
  return Math.sqrt(dx * dx + dy * dy)
}
