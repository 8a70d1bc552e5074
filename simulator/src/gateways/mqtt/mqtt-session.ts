/** A connected MQTT client: whose messages are taken for which devices. */
import { FOREIGN_PROTOCOLS } from '@backlot/contract/devices/constants'
import { countIn } from '../../sockets/connection-counters.ts'
import type { CommonCutReason } from '../../sockets/end-socket.ts'
import type { MqttTopic } from '../../wire/mqtt/mqtt-mapping.ts'
import { readMessage, topicOf } from '../../wire/mqtt/read-message.ts'
import type { ConnectedDevice } from '../connected-device.ts'
import type { RefusalReason } from '../ingest.ts'
import type { DeviceHolder, MqttContext } from './mqtt-context.ts'
import { takeMessage } from './take-message.ts'

type Line = {
  /** Address without and with its port. */
  address: string
  remote: string
  cut(reason: CommonCutReason): void
}
type KnownDevice = { number: number; isOnline: boolean; sinceMs: number; heardMs: number }

const SHOWN_CHARS = 4000

export class MqttSession implements DeviceHolder {
  readonly #context: MqttContext
  readonly #line: Line
  readonly #devices = new Map<string, KnownDevice>()
  #password: string | undefined
  #refusals = 0
  #isOver = false
  /** Messages that are being taken. */
  readonly #taking = new Set<Promise<void>>()
  /** Ends with the last device that is being admitted. */
  #admitting: Promise<unknown> = Promise.resolve()

  constructor(context: MqttContext, line: Line) {
    this.#context = context
    this.#line = line
  }

  /** Whether the client may connect: the password counts for every device that it speaks for. */
  signIn(username: string | undefined, password: string | undefined): boolean {
    this.#password = password
    const due = username === undefined ? undefined : this.#context.ingest.wirePassword(username)
    if (due === undefined || due === password) return true
    countIn(this.#context.counters.refusals, 'password')
    return false
  }

  /** Takes a message, or counts why not. Resolves when its device is known and everything of it was handed on. */
  take(topic: string, bytes: Uint8Array): Promise<void> {
    const taking = this.#take(topic, bytes).finally(() => this.#taking.delete(taking))
    this.#taking.add(taking)
    return taking
  }

  async #take(topic: string, bytes: Uint8Array): Promise<void> {
    const { mapping, counters, work, packets, platformClock, ingest } = this.#context
    await work.take()
    counters.messages++
    const found = topicOf(mapping, topic)
    if (!found) {
      countIn(counters.problems, 'topic')
      return
    }
    const { rule, places } = found
    const { sn } = places
    const device = this.#devices.get(sn) ?? (await this.#admit(sn, rule))
    if (!device) return
    device.heardMs = this.#context.hostClock.now()
    const payload = Buffer.from(bytes).toString('utf8')
    const message = readMessage(rule, places, payload)
    const nowMs = platformClock.now()
    const packet = {
      atMs: nowMs,
      direction: 'in' as const,
      text: `${topic} ${payload}`.slice(0, SHOWN_CHARS),
      ...(typeof message === 'string' ? { problem: PROBLEM_TEXTS[message] } : {}),
    }
    packets.add(device.number, packet)
    ingest.packet(sn, packet)
    if (typeof message === 'string') {
      countIn(counters.problems, message)
      return
    }
    // A will that speaks for the device after its connection has ended changes nothing of its presence.
    if (!this.#isOver) this.#setOnline(sn, device, message.online !== false)
    takeMessage(this.#context, sn, rule, message, nowMs)
  }

  list(): (ConnectedDevice & { isOnline: boolean })[] {
    const { remote } = this.#line
    return [...this.#devices].map(([sn, { isOnline, sinceMs, heardMs }]) => ({
      sn,
      remote,
      sinceMs,
      heardMs,
      isOnline,
    }))
  }

  get remote(): string {
    return this.#line.remote
  }

  release(sn: string): void {
    this.#devices.delete(sn)
  }

  /** The device is removed from the platform: the client learns it from the end of its connection. */
  drop(sn: string): void {
    this.#lose(sn)
    this.#line.cut('removed')
  }

  /** The connection has ended: its devices are gone. */
  end(): void {
    this.#isOver = true
    for (const sn of [...this.#devices.keys()]) this.#lose(sn)
  }

  /** The client has left: its last messages still count. */
  async endWhenDone(): Promise<void> {
    await Promise.allSettled([...this.#taking])
    this.end()
  }

  /** One device after the other: those under way count, too. */
  #admit(sn: string, rule: MqttTopic): Promise<KnownDevice | undefined> {
    const admitted = this.#admitting.then(() => this.#devices.get(sn) ?? this.#admitNow(sn, rule))
    this.#admitting = admitted.catch(() => undefined)
    return admitted
  }

  async #admitNow(sn: string, rule: MqttTopic): Promise<KnownDevice | undefined> {
    const { ingest, platformClock, hostClock, devices, limits, packets, log } = this.#context
    if (this.#isOver) return undefined
    if (this.#devices.size >= limits.devicesPerConnection) return this.#refuse('full')
    const admission = await ingest.admit(
      {
        sn,
        kind: rule.kind,
        protocolType: FOREIGN_PROTOCOLS.mqtt.type,
        from: this.#line.address,
        ...(rule.model === undefined ? {} : { model: rule.model }),
        ...(this.#password === undefined ? {} : { password: this.#password }),
      },
      platformClock.now(),
    )
    if (this.#isOver) return undefined
    if ('refused' in admission) return this.#refuse(admission.refused)
    if (ingest.isOwnPlace(sn)) return this.#refuse('taken')
    const before = devices.get(sn)
    if (before) {
      log.warn(
        { sn, before: before.remote, now: this.#line.remote },
        'another MQTT client speaks for the device now',
      )
      before.release(sn)
    }
    devices.set(sn, this)
    const nowMs = hostClock.now()
    const device = { number: packets.numberOf(sn), isOnline: false, sinceMs: nowMs, heardMs: nowMs }
    this.#devices.set(sn, device)
    return device
  }

  #refuse(reason: RefusalReason): undefined {
    countIn(this.#context.counters.refusals, reason)
    if (++this.#refusals >= this.#context.limits.refusals)
      this.#line.cut(reason === 'full' ? 'full' : 'refused')
  }

  #setOnline(sn: string, device: KnownDevice, isOnline: boolean): void {
    if (device.isOnline === isOnline) return
    device.isOnline = isOnline
    const { ingest, platformClock } = this.#context
    if (isOnline) ingest.connected(sn, platformClock.now())
    else ingest.disconnected(sn, platformClock.now())
  }

  #lose(sn: string): void {
    const device = this.#devices.get(sn)
    if (!device) return
    this.#setOnline(sn, device, false)
    this.#devices.delete(sn)
    this.#context.devices.delete(sn)
  }
}

const PROBLEM_TEXTS = {
  payload: 'the payload is no JSON',
  empty: 'the payload has nothing of what the mapping names',
} as const
