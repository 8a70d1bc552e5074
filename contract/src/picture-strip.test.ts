import { describe, expect, it } from 'vitest'
import {
  decodeStrip,
  drawStrip,
  type PictureStrip,
  packStrip,
  stripHeight,
  unpackStrip,
} from './picture-strip.ts'

const strip: PictureStrip = {
  camera: 117,
  frame: 2981,
  timeMs: 1_795_168_800_083,
  panDeg: 287.5,
  tiltDeg: -12.3,
  zoom: 4.2,
}

function drawn(width: number, height: number, value = strip): Uint8Array {
  const luma = new Uint8Array(width * height).fill(120)
  drawStrip(luma, width, height, value)
  return luma
}

/** A small deterministic generator, so that a failing case can be run again. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

/** Box-filtered resize, as a browser scales a video into a canvas. */
function resized(luma: Uint8Array, width: number, height: number, w: number, h: number): Uint8Array {
  const out = new Uint8Array(w * h)
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      let sum = 0
      for (let s = 0; s < 16; s++) {
        const sx = Math.min(width - 1, Math.floor(((x + ((s & 3) + 0.5) / 4) * width) / w))
        const sy = Math.min(height - 1, Math.floor(((y + ((s >> 2) + 0.5) / 4) * height) / h))
        sum += luma[sy * width + sx]!
      }
      out[y * w + x] = sum / 16
    }
  }
  return out
}

describe('picture strip', () => {
  it('packs the documented vector', () => {
    expect(Buffer.from(packStrip(strip)).toString('hex')).toBe(VECTOR)
  })

  it('reads back what it packed and notices a single wrong bit anywhere', () => {
    const bytes = packStrip(strip)
    expect(unpackStrip(bytes)).toEqual(strip)
    for (let bit = 0; bit < 128; bit++) {
      const broken = bytes.slice()
      broken[bit >> 3]! ^= 0x80 >> (bit & 7)
      expect(unpackStrip(broken)).toBeUndefined()
    }
  })

  it('covers four rows of eight lines in a picture of 360 lines and leaves the rest alone', () => {
    const luma = drawn(640, 360)
    expect(stripHeight(360)).toBe(32)
    expect(luma.subarray(0, 328 * 640).every((value) => value === 120)).toBe(true)
    expect(luma.subarray(328 * 640).every((value) => value === 16 || value === 235)).toBe(true)
    expect([...luma.subarray(328 * 640, 328 * 640 + 160)].filter((_, x) => x % 20 === 0)).toEqual([
      235, 16, 235, 235, 16, 235, 16, 235,
    ])
  })

  it('is read from pictures of other sizes', () => {
    for (const [w, h] of [
      [640, 360],
      [960, 540],
      [1280, 720],
      [517, 291],
      [320, 180],
      [256, 144],
    ] as const) {
      const from960 = resized(drawn(960, 540), 960, 540, w, h)
      expect(decodeStrip({ data: from960, width: w, height: h, channels: 1 }), `${w}×${h}`).toEqual(strip)
    }
  })

  it('is read from noisy RGBA with lifted blacks and a colour cast', () => {
    const random = generator(7)
    const luma = drawn(640, 360)
    const rgba = new Uint8ClampedArray(640 * 360 * 4)
    for (let i = 0; i < luma.length; i++) {
      const value = 40 + luma[i]! * 0.6 + (random() - 0.5) * 90
      rgba.set([value + 12, value, value - 12, 255], i * 4)
    }
    expect(decodeStrip({ data: rgba, width: 640, height: 360, channels: 4 })).toEqual(strip)
  })

  it('returns undefined for pictures without a strip and for seeded garbage', () => {
    const random = generator(99)
    for (let round = 0; round < 40; round++) {
      const luma = Uint8Array.from({ length: 320 * 180 }, () => random() * 256)
      expect(decodeStrip({ data: luma, width: 320, height: 180, channels: 1 })).toBeUndefined()
    }
    expect(
      decodeStrip({ data: new Uint8Array(640 * 360), width: 640, height: 360, channels: 1 }),
    ).toBeUndefined()
    expect(decodeStrip({ data: new Uint8Array(20 * 20), width: 20, height: 20, channels: 1 })).toBeUndefined()
  })

  it('keeps values outside the ranges inside them', () => {
    const odd = unpackStrip(packStrip({ ...strip, panDeg: -0.1, tiltDeg: 120, zoom: 99, frame: 4097 }))
    expect(odd).toMatchObject({ panDeg: 359.9, tiltDeg: 90, zoom: 51.1, frame: 1 })
  })
})

/** Computed by hand from the layout of docs/picture-strip.md (CRC with an independent implementation). */
const VECTOR = 'b500075ba53299ff2553b3b6122abadc'
