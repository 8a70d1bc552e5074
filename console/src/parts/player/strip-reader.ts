import { decodeStrip, type PictureStrip } from '@backlot/contract/picture-strip'

const WIDTH = 640
const HEIGHT = 360

let canvas: HTMLCanvasElement | undefined

/** Reads the machine-readable strip from the picture that a video shows now; undefined when it carries none. */
export function readStrip(video: HTMLVideoElement): PictureStrip | undefined {
  if (video.videoWidth === 0 || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return undefined
  canvas ??= document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  context.drawImage(video, 0, 0, WIDTH, HEIGHT)
  const { data } = context.getImageData(0, 0, WIDTH, HEIGHT)
  return decodeStrip({ data, width: WIDTH, height: HEIGHT, channels: 4 })
}

/** Age of a picture in milliseconds of the host: the difference in platform time by the clock's rate. */
export function pictureAgeMs(strip: PictureStrip, platformNowMs: number, rate: number): number | undefined {
  return rate === 0 ? undefined : (platformNowMs - strip.timeMs) / rate
}
