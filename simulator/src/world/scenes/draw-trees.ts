/** Trees and street lamps of a backdrop: crowns of leaf tufts, trunks, posts with arms. */
import { hash32 } from '../hash.ts'
import { mix, packRgb, plus, type Rgb, scaled, times } from './colour.ts'
import type { Light } from './light.ts'
import { type Raster, SURFACE } from './raster.ts'
import type { Lamp, Surroundings, Tree } from './surroundings.ts'
import { columnAt, depthOf, rightOf, rowAt, type View } from './view.ts'

const CROWN_W = 160
const CROWN_H = 180
/** Nearer than this trees are cut for the camera's sake, metres. */
const CLEAR_M = 24
const TRUNK: Rgb = [74, 62, 52]
const POST: Rgb = [98, 102, 106]

/** A crown's picture: per pixel 0 for air, else a shade 1 … 255; eight variants. */
export type Crowns = readonly Uint8Array[]

/** Eight crowns; `fullness` 0 … 1 thins the leaves out. About 20 ms. */
export function growCrowns(fullness: number): Crowns {
  return Array.from({ length: 8 }, (_, variant) => growCrown(variant, fullness))
}

/** Boughs first, darker and broad, then tufts of leaves over them, lighter towards the top and one side. */
function growCrown(variant: number, fullness: number): Uint8Array {
  const crown = new Uint8Array(CROWN_W * CROWN_H)
  const dice = (i: number, k: number): number => hash32(77, variant, k, i) / 4_294_967_296
  const conical = variant % 4 === 3
  const tufts = 520
  for (let i = 0; i < tufts; i++) {
    if (dice(i, 3) > 0.3 + fullness * 0.7) continue
    const { x: cx, y: cy } = tuftAt(conical, i / tufts, dice(i, 1), dice(i, 2))
    const size = (i < 90 ? 13 : 7) * (0.6 + dice(i, 4) * 0.7) * (conical ? 0.7 : 1)
    const high = 1 - cy / CROWN_H
    const lightness = (i < 90 ? 66 : 92) + high * 104 + (cx / CROWN_W - 0.5) * 38 + (dice(i, 5) - 0.5) * 56
    leafTuft(crown, variant, cx, cy, size, lightness, 0.5 + fullness * 0.5)
  }
  return crown
}

function tuftAt(conical: boolean, t: number, a: number, b: number): { x: number; y: number } {
  const angle = a * Math.PI * 2
  const radius = Math.sqrt(b)
  if (conical) {
    const down = (t * 7.3) % 1
    return { x: CROWN_W / 2 + Math.cos(angle) * radius * (6 + 46 * down), y: 14 + down * (CROWN_H - 34) }
  }
  const lobe = 1 + 0.14 * Math.sin(angle * 5 + t * 3)
  return {
    x: CROWN_W / 2 + Math.cos(angle) * radius * lobe * 60,
    y: CROWN_H * 0.47 + Math.sin(angle) * radius * lobe * 66,
  }
}

function leafTuft(
  crown: Uint8Array,
  variant: number,
  cx: number,
  cy: number,
  size: number,
  lightness: number,
  density: number,
): void {
  for (let y = Math.max(0, Math.floor(cy - size)); y < Math.min(CROWN_H, cy + size); y++) {
    for (let x = Math.max(0, Math.floor(cx - size)); x < Math.min(CROWN_W, cx + size); x++) {
      const d = Math.sqrt((x - cx) * (x - cx) + (y - cy) * (y - cy)) / size
      const grain = hash32(5, variant, x, y) & 255
      if (d > 0.72 + grain / 640 || ((grain * 7) & 255) / 255 > density * (1.25 - d * 0.4)) continue
      crown[y * CROWN_W + x] = Math.max(24, Math.min(255, lightness - d * 26 + (grain - 128) * 0.16))
    }
  }
}

export function drawTrees(
  raster: Raster,
  view: View,
  light: Light,
  near: Surroundings,
  crowns: Crowns,
): void {
  const seen = near.trees
    .map((tree) => ({ tree, z: depthOf(view, tree.x, tree.y) }))
    .filter(({ tree, z }) => z > 3 && Math.hypot(tree.x - view.x, tree.y - view.y) > CLEAR_M)
    .sort((a, b) => b.z - a.z)
  for (const { tree, z } of seen) drawTree(raster, view, light, tree, z, crowns[tree.variant & 7]!)
}

