import { uniform } from '../hash.ts'

/** A rounded irregular patch: a lake, a wood. */
export type Blob = {
  seed: number
  entity: number
  u: number
  v: number
  radiusM: number
  /** 0 circle … 0.4 ragged. */
  roughness: number
}

/** Distance from the middle to the edge in the direction (du, dv). */
export function blobRadius(blob: Blob, du: number, dv: number): number {
  const angle = Math.atan2(dv, du)
  let sum = 0
  for (let k = 1; k <= 5; k++) {
    const phase = 6.283_185 * uniform(blob.seed, blob.entity, 301, k)
    const weight = uniform(blob.seed, blob.entity, 302, k) / Math.sqrt(k)
    sum += weight * Math.sin(k * angle + phase)
  }
  return blob.radiusM * (1 + blob.roughness * sum)
}

export function blobRing(blob: Blob, corners: number): number[] {
  const out: number[] = []
  for (let i = 0; i < corners; i++) {
    const a = (2 * Math.PI * i) / corners
    const du = Math.cos(a)
    const dv = Math.sin(a)
    const r = blobRadius(blob, du, dv)
    out.push(blob.u + r * du, blob.v + r * dv)
  }
  return out
}
