/** Effects on a whole backdrop: grain, shadows, pools of lamplight, wet reflections, glow. */
import { addPacked, mix, mixPacked, packRgb, scalePacked } from './colour.ts'
import { SHOP_LEAST_M } from './draw-buildings.ts'
import { lanternAt } from './draw-trees.ts'
import { facadeOf } from './facade.ts'
import type { Light } from './light.ts'
import { NOISE_SIZE } from './noise-tile.ts'
import { type Raster, SHADED, SURFACE } from './raster.ts'
import type { Surroundings } from './surroundings.ts'
import type { View } from './view.ts'

const GRAIN_WITHIN_M = 260
const M = NOISE_SIZE - 1

export function finishBackdrop(
  raster: Raster,
  view: View,
  light: Light,
  near: Surroundings,
  noise: Uint8Array,
): void {
  const pools = light.night > 0.03 ? [...lampPools(view, near), ...shopPools(view, light, near)] : []
  finishGround(raster, view, light, noise, pools)
  if (light.night > 0.03) lightWalls(raster, view, light)
  if (light.wet > 0.03) reflect(raster, view, light, noise)
  else reflectInWater(raster, view, light, noise)
  if (light.night > 0.03) {
    haloes(raster, view, light, near)
    if (light.wet > 0.1) mirroredLamps(raster, view, light, near)
  }
}

/** `strength`: 1 is a street lamp's; `spread`: square of the distance at which a quarter is left, square metres. */
type Pool = { x: number; y: number; strength: number; spread: number }

/** Where the lamps near the camera throw their light. */
function lampPools(view: View, near: Surroundings): Pool[] {
  return near.lamps
    .filter((lamp) => (lamp.x - view.x) * view.sin + (lamp.y - view.y) * view.cos > -12)
    .map((lamp) => ({
      x: lamp.x + lamp.armX * 2.6,
      y: lamp.y + lamp.armY * 2.6,
      strength: 1,
      spread: 95,
    }))
}

const SHOPS_WITHIN_M = 130
const SHOP_EVERY_M = 5

/** Light of shop windows on the pavement before them. */
function shopPools(view: View, light: Light, near: Surroundings): Pool[] {
  if (light.shopsLit < 0.5) return []
  const pools: Pool[] = []
  for (const { building, index, ring, distanceM } of near.buildings) {
    if (distanceM > SHOPS_WITHIN_M || building.heightM <= SHOP_LEAST_M) continue
    if (!facadeOf(building, index).shops) continue
    const points = ring.length >> 1
    for (let i = 0, j = points - 1; i < points; j = i++) {
      const [ax, ay, bx, by] = [ring[j * 2]!, ring[j * 2 + 1]!, ring[i * 2]!, ring[i * 2 + 1]!]
      // Walls that turn away light nothing that is seen.
      if ((bx - ax) * (view.y - ay) - (by - ay) * (view.x - ax) >= 0) continue
      const lengthM = Math.hypot(bx - ax, by - ay)
      const [outX, outY] = [(by - ay) / lengthM, (ax - bx) / lengthM]
      for (let s = SHOP_EVERY_M / 2; s < lengthM; s += SHOP_EVERY_M) {
        const x = ax + ((bx - ax) * s) / lengthM + outX * 1.6
        const y = ay + ((by - ay) * s) / lengthM + outY * 1.6
        pools.push({ x, y, strength: 0.5, spread: 9 })
      }
    }
  }
  return pools
}

/** Grain by world position, shadows, lamplight: all in one walk over the ground's pixels. */
function finishGround(
  raster: Raster,
  view: View,
  light: Light,
  noise: Uint8Array,
  pools: readonly Pool[],
): void {
  const { width, height, colour, depth, surface } = raster
  const shade = Math.round(256 * (1 - 0.5 * light.sunStrength))
  const cells = poolGrid(view, pools)
  for (let y = Math.max(0, Math.ceil(view.horizonY)); y < height; y++) {
    const z = (view.focal * view.eyeM) / (y + 0.5 - view.horizonY)
    const perPixel = z / view.focal
    const fine = Math.max(0, 1 - perPixel * 5)
    const fade = Math.max(0, 1 - z / GRAIN_WITHIN_M)
    const glowFade = Math.exp(-z / (light.hazeM * 1.5))
    for (let x = 0, i = y * width; x < width; x++, i++) {
      const kind = surface[i]!
      if ((kind & 0x7f) === SURFACE.upright || kind === SURFACE.sky || depth[i] === Infinity) continue
      const right = (x + 0.5 - width / 2) * perPixel
      const wx = view.x + z * view.sin + right * view.cos
      const wy = view.y + z * view.cos - right * view.sin
      let by = 256
      if (fade > 0) {
        const coarse = noise[((Math.floor(wy * 3) & M) << 8) | (Math.floor(wx * 3) & M)]! - 128
        const close = noise[((Math.floor(wy * 22) & M) << 8) | (Math.floor(wx * 22) & M)]! - 128
        const rough = (kind & 0x7f) === SURFACE.grass ? 0.5 : (kind & 0x7f) === SURFACE.water ? 0.12 : 0.22
        by += (coarse * rough + close * fine * rough * 1.1) * fade
      }
      if (kind & SHADED && (kind & 0x7f) !== SURFACE.water) by = (by * shade) >> 8
      let c = scalePacked(colour[i]!, by | 0)
      if (cells) {
        const glow = glowAt(cells, wx, wy) * light.night * glowFade
        if (glow > 0.01) {
          const bright = (kind & 0x7f) === SURFACE.paint ? 1.5 : (kind & 0x7f) === SURFACE.water ? 0.3 : 1
          c = addPacked(c, (150 * glow * bright) | 0, (122 * glow * bright) | 0, (80 * glow * bright) | 0)
        }
      }
      colour[i] = c
    }
  }
}

