/**
 * Draws pictures off the platform's thread. One worker draws frames in step with the clock; a second one prepares fine
 * backdrops and stills, which take longer than a frame may; a third analyses pictures.
 */
import type { Worker } from 'node:worker_threads'
import { moduleExtension, startWorker } from '../kernel/worker-url.ts'
import type { PackedCity } from '../world/city/packed-city.ts'
import type { PreparedBackdrop } from '../world/scenes/create-scene.ts'
import type { SceneInput } from '../world/scenes/scene-input.ts'
import type { Sighting } from '../world/scenes/sightings.ts'
import type { SceneReply, SceneRequest, SceneWorkerData } from './scene-messages.ts'
import { WARM_UP_PICTURES } from './warm-up.ts'

export type SceneService = AsyncDisposable & {
  /** Resolves when both workers have their city. */
  ready: Promise<void>
  /**
   * Draws into `buffer` and hands it back. The buffer is detached meanwhile. `fresh`: nothing of this view was drawn
   * before, so its backdrop is to be made: by the other thread when that has less to do.
   */
  frame(
    input: SceneInput,
    width: number,
    height: number,
    buffer: ArrayBuffer,
    fresh?: boolean,
  ): Promise<ArrayBuffer>
  /** Prepares the fine backdrop of `input` where the frames are drawn. */
  prepare(input: SceneInput, width: number, height: number): Promise<void>
  /** Makes both threads quick at pictures of a size, a little at a time; once. Resolves when they are. */
  warmUp(width: number, height: number): Promise<void>
  /** What this machine's pictures are: machines that answer the same draw the same. */
  proof(): Promise<string>
  /** `buffer`: the picture to draw over, where the input shows a video. */
  jpeg(
    input: SceneInput,
    width: number,
    height: number,
    quality: number,
    buffer?: ArrayBuffer,
  ): Promise<Uint8Array>
  /** Findings in each picture. */
  sightings(inputs: readonly SceneInput[]): Promise<Sighting[][]>
  /** Requests not yet answered, of all threads but those of `openThread`. */
  waiting(): number
  /** A drawing thread beside the others, for work that must not hold them up. Ended by its opener. */
  openThread(): SceneThread
}

export class SceneServiceEnded extends Error {
  override name = 'SceneServiceEnded'
}

export function createSceneService(deps: {
  seed: number
  city?: PackedCity
  onDeath(error: Error): void
}): SceneService {
  const drawing = startSceneWorker(deps)
  const preparing = startSceneWorker(deps)
  const ready = Promise.all([drawing.ready, preparing.ready]).then(() => undefined)
  // Waiting callers get a failure; without any, `onDeath` has been called.
  ready.catch(() => undefined)
  let warm: Promise<unknown> | undefined
  /** Thread for analysis, so that it does not wait for still pictures; started on demand. */
  let looking: SceneThread | undefined
  const warmUpThread = async (thread: SceneThread, width: number, height: number): Promise<void> => {
    for (let index = 0; index < WARM_UP_PICTURES; index++) {
      await thread.ask((id) => ({ kind: 'warmUp', id, index, width, height }), [])
    }
  }
  return {
    ready,
    async warmUp(width, height) {
      // A thread that ends meanwhile is reported by `onDeath`.
      warm ??= Promise.allSettled([drawing, preparing].map((thread) => warmUpThread(thread, width, height)))
      await warm
    },
    async frame(input, width, height, buffer, fresh = false) {
      if (fresh && preparing.waiting() < drawing.waiting()) await this.prepare(standing(input), width, height)
      const reply = await drawing.ask((id) => ({ kind: 'frame', id, input, width, height, buffer }), [buffer])
      if (reply.kind !== 'done') throw new Error('a scene worker answered something else')
      return reply.buffer
    },
    async prepare(input, width, height) {
      const reply = await preparing.ask((id) => ({ kind: 'backdrop', id, input, width, height }), [])
      if (reply.kind !== 'prepared') throw new Error('a scene worker answered something else')
      drawing.tell({ kind: 'install', prepared: reply.prepared }, buffersOf(reply.prepared))
    },
    async proof() {
      const reply = await preparing.ask((id) => ({ kind: 'proof', id }), [])
      if (reply.kind !== 'proof') throw new Error('a scene worker answered something else')
      return reply.digest
    },
    async jpeg(input, width, height, quality, buffer) {
      const reply = await preparing.ask(
        (id) => ({ kind: 'jpeg', id, input, width, height, quality, buffer }),
        buffer ? [buffer] : [],
      )
      if (reply.kind !== 'jpeg') throw new Error('a scene worker answered something else')
      return reply.jpeg
    },
    async sightings(inputs) {
      looking ??= startSceneWorker(deps)
      const reply = await looking.ask((id) => ({ kind: 'sightings', id, inputs }), [])
      if (reply.kind !== 'sightings') throw new Error('a scene worker answered something else')
      return reply.found
    },
    waiting: () => drawing.waiting() + preparing.waiting() + (looking?.waiting() ?? 0),
    openThread: () => startSceneWorker({ ...deps, onDeath: () => undefined }),
    async [Symbol.asyncDispose]() {
      await Promise.all([drawing.end(), preparing.end(), looking?.end()])
    },
  }
}

