/** RTP on a connection that is there (RFC 4571). */
import type { Socket } from 'node:net'
import { createFramedRtpReader, framePackets } from '../../wire/rtp/framed-rtp.ts'
import { isRtcp } from '../../wire/rtp/rtcp.ts'
import type { RtpLinkEvents } from './rtp-link.ts'

/** Frames in a row that are no RTP: the lengths are lost, or the peer speaks something else. */
const BAD_FRAMES_MOST = 8

export type FramedSocket = {
  send(packets: readonly Buffer[]): void
  bufferedBytes(): number
  destroy(): void
}

/** Takes a socket over until it ends; it is destroyed then. `end` comes once, and not after `destroy`. */
export function framedSocket(socket: Socket, events: RtpLinkEvents): FramedSocket {
  const reader = createFramedRtpReader()
  let bad = 0
  let isOver = false
  let error: string | undefined
  const end = (reason: 'peerGone' | 'noRtp', detail?: string): void => {
    if (isOver) return
    isOver = true
    socket.destroy()
    events.end(reason, detail)
  }
  socket.setNoDelay(true)
  socket.on('data', (chunk) => {
    for (const packet of reader.push(chunk)) {
      if (isOver) return
      if (packet[0]! >> 6 !== 2) {
        if (++bad > BAD_FRAMES_MOST) end('noRtp')
        continue
      }
      bad = 0
      if (isRtcp(packet)) events.report(packet)
      else events.packet(packet)
    }
  })
  socket.on('error', (problem) => {
    error = problem.message
  })
  socket.on('end', () => end('peerGone'))
  socket.on('close', () => end('peerGone', error))
  return {
    send(packets) {
      if (!isOver && packets.length > 0) socket.write(framePackets(packets))
    },
    bufferedBytes: () => socket.writableLength,
    destroy() {
      isOver = true
      socket.destroy()
    },
  }
}
