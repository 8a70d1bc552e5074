/** The connection under an MQTT client, whose bytes the client's library writes: faults of the wire change them here. */
import { createConnection, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { HostClock } from '../../../kernel/clock.ts'
import { createPacketSender, resetAfterWrites } from '../packet-sender.ts'
import type { WireTransform } from '../uplink.ts'

export type MqttStream = {
  /** What the library reads and writes; without a transform the socket itself. */
  stream: Duplex
  /** Counts the bytes. */
  socket: Socket
  /** Sends what waits at once, and the rest without faults: the library ends once the broker has answered all. */
  leave(): void
}

/** Pieces that wait before the library has to. */
const WAITING_MOST = 500

export function openMqttStream(
  at: { host: string; port: number },
  hostClock: HostClock,
  transform: (() => WireTransform | undefined) | undefined,
): MqttStream {
  const socket = createConnection(at)
  if (!transform) return { stream: socket, socket, leave: () => undefined }
  let isLeaving = false
  let goOn: (() => void) | undefined
  const sender = createPacketSender(hostClock, () => (isLeaving ? undefined : transform()))
  const send = (bytes: Uint8Array, done: () => void): void => {
    sender.send(bytes, (piece, resets) => {
      if (socket.writable) socket.write(piece)
      if (resets) resetAfterWrites(socket)
      if (sender.waits() < WAITING_MOST) goOn?.()
    })
    if (sender.waits() < WAITING_MOST) done()
    else
      goOn = () => {
        goOn = undefined
        done()
      }
  }
  const stream = new Duplex({
    read: () => void socket.resume(),
    write: (chunk: Buffer, _encoding, done) => send(chunk, done),
    // The library writes a packet in parts, corked.
    writev: (chunks: { chunk: Buffer }[], done) =>
      send(Buffer.concat(chunks.map(({ chunk }) => chunk)), done),
    final(done) {
      sender.flush()
      socket.end()
      done()
    },
    destroy(error, done) {
      sender.clear()
      socket.destroy()
      done(error)
    },
  })
  socket.on('data', (bytes) => {
    if (!stream.push(bytes)) socket.pause()
  })
  socket.on('end', () => stream.push(null))
  socket.on('error', (error) => stream.destroy(error))
  socket.on('close', () => stream.destroy())
  return {
    stream,
    socket,
    leave() {
      isLeaving = true
      sender.flush()
    },
  }
}
