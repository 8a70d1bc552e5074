/**
 * Findings of a picture analysis: people, vehicles and incidents, each where it is drawn. A thing behind a wall, behind
 * something nearer or outside the picture is not found; haze, distance and night lower the confidence.
 */
import type { PassingVehicle } from '../types.ts'
import { halfWidthOf } from './draw-person.ts'
import { reachToEye } from './draw-vehicles.ts'
import { crowdIn, intruderIn, loitererIn, recognisedIn } from './incident-people.ts'
import type { Light } from './light.ts'
import type { Mover } from './movers.ts'
import type { Person } from './people-near.ts'
import type { SceneIncident, SceneInput } from './scene-input.ts'
import { VEHICLE_SHAPES } from './vehicle-shapes.ts'
import { columnAt, depthOf, NEAR_M, rightOf, rowAt, type View } from './view.ts'

export type SightingLabel = 'person' | PassingVehicle['kind'] | 'intruder' | 'face' | 'fire'

/** A finding; the box in parts of the picture's width and height, from its upper left corner. */
export type Sighting = {
  label: SightingLabel
  /** The same thing in the next picture has the same. */
  id: number
  left: number
  top: number
  width: number
  height: number
  /** How sure, 0 … 1. */
  score: number
}

/** Edges in pixels of the view, and the depth of the thing. */
type Box = { left: number; right: number; top: number; bottom: number; z: number; bias: number }
type Found = Box & { label: SightingLabel; id: number }

/** A thing lower than this part of the picture is too small to be recognised. */
const LOWEST_PART = 0.035
/** Less of it to be seen than this, and it is not found. */
const LEAST_VISIBLE = 0.45
const LEAST_CONTRAST = 0.3
/** Height at which confidence is highest, part of the picture. */
const PLAIN_PART = 0.16
const SAMPLES = 6
/**
 * Objects nearer than a thing by this much still count as behind it (the ground beneath), metres: as when it is drawn.
 */
const PERSON_BIAS_M = 2.5
const FIRE_BIAS_M = 5

export function sightingsIn(
  view: View,
  light: Light,
  depth: Float32Array,
  movers: readonly Mover[],
  input: Pick<SceneInput, 'incidents' | 'timeMs'>,
): Sighting[] {
  const found = [
    ...movers.flatMap((mover) =>
      'vehicle' in mover ? vehicleIn(view, mover) : personIn(view, mover.person),
    ),
    ...input.incidents.flatMap((incident) => incidentIn(view, incident, input.timeMs)),
  ]
  return found.flatMap((one) => {
    const height = (one.bottom - one.top) / view.height
    if (height < LOWEST_PART) return []
    const contrast = Math.exp(-one.z / light.hazeM) * (1 - 0.35 * light.night)
    if (contrast < LEAST_CONTRAST) return []
    const hiding = found.filter((other) => other !== one && other.z < one.z - 0.5)
    const visible = visiblePart(view, depth, one, hiding)
    return visible < LEAST_VISIBLE ? [] : [sightingOf(view, one, visible * contrast)]
  })
}

function sightingOf(view: View, box: Found, plainness: number): Sighting {
  const left = Math.max(0, box.left / view.width)
  const top = Math.max(0, box.top / view.height)
  const width = Math.min(1, box.right / view.width) - left
  const height = Math.min(1, box.bottom / view.height) - top
  const size = Math.min(1, (box.bottom - box.top) / view.height / PLAIN_PART)
  const score = Math.round((0.5 + 0.49 * plainness * (0.4 + 0.6 * size)) * 1000) / 1000
  return { label: box.label, id: box.id, left, top, width, height, score }
}

