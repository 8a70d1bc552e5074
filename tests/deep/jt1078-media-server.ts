import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeAudio, TALK_FRAME_SAMPLES } from '@backlot/contract/talk/audio-frame'
import { decodeRtpDatagram } from '@backlot/simulator/wire/jt1078/decode-datagram'
import { type AssembledFrame, FrameAssembler } from '@backlot/simulator/wire/jt1078/frame-assembler'
import { PAYLOAD_TYPES } from '@backlot/simulator/wire/jt1078/payload-types'
import type { RtpPacket } from '@backlot/simulator/wire/jt1078/rtp-packet'
import { createRtpPacketizer } from '@backlot/simulator/wire/jt1078/rtp-packetizer'
import { createRtpReader } from '@backlot/simulator/wire/jt1078/rtp-reader'
import { expect } from 'vitest'
import { stripsOf } from './strips-of.ts'

/** A media server for one terminal: keeps the frames that come, and lets ffmpeg decode them. */
export async function openMediaServer(transport: 'tcp' | 'udp') {
  const frames: AssembledFrame[] = []
  const packets: RtpPacket[] = []
  const assembler = new FrameAssembler()
  const take = (packet: RtpPacket): void => {
    packets.push(packet)
    for (const item of assembler.add(packet)) {
      if (item.kind === 'problem') throw new Error(item.problem.message)
      frames.push(item.frame)
    }
  }
  let socket: Socket | undefined
  let end = (): void => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })

  const tcp = createServer((opened) => {
    socket = opened
    const reader = createRtpReader()
    opened.on('data', (chunk: Buffer) => {
      for (const item of reader.push(chunk)) {
        if (item.kind === 'problem') throw new Error(item.problem.message)
        take(item.packet)
      }
    })
    opened.on('error', () => undefined)
    opened.on('close', end)
  })
  const udp = createSocket('udp4').on('message', (datagram) => {
    const packet = decodeRtpDatagram(datagram)
    if (!packet.ok) throw new Error(packet.problem.message)
    take(packet.value)
  })
  if (transport === 'tcp') await once(tcp.listen(0, '127.0.0.1'), 'listening')
  else {
    udp.bind(0, '127.0.0.1')
    await once(udp, 'listening')
  }
  const isPicture = ({ dataType }: AssembledFrame) => dataType <= 2
  return {
    port: transport === 'tcp' ? (tcp.address() as AddressInfo).port : udp.address().port,
    /** Payload types that came, with what they carry. */
    codecs: () =>
      [
        ...new Set(frames.map((frame) => `${frame.payloadType} ${isPicture(frame) ? 'picture' : 'sound'}`)),
      ].sort(),
    /** The first pictures, once there are so many, as ffmpeg reads them from the bare stream. */
    async strips(count: number) {
      const pictures = () => frames.filter(isPicture)
      await expect.poll(() => pictures().length, { timeout: 60_000 }).toBeGreaterThanOrEqual(count + 2)
      const folder = await mkdtemp(join(tmpdir(), 'backlot-jt1078-'))
      try {
        const file = join(folder, 'pictures')
        const format = pictures()[0]?.payloadType === PAYLOAD_TYPES.h265 ? 'hevc' : 'h264'
        await writeFile(file, Buffer.concat(pictures().map(({ bytes }) => bytes)))
        return await stripsOf(file, count, ['-f', format])
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    /** Says a tone to the terminal, in frames of 40 ms. */
    async say(sim: string, count: number) {
      await expect.poll(() => socket !== undefined, { timeout: 10_000 }).toBe(true)
      const packetsOf = createRtpPacketizer({ sim, channel: 1 })
      const tone = Int16Array.from({ length: TALK_FRAME_SAMPLES }, (_, i) => Math.sin(i / 3) * 8000)
      for (let i = 0; i < count; i++) {
        const frame = {
          payloadType: 6,
          dataType: 3,
          timestampMs: i * 40,
          bytes: encodeAudio('alaw', tone),
        } as const
        for (const packet of packetsOf(frame)) socket!.write(packet)
      }
    },
    /** The terminal has closed its connection. */
    ended,
    async [Symbol.asyncDispose]() {
      socket?.destroy()
      if (transport === 'tcp') await new Promise((resolve) => tcp.close(resolve))
      else await new Promise<void>((resolve) => udp.close(() => resolve()))
    },
  }
}
