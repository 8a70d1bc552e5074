import { LIMITS } from '@backlot/contract/limits'
import { manualSnapshot } from '@backlot/contract/live-video/calls'
import { randomSeq } from '../../parts/player/snapshot.ts'
import { channel } from '../../platform/channel.ts'
import { request } from '../../platform/client.ts'

/** A device that has not sent its picture by then sends none. */
const PATIENCE_MS = 20_000

/**
 * Asks a device for a picture of its own. `came` is called once with the sequence that its alarm carries, when the picture
 * is there: it comes back as a Snapshot-Manual alarm whose alarmSeq is the sequence that was sent, to whoever hears
 * alarms. Rejects as `request` does.
 */
export async function askForSnapshot(
  place: { sn: string; chnId: number },
  came: (alarmSeq: string) => void,
): Promise<void> {
  const { sn } = place
  const seq = randomSeq(LIMITS.snapshotSeqLength)
  const stop = channel.on('resource', (message) => {
    if (message.sn !== sn || message.alarmSeq !== seq) return
    end()
    came(seq)
  })
  const timer = setTimeout(() => end(), PATIENCE_MS)
  const end = () => {
    clearTimeout(timer)
    stop()
  }
  try {
    await request(manualSnapshot, { body: { ...place, seq } })
  } catch (error) {
    end()
    throw error
  }
}
