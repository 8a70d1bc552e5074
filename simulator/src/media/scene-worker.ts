/** Thread that draws pictures: builds the city of its seed once, then answers requests in order. */
import { parentPort, workerData } from 'node:worker_threads'
import { cityOf } from '../world/city/city-of.ts'
import { unpackCity } from '../world/city/packed-city.ts'
import { createScene } from '../world/scenes/create-scene.ts'
import { yuvPictureOn } from '../world/scenes/scene-input.ts'
import { jpegOf } from './jpeg.ts'
import { loadOsdFont } from './media-files.ts'
import type { SceneReply, SceneRequest, SceneWorkerData } from './scene-messages.ts'
import { warmUpInput } from './warm-up.ts'

if (!parentPort) throw new Error('scene-worker runs as a worker thread only')
const port = parentPort
const { seed, city } = workerData as SceneWorkerData
const ground = city ? unpackCity(city).city : cityOf(seed)
const scene = createScene(ground, await loadOsdFont())

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
      const picture = yuvPictureOn(new ArrayBuffer((width * height * 3) >> 1), width, height)
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
