import { type GbRead, gbProblem } from './gb-problem.ts'

/**
 * Subject of an INVITE (section 9.2 and annex K of 2016): `sender:its stream number,receiver:its stream number`. Stream
 * numbers are up to 20 signs; platforms put the SSRC there.
 */
export type GbSubject = {
  senderId: string
  senderStream: string
  receiverId: string
  receiverStream: string
}

const FORM = /^\s*(\d{1,20}):([\w-]{1,20})\s*,\s*(\d{1,20}):([\w-]{1,20})\s*$/

/** Reads `34020000001310000001:0200000001,34020000002000000001:0`. */
export function readSubject(text: string): GbRead<GbSubject> {
  const [, senderId, senderStream, receiverId, receiverStream] = FORM.exec(text) ?? []
  if (senderId === undefined) return gbProblem('subject', 0, `Subject '${text.slice(0, 60)}'`)
  return {
    ok: true,
    value: {
      senderId,
      senderStream: senderStream!,
      receiverId: receiverId!,
      receiverStream: receiverStream!,
    },
  }
}

/** Throws a RangeError for parts that would not be read back. */
export function writeSubject(subject: GbSubject): string {
  const { senderId, senderStream, receiverId, receiverStream } = subject
  const text = `${senderId}:${senderStream},${receiverId}:${receiverStream}`
  if (!FORM.test(text)) throw new RangeError(`Subject '${text}'`)
  return text
}
