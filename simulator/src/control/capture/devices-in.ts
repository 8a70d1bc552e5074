import type { CapturedWire } from '@backlot/contract/pcapng/wires'

/** Bytes in which a message may name its device. */
const HEAD_BYTES = 2000
/** Ids in addresses of SIP (GB/T 28181, annex E), and the first part of a path of RTSP. */
const IDS: Readonly<Partial<Record<CapturedWire, RegExp>>> = {
  gb28181: /sips?:([0-9]{20})@/g,
  rtsp: /rtsp:\/\/[^/\s]{1,300}\/([^/\s]{1,64})\//g,
}
/** Begin of a packet of JT/T 1078, and where its phone number is: 6 bytes, 10 in 2019 (JT/T 1078-2016, table 19). */
const MEDIA_MAGIC = 0x30316364
const PHONE_AT = 8
const PHONE_BYTES = [6, 10]

/** Devices that bytes of a wire name, for wires whose connections do not know theirs. */
export function devicesIn(
  wire: CapturedWire,
  bytes: Uint8Array,
  isDevice: (sn: string) => boolean,
): readonly string[] {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES))
  if (wire === 'jt1078') {
    if (head.length < PHONE_AT + 10 || head.readUInt32BE() !== MEDIA_MAGIC) return []
    return PHONE_BYTES.flatMap((length) => {
      const digits = head.toString('hex', PHONE_AT, PHONE_AT + length)
      return [digits, digits.slice(-12)].filter(isDevice)
    }).slice(0, 1)
  }
  const pattern = IDS[wire]
  if (!pattern) return []
  const found = [...head.toString('latin1').matchAll(pattern)].map(([, id]) => id ?? '')
  return [...new Set(found)].filter(isDevice)
}