const GLOW_CELL_M = 2
const GLOW_CELLS = 340
type GlowGrid = { x: number; y: number; values: Float32Array }

/** Lamplight on the ground around the camera, on a grid of 2 m. */
function poolGrid(view: View, pools: readonly Pool[]): GlowGrid | undefined {
  if (pools.length === 0) return undefined
  const x0 = view.x - (GLOW_CELLS / 2) * GLOW_CELL_M
  const y0 = view.y - (GLOW_CELLS / 2) * GLOW_CELL_M
  const values = new Float32Array(GLOW_CELLS * GLOW_CELLS)
  for (const pool of pools) {
    const ci = Math.round((pool.x - x0) / GLOW_CELL_M)
    const cj = Math.round((pool.y - y0) / GLOW_CELL_M)
    const reach = Math.ceil(Math.sqrt(8 * pool.spread) / GLOW_CELL_M)
    for (let j = Math.max(0, cj - reach); j <= Math.min(GLOW_CELLS - 1, cj + reach); j++) {
      for (let i = Math.max(0, ci - reach); i <= Math.min(GLOW_CELLS - 1, ci + reach); i++) {
        const dx = x0 + i * GLOW_CELL_M - pool.x
        const dy = y0 + j * GLOW_CELL_M - pool.y
        const d2 = (dx * dx + dy * dy) / pool.spread
        if (d2 < 8) values[j * GLOW_CELLS + i]! += pool.strength / ((1 + d2) * (1 + d2))
      }
    }
  }
  return { x: x0, y: y0, values }
}

function glowAt(grid: GlowGrid, x: number, y: number): number {
  const u = (x - grid.x) / GLOW_CELL_M
  const v = (y - grid.y) / GLOW_CELL_M
  const i = Math.floor(u)
  const j = Math.floor(v)
  if (i < 0 || j < 0 || i >= GLOW_CELLS - 1 || j >= GLOW_CELLS - 1) return 0
  const a = grid.values[j * GLOW_CELLS + i]!
  const b = grid.values[j * GLOW_CELLS + i + 1]!
  const c = grid.values[(j + 1) * GLOW_CELLS + i]!
  const d = grid.values[(j + 1) * GLOW_CELLS + i + 1]!
  const fu = u - i
  const fv = v - j
  return (a * (1 - fu) + b * fu) * (1 - fv) + (c * (1 - fu) + d * fu) * fv
}

/** The street's light on the lower floors and crowns at night. */
function lightWalls(raster: Raster, view: View, light: Light): void {
  const { width, height, colour, depth, surface } = raster
  for (let i = 0; i < width * height; i++) {
    if (surface[i] !== SURFACE.upright) continue
    const z = depth[i]!
    const v = view.eyeM - ((Math.floor(i / width) + 0.5 - view.horizonY) * z) / view.focal
    if (v > 26 || z > 420) continue
    const glow = light.night * Math.exp(-Math.max(0, v) / 7.5) * Math.exp(-z / 190)
    const c = colour[i]!
    colour[i] = addPacked(
      scalePacked(c, 256 + ((glow * 300) | 0)),
      (32 * glow) | 0,
      (25 * glow) | 0,
      (14 * glow) | 0,
    )
  }
}

/** A wet ground mirrors things above the horizon, broken up by puddles. */
function reflect(raster: Raster, view: View, light: Light, noise: Uint8Array): void {
  const { width, height, colour, surface } = raster
  const horizon = Math.round(view.horizonY)
  for (let y = Math.max(0, horizon + 1); y < height; y++) {
    const z = (view.focal * view.eyeM) / (y + 0.5 - view.horizonY)
    const source = 2 * horizon - y
    const above = skyAbove(view, light, y)
    const grazing = Math.min(1, 0.25 + z / 70)
    for (let x = 0, i = y * width; x < width; x++, i++) {
      const kind = surface[i]! & 0x7f
      if (kind === SURFACE.upright || kind === SURFACE.sky) continue
      const right = ((x + 0.5 - width / 2) * z) / view.focal
      const wx = view.x + z * view.sin + right * view.cos
      const wy = view.y + z * view.cos - right * view.sin
      const puddle = noise[((Math.floor(wy * 5) & M) << 8) | (Math.floor(wx * 5) & M)]!
      const ripple = (noise[(((y * 3) & M) << 8) | ((x >> 1) & M)]! - 128) >> 5
      const from = Math.max(0, Math.min(horizon, source + ripple))
      const mirrored = source < 0 ? above : colour[from * width + x]!
      const smooth =
        kind === SURFACE.asphalt || kind === SURFACE.paint
          ? 0.62
          : kind === SURFACE.water
            ? 0.75
            : kind === SURFACE.grass
              ? 0.08
              : 0.42
      const part = light.wet * smooth * grazing * (0.4 + puddle / 520)
      colour[i] = shine(colour[i]!, mirrored, Math.min(230, (part * 256) | 0))
    }
  }
}

