import type { QueryOut } from '@backlot/contract/call'
import type { controlCapture } from '@backlot/contract/control/capture-calls'
import { CAPTURE_LIMITS } from '@backlot/contract/control/constants'
import { CAPTURED_WIRES } from '@backlot/contract/pcapng/wires'
import type { Logger } from 'pino'
import { StreamReply } from '../../calls/route.ts'
import type { PastDialogues } from '../../fleet/uplinks/past-packet.ts'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import { PlatformError } from '../../kernel/platform-error.ts'
import type { SocketTap } from '../../sockets/socket-tap.ts'
import { LiveCapture } from './live-capture.ts'
import { pastDialogues, writePast } from './write-past.ts'

/** Captures of the wires that clients of the control API have asked for. */
export type Captures = Disposable & {
  /** Throws a PlatformError for what cannot be captured. */
  open(query: QueryOut<typeof controlCapture>): StreamReply
  running(): number
}

export type CapturesDeps = {
  tap: Pick<SocketTap, 'listen'>
  clock: Pick<PlatformClock, 'now'>
  host: Pick<HostClock, 'now' | 'every' | 'after'>
  isDevice(sn: string): boolean
  past: PastDialogues
  log: Pick<Logger, 'error'>
}

const FLUSH_MS = 100
const HEADERS = {
  'content-type': 'application/x-pcapng',
  'content-disposition': 'attachment; filename="backlot.pcapng"',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}

export function createCaptures(deps: CapturesDeps): Captures {
  const { tap, clock, host } = deps
  const open = new Set<() => void>()

  const begin = (query: QueryOut<typeof controlCapture>): StreamReply =>
    new StreamReply(HEADERS, (response) => {
      let isOpen = true
      const close = (): void => {
        if (!isOpen) return
        isOpen = false
        stopListening()
        stopFlushing()
        stopWaiting()
        capture.end()
        response.end()
        open.delete(close)
      }
      let stopListening = (): void => undefined
      let stopFlushing = (): void => undefined
      let stopWaiting = (): void => undefined
      const capture = new LiveCapture({
        wires: query.wires ?? CAPTURED_WIRES,
        only: query.sn && new Set(query.sn),
        packetsMost: query.packets ?? CAPTURE_LIMITS.packets,
        bytesMost: CAPTURE_LIMITS.bytes,
        comment: 'Live: addresses are those of the connections, times those of the platform clock.',
        platformMs: () => clock.now(),
        hostMs: () => host.now(),
        isDevice: deps.isDevice,
        write: (block) => void response.write(block),
        unread: () => response.writableLength,
        full: () => close(),
      })
      stopListening = tap.listen(capture)
      stopFlushing = host.every(FLUSH_MS, () => capture.flush())
      stopWaiting = host.after((query.seconds ?? CAPTURE_LIMITS.seconds) * 1000, close)
      response.on('close', close)
      response.on('error', close)
      open.add(close)
    })

  return {
    open(query) {
      const unknown = query.sn?.find((sn) => !deps.isDevice(sn))
      if (query.from === undefined && query.to === undefined) {
        if (open.size >= CAPTURE_LIMITS.atOnce)
          throw new PlatformError(
            'unavailable',
            `${CAPTURE_LIMITS.atOnce} captures run already: end one first.`,
            undefined,
            { retryAfterSeconds: 5 },
          )
        return begin(query)
      }
      if (unknown !== undefined) throw new PlatformError('notFound', `There is no device ${unknown}.`, 'sn')
      const order = pastOrder(query, clock.now())
      const dialogues = pastDialogues(deps.past, order)
      return new StreamReply(HEADERS, (response) => {
        writePast(dialogues, order, response).catch((error: unknown) => {
          deps.log.error({ err: error }, 'a capture of the past could not be written')
          response.destroy()
        })
      })
    },
    running: () => open.size,
    [Symbol.dispose]() {
      for (const close of [...open]) close()
    },
  }
}

/** Checks an order of the past. */
function pastOrder(query: QueryOut<typeof controlCapture>, nowMs: number) {
  const { from, to, sn, seconds } = query
  const wrong = (message: string, field: string) => new PlatformError('invalid', message, field)
  if (from === undefined || to === undefined)
    throw wrong('The past needs both from and to.', from === undefined ? 'from' : 'to')
  if (from >= to) throw wrong('from must come before to.', 'from')
  if (to > nowMs) throw wrong('to is in the future of the platform clock.', 'to')
  if (to - from > CAPTURE_LIMITS.pastMs) throw wrong('from and to may be 24 hours apart.', 'from')
  if (!sn) throw wrong('The past is captured of some devices: name them with sn.', 'sn')
  if (seconds !== undefined) throw wrong('seconds is for live captures: the past has from and to.', 'seconds')
  return { fromMs: from, toMs: to, sns: sn, wires: query.wires, packetsMost: query.packets }
}
