/**
 * The core's side of cameras that workers draw. The core alone says what is drawn and by whom: a stream has a number of
 * its own for each turn on a machine, so what comes late from a machine that lost it is dropped.
 */
import type { RawData, WebSocket } from 'ws'
import type { HostClock } from '../../kernel/clock.ts'
import type { EncoderOptions } from '../encoder-arguments.ts'
import type { MediaLog } from '../media-ports.ts'
import type { PictureEncoder, PictureEncoderEvents } from '../picture-encoder.ts'
import {
  encodeMessage,
  type FromWorker,
  LinkFormatError,
  readFromWorker,
  readStreamTag,
} from './link-messages.ts'
import { createRemoteEncoder, type RemoteEncoder } from './remote-encoder.ts'

export type WorkerCamerasStats = {
  /** Machines that take streams, and how many in all. */
  workers: number
  slots: number
  streams: number
  pictures: number
  takeOvers: number
  receivedBytes: number
  sentBytes: number
  /** Of streams that had gone. */
  lateTags: number
}

export type WorkerCameras = Disposable & {
  /** Whether a machine has room for one more stream of a codec (left out: H.264). */
  hasRoom(codec?: EncoderOptions['codec']): boolean
  /** An encoder on the machine with most room; undefined when none has any. `name`: for people. */
  lease(name: string, options: EncoderOptions, on: PictureEncoderEvents): PictureEncoder | undefined
  onLink(socket: WebSocket, peer: { id: string; name: string }): void
  stats(): WorkerCamerasStats
}

type Machine = {
  name: string
  socket: WebSocket
  slots: number
  /** Its ffmpeg has libx265. */
  h265: boolean
  streams: Set<number>
  /** When it last said something; it answers the link's pings too. */
  heardMs: number
  /** It has lost streams: until this moment others are asked. */
  avoidUntilMs: number
}

/** A machine that draws and says nothing for so long stands still: found sooner than by the link, which ends later. */
const SILENT_MS = 1200
/** So long it has no new streams: it may be too busy, or stand still. */
const AVOID_MS = 5000
const LOOK_MS = 200
/** Bytes that may wait for a machine: pictures are left out beyond it. */
const WAITING_MOST = 4 * 1024 * 1024

