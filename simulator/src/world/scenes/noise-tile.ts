/** One tile of seamless value noise, the same in every city: grain of asphalt, grass and clouds. */
import { hash32 } from '../hash.ts'

export const NOISE_SIZE = 256

/** Four octaves, seamless, 0 … 255. Built once per renderer (about 10 ms). */
export function noiseTile(): Uint8Array {
  const tile = new Float32Array(NOISE_SIZE * NOISE_SIZE)
  let amplitude = 0.5
  for (let octave = 0, cells = 8; octave < 4; octave++, cells *= 2, amplitude /= 2) {
    const lattice = new Float32Array(cells * cells)
    for (let i = 0; i < lattice.length; i++) lattice[i] = hash32(41, octave, 7, i) / 4_294_967_296
    const step = NOISE_SIZE / cells
    for (let y = 0; y < NOISE_SIZE; y++) {
      const j = Math.floor(y / step)
      const v = ease(y / step - j)
      for (let x = 0; x < NOISE_SIZE; x++) {
        const i = Math.floor(x / step)
        const u = ease(x / step - i)
        const i1 = (i + 1) % cells
        const j1 = ((j + 1) % cells) * cells
        const top = lattice[j * cells + i]! * (1 - u) + lattice[j * cells + i1]! * u
        const bottom = lattice[j1 + i]! * (1 - u) + lattice[j1 + i1]! * u
        tile[y * NOISE_SIZE + x]! += (top * (1 - v) + bottom * v) * amplitude
      }
    }
  }
  return Uint8Array.from(tile, (value) => Math.max(0, Math.min(255, (value / 0.94) * 255)))
}

function ease(t: number): number {
  return t * t * (3 - 2 * t)
}
