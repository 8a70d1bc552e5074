/** Header extension of replayed packets (ONVIF Streaming Specification, 6.3): the moment that a packet shows. */
import { ntpOf } from './rtcp.ts'
import type { RtpExtension } from './rtp-packet.ts'

const PROFILE = 0xabac
const [CLEAN_POINT, END, DISCONTINUITY] = [0x80, 0x40, 0x20]

/**
 * `atMs`: the recorded moment, epoch milliseconds. `isKey`: a decoder can begin with it; `isEnd`: nothing recorded
 * follows it at once; `isJump`: it does not follow the packet before it. `cseq`: of the PLAY that had it sent; its low byte
 * is written.
 */
export function replayExtension(
  atMs: number,
  { isKey, isEnd, isJump, cseq }: { isKey: boolean; isEnd: boolean; isJump: boolean; cseq: number },
): RtpExtension {
  const data = Buffer.alloc(12)
  const { seconds, fraction } = ntpOf(atMs)
  data.writeUInt32BE(seconds, 0)
  data.writeUInt32BE(fraction, 4)
  data[8] = (isKey ? CLEAN_POINT : 0) | (isEnd ? END : 0) | (isJump ? DISCONTINUITY : 0)
  data[9] = cseq & 0xff
  return { profile: PROFILE, data }
}
