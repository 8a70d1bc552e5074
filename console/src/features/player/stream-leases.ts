import type { DataOut } from '@backlot/contract/call'
import { type StreamType, startLiveVideo, stopLiveVideo } from '@backlot/contract/live-video/calls'
import { request } from '../../platform/client.ts'
import { deviceStream } from '../../platform/device-stream.ts'
import { noteProblem } from '../../platform/diagnostics.ts'

export type StreamPlace = { sn: string; chnId: number; streamType: StreamType }

/** How many players of this page hold each stream: the platform hears a stop when the last one lets go. */
const holders = new Map<string, number>()

/** A channel that moves to another window is held again within this time; a stop would close it there. */
const STOP_AFTER_MS = 1500

const keyOf = (place: StreamPlace) => `${place.sn}/${place.chnId}/${place.streamType}`

/** Asks the platform for a stream. Rejects as `request` does. */
export async function askForStream(
  place: StreamPlace,
  signal: AbortSignal,
): Promise<DataOut<typeof startLiveVideo>> {
  return deviceStream(place.sn, await request(startLiveVideo, { body: place, signal }), signal)
}

/** Holds a stream until the answer is called. */
export function holdStream(place: StreamPlace): () => void {
  const key = keyOf(place)
  holders.set(key, (holders.get(key) ?? 0) + 1)
  let held = true
  return () => {
    if (!held) return
    held = false
    const left = (holders.get(key) ?? 1) - 1
    if (left > 0) {
      holders.set(key, left)
      return
    }
    holders.delete(key)
    setTimeout(() => {
      if (holders.has(key)) return
      // The stream ends without this too, some seconds after its socket: a failure costs nothing.
      request(stopLiveVideo, { body: place }).catch((error: unknown) =>
        noteProblem('live video', String(error)),
      )
    }, STOP_AFTER_MS)
  }
}
