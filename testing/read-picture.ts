import { decodeStrip, type PictureStrip } from '@backlot/contract/picture-strip'
import type { Locator } from '@playwright/test'

/**
 * Reads the machine-readable strip from the pixels that a video element shows now. Undefined while it shows no picture
 * that carries one.
 */
export async function readPicture(
  video: Locator,
): Promise<(PictureStrip & { width: number; height: number }) | undefined> {
  const grabbed = await video.evaluate((element) => {
    if (!(element instanceof HTMLVideoElement)) throw new Error('readPicture wants a video element.')
    const { videoWidth: width, videoHeight: height } = element
    if (width === 0 || height === 0) return undefined
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('No 2D canvas.')
    context.drawImage(element, 0, 0)
    const pixels = context.getImageData(0, 0, width, height).data
    // Green represents luma: the strip is grey. One byte a pixel travels to the test.
    let text = ''
    const top = Math.floor(height * 0.88)
    const luma = new Uint8Array(width * (height - top))
    for (let i = 0; i < luma.length; i++) luma[i] = pixels[(top * width + i) * 4 + 1] ?? 0
    for (let i = 0; i < luma.length; i += 8192) text += String.fromCharCode(...luma.subarray(i, i + 8192))
    return { width, height, top, luma: btoa(text) }
  })
  if (!grabbed) return undefined
  const { width, height, top } = grabbed
  const data = new Uint8Array(width * height)
  data.set(Buffer.from(grabbed.luma, 'base64'), top * width)
  const strip = decodeStrip({ data, width, height, channels: 1 })
  return strip ? { ...strip, width, height } : undefined
}
