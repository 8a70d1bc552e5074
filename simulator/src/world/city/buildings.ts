import { extentAlong, insideMargins, roomAlong } from './block.ts'
import type { Leaf } from './blocks.ts'
import { buildingRule } from './building-rules.ts'
import { SHAPES, type Shape, turnedShape } from './building-shapes.ts'
import type { Density } from './density.ts'
import { createDice } from './dice.ts'
import { type Ground, isAllFree, isBlocked } from './ground.ts'
import { ringMiddle } from './polygon.ts'
import type { Area, Building } from './types.ts'
import type { Warp } from './warp.ts'

/** A flat approximation of the warp around one point, good within a block. */
export type LocalFrame = {
  x0: number
  y0: number
  u0: number
  v0: number
  xu: number
  xv: number
  yu: number
  yv: number
}

export function localFrame(warp: Warp, u: number, v: number): LocalFrame {
  const h = 40
  return {
    u0: u,
    v0: v,
    x0: warp.x(u, v),
    y0: warp.y(u, v),
    xu: (warp.x(u + h, v) - warp.x(u - h, v)) / (2 * h),
    xv: (warp.x(u, v + h) - warp.x(u, v - h)) / (2 * h),
    yu: (warp.y(u + h, v) - warp.y(u - h, v)) / (2 * h),
    yv: (warp.y(u, v + h) - warp.y(u, v - h)) / (2 * h),
  }
}

/** A building's outline in local metres: true right angles, turned as the ground is at that place. */
export function outline(
  frame: LocalFrame,
  u: number,
  v: number,
  widthM: number,
  depthM: number,
  angle: number,
  shape: Shape,
): Float64Array {
  const du = u - frame.u0
  const dv = v - frame.v0
  const x = frame.x0 + frame.xu * du + frame.xv * dv
  const y = frame.y0 + frame.yu * du + frame.yv * dv
  const c = Math.cos(angle)
  const s = Math.sin(angle)
  const ex = frame.xu * c + frame.xv * s
  const ey = frame.yu * c + frame.yv * s
  const stretch = Math.sqrt(ex * ex + ey * ey)
  const [cx, cy] = [ex / stretch, ey / stretch]
  const across = (frame.xu * frame.yv - frame.xv * frame.yu) / stretch
  const ring = new Float64Array(shape.length)
  for (let i = 0; i < shape.length; i += 2) {
    const p = shape[i]! * widthM * stretch
    const q = shape[i + 1]! * depthM * across
    ring[i] = Math.round((x + p * cx - q * cy) * 100) / 100
    ring[i + 1] = Math.round((y + p * cy + q * cx) * 100) / 100
  }
  return ring
}

/** Fills one block with buildings. */
export function buildLeaf(
  seed: number,
  leaf: Leaf,
  index: number,
  density: Density,
  ground: Ground,
  warp: Warp,
  out: Building[],
  gardens: Area[],
): void {
  const dice = createDice(seed, index, 311)
  const [mu, mv] = ringMiddle(leaf.block.ring)
  const rule = buildingRule(leaf.use, mu, mv, density, dice)
  if (!rule) return
  const c = Math.cos(leaf.angle)
  const s = Math.sin(leaf.angle)
  const [a0, a1] = extentAlong(leaf.block.ring, c, s)
  const [b0, b1] = extentAlong(leaf.block.ring, -s, c)
  const radius = Math.sqrt((a1 - a0) * (a1 - a0) + (b1 - b0) * (b1 - b0)) / 2
  const free = radius < 240 && isAllFree(ground, mu, mv, radius)
  const frame = localFrame(warp, mu, mv)
  // Plots fill the room inside the margins; gaps lie between them, not at the street.
  const [r0, r1] = roomAlong(leaf.block, c, s)
  const [q0, q1] = roomAlong(leaf.block, -s, c)
  const gapA = rule.pitchU - rule.widthM
  const gapB = rule.pitchV - rule.depthM
  const columns = Math.max(1, Math.floor((r1 - r0 + gapA) / rule.pitchU))
  const rows = Math.max(1, Math.floor((q1 - q0 + gapB) / rule.pitchV))
  const pitchA = (r1 - r0 + gapA) / columns
  const pitchB = (q1 - q0 + gapB) / rows
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const width = Math.min(rule.widthM * (1 + dice.between(-rule.vary, rule.vary)), Math.max(8, pitchA - 5))
      const depth = Math.min(rule.depthM * (1 + dice.between(-rule.vary, rule.vary)), Math.max(7, pitchB - 5))
      const shapeName = dice.pick(rule.shapes)
      const heightM = Math.round(rule.height(dice) * 10) / 10
      const slackA = dice.between(-0.5, 0.5) * Math.max(0, Math.min(gapA * 0.5, pitchA - width))
      const slackB = dice.between(-0.5, 0.5) * Math.max(0, Math.min(gapB * 0.5, pitchB - depth))
      // The outer plots are at the block's edge, whatever their size.
      const atEdgeA =
        i === 0 ? width / 2 + 1 : i === columns - 1 ? pitchA - gapA - width / 2 - 1 : (pitchA - gapA) / 2
      const atEdgeB =
        j === 0 ? depth / 2 + 1 : j === rows - 1 ? pitchB - gapB - depth / 2 - 1 : (pitchB - gapB) / 2
      const a = r0 + i * pitchA + atEdgeA + (i === 0 || i === columns - 1 ? 0 : slackA)
      const b = q0 + j * pitchB + atEdgeB + (j === 0 || j === rows - 1 ? 0 : slackB)
      if (dice.chance(rule.empty)) {
        const u = a * c - b * s
        const v = a * s + b * c
        const [w, d] = [(pitchA - gapA) * 0.9, (pitchB - gapB) * 0.9 + gapB * 0.5]
        if (rule.planted && fits(leaf, ground, free, u, v, w, d, c, s)) {
          gardens.push({ kind: 'garden', ring: outline(frame, u, v, w, d, leaf.angle, SHAPES.chamfered) })
        }
        continue
      }
      const turns = width / depth < 1.6 && depth / width < 1.6 ? dice.index(4) : 2 * dice.index(2)
      // Try the full size, then a smaller one where the block's edge or a corner cuts in.
      for (const scale of [1, 0.68]) {
        const w = width * scale
        const d = depth * Math.max(scale, 0.85)
        const u = a * c - b * s
        const v = a * s + b * c
        if (!fits(leaf, ground, free, u, v, w, d, c, s)) continue
        out.push({
          ring: outline(frame, u, v, w, d, leaf.angle, turnedShape(shapeName, turns)),
          heightM,
          kind: rule.kind,
        })
        break
      }
    }
  }
}

function fits(
  leaf: Leaf,
  ground: Ground,
  free: boolean,
  u: number,
  v: number,
  w: number,
  d: number,
  c: number,
  s: number,
): boolean {
  if (!free && isBlocked(ground, u, v)) return false
  for (let k = 0; k < 4; k++) {
    const p = ((k === 0 || k === 3 ? -1 : 1) * w) / 2
    const q = ((k < 2 ? -1 : 1) * d) / 2
    const cu = u + p * c - q * s
    const cv = v + p * s + q * c
    if (!insideMargins(leaf.block, cu, cv)) return false
    if (!free && isBlocked(ground, cu, cv)) return false
  }
  return true
}
