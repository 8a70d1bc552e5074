import Flatbush from 'flatbush'
import { gatherNames, houseNumberAt, type NamedRoad, placeOfHouse } from './house-numbers.ts'
import { ringContains } from './polygon.ts'
import { projectionAt } from './projection.ts'
import { nearestEdge } from './route.ts'
import { type Entry, foldText, matchGrade, suggestEntries } from './suggest-entries.ts'
import type { Address, City, District, Name, Place, Suggestion } from './types.ts'

export type Geocoder = {
  /** The address at a position (WGS-84). Positions far outside the city are answered with coordinates. */
  reverse(longitude: number, latitude: number): Address
  /** Matches of the typed text, best first, at most `limit`. */
  suggest(text: string, limit: number): Suggestion[]
}

/** An address names a road up to this far away, and a place beside it. */
const ROAD_REACH_M = 900
const PLACE_REACH_M = 160
/** Beyond this distance from the centre there is no city, metres. */
const CITY_REACH_M = 30_000

/** Addresses of the city. Its indexes are built on the first question. */
export function createGeocoder(city: City): Geocoder {
  const projection = projectionAt(city.longitude, city.latitude)
  let index: { places: Flatbush; named: Map<string, NamedRoad>; entries: Entry[] } | undefined
  const indexed = () => {
    if (index) return index
    const places = new Flatbush(city.places.length)
    for (const p of city.places) places.add(p.x, p.y, p.x, p.y)
    places.finish()
    const named = gatherNames(city.roads)
    index = { places, named, entries: suggestEntries(city, named) }
    return index
  }

  const addressAt = (x: number, y: number): Address => {
    const { places, named } = indexed()
    const district = districtAt(city, x, y)
    const near = places.neighbors(x, y, 1, PLACE_REACH_M)[0]
    const place: Place | undefined = near === undefined ? undefined : city.places[near]
    const position = nearestEdge(city, x, y)
    if (position.distanceM > ROAD_REACH_M) {
      const known = place ?? city.places[places.neighbors(x, y, 1)[0]!]!
      const distanceM = Math.sqrt((known.x - x) * (known.x - x) + (known.y - y) * (known.y - y))
      const text = {
        zh: `${district.name.zh}${known.name.zh}附近`,
        en: `near ${known.name.en}, ${district.name.en}`,
      }
      return { text, district: district.name, place: known.name, distanceM }
    }
    const road = city.roads[city.graph.edgeRoad[position.edge]!]!
    const number = houseNumberAt(named.get(road.name.zh)!, road, x, y)
    return {
      text: addressText(district.name, road.name, number),
      district: district.name,
      road: road.name,
      ...(place ? { place: place.name } : {}),
      distanceM: position.distanceM,
    }
  }

  const suggestion = (
    kind: Suggestion['kind'],
    name: Name,
    address: Name,
    x: number,
    y: number,
  ): Suggestion => ({
    kind,
    name,
    address,
    ...projection.toLngLat(x, y),
  })

  const addresses = (text: string): Suggestion[] => {
    const asked = readHouseNumber(text, city.districts)
    if (!asked) return []
    const { named } = indexed()
    const out: { grade: number; order: number; found: Suggestion }[] = []
    for (const road of named.values()) {
      const [zh, en] = [foldText(road.name.zh), foldText(road.name.en)]
      if (!zh.startsWith(asked.road) && !en.startsWith(asked.road)) continue
      const spot = placeOfHouse(road, asked.number)
      if (!spot) continue
      const district = districtAt(city, spot.x, spot.y)
      const name = { zh: `${road.name.zh}${asked.number}号`, en: `${asked.number} ${road.name.en}` }
      const address = addressText(district.name, road.name, asked.number)
      const exact = zh === asked.road || en === asked.road
      out.push({
        grade: exact ? 0 : 1,
        order: road.lengthM,
        found: suggestion('address', name, address, spot.x, spot.y),
      })
    }
    out.sort((a, b) => a.grade - b.grade || b.order - a.order)
    return out.map(({ found }) => found)
  }

  return {
    reverse(longitude, latitude) {
      const { x, y } = projection.toLocal(longitude, latitude)
      if (!(x * x + y * y < CITY_REACH_M * CITY_REACH_M)) {
        const text = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
        return { text: { zh: text, en: text }, district: { zh: '', en: '' }, distanceM: 0 }
      }
      return addressAt(x, y)
    },
    suggest(text, limit) {
      const asked = foldText(text)
      if (!asked || limit <= 0) return []
      const out = addresses(asked).slice(0, limit)
      const found: { entry: Entry; grade: number }[] = []
      for (const entry of indexed().entries) {
        const grade = matchGrade(entry, asked)
        if (grade !== undefined) found.push({ entry, grade })
      }
      found.sort(
        (a, b) =>
          a.grade * 2 + a.entry.weight - (b.grade * 2 + b.entry.weight) ||
          a.entry.zh.length - b.entry.zh.length ||
          (a.entry.zh < b.entry.zh ? -1 : a.entry.zh > b.entry.zh ? 1 : 0),
      )
      for (const { entry } of found.slice(0, limit - out.length)) {
        const district = districtAt(city, entry.x, entry.y).name
        const address =
          entry.kind === 'district'
            ? city.name
            : entry.kind === 'road'
              ? district
              : addressAt(entry.x, entry.y).text
        out.push(suggestion(entry.kind, entry.name, address, entry.x, entry.y))
      }
      return out
    },
  }
}

function addressText(district: Name, road: Name, number: number): Name {
  return { zh: `${district.zh}${road.zh}${number}号`, en: `${number} ${road.en}, ${district.en}` }
}

/** The district around a point, or the nearest one outside all of them. */
function districtAt(city: City, x: number, y: number): District {
  let nearest = city.districts[0]!
  let least = Infinity
  for (const district of city.districts) {
    if (ringContains(district.ring, x, y)) return district
    const d = (district.x - x) * (district.x - x) + (district.y - y) * (district.y - y)
    if (d >= least) continue
    least = d
    nearest = district
  }
  return nearest
}

/** Splits folded text like 中城区和安大街12号, 12 hean ave or hean ave 12 into road and number. */
function readHouseNumber(
  text: string,
  districts: readonly District[],
): { road: string; number: number } | undefined {
  let rest = text
  for (const { name } of districts) {
    if (rest.startsWith(name.zh)) rest = rest.slice(name.zh.length).trim()
    const tail = `, ${foldText(name.en)}`
    if (rest.endsWith(tail)) rest = rest.slice(0, -tail.length)
  }
  const match = /^(\d{1,5})\s+(\D.+)$/.exec(rest)
  if (match) return { road: match[2]!.trim(), number: Number(match[1]) }
  const tail = /^(.*?\D)\s*(\d{1,5})\s*号?$/.exec(rest)
  return tail ? { road: tail[1]!.trim(), number: Number(tail[2]) } : undefined
}
