import type { Jt808Header } from '../../wire/jt808/header.ts'
import { encodeMessage, type Jt808Message } from '../../wire/jt808/message.ts'
import type { GatewayContext } from './gateway-context.ts'
import { bareNumber } from './terminal-repository.ts'
import { type TerminalAnswer, TerminalRequests } from './terminal-requests.ts'

/** Messages to one terminal: in the version that it speaks, numbered one after the other. */
export class TerminalSender {
  /** Those that wait for the terminal's answer. */
  readonly requests: TerminalRequests
  readonly #context: GatewayContext
  readonly #write: (packet: Uint8Array) => void
  #phone: string | undefined
  #version: Jt808Header['version'] = 2013
  #protocolVersion = 0
  #serial = 0
  #ended = false

  constructor(context: GatewayContext, write: (packet: Uint8Array) => void) {
    this.#context = context
    this.#write = write
    this.requests = new TerminalRequests(context.limits, (packet) => this.#sendPacket(packet))
  }

  /** The terminal's phone number once it is heard. */
  get phone(): string | undefined {
    return this.#phone
  }

  get version(): Jt808Header['version'] {
    return this.#version
  }

  /** Speaks as the header does from now on. False when it is of another terminal: the first one decides which this is. */
  follow(header: Jt808Header): boolean {
    this.#version = header.version
    this.#protocolVersion = header.protocolVersion
    if (this.#phone !== undefined && bareNumber(header.phone) !== bareNumber(this.#phone)) return false
    this.#phone = header.phone
    return true
  }

  send(message: Jt808Message): void {
    for (const packet of this.#encode(message)) this.#sendPacket(packet)
  }

  ack(header: Jt808Header, result: number): void {
    this.send({ kind: 'platformAck', serial: header.serial, id: header.id, result })
  }

  /** Sends a request; resolves with the terminal's answer. Rejects with a TerminalRequestError. */
  request(message: Exclude<Jt808Message, { kind: 'unknown' }>): Promise<TerminalAnswer> {
    const serial = this.#serial
    const packets = this.#encode(message)
    return this.requests.ask(message.kind, serial, packets, this.#context.hostClock.now())
  }

  /** Nothing is sent any more; waiting requests are given up. */
  end(): void {
    this.#ended = true
    this.requests.end()
  }

  #sendPacket(packet: Uint8Array): void {
    if (this.#ended) return
    this.#context.counters.messagesOut++
    this.#write(packet)
  }

  #encode(message: Jt808Message): Uint8Array[] {
    const packets = encodeMessage(message, {
      version: this.#version,
      protocolVersion: this.#protocolVersion,
      phone: this.#phone ?? '0',
      serial: this.#serial,
    })
    this.#serial = (this.#serial + packets.length) & 0xffff
    return packets
  }
}
