/** Looks of incidents: fire and smoke, a cloud of gas, dust, people, flashing lights on an SOS. */
import { hash32, smoothNoise } from '../hash.ts'
import type { SkyState } from '../types.ts'
import { mix, type Rgb, scaled } from './colour.ts'
import { drawPerson } from './draw-person.ts'
import { crowdIn, intruderIn, loitererIn, recognisedIn } from './incident-people.ts'
import type { Light } from './light.ts'
import type { Person } from './people-near.ts'
import type { SceneIncident } from './scene-input.ts'
import { columnAt, depthOf, rightOf, rowAt, type View } from './view.ts'
import { type Canvas, softDisc } from './yuv-canvas.ts'

export function drawIncidents(
  canvas: Canvas,
  view: View,
  light: Light,
  sky: SkyState,
  incidents: readonly SceneIncident[],
  timeMs: number,
): void {
  for (const incident of incidents) {
    if (timeMs < incident.startMs || timeMs >= incident.endMs) continue
    const seconds = (timeMs - incident.startMs) / 1000
    switch (incident.kind) {
      case 'fire':
        plume(canvas, view, sky, incident, seconds, smokeColour(light), 0.5, 26, 0.8)
        flames(canvas, view, incident, seconds)
        break
      case 'gasLeak':
        plume(canvas, view, sky, incident, seconds, mix([206, 214, 150], light.haze, 0.35), 0.34, 5, 0.35)
        break
      case 'dust':
        plume(
          canvas,
          view,
          sky,
          incident,
          seconds,
          scaled([198, 164, 112], 0.3 + 0.7 * (1 - light.night)),
          0.42,
          9,
          0.5,
        )
        break
      case 'intruder':
        drawPerson(canvas, view, light, intruderIn(incident, timeMs), [22, 22, 26])
        break
      case 'crowd':
        for (const person of farthestFirst(view, crowdIn(incident, timeMs))) {
          drawPerson(canvas, view, light, person)
        }
        break
      case 'loitering':
        drawPerson(canvas, view, light, loitererIn(incident, timeMs))
        break
      case 'noHelmet':
        // In the orange of worksites.
        drawPerson(canvas, view, light, recognisedIn(incident, timeMs), [226, 104, 32])
        break
      case 'face':
      case 'stranger':
        drawPerson(canvas, view, light, recognisedIn(incident, timeMs))
        break
      case 'sos':
        flashing(canvas, view, incident, seconds)
        break
      default:
        break
    }
  }
}

/** Sorts people farthest first: nearer ones hide those behind. */
function farthestFirst(view: View, people: Person[]): Person[] {
  return people.sort((a, b) => depthOf(view, b.x, b.y) - depthOf(view, a.x, a.y))
}

function smokeColour(light: Light): Rgb {
  return mix(scaled([62, 60, 60], 0.35 + 0.65 * (1 - light.night)), light.haze, 0.15)
}

/** Puffs that rise to `riseM` and drift with the wind. */
function plume(
  canvas: Canvas,
  view: View,
  sky: SkyState,
  incident: SceneIncident,
  seconds: number,
  colour: Rgb,
  alpha: number,
  riseM: number,
  growth: number,
): void {
  const puffs = 26
  const from = (sky.windFromDeg * Math.PI) / 180
  const windX = -Math.sin(from) * (0.4 + sky.windSpeedMs)
  const windY = -Math.cos(from) * (0.4 + sky.windSpeedMs)
  const born = Math.min(1, seconds / 20)
  for (let i = 0; i < puffs; i++) {
    const age = (seconds / 16 + i / puffs) % 1
    const h = hash32(i, Math.floor(seconds / 16 + i / puffs), 88, 4)
    const sway = ((h & 255) / 255 - 0.5) * 3
    const x = incident.x + windX * age * 4.5 + sway
    const y = incident.y + windY * age * 4.5 + ((h >>> 8) & 255) / 128 - 1
    const up = 0.8 + age * riseM * (0.6 + incident.severity * 0.6)
    const z = depthOf(view, x, y)
    if (z < 3) continue
    const radius = ((1 + age * 7 * growth) * (0.7 + incident.severity * 0.8) * view.focal) / z
    const strength = alpha * born * Math.min(1, age * 6) * (1 - age) * (1 - age * 0.4)
    softDisc(
      canvas,
      columnAt(view, rightOf(view, x, y), z),
      rowAt(view, up, z),
      Math.min(radius, view.height),
      colour,
      strength,
      z * 0.6,
    )
  }
}

/** Tongues of fire: a wide glowing foot, tips that narrow and redden, all in unrest. */
function flames(canvas: Canvas, view: View, incident: SceneIncident, seconds: number): void {
  const z = depthOf(view, incident.x, incident.y)
  if (z < 3) return
  const x = columnAt(view, rightOf(view, incident.x, incident.y), z)
  const px = view.focal / z
  const size = 0.7 + incident.severity
  const unrest = smoothNoise(3, 1, 1, seconds * 7)
  softDisc(canvas, x, rowAt(view, 1.6, z), 7 * size * px, [255, 150, 60], 0.3 + 0.07 * unrest, z * 0.4)
  for (let tongue = 0; tongue < 7; tongue++) {
    const off = (tongue / 6 - 0.5) * 2.5 * size
    const flicker = smoothNoise(3, tongue, 2, seconds * 4)
    const tallM = (2.6 - Math.abs(tongue / 6 - 0.5) * 2.6 + flicker * 0.55) * size
    for (let part = 0; part < 8; part++) {
      const up = part / 8
      const lean = Math.sin(seconds * 5 + tongue * 2 + up * 3) * 0.28 * up * size
      const radius = (0.55 - 0.46 * up) * size * px
      const colour = mix([255, 214, 110], [236, 62, 16], up)
      softDisc(
        canvas,
        x + (off + lean) * px,
        rowAt(view, 0.25 + up * tallM, z),
        radius,
        colour,
        0.7 - up * 0.3,
        z - 5,
      )
    }
  }
}

/** A red and a blue lamp in turn on the roof of the vehicle with the SOS. */
function flashing(canvas: Canvas, view: View, incident: SceneIncident, seconds: number): void {
  const z = depthOf(view, incident.x, incident.y)
  if (z < 3) return
  const x = columnAt(view, rightOf(view, incident.x, incident.y), z)
  const px = view.focal / z
  const phase = Math.floor(seconds * 4) % 4
  const colour: Rgb = phase < 2 ? [255, 40, 40] : [60, 110, 255]
  const strength = phase % 2 === 0 ? 0.95 : 0.4
  softDisc(
    canvas,
    x + (phase < 2 ? -0.4 : 0.4) * px,
    rowAt(view, 1.7, z),
    2.6 * px,
    colour,
    strength * 0.55,
    z - 5,
  )
  softDisc(
    canvas,
    x + (phase < 2 ? -0.4 : 0.4) * px,
    rowAt(view, 1.7, z),
    0.5 * px,
    mix(colour, [255, 255, 255], 0.5),
    strength,
    z - 5,
  )
}
