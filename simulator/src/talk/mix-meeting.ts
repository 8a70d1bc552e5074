import type { MeetingTable, Seat } from './meeting-table.ts'
import { Mixer } from './mixer.ts'
import { meanSquare } from './uplink-meter.ts'

/** Louder than that is speech: -50 dB. */
const SPEECH_POWER = 1e-5
/** A member who spoke this short ago still counts as speaking. */
const SPEAKS_FOR_MS = 400

/** A frame of a meeting: everybody hears the others, and is notified of changes of speakers. */
export function mixMeeting(table: MeetingTable, frame: number, nowMs: number): void {
  const joined = table.joined()
  const mixer = new Mixer<Seat>()
  for (const seat of joined) {
    const samples = seat.device ? seat.device.speak(frame) : seat.speech.next()
    if (!samples || seat.muted) continue
    mixer.add(seat, samples)
    if (meanSquare(samples) > SPEECH_POWER) seat.heardMs = nowMs
  }
  for (const seat of joined) {
    const heard = mixer.without(seat)
    if (!heard) continue
    if (seat.operator) seat.operator.link.sound(nowMs, heard)
    else seat.device?.hear(nowMs, heard)
  }
  const speaking = joined.flatMap((seat) => (nowMs - seat.heardMs < SPEAKS_FOR_MS ? [seat.memberId] : []))
  if (speaking.join() === table.speaking.join()) return
  table.speaking = speaking
  for (const { operator } of table.joinedOperators())
    operator?.link.say({ type: 'meetingSpeaking', meetingId: table.id, memberIds: speaking })
}
