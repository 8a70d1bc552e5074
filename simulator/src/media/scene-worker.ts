/** Thread that draws pictures: builds the city of its seed once, then answers requests in order. */

import { createHash } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import jpegCodec from 'jpeg-js'
import { cityOf } from '../world/city/city-of.ts'
import { unpackCity } from '../world/city/packed-city.ts'
import { createScene } from '../world/scenes/create-scene.ts'
import { type YuvPicture, yuvPictureOn } from '../world/scenes/scene-input.ts'
import { loadOsdFont } from './media-files.ts'
import type { SceneReply, SceneRequest, SceneWorkerData } from './scene-messages.ts'
import { warmUpInput } from './warm-up.ts'

if (!parentPort) throw new Error('scene-worker runs as a worker thread only')
const port = parentPort
const { seed, city } = workerData as SceneWorkerData
const ground = city ? unpackCity(city).city : cityOf(seed)
const scene = createScene(ground, await loadOsdFont())

const PROOF = { pictures: 4, width: 320, height: 180 }

const reply = (message: SceneReply, transfer: readonly ArrayBufferLike[] = []): void =>
  port.postMessage(message, transfer as ArrayBuffer[])

function answer(request: SceneRequest): void {
  switch (request.kind) {
    case 'install':
      scene.install(request.prepared)
      return
    case 'frame': {
      const { id, input, width, height, buffer } = request
      scene.draw(input, yuvPictureOn(buffer, width, height))
      reply({ kind: 'done', id, buffer }, [buffer])
      return
    }
    case 'warmUp': {
      const { id, index, width, height } = request
      const picture = yuvPictureOn(new ArrayBuffer((width * height * 3) >> 1), width, height)
      scene.draw(warmUpInput(ground, index), picture)
      reply({ kind: 'warm', id })
      return
    }
    case 'proof': {
      reply({ kind: 'proof', id: request.id, digest: proof() })
      return
    }
    case 'backdrop': {
      const prepared = scene.prepare(request.input, request.width, request.height)
      reply({ kind: 'prepared', id: request.id, prepared }, [
        prepared.backdrop.y.buffer,
        prepared.backdrop.depth.buffer,
      ])
      return
    }
    case 'sightings': {
      const { id, inputs } = request
      reply({ kind: 'sightings', id, found: inputs.map((input) => scene.sightings(input)) })
      return
    }
    case 'jpeg': {
      const { id, input, width, height, quality } = request
      const buffer = request.buffer ?? new ArrayBuffer((width * height * 3) >> 1)
      const picture = yuvPictureOn(buffer, width, height)
      scene.draw(input, picture)
      const jpeg = jpegOf(picture, quality)
      reply({ kind: 'jpeg', id, jpeg })
    }
  }
}

port.on('message', (request: SceneRequest) => {
  try {
    answer(request)
  } catch (error) {
    if (!('id' in request)) throw error
    reply({ kind: 'failed', id: request.id, message: error instanceof Error ? error.message : String(error) })
  }
})
reply({ kind: 'ready' })

/** SHA-256 of small pictures of some views, hexadecimal. */
function proof(): string {
  const hash = createHash('sha256')
  for (let index = 0; index < PROOF.pictures; index++) {
    const { width, height } = PROOF
    const buffer = new ArrayBuffer((width * height * 3) >> 1)
    scene.draw(warmUpInput(ground, index), yuvPictureOn(buffer, width, height))
    hash.update(new Uint8Array(buffer))
  }
  return hash.digest('hex')
}

/** A picture as JPEG; `quality` 1 … 100. */
function jpegOf(picture: YuvPicture, quality: number): Uint8Array {
  const { width, height } = picture
  return jpegCodec.encode({ width, height, data: rgbaOf(picture) }, quality).data
}

/** RGBA of a BT.601 limited-range picture. */
function rgbaOf(picture: YuvPicture): Uint8Array {
  const { width, height } = picture
  const data = new Uint8Array(width * height * 4)
  const held = new Uint8ClampedArray(data.buffer)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const c = (y >> 1) * (width >> 1) + (x >> 1)
      const luma = 1.164 * (picture.y[y * width + x]! - 16)
      const u = picture.u[c]! - 128
      const v = picture.v[c]! - 128
      const at = (y * width + x) * 4
      held[at] = luma + 1.596 * v
      held[at + 1] = luma - 0.392 * u - 0.813 * v
      held[at + 2] = luma + 2.017 * u
      held[at + 3] = 255
    }
  }
  return data
}