function drawTree(raster: Raster, view: View, light: Light, tree: Tree, z: number, crown: Uint8Array): void {
  const perMetre = view.focal / z
  const cx = columnAt(view, rightOf(view, tree.x, tree.y), z)
  const crownM = tree.heightM * 0.74
  const half = crownM * 0.46 * perMetre
  if (cx + half < 0 || cx - half > view.width) return
  const fog = 1 - Math.exp(-z / light.hazeM)
  const lit = plus(light.ambient, scaled(light.sun, 0.75))
  const hue = ((tree.variant * 37) % 17) / 17 - 0.5
  const leaf: Rgb =
    tree.variant % 4 === 3
      ? [58, 82, 58]
      : [light.leaf[0] * (1 + hue * 0.3), light.leaf[1] * (1 + hue * 0.12), light.leaf[2]]
  const ramp = new Uint32Array(16)
  for (let i = 0; i < 16; i++)
    ramp[i] = packRgb(mix(times(scaled(leaf, 0.34 + i * 0.062), lit), light.haze, fog))
  const trunk = packRgb(mix(times(TRUNK, lit), light.haze, fog))
  const foot = rowAt(view, 0, z)
  column(raster, view, cx, Math.max(0.5, 0.13 * perMetre), rowAt(view, tree.heightM * 0.5, z), foot, z, trunk)
  const top = rowAt(view, tree.heightM, z)
  const bottom = rowAt(view, tree.heightM - crownM, z)
  const x0 = Math.max(0, Math.ceil(cx - half))
  const x1 = Math.min(raster.width, Math.floor(cx + half))
  const y0 = Math.max(0, Math.ceil(top))
  const y1 = Math.min(raster.height, Math.floor(bottom))
  for (let y = y0; y < y1; y++) {
    const row = Math.min(CROWN_H - 1, (((y - top) / (bottom - top)) * CROWN_H) | 0) * CROWN_W
    for (let x = x0; x < x1; x++) {
      const shade = crown[row + Math.min(CROWN_W - 1, (((x - cx + half) / (2 * half)) * CROWN_W) | 0)]!
      const i = y * raster.width + x
      if (shade === 0 || raster.depth[i]! < z) continue
      raster.colour[i] = ramp[shade >> 4]!
      raster.depth[i] = z
      raster.surface[i] = SURFACE.upright
    }
  }
}

export function drawLamps(raster: Raster, view: View, light: Light, near: Surroundings): void {
  for (const lamp of near.lamps) {
    const z = depthOf(view, lamp.x, lamp.y)
    if (z < 2.5) continue
    const perMetre = view.focal / z
    const fog = 1 - Math.exp(-z / light.hazeM)
    const colour = packRgb(mix(times(POST, plus(light.ambient, scaled(light.sun, 0.6))), light.haze, fog))
    const x = columnAt(view, rightOf(view, lamp.x, lamp.y), z)
    const top = rowAt(view, lamp.heightM, z)
    column(raster, view, x, Math.max(0.5, 0.075 * perMetre), top, rowAt(view, 0, z), z, colour)
    drawArm(raster, view, light, lamp, x, top, Math.max(1, 0.1 * perMetre), colour)
  }
}

/** The arm over the road with its lantern. */
function drawArm(
  raster: Raster,
  view: View,
  light: Light,
  lamp: Lamp,
  x: number,
  top: number,
  thick: number,
  colour: number,
): void {
  const head = lanternAt(view, lamp)
  if (!head) return
  const steps = Math.max(2, Math.ceil(Math.abs(head.x - x)))
  const bright = packRgb(mix([200, 204, 206], [255, 244, 214], light.night))
  for (let s = 0; s <= steps; s++) {
    const t = s / steps
    const px = Math.round(x + (head.x - x) * t)
    const py = top + (head.y - top) * t
    const lantern = t > 0.72
    if (px < 0 || px >= raster.width) continue
    for (
      let y = Math.max(0, Math.round(py));
      y < Math.min(raster.height, py + thick * (lantern ? 1.5 : 1));
      y++
    ) {
      const i = y * raster.width + px
      if (raster.depth[i]! < head.z) continue
      raster.colour[i] = lantern ? bright : colour
      raster.depth[i] = head.z
      raster.surface[i] = SURFACE.upright
    }
  }
}

/** Where a lamp's lantern is in the picture, when it is before the camera. */
export function lanternAt(view: View, lamp: Lamp): { x: number; y: number; z: number } | undefined {
  const hx = lamp.x + lamp.armX * 2.1
  const hy = lamp.y + lamp.armY * 2.1
  const z = depthOf(view, hx, hy)
  if (z < 2) return undefined
  return { x: columnAt(view, rightOf(view, hx, hy), z), y: rowAt(view, lamp.heightM + 0.35, z), z }
}

/** A vertical bar of half width `half` pixels about column `x`. */
function column(
  raster: Raster,
  view: View,
  x: number,
  half: number,
  top: number,
  foot: number,
  z: number,
  colour: number,
): void {
  const x0 = Math.max(0, Math.round(x - half))
  const x1 = Math.min(view.width, Math.max(x0 + 1, Math.round(x + half)))
  for (let y = Math.max(0, Math.round(top)); y < Math.min(view.height, foot); y++) {
    for (let px = x0; px < x1; px++) {
      const i = y * raster.width + px
      if (raster.depth[i]! < z) continue
      raster.colour[i] = colour
      raster.depth[i] = z
      raster.surface[i] = SURFACE.upright
    }
  }
}
