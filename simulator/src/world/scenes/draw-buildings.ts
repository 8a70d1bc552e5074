/** Buildings of a backdrop: walls by columns with floors, windows, shops, lit windows at night; roofs from above. */
import { mix32 } from '../hash.ts'
import { mix, mixPacked, packRgb, plus, type Rgb, rgbOf, scaled, times } from './colour.ts'
import { type Facade, facadeOf } from './facade.ts'
import type { Light } from './light.ts'
import { type Raster, SURFACE, spansOfGround } from './raster.ts'
import type { NearBuilding, Surroundings } from './surroundings.ts'
import { depthOf, NEAR_M, rightOf, type View } from './view.ts'

const SIGNS = [0xc0392b, 0x1f6fb2, 0x1e8a5a, 0xd98a1f, 0x7d3c98, 0xe8e4da, 0xb22234, 0x116a7b].map(rgbOf)
const LAMP_COLOURS = [0xffd89a, 0xffe6bd, 0xfff3dc, 0xf4f6ff, 0xffcf86].map(rgbOf)
/** Buildings that are no higher have no shops, metres. */
export const SHOP_LEAST_M = 5
/** A window's colour that has not been worked out: most walls are hidden. */
const UNKNOWN = -1
const DARK_GLASS: Rgb = [26, 30, 38]

/** The nearest come first: hidden ones are not computed. */
export function drawBuildings(raster: Raster, view: View, light: Light, near: Surroundings): void {
  for (const building of near.buildings) drawBuilding(raster, view, light, building)
}

function drawBuilding(raster: Raster, view: View, light: Light, near: NearBuilding): void {
  if (depthOf(view, near.x, near.y) < -120) return
  const facade = facadeOf(near.building, near.index)
  const { ring } = near
  const points = ring.length >> 1
  for (let j = points - 1, i = 0; i < points; j = i++) {
    const [ax, ay, bx, by] = [ring[j * 2]!, ring[j * 2 + 1]!, ring[i * 2]!, ring[i * 2 + 1]!]
    if ((bx - ax) * (view.y - ay) - (by - ay) * (view.x - ax) >= 0) continue
    drawWall(raster, view, light, facade, near.building.heightM, ax, ay, bx, by, j)
  }
  if (near.building.heightM < view.eyeM - 0.3) drawRoof(raster, view, light, near)
}

/** A flat roof seen from above: the ground filler on a plane that is higher by the building. */
function drawRoof(raster: Raster, view: View, light: Light, near: NearBuilding): void {
  const above = { ...view, eyeM: view.eyeM - near.building.heightM }
  const lit = times([142, 132, 122], plus(light.ambient, scaled(light.sun, 0.9)))
  const fog = 1 - Math.exp(-near.distanceM / light.hazeM)
  const tone = packRgb(mix(lit, light.haze, fog))
  const { colour, depth, surface, width } = raster
  spansOfGround(above, near.ring, (y, from, to) => {
    const z = (view.focal * above.eyeM) / (y + 0.5 - view.horizonY)
    for (let i = y * width + from; i < y * width + to; i++) {
      if (depth[i]! < z) continue
      colour[i] = tone
      depth[i] = z
      surface[i] = SURFACE.upright
    }
  })
}

/** The colours of one wall after light and before distance. */
type WallPaint = { wall: Rgb; trim: Rgb; glassLow: Rgb; glassHigh: Rgb; sign: Rgb }

function wallPaint(facade: Facade, light: Light, nx: number, ny: number): WallPaint {
  const facing = Math.max(0, nx * light.sunX + ny * light.sunY)
  const lit = plus(scaled(light.ambient, 0.9 + 0.06 * ny), scaled(light.sun, facing * 1.15))
  const glassLow = mix(
    times(facade.glass, plus(light.ambient, scaled(light.sun, facing))),
    light.horizon,
    0.24,
  )
  return {
    wall: times(facade.wall, lit),
    trim: times(facade.trim, scaled(lit, 0.86)),
    glassLow: mix(glassLow, times(DARK_GLASS, [1, 1, 1]), 0.45),
    glassHigh: mix(glassLow, light.zenith, 0.3),
    sign: lit,
  }
}