/** The part of a box in which its thing shows: in the picture, before the backdrop, and behind nothing nearer. */
function visiblePart(view: View, depth: Float32Array, box: Found, hiding: readonly Box[]): number {
  let seen = 0
  for (let row = 0; row < SAMPLES; row++) {
    const y = box.top + ((row + 0.5) / SAMPLES) * (box.bottom - box.top)
    for (let column = 0; column < SAMPLES; column++) {
      const x = box.left + ((column + 0.5) / SAMPLES) * (box.right - box.left)
      if (x < 0 || y < 0 || x >= view.width || y >= view.height) continue
      if (depth[Math.floor(y) * view.width + Math.floor(x)]! < box.z - box.bias) continue
      if (hiding.some((it) => x > it.left && x < it.right && y > it.top && y < it.bottom)) continue
      seen++
    }
  }
  return seen / (SAMPLES * SAMPLES)
}

function vehicleIn(view: View, { vehicle, z }: Mover & { vehicle: PassingVehicle }): Found[] {
  const { lengthM, widthM, profile } = VEHICLE_SHAPES[vehicle.kind]
  const heading = (vehicle.directionDeg * Math.PI) / 180
  const [sin, cos] = [Math.sin(heading), Math.cos(heading)]
  const tall = Math.max(...profile.filter((_, at) => at % 2 === 1))
  const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity }
  for (const along of [-lengthM / 2, lengthM / 2]) {
    for (const side of [-widthM / 2, widthM / 2]) {
      const x = vehicle.x + along * sin + side * cos
      const y = vehicle.y + along * cos - side * sin
      const deep = depthOf(view, x, y)
      if (deep < NEAR_M) return []
      const column = columnAt(view, rightOf(view, x, y), deep)
      box.left = Math.min(box.left, column)
      box.right = Math.max(box.right, column)
      box.top = Math.min(box.top, rowAt(view, tall, deep))
      box.bottom = Math.max(box.bottom, rowAt(view, 0, deep))
    }
  }
  return [{ ...box, z, bias: reachToEye(view, vehicle), label: vehicle.kind, id: vehicle.id }]
}

const FIGURE_M = 1.74

function personIn(view: View, person: Person, label: SightingLabel = 'person'): Found[] {
  const z = depthOf(view, person.x, person.y)
  if (z < 2) return []
  const middle = columnAt(view, rightOf(view, person.x, person.y), z)
  const half = (halfWidthOf(view, person) * view.focal) / z
  return [
    {
      left: middle - half,
      right: middle + half,
      top: rowAt(view, FIGURE_M, z),
      bottom: rowAt(view, 0, z),
      z,
      bias: PERSON_BIAS_M,
      label,
      id: person.id,
    },
  ]
}

function incidentIn(view: View, incident: SceneIncident, timeMs: number): Found[] {
  if (timeMs < incident.startMs || timeMs >= incident.endMs) return []
  switch (incident.kind) {
    case 'intruder':
      return personIn(view, intruderIn(incident, timeMs), 'intruder')
    case 'crowd':
      return crowdIn(incident, timeMs).flatMap((person) => personIn(view, person))
    case 'loitering':
      return personIn(view, loitererIn(incident, timeMs))
    case 'noHelmet':
    case 'stranger':
      return personIn(view, recognisedIn(incident, timeMs))
    case 'face':
      return personIn(view, recognisedIn(incident, timeMs), 'face')
    case 'fire':
      return fireIn(view, incident)
    default:
      return []
  }
}

/** The flames without their smoke. */
function fireIn(view: View, incident: SceneIncident): Found[] {
  const z = depthOf(view, incident.x, incident.y)
  if (z < 3) return []
  const middle = columnAt(view, rightOf(view, incident.x, incident.y), z)
  const size = 0.7 + incident.severity
  const half = (1.7 * size * view.focal) / z
  return [
    {
      left: middle - half,
      right: middle + half,
      top: rowAt(view, 3.1 * size, z),
      bottom: rowAt(view, 0, z),
      z,
      bias: FIRE_BIAS_M,
      label: 'fire',
      id: Math.floor(incident.startMs / 1000) % 0x7fff_ffff,
    },
  ]
}
