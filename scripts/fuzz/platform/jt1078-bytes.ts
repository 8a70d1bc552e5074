// Packets of media of terminals: pictures and sound of several channels, whole frames and split ones.
import { createRtpPacketizer } from '@backlot/simulator/wire/jt1078/rtp-packetizer'

export function jt1078Packets(): Buffer[] {
  const frame = { payloadType: 98, timestampMs: 40 } as const
  return ([6, 10] as const).flatMap((simBytes) => {
    const packetsOf = createRtpPacketizer({ sim: '013912345678', simBytes, channel: 1 })
    const key = packetsOf({ ...frame, dataType: 0, bytes: Buffer.alloc(3000, 0x65) })
    const sound = packetsOf({ ...frame, payloadType: 6, dataType: 3, bytes: Buffer.alloc(320, 0xd5) })
    const data = packetsOf({ payloadType: 91, dataType: 4, bytes: Buffer.from('data') })
    return [...key, ...sound, ...data].map((packet) => Buffer.from(packet))
  })
}
