// What an object detector of others, trained on photographs, finds in the pictures of street cameras.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DAY_MS, fromCivil, HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import {
  createCameraDirectory,
  createSceneWorld,
} from '@backlot/simulator/composition/media/camera-directory'
import { buildFleet } from '@backlot/simulator/fleet/build-fleet'
import { createCameraPoses } from '@backlot/simulator/history/camera-poses'
import { loadOsdFont } from '@backlot/simulator/media/media-files'
import { pictureOf } from '@backlot/simulator/media/picture-of'
import { loadScenario } from '@backlot/simulator/scenario/read-scenario'
import { cityOf } from '@backlot/simulator/world/city/city-of'
import { hash32 } from '@backlot/simulator/world/hash'
import { createScene } from '@backlot/simulator/world/scenes/create-scene'
import { type YuvPicture, yuvPictureOn } from '@backlot/simulator/world/scenes/scene-input'
import { createWorld } from '@backlot/simulator/world/world'
import type { Finding } from './report.ts'
import { sized } from './size.ts'

type Box = { left: number; top: number; width: number; height: number }
type Thing = Box & { label: 'person' | 'vehicle' }
type Peer = {
  openDetector(): Promise<(rgb: Uint8Array, width: number, height: number) => (Thing & { score: number })[]>
  overlap(a: Box, b: Box): number
}

const SEED = 7
const FROM_MS = fromCivil(2026, 11, 2)
const PICTURES = sized(100, 2)
const [WIDTH, HEIGHT] = [960, 540]
/** Smaller ones are not counted: the detector sees them at less than a sixteenth of its picture. */
const LEAST_PX = { person: 36, vehicle: 30 }
const LEAST_OVERLAP = 0.3
/** Where to leave the pictures, with what is there (green) and what was found (red). */
const FOLDER = process.env['DETECTOR_PICTURES']

export async function benchDetector(): Promise<Finding[]> {
  const peer = join(import.meta.dirname, 'peers')
  if (!existsSync(join(peer, 'node_modules/@vladmandic/human')))
    return [{ name: 'detector', value: 'not installed' }]
  const { openDetector, overlap } = (await import(pathToFileURL(join(peer, 'detector.mjs')).href)) as Peer
  const detect = await openDetector()
  const shots = await takeShots()
  const tallies = new Map<string, { there: number; found: number; claimed: number; right: number }>()
  for (const [nth, { picture, things, isNight, isWet }] of shots.entries()) {
    const rgb = rgbOf(picture)
    const found = detect(rgb, WIDTH, HEIGHT)
    if (FOLDER) savePicture(join(FOLDER, `${String(nth).padStart(3, '0')}.ppm`), rgb, things, found)
    for (const label of ['person', 'vehicle'] as const) {
      const there = things.filter((one) => one.label === label)
      const left = new Set(there)
      let right = 0
      const claimed = found.filter((one) => one.label === label && one.height >= LEAST_PX[label])
      for (const claim of claimed) {
        const best = [...left].toSorted((a, b) => overlap(b, claim) - overlap(a, claim))[0]
        if (!best || overlap(best, claim) < LEAST_OVERLAP) continue
        right++
        left.delete(best)
      }
      // What is small may be found, and is not asked for.
      const isAsked = (one: Thing) => one.height >= LEAST_PX[label]
      const asked = there.filter(isAsked).length
      const missed = [...left].filter(isAsked).length
      for (const kind of [
        label,
        `${label}, ${isNight ? 'night' : 'day'}`,
        ...(isWet ? [`${label}, rain`] : []),
      ]) {
        const tally = tallies.get(kind) ?? { there: 0, found: 0, claimed: 0, right: 0 }
        tallies.set(kind, {
          there: tally.there + asked,
          found: tally.found + asked - missed,
          claimed: tally.claimed + claimed.length,
          right: tally.right + right,
        })
      }
    }
  }
  return [...tallies]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, { there, found, claimed, right }]) => ({
      name,
      value: `${found} of ${there} found (${percent(found, there)}), ${right} of ${claimed} findings right (${percent(right, claimed)})`,
    }))
}

