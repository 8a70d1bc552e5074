import { ACK_RESULTS } from '../../../wire/jt808/acks.ts'
import { FrameReader } from '../../../wire/jt808/frame-reader.ts'
import type { Jt808Header } from '../../../wire/jt808/header.ts'
import { decodeBody, encodeMessage, type Jt808Message } from '../../../wire/jt808/message.ts'
import type { PastPacket } from '../past-packet.ts'
import type { UplinkDevice } from '../uplink.ts'
import { type TerminalOptions, VehicleTerminal } from './vehicle-terminal.ts'

/** How often it is looked whether the vehicle is online, milliseconds. */
const LOOK_MS = 5000
const AUTH_CODE = '000000000000'

/**
 * The dialogue of a vehicle's terminal with a platform that answers at once, in [fromMs, toMs) of platform time: it
 * connects when it is online, and begins with its registration.
 */
export function* pastTerminal(
  device: UplinkDevice,
  options: TerminalOptions,
  fromMs: number,
  toMs: number,
): Generator<PastPacket> {
  let nowMs = fromMs
  let isConnected = false
  const sent: PastPacket[] = []
  const platform = answeringPlatform(options.version)
  const terminal = new VehicleTerminal({
    device,
    options,
    hostNow: () => nowMs,
    platformNow: () => nowMs,
    isLive: () => isConnected,
    send: (packet) => void sent.push({ kind: 'bytes', atMs: nowMs, direction: 'in', bytes: packet }),
    drop: () => undefined,
  })
  /** What was sent, and what it causes. */
  function* dialogue(): Generator<PastPacket> {
    for (let packet = sent.shift(); packet; packet = sent.shift()) {
      yield packet
      if (packet.kind !== 'bytes') continue
      for (const bytes of platform(packet.bytes)) {
        yield { kind: 'bytes', atMs: nowMs, direction: 'out', bytes }
        terminal.receive(bytes)
      }
    }
  }
  while (nowMs < toMs) {
    const isUp = device.isUpAt?.(nowMs) ?? true
    if (isUp && !isConnected) {
      isConnected = true
      terminal.opened()
      yield* dialogue()
    } else if (!isUp && isConnected) {
      isConnected = false
      terminal.closed()
      sent.length = 0
      yield { kind: 'end', atMs: nowMs }
    }
    const nextMs = terminal.beat()
    yield* dialogue()
    nowMs = Math.max(nowMs + 1, Math.min(nowMs + LOOK_MS, nextMs))
  }
}

/** A platform that takes whatever a terminal sends: registration (8100), everything else (8001). */
function answeringPlatform(version: TerminalOptions['version']): (packet: Uint8Array) => Uint8Array[] {
  const reader = new FrameReader()
  let serial = 0
  const answerTo = (header: Jt808Header, message: Jt808Message): Jt808Message | undefined => {
    const { ok } = ACK_RESULTS
    switch (message.kind) {
      case 'register':
        return { kind: 'registerReply', serial: header.serial, result: ok, authCode: AUTH_CODE }
      case 'terminalAck':
        return undefined
      default:
        return { kind: 'platformAck', serial: header.serial, id: header.id, result: ok }
    }
  }
  return (packet) => {
    const answers: Uint8Array[] = []
    for (const item of reader.push(packet)) {
      if (item.kind === 'problem') continue
      const { header, body } = item.frame
      const read = decodeBody(header, body)
      const answer = read.ok ? answerTo(header, read.value) : undefined
      if (!answer) continue
      const packets = encodeMessage(answer, { version, phone: header.phone, serial })
      serial = (serial + packets.length) & 0xffff
      answers.push(...packets)
    }
    return answers
  }
}