/** Fixed contents of a picture, without passing things. */
export function standing(input: SceneInput): SceneInput {
  return { ...input, vehicles: [], incidents: [] }
}

function buffersOf({ backdrop }: PreparedBackdrop): ArrayBuffer[] {
  return [backdrop.y.buffer as ArrayBuffer, backdrop.depth.buffer as ArrayBuffer]
}

type Asked = SceneReply & { id: number }
export type SceneThread = {
  ready: Promise<void>
  /** Requests not yet answered. */
  waiting(): number
  ask(request: (id: number) => SceneRequest, transfer: ArrayBuffer[]): Promise<Asked>
  tell(request: SceneRequest, transfer: ArrayBuffer[]): void
  end(): Promise<void>
}

function startSceneWorker(deps: {
  seed: number
  city?: PackedCity
  onDeath(error: Error): void
}): SceneThread {
  const workerData: SceneWorkerData = { seed: deps.seed, city: deps.city }
  const url = new URL(`./scene-worker${moduleExtension(import.meta.url)}`, import.meta.url)
  const worker: Worker = startWorker(url, { workerData })
  const waiting = new Map<number, { resolve(reply: Asked): void; reject(error: Error): void }>()
  let next = 1
  let ending = false
  let markReady: () => void = () => undefined
  let markFailed: (error: Error) => void = () => undefined
  const ready = new Promise<void>((resolve, reject) => {
    markReady = resolve
    markFailed = reject
  })
  ready.catch(() => undefined)
  const fail = (error: Error): void => {
    markFailed(error)
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('message', (reply: SceneReply) => {
    if (reply.kind === 'ready') return markReady()
    const asked = waiting.get(reply.id)
    waiting.delete(reply.id)
    if (reply.kind === 'failed') asked?.reject(new Error(reply.message))
    else asked?.resolve(reply)
  })
  worker.on('error', (error) => {
    fail(error)
    deps.onDeath(error)
  })
  worker.on('exit', () => {
    const error = new SceneServiceEnded('the scene worker has ended')
    fail(error)
    if (!ending) deps.onDeath(error)
  })
  return {
    ready,
    waiting: () => waiting.size,
    ask(request, transfer) {
      if (ending) return Promise.reject(new SceneServiceEnded('the scene service has ended'))
      const id = next++
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        worker.postMessage(request(id), transfer)
      })
    },
    tell(request, transfer) {
      if (!ending) worker.postMessage(request, transfer)
    },
    async end() {
      ending = true
      await worker.terminate()
    },
  }
}
