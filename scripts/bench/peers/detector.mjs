// An object detector of others: MB3-CenterNet, trained on photographs (COCO), as @vladmandic/human ships it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm'
import { loadGraphModel } from '@tensorflow/tfjs-converter'
import * as tf from '@tensorflow/tfjs-core'

const PACKAGES = join(import.meta.dirname, 'node_modules')
const MODELS = join(PACKAGES, '@vladmandic/human/models')
const WASM = join(PACKAGES, '@tensorflow/tfjs-backend-wasm/dist')
const SIDE = 512
/** Classes of COCO, from 0. */
const CLASSES = new Map([
  [0, 'person'],
  [2, 'vehicle'],
  [5, 'vehicle'],
  [7, 'vehicle'],
])
const LEAST_SCORE = 0.25
const SAME_OVERLAP = 0.5

/**
 * Finds people and vehicles in a picture (RGB, three bytes a pixel). It is looked at in squares as high as it is, for
 * the model sees squares.
 */
export async function openDetector() {
  setWasmPaths(`${WASM}/`)
  await tf.setBackend('wasm')
  const { modelTopology, weightsManifest } = JSON.parse(readFileSync(join(MODELS, 'centernet.json'), 'utf8'))
  const weights = readFileSync(join(MODELS, 'centernet.bin'))
  const model = await loadGraphModel({
    load: async () => ({
      modelTopology,
      weightSpecs: weightsManifest.flatMap(({ weights }) => weights),
      weightData: weights.buffer.slice(weights.byteOffset, weights.byteOffset + weights.length),
    }),
  })
  return (rgb, width, height) => {
    const squares = Math.max(1, Math.ceil((width / height - 1) * 2) + 1)
    const found = Array.from({ length: squares }, (_, nth) => {
      const left = squares === 1 ? 0 : Math.round(((width - height) * nth) / (squares - 1))
      const rows = tf.tidy(() => {
        const picture = tf.tensor3d(rgb, [height, width, 3], 'int32')
        const square = tf.slice(picture, [0, left, 0], [height, Math.min(height, width), 3])
        const input = tf.image.resizeBilinear(tf.expandDims(tf.cast(square, 'float32')), [SIDE, SIDE])
        return model.execute(input, 'tower_0/detections').arraySync()[0]
      })
      const scale = height / SIDE
      return rows.flatMap(([x1, y1, x2, y2, score, kind]) => {
        const label = CLASSES.get(kind)
        if (!label || score < LEAST_SCORE) return []
        const box = {
          left: left + x1 * scale,
          top: y1 * scale,
          width: (x2 - x1) * scale,
          height: (y2 - y1) * scale,
        }
        // What a square cuts is whole in the next one.
        const isCut = (nth > 0 && x1 < 3) || (nth < squares - 1 && x2 > SIDE - 3)
        return isCut ? [] : [{ label, score, ...box }]
      })
    }).flat()
    const kept = []
    for (const one of found.toSorted((a, b) => b.score - a.score))
      if (!kept.some((other) => other.label === one.label && overlap(other, one) > SAME_OVERLAP))
        kept.push(one)
    return kept
  }
}

/** The common part of two boxes, of all that both cover. */
export function overlap(a, b) {
  const across = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)
  const down = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top)
  if (across <= 0 || down <= 0) return 0
  return (across * down) / (a.width * a.height + b.width * b.height - across * down)
}
