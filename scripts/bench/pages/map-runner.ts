// Runs a contender of the map benchmark in its page: batches at a pace, each with its animation frames.
import type { MapBatch, MapBench } from '../page-benches.ts'
import { MapScene, type SceneName } from './map-scene.ts'

/** Markers on a map of one library, or of ours. */
export type MapContender = {
  /** Resolves when all devices are on the map. */
  add(box: HTMLElement, scene: MapScene): Promise<void>
  apply(batch: MapBatch): void
  /** Calls back whenever the map has moved. */
  onMove(moved: () => void): void
}

const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export function offerMapBench(contenders: Readonly<Record<string, () => MapContender>>): void {
  const box = document.getElementById('map') as HTMLElement
  let scene: MapScene | undefined
  let contender: MapContender | undefined
  let ready: MapBatch[] = []
  let moves = 0
  const bench: MapBench = {
    async load(kind, sceneName, count) {
      const make = contenders[kind]
      if (!make) throw new Error(`No contender '${kind}'.`)
      scene = new MapScene(sceneName as SceneName, count)
      contender = make()
      await contender.add(box, scene)
      contender.onMove(() => {
        moves += 1
      })
      await frame()
      await frame()
    },
    prepare(batches, changes) {
      ready = Array.from({ length: batches }, () => scene?.batch(changes) ?? [])
    },
    async run(everyMs, boundMs) {
      const start = performance.now()
      let done = 0
      for (const batch of ready) {
        const wait = start + done * everyMs - performance.now()
        if (wait > 0) await pause(wait)
        contender?.apply(batch)
        // Work that a library leaves for the next frame belongs to the batch.
        await frame()
        await frame()
        done += 1
        if (performance.now() - start > boundMs) break
      }
      return done
    },
    takeMoves() {
      const taken = moves
      moves = 0
      return taken
    },
  }
  window.mapBench = bench
}
