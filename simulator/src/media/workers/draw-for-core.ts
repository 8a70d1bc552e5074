/** The worker's side of cameras: draws and encodes what the core orders over one link, and sends it back. */
import type { RawData, WebSocket } from 'ws'
import type { HostClock } from '../../kernel/clock.ts'
import type { EncoderChild } from '../encoder.ts'
import type { EncoderOptions } from '../encoder-arguments.ts'
import type { MediaLog } from '../media-ports.ts'
import { type PictureEncoder, startPictureEncoder } from '../picture-encoder.ts'
import { type SceneService, SceneServiceEnded } from '../scene-service.ts'
import { createStartGate } from '../start-gate.ts'
import {
  createPictureReader,
  encodeMessage,
  encodeStreamTag,
  type FromCore,
  type FromWorker,
  LinkFormatError,
  type PictureReader,
  readFromCore,
  type Unable,
} from './link-messages.ts'

/** What a worker draws with. */
export type DrawingMachine = {
  /** Seeks an ffmpeg, and builds the city; answers what it needs, or why it cannot. */
  open(seed: number, proof: string): Promise<OpenDrawing | Unable>
}
export type OpenDrawing = {
  ffmpeg: string
  /** That ffmpeg has libx265. */
  h265: boolean
  /** Drawing threads for one more stream, until they are given back. */
  takeThreads(): { scenes(): SceneService; giveBack(): void }
  takeSpare(options: EncoderOptions): EncoderChild | undefined
}

export type DrawingForCore = {
  /** Cameras that it draws. */
  cameras(): readonly string[]
  /** Hands its streams back, and takes no more. */
  leave(): void
}

type Stream = {
  name: string
  /** Undefined until it is its turn to start. */
  encoder: PictureEncoder | undefined
  read: PictureReader
  giveBack(): void
  /** Gives its turn to start to the next one. */
  leaveGate(): void
  /** A picture that was to draw a backdrop was left out: the next one does. */
  isFresh: boolean
  /** Pictures that wait for the one that is drawn. */
  queued: number
  last: Promise<void>
}

/** Starts of a program hold this process up: a hundred streams at once would keep it from answering. */
const STARTS_AT_ONCE = 3
/** A start that shows nothing for this long no longer holds others up. */
const GATE_MS = 2500
const LEAVES = 'its machine leaves'
/** The core sends far fewer before the first comes back. */
const QUEUED_MOST = 32
/** Bytes that wait for the core: pictures are left out beyond it, before they are encoded. */
const WAITING_MOST = 8 * 1024 * 1024

