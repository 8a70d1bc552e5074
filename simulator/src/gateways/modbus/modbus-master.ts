/** A connection to a controller: one request at a time, each with a time-out. */
import { connect, type Socket } from 'node:net'
import type { HostClock } from '../../kernel/clock.ts'
import { createModbusFrameReader, writeModbusFrame } from '../../wire/modbus/modbus-frames.ts'
import { readReadAnswer, writeRead } from '../../wire/modbus/modbus-requests.ts'
import type { PollRequest } from './poll-plan.ts'

/** Time-out of connecting, and of each answer. */
const WITHIN_MS = 5000

/** Why a poll brought nothing. An exception leaves the connection as it is, everything else ends it. */
export class PollError extends Error {
  readonly reason: 'connect' | 'timeout' | 'malformed' | 'exception'

  constructor(reason: PollError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

type Awaited = { take(pdu: Buffer): void; fail(error: PollError): void; transaction: number }

export type ModbusMaster = {
  /** Reads neighbours; connects first where that is due. Rejects with a PollError. */
  read(request: PollRequest): Promise<number[]>
  close(): void
}

export function createModbusMaster(target: {
  host: string
  port: number
  unit: number
  hostClock: HostClock
  onConnect?(socket: Socket): void
  onBytes(direction: 'in' | 'out', bytes: number): void
}): ModbusMaster {
  const { unit, hostClock } = target
  let socket: Promise<Socket> | undefined
  let current: Socket | undefined
  let awaited: Awaited | undefined
  let transaction = 0

  const close = () => {
    current?.destroy()
    current = undefined
    socket = undefined
    awaited?.fail(new PollError('connect', 'the connection was closed'))
  }
  const open = () =>
    new Promise<Socket>((resolve, reject) => {
      const own = connect({ host: target.host, port: target.port, noDelay: true })
      current = own
      const reader = createModbusFrameReader()
      const lose = (error: PollError) => {
        own.destroy()
        if (current === own) {
          current = undefined
          socket = undefined
        }
        reject(error)
        awaited?.fail(error)
      }
      const cancel = hostClock.after(WITHIN_MS, () =>
        lose(new PollError('timeout', 'the controller cannot be reached in time')),
      )
      own.on('connect', () => {
        cancel()
        target.onConnect?.(own)
        resolve(own)
      })
      own.on('error', (error) => lose(new PollError('connect', error.message)))
      own.on('close', () => {
        cancel()
        lose(new PollError('connect', 'the controller closed the connection'))
      })
      own.on('data', (bytes: Buffer) => {
        target.onBytes('in', bytes.length)
        const frames = reader.add(bytes)
        if (frames === 'malformed') {
          lose(new PollError('malformed', 'the controller sent no Modbus TCP'))
          return
        }
        // Answers to requests that were given up are of no use any more.
        for (const frame of frames)
          if (frame.unit === unit && frame.transaction === awaited?.transaction) awaited.take(frame.pdu)
      })
    })

  return {
    async read({ table, address, count }) {
      socket ??= open()
      const own = await socket
      transaction = (transaction + 1) & 0xffff
      const frame = writeModbusFrame({ transaction, unit, pdu: writeRead(table, address, count) })
      const pdu = await new Promise<Buffer>((resolve, reject) => {
        const cancel = hostClock.after(WITHIN_MS, () => {
          awaited?.fail(new PollError('timeout', 'the controller does not answer'))
          own.destroy()
        })
        awaited = {
          transaction,
          take(answer) {
            awaited = undefined
            cancel()
            resolve(answer)
          },
          fail(error) {
            awaited = undefined
            cancel()
            reject(error)
          },
        }
        target.onBytes('out', frame.length)
        own.write(frame)
      })
      const answer = readReadAnswer(table, count, pdu)
      if (Array.isArray(answer)) return answer
      if (answer === 'malformed') {
        close()
        throw new PollError('malformed', `the answer for ${table} ${address} is none`)
      }
      throw new PollError('exception', `exception ${answer.exception} for ${table} ${address}, ${count}`)
    },
    close,
  }
}
