import { decodeStrip } from '@backlot/contract/picture-strip'
import { noteProblem } from '../../platform/diagnostics.ts'

const WIDTH = 640
const HEIGHT = 360

/** Whether a loaded picture carries the machine-readable strip at its lower edge. Pictures of other origins count as without. */
export function hasStrip(image: HTMLImageElement): boolean {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context || image.naturalWidth === 0) return false
  try {
    context.drawImage(image, 0, 0, WIDTH, HEIGHT)
    const { data } = context.getImageData(0, 0, WIDTH, HEIGHT)
    return decodeStrip({ data, width: WIDTH, height: HEIGHT, channels: 4 }) !== undefined
  } catch (error) {
    noteProblem('alarms.picture', String(error))
    return false
  }
}
