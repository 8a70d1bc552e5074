const WIDTH = 160
const HEIGHT = 90

let canvas: HTMLCanvasElement | undefined

/** The picture that a video shows now, small and grey (160×90, ITU-R BT.601 luma); undefined while it has none. */
export function pictureLuma(video: HTMLVideoElement): Uint8ClampedArray | undefined {
  if (video.videoWidth === 0 || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return undefined
  canvas ??= Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  context.drawImage(video, 0, 0, WIDTH, HEIGHT)
  const { data } = context.getImageData(0, 0, WIDTH, HEIGHT)
  const luma = new Uint8ClampedArray(WIDTH * HEIGHT)
  for (let at = 0; at < luma.length; at++)
    luma[at] = 0.299 * data[at * 4]! + 0.587 * data[at * 4 + 1]! + 0.114 * data[at * 4 + 2]!
  return luma
}
