/**
 * The only source of randomness in the world: a hash of (seed, entity, stream, index). Nothing is drawn in sequence, so
 * any moment of any entity can be computed alone.
 */

/** 32-bit avalanche of MurmurHash3 (public domain, A. Appleby). */
export function mix32(value: number): number {
  let h = value | 0
  h ^= h >>> 16
  h = Math.imul(h, 0x85eb_ca6b)
  h ^= h >>> 13
  h = Math.imul(h, 0xc2b2_ae35)
  h ^= h >>> 16
  return h >>> 0
}

/** Unsigned 32-bit hash of four integers. Fractions are cut; numbers past 32 bits fold in their high half. */
export function hash32(seed: number, entity: number, stream: number, index: number): number {
  const high = Math.floor(index / 4_294_967_296)
  let h = mix32(seed ^ 0x9e37_79b9)
  h = mix32(h ^ Math.imul(entity | 0, 0x85eb_ca77))
  h = mix32(h ^ Math.imul(stream | 0, 0xc2b2_ae3d))
  h = mix32(h ^ Math.imul(index | 0, 0x27d4_eb2f) ^ Math.imul(high | 0, 0x1656_67b1))
  return h
}

/** Uniform in [0, 1). */
export function uniform(seed: number, entity: number, stream: number, index: number): number {
  return hash32(seed, entity, stream, index) / 4_294_967_296
}

/** Hash of a text (FNV-1a with avalanche): a stable entity number for a serial or a name. */
export function hashText(text: string): number {
  let h = 0x811c_9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x0100_0193)
  return mix32(h)
}

/** Smooth value noise over time, mean 0, about unit variance; continuous with continuous slope. */
export function smoothNoise(seed: number, entity: number, stream: number, x: number): number {
  const cell = Math.floor(x)
  const f = x - cell
  const s = f * f * (3 - 2 * f)
  const a = uniform(seed, entity, stream, cell)
  const b = uniform(seed, entity, stream, cell + 1)
  return (a + (b - a) * s - 0.5) * 3.8
}
