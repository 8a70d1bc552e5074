import type { Socket } from 'node:net'
import { resetAfterWrites } from '../fleet/uplinks/packet-sender.ts'
import { countIn } from '../sockets/connection-counters.ts'
import { type CommonCutReason, cutLogLevel } from '../sockets/end-socket.ts'
import { TokenBucket } from '../sockets/token-bucket.ts'
import {
  createModbusFrameReader,
  type ModbusFrame,
  type ModbusFrameReader,
  writeModbusFrame,
} from '../wire/modbus/modbus-frames.ts'
import {
  MODBUS_EXCEPTION,
  type ModbusExceptionCode,
  readRequest,
  writeException,
  writeReadAnswer,
  writeWriteAnswer,
} from '../wire/modbus/modbus-requests.ts'
import type { ModbusContext } from './modbus-context.ts'

/** A master at the server: its requests are answered one after the other, in their order. */
export class ModbusConnection {
  readonly #context: ModbusContext
  readonly #socket: Socket
  readonly #reader: ModbusFrameReader = createModbusFrameReader()
  readonly #rate: TokenBucket
  readonly #waiting: ModbusFrame[] = []
  #cancelPause = (): void => {}
  #isAnswering = false
  #heardMs: number
  #isOver = false

  constructor(context: ModbusContext, socket: Socket, onEnd: (connection: ModbusConnection) => void) {
    const { limits, hostClock } = context
    this.#context = context
    this.#socket = socket
    this.#heardMs = hostClock.now()
    this.#rate = new TokenBucket(limits.requestBurst, limits.requestsPerSecond, this.#heardMs)
    socket.on('error', () => socket.destroy())
    socket.on('data', (bytes: Buffer) => this.#receive(bytes))
    socket.on('close', () => {
      this.#isOver = true
      this.#cancelPause()
      onEnd(this)
    })
  }

  review(nowMs: number): void {
    const { limits } = this.#context
    if (nowMs - this.#heardMs >= limits.silentMs) this.cut('silent')
    else if (this.#socket.writableLength > limits.unreadBytes) this.cut('notReading')
  }

  cut(reason: CommonCutReason): void {
    if (this.#isOver) return
    this.#isOver = true
    countIn(this.#context.counters.cuts, reason)
    this.#context.log[cutLogLevel(reason)](
      { remote: this.#socket.remoteAddress, reason },
      'a Modbus connection was cut off',
    )
    this.#socket.destroy()
  }

  #receive(bytes: Buffer): void {
    if (this.#isOver) return
    const { counters, limits, hostClock } = this.#context
    counters.bytesIn += bytes.length
    this.#heardMs = hostClock.now()
    const frames = this.#reader.add(bytes)
    if (frames === 'malformed') {
      countIn(counters.problems, 'frame')
      this.cut('badFrames')
      return
    }
    counters.requests += frames.length
    this.#waiting.push(...frames)
    if (this.#rate.take(frames.length, this.#heardMs) > 0 || this.#waiting.length > limits.waiting)
      this.cut('flood')
    else if (!this.#isAnswering) void this.#answerAll()
  }

  async #answerAll(): Promise<void> {
    this.#isAnswering = true
    for (let frame = this.#waiting.shift(); frame && !this.#isOver; frame = this.#waiting.shift()) {
      await this.#context.work.take()
      const pdu = await this.#answer(frame)
      if (this.#isOver) break
      const bytes = writeModbusFrame({ ...frame, pdu })
      await this.#send(bytes, this.#context.unitOf(frame.unit)?.sn)
    }
    this.#isAnswering = false
  }

  /** Through the faults of the controller; answers behind it wait. */
  async #send(answer: Buffer, sn: string | undefined): Promise<void> {
    const { counters, hostClock, transformOf } = this.#context
    const change = sn === undefined ? undefined : transformOf?.(sn)
    for (const { bytes, delayMs, resets } of change?.(answer) ?? [{ bytes: answer, delayMs: 0 }]) {
      if (delayMs > 0)
        await new Promise<void>((resolve) => {
          this.#cancelPause = hostClock.after(delayMs, resolve)
        })
      if (this.#isOver) return
      counters.bytesOut += bytes.length
      this.#socket.write(bytes)
      if (!resets) continue
      this.#isOver = true
      resetAfterWrites(this.#socket)
    }
  }

  /** The function and data of the answer; an exception for what cannot be done. */
  async #answer({ unit, pdu }: ModbusFrame): Promise<Buffer> {
    const refuse = (exception: ModbusExceptionCode) => {
      this.#context.counters.requestsFailed++
      countIn(this.#context.counters.problems, 'exception')
      return writeException(pdu[0] ?? 0, exception)
    }
    const request = readRequest(pdu)
    if (typeof request === 'number') return refuse(request)
    const device = this.#context.unitOf(unit)
    if (!device?.answers()) return refuse(MODBUS_EXCEPTION.noResponse)
    const { table, address } = request
    if (request.kind === 'read') {
      const values = device.read(table, address, request.count)
      return values ? writeReadAnswer(table, values) : refuse(MODBUS_EXCEPTION.address)
    }
    try {
      const done = await device.write(request.table, address, request.values)
      if (done !== 'done') return refuse(MODBUS_EXCEPTION[done])
    } catch (error) {
      this.#context.log.error({ err: error, sn: device.sn }, 'a setting by Modbus could not be stored')
      return refuse(MODBUS_EXCEPTION.failure)
    }
    this.#context.counters.writes++
    return writeWriteAnswer(pdu)
  }
}