function drawWall(
  raster: Raster,
  view: View,
  light: Light,
  facade: Facade,
  heightM: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  wallIndex: number,
): void {
  const lengthM = Math.hypot(bx - ax, by - ay)
  if (lengthM < 0.3) return
  let za = depthOf(view, ax, ay)
  let zb = depthOf(view, bx, by)
  if (za < NEAR_M && zb < NEAR_M) return
  let ra = rightOf(view, ax, ay)
  let rb = rightOf(view, bx, by)
  let ua = 0
  let ub = lengthM
  if (za < NEAR_M || zb < NEAR_M) {
    const t = (NEAR_M - za) / (zb - za)
    const r = ra + (rb - ra) * t
    if (za < NEAR_M) [za, ra, ua] = [NEAR_M, r, lengthM * t]
    else [zb, rb, ub] = [NEAR_M, r, lengthM * t]
  }
  const xa = view.width / 2 + (view.focal * ra) / za
  const xb = view.width / 2 + (view.focal * rb) / zb
  const from = Math.max(0, Math.ceil(Math.min(xa, xb) - 0.5))
  const to = Math.min(view.width, Math.ceil(Math.max(xa, xb) - 0.5))
  if (from >= to) return
  const paint = wallPaint(facade, light, (by - ay) / lengthM, (ax - bx) / lengthM)
  const bays = Math.max(1, Math.round(lengthM / facade.bayM))
  const [ia, ib] = [1 / za, 1 / zb]
  for (let x = from; x < to; x++) {
    const s = (x + 0.5 - xa) / (xb - xa)
    const iz = ia + (ib - ia) * s
    const u = (ua * ia * (1 - s) + ub * ib * s) / iz
    drawColumn(
      raster,
      view,
      light,
      facade,
      paint,
      heightM,
      x,
      iz,
      (u / lengthM) * bays,
      lengthM / bays,
      wallIndex,
    )
  }
}

/** One column of a wall: `bay` is the position along the wall in bays. */
function drawColumn(
  raster: Raster,
  view: View,
  light: Light,
  facade: Facade,
  paint: WallPaint,
  heightM: number,
  x: number,
  iz: number,
  bay: number,
  bayM: number,
  wallIndex: number,
): void {
  const z = 1 / iz
  const perMetre = view.focal * iz
  const foot = view.horizonY + view.eyeM * perMetre
  const y0 = Math.max(0, Math.ceil(foot - heightM * perMetre - 0.5))
  const y1 = Math.min(view.height, Math.ceil(foot - 0.5))
  if (y0 >= y1) return
  const fog = 1 - Math.exp(-z / light.hazeM)
  const tone = (colour: Rgb): number => packRgb(mix(colour, light.haze, fog))
  const wall = tone(paint.wall)
  const trim = tone(paint.trim)
  const nth = Math.floor(bay)
  const inBay = bay - nth
  const coarse = bayM * perMetre < 2.6
  const inWindow = inBay > facade.windowLeft && inBay < facade.windowRight
  const floors = Math.max(1, Math.round(heightM / facade.floorM))
  const floorM = heightM / floors
  const blur = coarse ? (facade.windowRight - facade.windowLeft) * 0.8 : 1
  const mullion = !coarse && inWindow && Math.abs(inBay - 0.5) < 0.035 && facade.use === 'home'
  const { colour, depth, surface, width } = raster
  const parapet = heightM - 0.9
  let floor = -2
  let glass = UNKNOWN
  const near = perMetre > 5
  for (let y = y0, i = y0 * width + x; y < y1; y++, i += width) {
    if (depth[i]! < z) continue
    const v = (foot - y - 0.5) / perMetre
    const f = Math.floor(v / floorM)
    if (f !== floor) {
      floor = f
      glass = UNKNOWN
    }
    const inFloor = v / floorM - f
    let c = wall
    if (f === 0 && facade.shops && heightM > SHOP_LEAST_M)
      c = shopColour(facade, paint, light, fog, bay, v, floorM, wall)
    else if (v > parapet) c = trim
    else if ((inWindow || coarse) && inFloor > facade.windowLow && inFloor < facade.windowHigh) {
      if (glass === UNKNOWN) {
        glass = windowColour(facade, paint, light, fog, nth, f, floors, wallIndex, z)
        if (blur < 1) glass = mixPacked(wall, glass, (blur * 190) | 0)
      }
      c = mullion ? trim : glass
    } else if (near && inFloor < 0.07) c = trim
    else if (near && inFloor > facade.windowLow - 0.06 && inFloor < facade.windowLow && inWindow) c = trim
    colour[i] = c
    depth[i] = z
    surface[i] = SURFACE.upright
  }
}

