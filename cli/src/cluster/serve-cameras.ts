/** Draws cameras of the core, as long as there is a link to it. */
import { availableParallelism } from 'node:os'
import { openCoreLink } from '@backlot/simulator/cluster/core-link'
import type { Cluster } from '@backlot/simulator/cluster/open-cluster'
import { createDrawingMachine } from '@backlot/simulator/composition/media/drawing-machine'
import { type DrawingForCore, drawForCore } from '@backlot/simulator/media/workers/draw-for-core'

export type CameraServer = AsyncDisposable & {
  /** Streams that it draws. */
  carried(): readonly string[]
}

/**
 * Takes up to `slots` streams. A machine without an ffmpeg, or whose pictures are not those of the core, says so in the
 * core's log and takes none. `url`: of the core, where it is reached otherwise than it says of itself.
 */
export function serveCameras(
  cluster: Cluster,
  order: { memberId: string; name: string; slots: number; url?: string | undefined },
): CameraServer {
  const { clock: host, log } = cluster
  const ffmpeg = process.env['FFMPEG_PATH']
  const machine = createDrawingMachine({
    host,
    log,
    ffmpeg,
    cores: availableParallelism(),
    slots: order.slots,
  })
  let drawing: DrawingForCore | undefined
  const link = openCoreLink(cluster, {
    kind: 'cameras',
    ...order,
    onOpen(socket) {
      drawing = drawForCore(socket, { machine, host, log, slots: order.slots })
    },
    onClose() {
      drawing = undefined
    },
  })
  return {
    carried: () => drawing?.cameras() ?? [],
    async [Symbol.asyncDispose]() {
      drawing?.leave()
      link[Symbol.dispose]()
      await machine[Symbol.asyncDispose]()
    },
  }
}
