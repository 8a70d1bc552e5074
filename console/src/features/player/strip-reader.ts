import { decodeStrip, type PictureStrip } from '@backlot/contract/picture-strip'

const WIDTH = 640
const HEIGHT = 360
/** Rows at the lower edge that hold the strip: only these are read back. */
const ROWS = 40

let canvas: HTMLCanvasElement | undefined
/** A whole picture of which only the strip is filled in. */
const data = new Uint8ClampedArray(WIDTH * HEIGHT * 4)

/** Reads the machine-readable strip from the picture that a video shows now; undefined when it carries none. */
export function readStrip(video: HTMLVideoElement): PictureStrip | undefined {
  if (video.videoWidth === 0 || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return undefined
  canvas ??= document.createElement('canvas')
  if (canvas.width !== WIDTH || canvas.height !== ROWS) {
    canvas.width = WIDTH
    canvas.height = ROWS
  }
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  context.drawImage(video, 0, ROWS - HEIGHT, WIDTH, HEIGHT)
  data.set(context.getImageData(0, 0, WIDTH, ROWS).data, (HEIGHT - ROWS) * WIDTH * 4)
  return decodeStrip({ data, width: WIDTH, height: HEIGHT, channels: 4 })
}

/** Age of a picture in milliseconds of the host: the difference in platform time by the clock's rate. */
export function pictureAgeMs(strip: PictureStrip, platformNowMs: number, rate: number): number | undefined {
  return rate === 0 ? undefined : (platformNowMs - strip.timeMs) / rate
}
