/** Who a camera in a hall reports, and where in the hall: its incidents happen before it, wherever its building stands. */
import { hash32 } from '../hash.ts'
import type { Rgb } from './colour.ts'
import { crowdIn, intruderIn, loitererIn, recognisedIn } from './incident-people.ts'
import type { Person } from './people-near.ts'
import type { SceneIncident, SceneInput } from './scene-input.ts'
import type { SightingLabel } from './sightings.ts'

/** Somebody in a hall; `coat` overrides the colour. */
export type Visitor = Person & { label: SightingLabel; coat?: Rgb }

export function reportedIn({ incidents, timeMs }: Pick<SceneInput, 'incidents' | 'timeMs'>): Visitor[] {
  return incidents.flatMap((incident): Visitor[] => {
    if (timeMs < incident.startMs || timeMs >= incident.endMs) return []
    const here = { ...incident, ...placeOf(incident) }
    switch (incident.kind) {
      case 'intruder':
        return [{ ...within(here, intruderIn(here, timeMs)), label: 'intruder', coat: [22, 22, 26] }]
      case 'crowd':
        return crowdIn(here, timeMs).map((person) => ({ ...person, label: 'person' }))
      case 'loitering':
        return [{ ...loitererIn(here, timeMs), label: 'person' }]
      case 'noHelmet':
        return [{ ...recognisedIn(here, timeMs), label: 'person', coat: [226, 104, 32] }]
      case 'face':
        return [{ ...recognisedIn(here, timeMs), label: 'face' }]
      case 'stranger':
        return [{ ...recognisedIn(here, timeMs), label: 'person' }]
      default:
        return []
    }
  })
}

/** The round of an intruder, half as large as outside: between the columns, and in the picture from its beginning. */
function within(place: { x: number; y: number }, person: Person): Person {
  const half = (at: number, middle: number) => middle + (at - middle) / 2
  return { ...person, x: half(person.x, place.x), y: half(person.y, place.y), step: person.step / 2 }
}

/** Between the columns, where cameras on the wall and in the ceiling see them. */
function placeOf({ kind, startMs }: SceneIncident): { x: number; y: number } {
  if (kind === 'intruder') return { x: 0, y: 8 }
  const h = hash32(Math.floor(startMs / 1000), 612, 0, 0)
  return { x: -1 + ((h & 255) / 255 - 0.5), y: 7 + ((h >>> 8) & 255) / 255 }
}
