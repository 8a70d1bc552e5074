/** Draws cameras of the core: takes their jobs while a link to it is open. */
import { availableParallelism } from 'node:os'
import { openCoreLink } from '@backlot/simulator/cluster/core-link'
import { type JobServer, serveJobs } from '@backlot/simulator/cluster/job-leases'
import type { Cluster } from '@backlot/simulator/cluster/open-cluster'
import { createDrawingMachine } from '@backlot/simulator/composition/media/drawing-machine'
import { type DrawingForCore, drawForCore } from '@backlot/simulator/media/workers/draw-for-core'

/** Streams of 640×360 at 12 a second that a core draws and encodes with some room (docs/performance.md). */
export const CAMERAS_A_CORE = 32

/**
 * Takes up to `slots` streams. A machine without an ffmpeg, or whose pictures are not those of the core, says so in the
 * core's log and takes none. `url`: of the core, where it is reached otherwise than it says of itself.
 */
export function serveCameras(
  cluster: Cluster,
  order: { memberId: string; name: string; slots: number; url?: string | undefined },
): JobServer {
  const { log } = cluster
  const machine = createDrawingMachine({
    host: cluster.clock,
    log,
    ffmpeg: process.env['FFMPEG_PATH'],
    cores: availableParallelism(),
  })
  let { slots } = order
  let drawing: DrawingForCore | undefined
  let jobs: JobServer | undefined
  let lostBefore = 0
  let ended = false

  const serve = (own: DrawingForCore): void => {
    if (ended || drawing !== own || jobs) return
    jobs = serveJobs<null>(cluster, 'cameras', {
      slots,
      name: order.name,
      carry: ({ id, signal }) => own.carry(id, signal),
    })
  }
  const rest = async (): Promise<void> => {
    const leaving = jobs
    jobs = undefined
    await leaving?.[Symbol.asyncDispose]()
    lostBefore += leaving?.lost() ?? 0
  }
  const link = openCoreLink(cluster, {
    kind: 'cameras',
    ...order,
    onOpen(socket) {
      const own = drawForCore(socket, { machine, host: cluster.clock, log, slots, onReady: () => serve(own) })
      drawing = own
    },
    onClose() {
      drawing = undefined
      rest().catch((error: unknown) => log.debug({ err: error }, 'jobs could not be given back'))
    },
  })
  const handBack = async (): Promise<void> => {
    ended = true
    drawing?.setSlots(0)
    await rest()
    link[Symbol.dispose]()
  }
  return {
    carried: () => jobs?.carried() ?? [],
    setSlots(next) {
      slots = next
      jobs?.setSlots(next)
      drawing?.setSlots(next)
    },
    lost: () => lostBefore + (jobs?.lost() ?? 0),
    handBack,
    async [Symbol.asyncDispose]() {
      await handBack()
      await machine[Symbol.asyncDispose]()
    },
  }
}
