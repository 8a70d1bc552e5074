/** A platform's request at a station: carried out, and answered packet by packet. */
import { executionResult, noticeAnswer, requestAnswer } from '../../../wire/hj212/messages.ts'
import { type Packet, VERSION_2005, type Version, versionOf } from '../../../wire/hj212/packet.ts'
import { EXE_RTN, QN_RTN } from '../../../wire/hj212/return-codes.ts'
import { splitDrafts } from '../../../wire/hj212/split-packets.ts'
import { type PacketDraft, type ParameterItem, UnwritablePacket } from '../../../wire/hj212/write-packet.ts'
import { answerRequest, type StationIdentity } from './answer-request.ts'
import type { StationSensors } from './station-data.ts'
import type { StationSettings } from './station-settings.ts'

export type RequestServing = {
  settings: StationSettings
  sensors: StationSensors
  identity: StationIdentity
  /** Platform time. */
  nowMs: number
  /** The head of a packet of data. */
  headOf(cn: string): Omit<PacketDraft, 'cp' | 'qn'>
  say(draft: PacketDraft): void
}

/** Returns whether the request was carried out: it may have changed settings. Each packet is sent by `say`. */
export function serveRequest(packet: Packet, serving: RequestServing): boolean {
  const { settings, sensors, identity, nowMs, say } = serving
  const asked = {
    qn: packet.qn,
    mn: identity.mn,
    password: settings.password,
    version: packet.flag === undefined ? VERSION_2005 : versionOf(packet.flag),
  }
  const reply = answerRequest({ packet, settings, sensors, identity, nowMs })
  if (reply.kind === 'heard') {
    say(noticeAnswer(asked))
    return false
  }
  say(requestAnswer(asked, reply.kind === 'refused' ? reply.code : QN_RTN.ready))
  if (reply.kind === 'refused') return false
  const isSaid = sayData(packet.cn, reply.data, asked, serving)
  say(executionResult(asked, isSaid ? reply.code : EXE_RTN.failed))
  return true
}

/** Data for a request, under its QN. Answers false when the wire cannot carry them. */
function sayData(
  cn: string,
  data: readonly (readonly ParameterItem[])[],
  asked: { qn: string | undefined; version: Version },
  { headOf, say }: Pick<RequestServing, 'headOf' | 'say'>,
): boolean {
  const isOld = asked.version === VERSION_2005
  try {
    for (const [first, ...rest] of data) {
      if (!first) continue
      const repeated: ParameterItem[] =
        isOld && asked.qn !== undefined ? [[['QN', asked.qn]], first] : [first]
      for (const draft of splitDrafts(headOf(cn), repeated, rest, () => (isOld ? undefined : asked.qn))) {
        say(draft)
      }
    }
    return true
  } catch (error) {
    if (error instanceof UnwritablePacket) return false
    throw error
  }
}
