/** The packets of the flows: requests, answers, uploads. Each is a draft; `writePacket` makes the frame. */
import { flagOf, type Packet, VERSION_2005, type Version } from './packet.ts'
import type { ExecutionCode, ReturnCode } from './return-codes.ts'
import { type PacketDraft, type ParameterItem, writeParameters } from './write-packet.ts'

/** Answers travel under the system's own number. */
const SYSTEM_ST = '91'

export type Station = { st: string; mn: string; password: string; version: Version }

/** A request of the platform. Flag requests an answer, as in all requests; 2005 has 3 there (split allowed). */
export function requestDraft(
  station: Station,
  qn: string,
  cn: string,
  items: readonly ParameterItem[] = [],
): PacketDraft {
  const { st, mn, password, version } = station
  return { qn, st, cn, password, mn, flag: flagOf(version, { ack: true }), cp: writeParameters(items) }
}

type Asked = Pick<Packet, 'qn' | 'mn' | 'password'> & { version: Version }

/** An answer carries the QN of its request; in the 2005 dialect it is among the parameters. */
function answer(cn: string, asked: Asked, items: readonly ParameterItem[]): PacketDraft {
  const { qn, mn, password, version } = asked
  const isOld = version === VERSION_2005
  const own: readonly ParameterItem[] = isOld && qn !== undefined ? [[['QN', qn]], ...items] : items
  return {
    ...(isOld || qn === undefined ? {} : { qn }),
    st: SYSTEM_ST,
    cn,
    ...(password === undefined ? {} : { password }),
    ...(mn === undefined ? {} : { mn }),
    flag: flagOf(version),
    cp: writeParameters(own),
  }
}

/** 9011: whether the request is taken. */
export const requestAnswer = (asked: Asked, code: ReturnCode) => answer('9011', asked, [[['QnRtn', code]]])
/** 9012: the result of an execution. */
export const executionResult = (asked: Asked, code: ExecutionCode) =>
  answer('9012', asked, [[['ExeRtn', code]]])
/** 9013: a notice was heard. */
export const noticeAnswer = (asked: Asked) => answer('9013', asked, [])
/** 9014: data were received. */
export const dataAnswer = (asked: Asked) => answer('9014', asked, [])
