import { decodeStrip, type PictureStrip } from '@backlot/contract/picture-strip'
import type { Locator } from '@playwright/test'

export type LumaPicture = PictureStrip & { width: number; height: number; luma: Uint8Array }

/** The whole picture that a video element shows now, one byte a pixel, with its strip. Throws without one. */
export async function lumaOf(video: Locator): Promise<LumaPicture> {
  const [picture] = await lumasOf(video)
  if (!picture) throw new Error('There is no video.')
  return picture
}

/** The pictures of several video elements at one instant. Throws when one of them carries no strip. */
export async function lumasOf(videos: Locator): Promise<LumaPicture[]> {
  const grabbed = await videos.evaluateAll((elements) => {
    const drawn = elements.map((element) => {
      if (!(element instanceof HTMLVideoElement)) throw new Error('lumasOf wants video elements.')
      const canvas = document.createElement('canvas')
      canvas.width = element.videoWidth
      canvas.height = element.videoHeight
      const context = canvas.getContext('2d', { willReadFrequently: true })
      if (!context) throw new Error('No 2D canvas.')
      context.drawImage(element, 0, 0)
      return context
    })
    return drawn.map((context) => {
      const { width, height } = context.canvas
      const pixels = context.getImageData(0, 0, width, height).data
      const bytes = new Uint8Array(width * height)
      for (let i = 0; i < bytes.length; i++) bytes[i] = pixels[i * 4 + 1] ?? 0
      let text = ''
      for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192))
      return { width, height, luma: btoa(text) }
    })
  })
  return grabbed.map(({ width, height, luma }) => {
    const data = new Uint8Array(Buffer.from(luma, 'base64'))
    const strip = decodeStrip({ data, width, height, channels: 1 })
    if (!strip) throw new Error('The picture carries no strip.')
    return { ...strip, width, height, luma: data }
  })
}

const BLOCK = 8
/** Constants of SSIM (Wang et al. 2004) for 8-bit pictures: (0.01 · 255)² and (0.03 · 255)². */
const C1 = 6.5025
const C2 = 58.5225

/** Mean SSIM of two pictures of one size over blocks of 8 × 8, the strip left out; 1 is the same picture. */
export function likeness(a: LumaPicture, b: LumaPicture): number {
  if (a.width !== b.width || a.height !== b.height) throw new Error('The pictures differ in size.')
  const rows = Math.floor((a.height * 0.9) / BLOCK)
  const columns = Math.floor(a.width / BLOCK)
  let sum = 0
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) sum += blockLikeness(a, b, column * BLOCK, row * BLOCK)
  }
  return sum / (rows * columns)
}

function blockLikeness(a: LumaPicture, b: LumaPicture, left: number, top: number): number {
  let [sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0]
  for (let y = top; y < top + BLOCK; y++) {
    for (let x = left; x < left + BLOCK; x++) {
      const p = a.luma[y * a.width + x] ?? 0
      const q = b.luma[y * b.width + x] ?? 0
      sumA += p
      sumB += q
      sumAA += p * p
      sumBB += q * q
      sumAB += p * q
    }
  }
  const n = BLOCK * BLOCK
  const [meanA, meanB] = [sumA / n, sumB / n]
  const [varA, varB] = [sumAA / n - meanA * meanA, sumBB / n - meanB * meanB]
  const cov = sumAB / n - meanA * meanB
  return (
    ((2 * meanA * meanB + C1) * (2 * cov + C2)) / ((meanA * meanA + meanB * meanB + C1) * (varA + varB + C2))
  )
}
