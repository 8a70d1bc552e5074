import type { NamedRoad } from './house-numbers.ts'
import type { City, Name, RoadClass, Suggestion } from './types.ts'

/** Something that can be found by its name. */
export type Entry = {
  kind: Suggestion['kind']
  name: Name
  x: number
  y: number
  /** 0 most prominent … 10 least. */
  weight: number
  zh: string
  en: string
}

const ROAD_WEIGHT: Record<RoadClass, number> = {
  expressway: 1,
  ring: 1,
  arterial: 2,
  street: 5,
  country: 6,
  lane: 8,
}

/** Lower case without apostrophes and with single spaces, so that 'hean' finds He'an. */
export function foldText(text: string): string {
  return text.toLowerCase().replace(/['']/g, '').replace(/ü/g, 'u').replace(/\s+/g, ' ').trim()
}

export function suggestEntries(city: City, named: ReadonlyMap<string, NamedRoad>): Entry[] {
  const entry = (kind: Entry['kind'], name: Name, x: number, y: number, weight: number): Entry => ({
    kind,
    name,
    x,
    y,
    weight,
    zh: foldText(name.zh),
    en: foldText(name.en),
  })
  const out: Entry[] = city.districts.map((d) => entry('district', d.name, d.x, d.y, 0))
  for (const { name, roads } of named.values()) {
    let longest = roads[0]!
    for (const road of roads) if (road.line.length > longest.line.length) longest = road
    const middle = 2 * Math.floor(longest.line.length / 4)
    const weight = Math.min(...roads.map((road) => ROAD_WEIGHT[road.class]))
    out.push(entry('road', name, longest.line[middle]!, longest.line[middle + 1]!, weight))
  }
  for (const p of city.places) out.push(entry('place', p.name, p.x, p.y, p.rank))
  for (const { name, line } of city.waterways) {
    const middle = 2 * Math.floor(line.length / 4)
    out.push(entry('place', name, line[middle]!, line[middle + 1]!, 2))
  }
  for (const area of city.areas) {
    if (area.kind === 'lake' && area.name)
      out.push(entry('place', area.name, area.ring[0]!, area.ring[1]!, 3))
  }
  return out
}

/** How well an entry answers the folded text: 0 exact, 1 from the start, 2 from a word, 3 inside; undefined not at all. */
export function matchGrade(entry: Entry, text: string): number | undefined {
  let grade: number | undefined
  for (const name of [entry.zh, entry.en]) {
    const at = name.indexOf(text)
    if (at < 0) continue
    const here = at === 0 ? (name.length === text.length ? 0 : 1) : name[at - 1] === ' ' ? 2 : 3
    if (grade === undefined || here < grade) grade = here
  }
  return grade
}
