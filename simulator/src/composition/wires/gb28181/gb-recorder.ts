import type { GbGateway } from '../../../gateways/gb28181/create-gb28181-gateway.ts'
import { joinSpans } from '../../../media/replay-spans.ts'
import type { ExternalRecorder } from '../../media/external-recordings.ts'

/** Files follow one another with a moment between them: a playback goes on over it. */
const BETWEEN_FILES_MS = 3000

/** Recordings of devices that registered by GB/T 28181; `gateway` is undefined while it is off. */
export function gbRecorder(
  gateway: () => Pick<GbGateway, 'recordings' | 'playback'> | undefined,
  hasChannel: (sn: string, chnId: number) => boolean,
): ExternalRecorder {
  return {
    has: hasChannel,
    async list(sn, chnId, fromMs, toMs) {
      const open = gateway()
      if (!open) throw new Error('The GB/T 28181 gateway is off.')
      return open.recordings(sn, chnId, fromMs, toMs)
    },
    play: (wish) => {
      const { sn, chnId, toMs } = wish
      const endOf = (positionMs: number): number => {
        const files = wish.recorded().map((file) => ({ ...file, toMs: file.toMs + BETWEEN_FILES_MS }))
        const run = joinSpans(files, positionMs, toMs)[0]
        return run?.fromMs === positionMs ? run.toMs : toMs
      }
      return ({ positionMs, speed }, events) => {
        const open = gateway()
        if (open) return open.playback({ sn, chnId, positionMs, speed, endOf }, events)
        queueMicrotask(events.ended)
        return OFF
      }
    },
  }
}

const nothing = () => Promise.resolve()
const OFF = { pause: nothing, resume: nothing, seek: nothing, stop: () => undefined }
