/** Single pictures of channels at moments of platform time: drawn, or analysed. */
import type { Sighting } from '../world/scenes/sightings.ts'
import { gridFrame } from './frame-grid.ts'
import { type PictureSource, pictureOf } from './picture-of.ts'
import type { SceneService } from './scene-service.ts'

export type Stills = {
  /** A still picture as JPEG at a moment of platform time (default: now); undefined when there is no such camera. */
  renderPicture(wish: {
    sn: string
    chnId: number
    atMs?: number
    width?: number
  }): Promise<Uint8Array | undefined>
  /** Findings in the pictures of a channel at moments of platform time; undefined when there is no such camera. */
  sightings(wish: {
    sn: string
    chnId: number
    momentsMs: readonly number[]
  }): Promise<Sighting[][] | undefined>
}

const STILL = { width: 1280, leastWidth: 320, mostWidth: 1920, quality: 84 }

export function createStills(deps: {
  source: PictureSource
  framesPerSecond: number
  scenes(): SceneService
}): Stills {
  const { source, framesPerSecond } = deps
  const inputAt = (sn: string, chnId: number, atMs: number, quality: 'fine' | 'quick') => {
    const frame = gridFrame(atMs, framesPerSecond, source.cameras.find(sn, chnId)?.number ?? 0)
    return pictureOf(source, { sn, chnId, atMs, frame, quality })
  }
  return {
    async renderPicture({ sn, chnId, atMs = source.clock.now(), width = STILL.width }) {
      const input = inputAt(sn, chnId, atMs, 'fine')
      if (!input) return undefined
      const even = Math.max(STILL.leastWidth, Math.min(STILL.mostWidth, width)) & ~31
      return deps.scenes().jpeg(input, even, (even * 9) >> 4, STILL.quality)
    },
    async sightings({ sn, chnId, momentsMs }) {
      const inputs = momentsMs.map((atMs) => inputAt(sn, chnId, atMs, 'quick'))
      const drawn = inputs.filter((input) => input !== undefined)
      return drawn.length < inputs.length ? undefined : deps.scenes().sightings(drawn)
    },
  }
}