export function createWorkerCameras(deps: {
  seed: number
  host: HostClock
  log: MediaLog
  /** What this machine's pictures are. */
  proof(): Promise<string>
}): WorkerCameras {
  const { host, log } = deps
  const machines = new Set<Machine>()
  const streams = new Map<number, { remote: RemoteEncoder; machine: Machine }>()
  const totals = { pictures: 0, takeOvers: 0, receivedBytes: 0, sentBytes: 0, lateTags: 0 }
  let turns = 0

  const send = ({ socket }: Machine, text: string): void => {
    totals.sentBytes += text.length
    socket.send(text)
  }
  const roomOf = ({ slots, streams: own, avoidUntilMs }: Machine): number =>
    host.now() < avoidUntilMs || slots === 0 ? 0 : 1 - own.size / slots
  const roomiest = (codec: EncoderOptions['codec']): Machine | undefined => {
    let [best, room] = [undefined as Machine | undefined, 0]
    for (const machine of machines) {
      const own = codec === 'h265' && !machine.h265 ? 0 : roomOf(machine)
      if (own > room) [best, room] = [machine, own]
    }
    return best
  }
  const forget = (stream: number, machine: Machine): void => {
    streams.delete(stream)
    machine.streams.delete(stream)
  }
  /** The machine has lost a stream: another one takes it over. */
  const lose = (stream: number, why: string): void => {
    const lost = streams.get(stream)
    if (!lost) return
    forget(stream, lost.machine)
    totals.takeOvers++
    lost.remote.end(why)
  }

  const take = (machine: Machine, message: FromWorker): void => {
    switch (message.kind) {
      case 'ready':
        machine.slots = message.slots
        machine.h265 = message.h265 === true
        return
      case 'unable':
        log.warn({ worker: machine.name, why: message.why }, 'a worker takes no cameras')
        return
      case 'ended':
        if (machine.streams.has(message.stream)) lose(message.stream, message.words)
        return
      case 'skipped':
      case 'prepared':
        if (machine.streams.has(message.stream)) streams.get(message.stream)?.remote.take(message)
    }
  }
  const receive = (machine: Machine, data: RawData, isBinary: boolean): void => {
    const bytes = bytesOf(data)
    totals.receivedBytes += bytes.length
    if (!isBinary) {
      take(machine, readFromWorker(bytes.toString('utf8')))
      return
    }
    const { stream, tag } = readStreamTag(bytes)
    if (machine.streams.has(stream)) streams.get(stream)?.remote.takeTag(tag)
    else totals.lateTags++
  }

  let lookedMs = host.now()
  const stopLooking = host.every(LOOK_MS, () => {
    const sinceMs = host.now() - lookedMs
    lookedMs = host.now()
    // It was this machine that stood still: what came meanwhile is read first.
    if (sinceMs > 2 * LOOK_MS) return
    for (const [stream, { remote, machine }] of streams) {
      const isSilent = lookedMs - machine.heardMs > SILENT_MS && remote.isExpected()
      if (!isSilent && !remote.isOverdue(lookedMs)) continue
      machine.avoidUntilMs = lookedMs + AVOID_MS
      send(machine, encodeMessage({ kind: 'close', stream }))
      lose(stream, isSilent ? 'its machine stands still' : 'its pictures do not come')
    }
  })

  return {
    hasRoom: (codec) => roomiest(codec) !== undefined,
    lease(name, { ffmpeg: _, ...encoding }, on) {
      const machine = roomiest(encoding.codec)
      if (!machine) return undefined
      const stream = ++turns
      const remote = createRemoteEncoder(stream, machine.name, {
        now: () => host.now(),
        isFull: () => machine.socket.bufferedAmount > WAITING_MOST,
        send: (text) => send(machine, text),
        on: {
          ...on,
          tag(tag) {
            totals.pictures++
            on.tag(tag)
          },
        },
        onStop: () => forget(stream, machine),
      })
      streams.set(stream, { remote, machine })
      machine.streams.add(stream)
      send(machine, encodeMessage({ kind: 'open', stream, name, encoding }))
      return remote
    },
    onLink(socket, { name }) {
      const machine: Machine = {
        name,
        socket,
        slots: 0,
        h265: false,
        streams: new Set(),
        heardMs: host.now(),
        avoidUntilMs: 0,
      }
      machines.add(machine)
      const heard = (): void => {
        machine.heardMs = host.now()
      }
      socket.on('message', heard).on('ping', heard).on('pong', heard)
      socket.on('message', (data, isBinary) => {
        try {
          receive(machine, data, isBinary)
        } catch (error) {
          if (!(error instanceof LinkFormatError)) throw error
          log.warn(
            { worker: name, error: error.message },
            'a worker says what cannot be read; its link is cut',
          )
          socket.terminate()
        }
      })
      socket.on('close', () => {
        machines.delete(machine)
        for (const stream of [...machine.streams]) lose(stream, 'its machine has gone')
      })
      deps.proof().then(
        (proof) => send(machine, encodeMessage({ kind: 'welcome', seed: deps.seed, proof })),
        (error: unknown) => {
          log.warn({ worker: name, error: String(error) }, 'a worker could not be greeted')
          socket.terminate()
        },
      )
    },
    stats: () => {
      const able = [...machines].filter(({ slots }) => slots > 0)
      const slots = able.reduce((sum, machine) => sum + machine.slots, 0)
      return { workers: able.length, slots, streams: streams.size, ...totals }
    },
    [Symbol.dispose]() {
      stopLooking()
      for (const { socket } of machines) socket.terminate()
    },
  }
}

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return data instanceof ArrayBuffer ? Buffer.from(data) : data
}