/** The clear sky that a mirror at row `y` shows where the part above the picture is unknown. */
function skyAbove(view: View, light: Light, y: number): number {
  const slope = (y - view.horizonY) / view.focal
  return packRgb(mix(light.horizon, light.zenith, Math.min(1, (1.5 * slope) / (0.45 + slope))))
}

/** A mirror image over a surface that keeps half of its own light under it. */
function shine(own: number, mirrored: number, part: number): number {
  const under = scalePacked(own, 256 - (part >> 1))
  return addPacked(
    under,
    ((mirrored & 255) * part) >> 8,
    (((mirrored >> 8) & 255) * part) >> 8,
    (((mirrored >> 16) & 255) * part) >> 8,
  )
}

/** In dry weather only water mirrors. */
function reflectInWater(raster: Raster, view: View, light: Light, noise: Uint8Array): void {
  const { width, height, colour, surface } = raster
  const horizon = Math.round(view.horizonY)
  for (let y = Math.max(0, horizon + 1); y < height; y++) {
    const source = 2 * horizon - y
    const above = skyAbove(view, light, y)
    for (let x = 0, i = y * width; x < width; x++, i++) {
      if ((surface[i]! & 0x7f) !== SURFACE.water) continue
      const ripple = (noise[(((y * 7) & M) << 8) | ((x >> 2) & M)]! - 128) >> 4
      const from = Math.max(0, Math.min(horizon, source + ripple))
      const mirrored = source < 0 ? above : colour[from * width + x]!
      colour[i] = mixPacked(colour[i]!, mirrored, 118 + ripple * 3)
    }
  }
}

/** Lanterns in a wet road: drawn out towards the eye, as ripples do. */
function mirroredLamps(raster: Raster, view: View, light: Light, near: Surroundings): void {
  const { width, height, colour, depth, surface } = raster
  for (const lamp of near.lamps) {
    const head = lanternAt(view, lamp)
    if (!head) continue
    const middle = 2 * view.horizonY - head.y
    const across = Math.max(1.2, (view.focal * 0.5) / head.z)
    const along = Math.max(3, (middle - view.horizonY) * 0.42)
    const strength = light.night * light.wet * 0.75 * Math.exp(-head.z / (light.hazeM * 2))
    const y1 = Math.min(height - 1, Math.ceil(middle + along))
    for (let y = Math.max(0, Math.ceil(view.horizonY), Math.floor(middle - along)); y <= y1; y++) {
      const dy = (y - middle) / along
      for (let x = Math.max(0, Math.floor(head.x - across)); x <= Math.min(width - 1, head.x + across); x++) {
        const i = y * width + x
        const kind = surface[i]! & 0x7f
        if (kind === SURFACE.upright || kind === SURFACE.sky || kind === SURFACE.grass) continue
        if (depth[i]! > head.z) continue
        const dx = (x - head.x) / across
        const far = dx * dx + dy * dy
        if (far > 1) continue
        const glow = strength * (1 - far) * (1 - far)
        colour[i] = addPacked(colour[i]!, (222 * glow) | 0, (178 * glow) | 0, (112 * glow) | 0)
      }
    }
  }
}

/** Light around the lanterns. */
function haloes(raster: Raster, view: View, light: Light, near: Surroundings): void {
  for (const lamp of near.lamps) {
    const head = lanternAt(view, lamp)
    if (!head) continue
    const radius = Math.max(2.5, (view.focal * (0.9 + 1.4 * light.wet)) / head.z)
    const strength = light.night * Math.exp(-head.z / (light.hazeM * 2)) * (light.wet > 0.3 ? 1.1 : 0.9)
    const x0 = Math.max(0, Math.floor(head.x - radius))
    const x1 = Math.min(raster.width - 1, Math.ceil(head.x + radius))
    const y1 = Math.min(raster.height - 1, Math.ceil(head.y + radius))
    for (let y = Math.max(0, Math.floor(head.y - radius)); y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        const i = y * raster.width + x
        if (raster.depth[i]! < head.z - 3) continue
        const d2 = ((x - head.x) * (x - head.x) + (y - head.y) * (y - head.y)) / (radius * radius)
        if (d2 > 1) continue
        const glow = strength * (1 - d2) * (1 - d2) * (0.62 + 0.9 * Math.exp(-d2 * 22))
        raster.colour[i] = addPacked(raster.colour[i]!, (222 * glow) | 0, (186 * glow) | 0, (128 * glow) | 0)
      }
    }
  }
}
