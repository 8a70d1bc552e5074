/**
 * `scene(camera, t, pose)`: draws the picture of a camera at a moment into a YUV picture. Its caches between calls
 * (surroundings of places, backdrops, scaled glyphs) save time and never show: the same input gives the same bytes in
 * whatever order pictures are drawn.
 */
import { drawStrip, stripHeight } from '@backlot/contract/picture-strip'
import type { City } from '../city/types.ts'
import { hash32 } from '../hash.ts'
import { applyLook } from './apply-look.ts'
import { type Backdrop, backdropOf, drawBackdrop } from './backdrop.ts'
import { drawBirds } from './draw-birds.ts'
import { drawHall, type HallPen, sightingsInHall } from './draw-hall.ts'
import { drawIncidents } from './draw-incidents.ts'
import { drawInside, type InsidePen } from './draw-inside.ts'
import { drawOsd, drawText, type OsdPen, osdPen, osdSize } from './draw-osd.ts'
import { drawPerson } from './draw-person.ts'
import { type PlatePen, platePen } from './draw-plate.ts'
import { drawRain } from './draw-rain.ts'
import { type Crowns, growCrowns } from './draw-trees.ts'
import { drawVehicle } from './draw-vehicles.ts'
import { type Light, lightOf } from './light.ts'
import { type Mover, moversIn } from './movers.ts'
import { noiseTile } from './noise-tile.ts'
import type { OsdFont } from './osd-font.ts'
import { createRaster, type Raster } from './raster.ts'
import type { SceneInput, YuvPicture } from './scene-input.ts'
import { type Sighting, sightingsIn } from './sightings.ts'
import { indexCity, type Surroundings } from './surroundings.ts'
import { coolBackdrop, paintWarmth, thermalLight } from './thermal.ts'
import { type View, viewOf } from './view.ts'
import type { Canvas } from './yuv-canvas.ts'

export type Scene = {
  /** Draws the picture of `input`; every byte of the planes is written. */
  draw(input: SceneInput, into: YuvPicture): void
  /** Findings of a picture analysis: exactly the visible things that `draw` puts there. */
  sightings(input: SceneInput): Sighting[]
  /** The fixed part of a picture, to be passed to another scene of the same city (plain data). */
  prepare(input: SceneInput, width: number, height: number): PreparedBackdrop
  /** Takes a backdrop that another scene prepared, so that drawing its pictures costs little at once. */
  install(prepared: PreparedBackdrop): void
}

export type PreparedBackdrop = { key: string; backdrop: Backdrop; light: Light }

const KEPT_BACKDROPS = 48
const KEPT_SURROUNDINGS = 160
/** Sightings are parts of the picture: occlusion is looked up in a small one, pixels. */
const SIGHT_WIDTH = 320
const SIGHT_HEIGHT = 180
/** Moving cameras look their surroundings up for the corner of a square of this side. */
const SURROUNDINGS_STEP_M = 40