/** The colour of one window: the sky it mirrors, or the lamp behind it. */
function windowColour(
  facade: Facade,
  paint: WallPaint,
  light: Light,
  fog: number,
  bay: number,
  floor: number,
  floors: number,
  wallIndex: number,
  z: number,
): number {
  const h = mix32(
    facade.seed ^
      Math.imul(bay + 31, 0x9e37) ^
      Math.imul(floor + 7, 0x85eb_ca6b) ^
      Math.imul(wallIndex + 3, 0x1657),
  )
  const up = floors > 1 ? floor / floors : 0.5
  const pane = mix(mix(paint.glassLow, paint.glassHigh, up), DARK_GLASS, ((h >>> 20) & 15) / 34)
  const lit =
    facade.use === 'home'
      ? light.homesLit
      : facade.use === 'office'
        ? light.officesLit
        : light.officesLit * 0.3
  const officeFloor =
    facade.use === 'office' ? mix32(facade.seed ^ Math.imul(floor, 0x27d4)) / 4_294_967_296 : 0.5
  const chance = ((h >>> 4) & 1023) / 1023
  if (chance > lit * (facade.use === 'office' ? 0.35 + officeFloor * 1.3 : 1))
    return packRgb(mix(pane, light.haze, fog))
  const lamp = LAMP_COLOURS[(h >>> 14) % LAMP_COLOURS.length]!
  const strength = light.night * (0.46 + ((h >>> 24) & 255) / 480) + 0.12
  const seen = mix(pane, lamp, Math.min(1, strength))
  return packRgb(mix(seen, light.haze, fog * (0.45 + 0.55 * (1 - light.night)) * Math.min(1, z / 400)))
}

/** Ground floors: shop windows below a band of signs, piers between. */
function shopColour(
  facade: Facade,
  paint: WallPaint,
  light: Light,
  fog: number,
  bay: number,
  v: number,
  floorM: number,
  wall: number,
): number {
  const shop = Math.floor(bay / 2)
  const inShop = bay / 2 - shop
  const h = mix32(facade.seed ^ Math.imul(shop + 13, 0xc2b2))
  const open = light.shopsLit > 0.5 ? (h & 15) > 1 : (h & 15) > 13
  const glow = open ? 0.18 + light.night * 0.72 : 0
  const part = v / floorM
  if (part > 0.68 && part < 0.93 && inShop > 0.02 && inShop < 0.98) {
    const sign = SIGNS[(h >>> 8) % SIGNS.length]!
    const letters =
      part > 0.74 && part < 0.87 && inShop > 0.2 && inShop < 0.8 && ((inShop * 26) | 0) % 3 !== 0
    const face: Rgb = letters ? [248, 240, 220] : sign
    return packRgb(mix(mix(times(face, paint.sign), face, glow * 0.9), light.haze, fog * 0.8))
  }
  if (part < 0.64 && part > 0.06 && inShop > 0.05 && inShop < 0.95) {
    const pane = mix(
      paint.glassLow,
      [255, 228, 176],
      glow * (0.55 + (((h >>> 16) & 7) / 7) * 0.3) * (0.7 + 0.5 * part),
    )
    const frame = Math.abs((inShop * 3) % 1) < 0.05
    return packRgb(mix(frame ? paint.trim : pane, light.haze, fog))
  }
  return wall
}
