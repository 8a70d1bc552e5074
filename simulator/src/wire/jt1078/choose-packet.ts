/** Which of two readings of a packet is right: the SIM number has six bytes or ten, and nothing says which. */
import { MAGIC, type RtpPacket, readRtpPacket, type SimBytes } from './rtp-packet.ts'

export const SIM_LENGTHS: readonly SimBytes[] = [6, 10]

type Whole = { length: number; packet: RtpPacket }
type Refused = { why: string }

/**
 * The packet at the beginning of `bytes`, 'more' where further bytes decide, or why there is none. A packet counts
 * when the next one follows it, or when its fields are possible with one length of the SIM number only; the latter
 * not in `isLost`, after garbage. `isOver`: no more bytes come, and 'more' means that the packet is cut. What it answers
 * does not depend on how many bytes more there are than it needs.
 */
export function choosePacket(
  bytes: Buffer,
  lengths: readonly SimBytes[],
  bodyMax: number,
  { isLost, isOver }: { isLost: boolean; isOver: boolean },
): Whole | 'more' | Refused {
  const read = lengths.map((length) => readRtpPacket(bytes, length, bodyMax))
  const possible = read.filter((one) => one !== 'more' && 'length' in one).sort((a, b) => a.length - b.length)
  const wholes = possible.filter((one): one is Whole => one.packet !== undefined)
  const isOpen = read.includes('more')
  if (isOver) {
    const isCut = isOpen || wholes.length < possible.length
    return chooseLast(bytes, wholes, isLost) ?? (isCut ? 'more' : { why: whyOf(read) })
  }
  if (isOpen) return wholes.find((one) => follows(bytes, one) === 'yes') ?? 'more'
  for (const [i, one] of possible.entries()) {
    const isLast = i === possible.length - 1
    if (one.packet === undefined) return 'more'
    const whole = { length: one.length, packet: one.packet }
    if (isLast && !isLost) return whole
    const next = follows(bytes, whole)
    if (next === 'yes') return whole
    if (next === 'open') return 'more'
  }
  return { why: whyOf(read) }
}

/** Of the last packet of a stream nothing follows. */
function chooseLast(bytes: Buffer, wholes: readonly Whole[], isLost: boolean): Whole | undefined {
  const ending = wholes.find(({ length }) => length === bytes.length)
  const followed = wholes.find((one) => follows(bytes, one) === 'yes')
  return followed ?? ending ?? (isLost ? undefined : wholes.at(-1))
}

/** Whether the next packet begins behind this one. */
function follows(bytes: Buffer, { length }: Whole): 'yes' | 'no' | 'open' {
  const next = bytes.subarray(length, length + MAGIC.length)
  if (!next.equals(MAGIC.subarray(0, next.length))) return 'no'
  return next.length === MAGIC.length ? 'yes' : 'open'
}

/** Why neither reading is a packet. */
export function whyOf(read: readonly ReturnType<typeof readRtpPacket>[]): string {
  for (const one of read) if (one !== 'more' && 'why' in one) return one.why
  return 'no packet follows this one'
}
