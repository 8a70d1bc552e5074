/** Payload types of GB/T 28181 (annex C): what a number means when no a=rtpmap says it. */

export type GbPayload = {
  /** 0–127. */
  type: number
  /** As rtpmap has it: PS, H264, PCMA. */
  encoding: string
  clockHz: number
  channels?: number
}

export const GB_PAYLOADS: readonly GbPayload[] = [
  { type: 96, encoding: 'PS', clockHz: 90_000 },
  { type: 97, encoding: 'MPEG4', clockHz: 90_000 },
  { type: 98, encoding: 'H264', clockHz: 90_000 },
  // The number that platforms in use give H.265; the standard has it for SVAC and says 100.
  { type: 99, encoding: 'H265', clockHz: 90_000 },
  { type: 0, encoding: 'PCMU', clockHz: 8000 },
  { type: 4, encoding: 'G723', clockHz: 8000 },
  { type: 8, encoding: 'PCMA', clockHz: 8000 },
  { type: 9, encoding: 'G722', clockHz: 8000 },
  { type: 18, encoding: 'G729', clockHz: 8000 },
  { type: 20, encoding: 'SVACA', clockHz: 8000 },
]

/** `96 PS/90000`, the value of an a=rtpmap; undefined for anything else. */
export function readRtpMap(value: string): GbPayload | undefined {
  const [, type, encoding, clock, channels] =
    /^(\d{1,3})\s+([^\s/]+)\/(\d{1,7})(?:\/(\d{1,2}))?/.exec(value.trim()) ?? []
  if (type === undefined || Number(type) > 127) return undefined
  const payload = { type: Number(type), encoding: encoding!, clockHz: Number(clock) }
  return channels === undefined ? payload : { ...payload, channels: Number(channels) }
}

export const rtpMap = ({ type, encoding, clockHz, channels }: GbPayload): string =>
  `${type} ${encoding}/${clockHz}${channels === undefined ? '' : `/${channels}`}`
