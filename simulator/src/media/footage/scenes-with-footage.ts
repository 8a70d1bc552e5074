import type { SceneInput } from '../../world/scenes/scene-input.ts'
import { type SceneService, SceneServiceEnded, type SceneThread } from '../scene-service.ts'
import type { FootagePictures } from './create-footage.ts'

/**
 * Drawing threads that find the frame of a video in the buffer where a camera shows one, and draw only what lies over
 * it. Without an ffmpeg there is none.
 */
export function scenesWithFootage(scenes: SceneService, footage: FootagePictures | undefined): SceneService {
  const fill = async (input: SceneInput, width: number, height: number, buffer: ArrayBuffer) => {
    if (!input.footage) return
    if (!footage) throw new SceneServiceEnded('videos need an ffmpeg')
    await footage.into(input.footage, width, height, buffer)
  }
  const filling = (thread: SceneThread): SceneThread => ({
    ...thread,
    async ask(request, transfer) {
      const order = request(0)
      if (order.kind === 'frame') await fill(order.input, order.width, order.height, order.buffer)
      return thread.ask(request, transfer)
    },
  })
  return {
    ...scenes,
    async frame(input, width, height, buffer, fresh) {
      await fill(input, width, height, buffer)
      return scenes.frame(input, width, height, buffer, fresh && !input.footage)
    },
    prepare: async (input, width, height) => {
      if (!input.footage) await scenes.prepare(input, width, height)
    },
    async jpeg(input, width, height, quality) {
      if (!input.footage) return scenes.jpeg(input, width, height, quality)
      const buffer = new ArrayBuffer((width * height * 3) >> 1)
      await fill(input, width, height, buffer)
      return scenes.jpeg(input, width, height, quality, buffer)
    },
    openThread: () => filling(scenes.openThread()),
    [Symbol.asyncDispose]: () => scenes[Symbol.asyncDispose](),
  }
}