const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${Math.round((part * 100) / whole)} %`)

/** Pictures of the demo's street cameras at moments of a month, two of three by day, without those that show nothing. */
async function takeShots() {
  const city = cityOf(SEED)
  const { directory, roster } = buildFleet(SEED, loadScenario('demo'), city)
  const world = createWorld(SEED, { city, roster })
  const commands = { commandsOf: () => [], onCommand: () => () => {}, onCut: () => () => {} }
  const poses = createCameraPoses(world, directory, commands)
  const source = {
    cameras: createCameraDirectory(world, directory, poses, commands),
    world: createSceneWorld(world, directory, poses),
    clock: { now: () => FROM_MS, rate: () => 1, zoneMinutes: 480 },
    strip: false,
  }
  const scene = createScene(city, await loadOsdFont())
  const devices = Array.from({ length: directory.slotLimit() }, (_, slot) => directory.device(slot))
  const cameras = devices.filter(
    (device) => device?.kind === 'ptzCamera' || /^(bullet|dome)$/.test(device?.model ?? ''),
  )
  const shots = []
  for (let nth = 0; shots.length < PICTURES; nth++) {
    const draw = (of: number) => hash32(SEED, nth, of, 0x0dec)
    const camera = cameras[draw(1) % cameras.length]!
    const isNight = nth % 3 === 2
    const hour = isNight ? 18 + (draw(2) % 5) : 8 + (draw(2) % 8)
    const atMs = FROM_MS + (draw(3) % 30) * DAY_MS + hour * HOUR_MS + (draw(4) % 60) * MINUTE_MS
    const input = pictureOf(source, { sn: camera.sn, chnId: 1, atMs, frame: 0, quality: 'fine' })
    if (!input) continue
    const things = scene.sightings(input).flatMap((one): Thing[] => {
      if (one.label === 'fire' || one.label === 'face') return []
      const label = one.label === 'person' || one.label === 'intruder' ? 'person' : 'vehicle'
      const box = {
        left: one.left * WIDTH,
        top: one.top * HEIGHT,
        width: one.width * WIDTH,
        height: one.height * HEIGHT,
      }
      return [{ label, ...box }]
    })
    if (!things.some(({ label, height }) => height >= LEAST_PX[label])) continue
    const picture = yuvPictureOn(new ArrayBuffer((WIDTH * HEIGHT * 3) >> 1), WIDTH, HEIGHT)
    scene.draw(input, picture)
    shots.push({ picture, things, isNight, isWet: input.sky.rainMmPerHour > 0.2 })
  }
  return shots
}

function rgbOf({ width, height, y, u, v }: YuvPicture): Uint8Array {
  const rgb = new Uint8Array(width * height * 3)
  for (let i = 0; i < width * height; i++) {
    const c = ((i / width) >> 1) * (width >> 1) + ((i % width) >> 1)
    const [luma, blue, red] = [(y[i]! - 16) * 1.164, u[c]! - 128, v[c]! - 128]
    const put = (at: number, value: number) => {
      rgb[i * 3 + at] = Math.max(0, Math.min(255, value))
    }
    put(0, luma + 1.596 * red)
    put(1, luma - 0.392 * blue - 0.813 * red)
    put(2, luma + 2.017 * blue)
  }
  return rgb
}

function savePicture(path: string, rgb: Uint8Array, things: readonly Thing[], found: readonly Thing[]): void {
  const marked = Uint8Array.from(rgb)
  const frame = ({ left, top, width, height }: Box, colour: readonly number[]) => {
    const [x1, y1, x2, y2] = [left, top, left + width, top + height].map(Math.round) as [
      number,
      number,
      number,
      number,
    ]
    for (let y = y1; y <= y2; y++)
      for (let x = x1; x <= x2; x++)
        if ((y === y1 || y === y2 || x === x1 || x === x2) && x >= 0 && y >= 0 && x < WIDTH && y < HEIGHT)
          marked.set(colour, (y * WIDTH + x) * 3)
  }
  for (const one of things) frame(one, [0, 255, 0])
  for (const one of found) frame(one, one.label === 'person' ? [255, 0, 0] : [255, 0, 255])
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, Buffer.concat([Buffer.from(`P6 ${WIDTH} ${HEIGHT} 255\n`), marked]))
}
