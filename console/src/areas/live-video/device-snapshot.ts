import { LIMITS } from '@backlot/contract/limits'
import { manualSnapshot } from '@backlot/contract/live-video/calls'
import { awaitAlarm } from '../../features/alarms/awaited-alarms.ts'
import { randomSeq } from '../../features/player/snapshot.ts'
import { channel } from '../../platform/channel.ts'
import { request } from '../../platform/client.ts'

/** A device that has not sent its picture by then sends none. */
const PATIENCE_MS = 20_000

/** A requested picture: the sequence of its alarm, and whether the picture is there. */
type AskedSnapshot = { alarmSeq: string; isThere: boolean }

/**
 * Asks a device for a picture of its own. `onAnswer` is called when the device took the command, and again when the
 * picture is there: it comes back as a Snapshot-Manual alarm whose alarmSeq is the sent sequence, to listeners of
 * alarms. Rejects as `request` does.
 */
export async function askForSnapshot(
  place: { sn: string; chnId: number },
  onAnswer: (asked: AskedSnapshot) => void,
): Promise<void> {
  const { sn } = place
  const alarmSeq = randomSeq(LIMITS.snapshotSeqLength)
  let isThere = false
  const stops = [
    awaitAlarm(alarmSeq),
    channel.on('resource', (message) => {
      if (message.sn !== sn || message.alarmSeq !== alarmSeq || isThere) return
      isThere = true
      onAnswer({ alarmSeq, isThere })
    }),
  ]
  const end = () => {
    for (const stop of stops) stop()
  }
  try {
    await request(manualSnapshot, { body: { ...place, seq: alarmSeq } })
    if (!isThere) onAnswer({ alarmSeq, isThere })
    setTimeout(end, PATIENCE_MS)
  } catch (error) {
    end()
    throw error
  }
}
