/** Orders for pictures (2022, 9.14): taken one after the other, each uploaded before the next. */
import { toCivil } from '@backlot/contract/time'
import type { GbSnapshotOrder } from '../../gb28181/device/ports.ts'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import type { Media } from '../../media/create-media.ts'
import type { GbPlace } from './gb-roster.ts'
import { uploadPicture } from './upload-picture.ts'

export type GbSnapshots = Disposable & {
  /** Answers the ids of the pictures. Rejects when one is not taken, or too many orders are carried out. */
  take(place: GbPlace, order: GbSnapshotOrder): Promise<readonly string[]>
}

const ORDERS_MOST = 16
const INTERVAL_S = { least: 1, most: 3600 }
const WIDTH = 1280
/** Of images, in the names of files. */
const IMAGE = '02'
const BEIJING_MINUTES = 480

export function createGbSnapshots(deps: {
  media: Pick<Media, 'renderPicture'>
  clock: Pick<PlatformClock, 'now'>
  host: HostClock
  targetOf: Parameters<typeof uploadPicture>[0]['targetOf']
}): GbSnapshots {
  const { media, clock, host, targetOf } = deps
  let running = 0
  let isOver = false
  const waits = new Set<() => void>()
  const wait = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const done = () => {
        cancel()
        waits.delete(done)
        resolve()
      }
      const cancel = host.after(ms, done)
      waits.add(done)
    })

  const takeAll = async ({ sn, chnId, id }: GbPlace, order: GbSnapshotOrder): Promise<string[]> => {
    const everyS = Math.min(INTERVAL_S.most, Math.max(INTERVAL_S.least, order.intervalS))
    const names: string[] = []
    for (let number = 1; number <= order.count && !isOver; number++) {
      if (number > 1) await wait(everyS * 1000)
      const atMs = clock.now()
      const jpeg = await media.renderPicture({ sn, chnId, atMs, width: WIDTH })
      if (!jpeg) throw new Error('there is no picture')
      const fileName = `${id}${IMAGE}${digitsOf(atMs)}${String(number).padStart(2, '0')}`
      await uploadPicture({ hostClock: host, targetOf }, { url: order.uploadUrl, fileName, jpeg })
      names.push(fileName)
    }
    return names
  }
  return {
    async take(place, order) {
      if (running >= ORDERS_MOST) throw new Error('too many orders for pictures')
      running++
      try {
        return await takeAll(place, order)
      } finally {
        running--
      }
    },
    [Symbol.dispose]() {
      isOver = true
      for (const end of [...waits]) end()
    },
  }
}

/** Year to millisecond, in Beijing time. */
function digitsOf(atMs: number): string {
  const { year, month, day, hour, minute, second, millisecond } = toCivil(Math.floor(atMs), BEIJING_MINUTES)
  const two = [month, day, hour, minute, second].map((value) => String(value).padStart(2, '0'))
  return `${year}${two.join('')}${String(millisecond).padStart(3, '0')}`
}