export function createScene(city: City, font: OsdFont): Scene {
  const index = indexCity(city)
  const noise = noiseTile()
  const surroundings = new Map<string, Surroundings>()
  const backdrops = new Map<string, PreparedBackdrop>()
  const crowns = new Map<number, Crowns>()
  const rasters = new Map<string, Raster>()
  const pens = new Map<number, OsdPen>()
  const plates = platePen(font)
  const insides: InsidePen = new Map()
  const halls: HallPen = new Map()

  const nearOf = (x: number, y: number): Surroundings => {
    const cx = (Math.floor(x / SURROUNDINGS_STEP_M) + 0.5) * SURROUNDINGS_STEP_M
    const cy = (Math.floor(y / SURROUNDINGS_STEP_M) + 0.5) * SURROUNDINGS_STEP_M
    return kept(surroundings, `${cx}/${cy}`, KEPT_SURROUNDINGS, () => index.near(cx, cy))
  }
  const prepare = (input: SceneInput, width: number, height: number): PreparedBackdrop => {
    const seen = lightOf(input.sky, input.skyTimeMs, input.zoneMinutes)
    const light = input.camera.thermal ? thermalLight(seen) : seen
    const scale = input.quality === 'fine' ? 2 : 1
    const raster = kept(rasters, `${width * scale}/${height * scale}`, 4, () =>
      createRaster(width * scale, height * scale),
    )
    const fullness = Math.round(light.leafFullness * 12)
    drawBackdrop(raster, {
      view: viewOf(input.camera, input.pose, width * scale, height * scale),
      light,
      sky: input.sky,
      near: nearOf(input.camera.x, input.camera.y),
      noise,
      crowns: kept(crowns, fullness, 3, () => growCrowns(fullness / 12)),
      timeMs: input.skyTimeMs,
    })
    const backdrop = backdropOf(raster, width, height)
    if (input.camera.thermal) coolBackdrop(backdrop)
    return { key: backdropKey(input, width, height), backdrop, light }
  }
  const backdropFor = (input: SceneInput, width: number, height: number): PreparedBackdrop =>
    kept(backdrops, backdropKey(input, width, height), KEPT_BACKDROPS, () => prepare(input, width, height))

  return {
    prepare,
    install(prepared) {
      kept(backdrops, prepared.key, KEPT_BACKDROPS, () => prepared)
    },
    sightings(input) {
      if (isLost(input) || isCovered(input) || input.footage) return []
      if (input.camera.inside?.room === 'hall') return sightingsInHall(input.camera.inside, input)
      if (input.camera.inside) return []
      const { backdrop, light } = backdropFor(input, SIGHT_WIDTH, SIGHT_HEIGHT)
      const view = viewOf(input.camera, input.pose, SIGHT_WIDTH, SIGHT_HEIGHT)
      const movers = moversIn(view, light, nearOf(input.camera.x, input.camera.y), input)
      return sightingsIn(view, light, backdrop.depth, movers, input)
    },
    draw(input, into) {
      const { width, height } = into
      const pen = kept(pens, osdSize(height), 4, () => osdPen(font, osdSize(height)))
      if (isLost(input)) {
        into.y.fill(16)
        into.u.fill(128)
        into.v.fill(128)
        drawText(
          into,
          pen,
          '视频丢失 VIDEO LOSS',
          Math.round(width / 2 - pen.size * 5),
          Math.round(height * 0.44),
        )
      } else if (isCovered(input)) {
        coverLens(into, input.camera.number)
      } else if (input.camera.inside?.room === 'hall') {
        drawHall(into, halls, input.camera.inside, input)
        if (input.look) applyLook(into, input.look)
      } else if (input.footage) {
        if (input.look) applyLook(into, input.look)
        if (input.footage.bare) return
      } else {
        const { backdrop, light } = backdropFor(input, width, height)
        into.y.set(backdrop.y)
        into.u.set(backdrop.u)
        into.v.set(backdrop.v)
        const canvas = { ...into, depth: backdrop.depth }
        const view = viewOf(input.camera, input.pose, width, height)
        const movers = moversIn(view, light, nearOf(input.camera.x, input.camera.y), input)
        if (!light.isThermal) drawBirds(canvas, view, light, input.sky, input.timeMs)
        drawMovers(canvas, view, light, movers, plates)
        drawIncidents(canvas, view, light, input.sky, input.incidents, input.timeMs)
        if (!light.isThermal) drawRain(canvas, view, light, input.sky, input.camera.number, input.timeMs)
        if (input.camera.inside) drawInside(into, insides, light, input.camera.inside)
        if (input.camera.thermal) paintWarmth(into, input.camera.thermal)
        if (input.look) applyLook(into, input.look)
      }
      const writtenMs = input.showTime === false ? undefined : input.timeMs
      drawOsd(into, pen, input.camera.name, writtenMs, input.zoneMinutes, input.strip)
      if (input.strip) stampStrip(input, into)
    },
  }
}

const isLost = ({ incidents }: SceneInput): boolean => incidents.some(({ kind }) => kind === 'videoLoss')
const isCovered = ({ incidents }: SceneInput): boolean => incidents.some(({ kind }) => kind === 'videoCover')

function stampStrip(input: SceneInput, into: YuvPicture): void {
  const { width, height } = into
  const chroma = (width >> 1) * ((height - stripHeight(height)) >> 1)
  into.u.fill(128, chroma)
  into.v.fill(128, chroma)
  drawStrip(into.y, width, height, {
    camera: input.camera.number,
    frame: input.frame,
    timeMs: input.timeMs,
    ...input.pose,
  })
}

/** All that a backdrop depends on. */
function backdropKey(input: SceneInput, width: number, height: number): string {
  const { camera, pose, sky } = input
  return [
    width,
    height,
    input.quality,
    camera.x,
    camera.y,
    camera.mountHeightM,
    camera.thermal !== undefined,
    pose.panDeg,
    pose.tiltDeg,
    pose.zoom,
    input.skyTimeMs,
    input.zoneMinutes,
    sky.sunElevationDeg,
    sky.sunAzimuthDeg,
    sky.cloud,
    sky.rainMmPerHour,
    sky.windSpeedMs,
    sky.dust,
    sky.visibilityM,
  ].join()
}

/** The value of a key, made when absent; the oldest go beyond `limit`. */
function kept<K, V>(map: Map<K, V>, key: K, limit: number, make: () => V): V {
  const found = map.get(key)
  if (found !== undefined) {
    map.delete(key)
    map.set(key, found)
    return found
  }
  const made = make()
  map.set(key, made)
  for (const oldest of map.keys()) {
    if (map.size <= limit) break
    map.delete(oldest)
  }
  return made
}

/** Draws people and vehicles in the order given. */
function drawMovers(
  canvas: Canvas,
  view: View,
  light: Light,
  movers: readonly Mover[],
  plates: PlatePen,
): void {
  for (const mover of movers) {
    if ('vehicle' in mover) drawVehicle(canvas, view, light, mover.vehicle, mover.z, plates)
    else drawPerson(canvas, view, light, mover.person)
  }
}

/** Darkens a picture whose lens is covered: next to no light, brighter at one edge, brownish. */
function coverLens({ width, height, y, u, v }: YuvPicture, camera: number): void {
  const gapLeft = (camera & 1) === 0
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const fromGap = (gapLeft ? column : width - 1 - column) / width
      const grain = hash32(camera, row, column, 53) & 3
      y[row * width + column] = 22 + grain + Math.round(26 * Math.max(0, 1 - fromGap * 5))
    }
  }
  u.fill(124)
  v.fill(133)
}