export function drawForCore(
  socket: WebSocket,
  deps: {
    machine: DrawingMachine
    host: Pick<HostClock, 'after'>
    log: MediaLog
    /** Streams at a time. */
    slots: number
  },
): DrawingForCore {
  const { log } = deps
  const streams = new Map<number, Stream>()
  const gate = createStartGate(STARTS_AT_ONCE)
  let drawing: OpenDrawing | undefined
  let isLeaving = false

  const say = (message: FromWorker): void => socket.send(encodeMessage(message))
  const drop = (id: number): void => {
    const stream = streams.get(id)
    if (!stream) return
    streams.delete(id)
    stream.leaveGate()
    stream.giveBack()
    void stream.encoder?.stop()
  }

  const open = (
    { ffmpeg, takeThreads, takeSpare }: OpenDrawing,
    { name, stream: id, encoding }: Extract<FromCore, { kind: 'open' }>,
  ): void => {
    const options = { ...encoding, ffmpeg }
    const { scenes, giveBack } = takeThreads()
    const stream: Stream = {
      name,
      encoder: undefined,
      read: createPictureReader(),
      giveBack,
      leaveGate: () => {},
      isFresh: false,
      queued: 0,
      last: Promise.resolve(),
    }
    streams.set(id, stream)
    const start = (): void => {
      deps.host.after(GATE_MS, () => stream.leaveGate())
      stream.encoder = startPictureEncoder(
        options,
        { host: deps.host, scenes },
        {
          tag(tag) {
            stream.leaveGate()
            socket.send(encodeStreamTag(id, tag))
          },
          end(words) {
            if (!streams.has(id)) return
            log.warn({ words }, 'an encoder ended')
            say({ kind: 'ended', stream: id, words })
            drop(id)
          },
        },
        takeSpare(options),
      )
    }
    stream.leaveGate = gate.enter(start)
  }

  const draw = (id: number, stream: Stream, order: Extract<FromCore, { kind: 'picture' }>): void => {
    const { scene, timestampMs } = order
    // Read in any case: it may tell what the next ones show.
    const input = scene && stream.read(scene)
    const { encoder } = stream
    stream.isFresh ||= order.fresh
    if (!encoder || stream.queued >= QUEUED_MOST || socket.bufferedAmount > WAITING_MOST) {
      say({ kind: 'skipped', stream: id })
      return
    }
    const fresh = stream.isFresh
    stream.isFresh = false
    stream.queued++
    stream.last = stream.last
      .then(() => encoder.encode({ input, timestampMs, fresh }))
      .catch((error: unknown) => {
        if (!streams.has(id)) return
        if (!(error instanceof SceneServiceEnded))
          log.warn({ error: String(error) }, 'a picture could not be drawn')
        say({ kind: 'skipped', stream: id })
      })
      .finally(() => {
        stream.queued--
      })
  }

  const prepare = ({ stream: id, id: asked, input }: Extract<FromCore, { kind: 'prepare' }>): void => {
    const done = (ok: boolean): void => {
      if (streams.has(id)) say({ kind: 'prepared', stream: id, id: asked, ok })
    }
    const encoder = streams.get(id)?.encoder
    if (!encoder) {
      done(false)
      return
    }
    encoder.prepare(input).then(
      () => done(true),
      (error: unknown) => {
        log.warn({ error: String(error) }, 'a backdrop could not be drawn')
        done(false)
      },
    )
  }

  const welcome = async (seed: number, proof: string): Promise<void> => {
    const opened = await deps.machine.open(seed, proof)
    if (typeof opened === 'string') {
      say({ kind: 'unable', why: opened })
      return
    }
    drawing = opened
    if (!isLeaving) say({ kind: 'ready', slots: deps.slots, ...(opened.h265 ? { h265: true } : {}) })
  }

  const take = (message: FromCore): void => {
    switch (message.kind) {
      case 'welcome':
        welcome(message.seed, message.proof).catch((error: unknown) => {
          log.error({ error: String(error) }, 'this machine cannot draw')
          socket.terminate()
        })
        return
      case 'open':
        if (drawing && !isLeaving) open(drawing, message)
        else say({ kind: 'ended', stream: message.stream, words: LEAVES })
        return
      case 'picture': {
        const stream = streams.get(message.stream)
        if (stream) draw(message.stream, stream, message)
        return
      }
      case 'prepare':
        prepare(message)
        return
      case 'close':
        drop(message.stream)
    }
  }

  socket.on('message', (data: RawData, isBinary) => {
    try {
      if (isBinary) throw new LinkFormatError('binary')
      take(readFromCore(data.toString()))
    } catch (error) {
      if (!(error instanceof LinkFormatError)) throw error
      log.warn({ error: error.message }, 'the core says what cannot be read; the link is cut')
      socket.terminate()
    }
  })
  socket.on('close', () => {
    for (const id of [...streams.keys()]) drop(id)
  })

  return {
    cameras: () => [...streams.values()].map(({ name }) => name),
    leave() {
      if (isLeaving) return
      isLeaving = true
      if (drawing) say({ kind: 'ready', slots: 0 })
      for (const id of [...streams.keys()]) {
        say({ kind: 'ended', stream: id, words: LEAVES })
        drop(id)
      }
    },
  }
}
