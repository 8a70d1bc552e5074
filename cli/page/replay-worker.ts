/// <reference lib="webworker" />
import { CODES, HTTP_STATUS } from '@backlot/contract/codes'
import { PlatformError } from '@backlot/simulator/kernel/platform-error'
import { textOf } from '../src/capture/body-form.ts'
import { assembleCapture, type Exchange } from '../src/capture/capture.ts'
import { Manifest } from '../src/capture/capture-form.ts'
import { callNotRecorded, notRecorded, openRecording } from '../src/capture/replay/open-recording.ts'
import { pace, type ReplyBody, recordedReply } from '../src/capture/replay/recorded-reply.ts'
import { replaySocket, type SocketReplay, type SocketTools } from '../src/capture/replay/replay-socket.ts'
import { Visitor } from '../src/capture/replay/visitor.ts'
import { linesOf, openBytes } from './body-reader.ts'
import type { FromAnswers, FromReplay, PageRequest, Place, ReplaySettings, ToReplay } from './messages.ts'
import { serveAnswers } from './serve-answers.ts'

/** Plays a recorded platform to its page: answers its requests, and is the other end of its sockets. */
/** The compiler takes `self` for a page's window, since one configuration serves page and workers. */
const scope = self as unknown as DedicatedWorkerGlobalScope
const RECORDING = new URL('../recording/', scope.location.href)
const STATE_EVERY_MS = 1000
const PLACE_AFTER_MS = 100

const post = (message: FromReplay, transfer: Transferable[] = []) => scope.postMessage(message, transfer)
const addressOf = (file: string) => new URL(file, RECORDING).href

async function had(address: URL | string): Promise<Response> {
  const reply = await fetch(address)
  if (!reply.ok) throw new Error(`${address}: HTTP ${reply.status}`)
  return reply
}

async function createReplay(place: Place | undefined) {
  const settings: ReplaySettings = await (await had(new URL('settings.json', scope.location.href))).json()
  const manifest = Manifest.parse(await (await had(addressOf('manifest.json'))).json())
  const { body: events } = await had(addressOf('events.jsonl'))
  if (!events) throw new Error('events.jsonl is empty.')
  const capture = await assembleCapture(manifest, linesOf(events), (file) => settings.sizes[file] ?? 0)
  const recording = openRecording(capture, () => {})
  const { misses } = recording
  const sockets = new Map<number, SocketReplay>()
  let zoneMinutes: number | undefined
  let isOver = false
  /** A page that is loaded again plays: its connections would wait for a paused platform. */
  let runningSpeed = place?.speed ?? settings.speed
  let isSignedIn = place?.isSignedIn ?? false
  let isPlaceDue = false
  let visitor = new Visitor(0, settings.speed)
  if (place) goTo(place)

  const time: typeof recording.time = {
    at: recording.time.at,
    told(clock, asking) {
      zoneMinutes = clock.zoneMinutes
      return recording.time.told(clock, asking)
    },
  }
  const tools: SocketTools = {
    ...recording,
    time,
    openBytes: (file) => openBytes(addressOf(file)),
    async missed(call) {
      misses.add(`channel ${call}`, 'nobody')
      return callNotRecorded(call)
    },
    missedSubscription: (what) => misses.add(`channel subscribe ${what}`, 'nobody'),
    over: () => {
      if (settings.loop) return again()
      isOver = true
      told()
    },
  }
  setInterval(told, STATE_EVERY_MS)
  told()

  function goTo({ atMs, t, span, wasPaused, speed, loops, used, sockets: opened }: Place): void {
    const goneMs = wasPaused ? 0 : Math.max(0, Date.now() - atMs)
    visitor = new Visitor(Math.min(capture.lengthMs, t + goneMs * speed), speed, span)
    visitor.loops = loops
    for (const id of used) visitor.used.add(id)
    for (const [key, count] of opened) visitor.sockets.set(key, count)
  }

  /** Tells the page where it is. */
  function told(): void {
    const t = Math.min(visitor.t(), capture.lengthMs)
    const state = {
      t,
      lengthMs: capture.lengthMs,
      nowMs: recording.time.at(t),
      zoneMinutes,
      speed: visitor.clock.speed,
      isOver,
      accounts: recording.accounts,
      isSignedIn,
      misses: misses.list().length,
    }
    post({ kind: 'state', state })
  }

  function setClock(speed: number): void {
    visitor.clock.setSpeed(speed)
    for (const socket of sockets.values()) socket.clockChanged()
  }

  function savePlace(): void {
    const { loops, used, sockets: opened, clock } = visitor
    post({
      kind: 'place',
      place: {
        atMs: Date.now(),
        t: visitor.t(),
        span: visitor.span,
        speed: runningSpeed,
        wasPaused: clock.speed === 0,
        loops,
        used: [...used],
        sockets: [...opened],
        isSignedIn,
      },
    })
  }

  /** Many answers come together. */
  function moved(): void {
    if (isPlaceDue) return
    isPlaceDue = true
    setTimeout(() => {
      isPlaceDue = false
      savePlace()
    }, PLACE_AFTER_MS)
  }

  function again(): void {
    isOver = false
    visitor.again(recording.roundT)
    moved()
    told()
  }

  /** Finds what was answered. Throws a PlatformError that the page gets. */
  function find({ method, path, headers, body }: PageRequest): Exchange {
    const text = body && textOf(new Uint8Array(body), headers['content-type'] ?? '')
    const parts = { method, path, body: text, range: headers['range'] }
    const signIn = recording.signIn(parts)
    if (signIn) {
      visitor = new Visitor(signIn.span.fromT, runningSpeed, signIn.span)
      isOver = false
      isSignedIn = true
      return signIn.exchange
    }
    const found = recording.answer(parts, visitor)
    if (found) return found
    const asked = `${method} ${path}`
    misses.add(asked, 'nobody')
    throw notRecorded(asked)
  }

  return {
    /** Answers one request; the returned function stops it. */
    answer(request: PageRequest, reply: (message: FromAnswers) => void): () => void {
      const { id } = request
      const single = (
        status: number,
        headers: Record<string, string>,
        body: string | Uint8Array<ArrayBuffer>,
      ) => reply({ kind: 'reply', id, status, headers, body, comesInPieces: false })
      const refuse = (error: unknown) => {
        const { code, message } =
          error instanceof PlatformError
            ? error
            : { code: CODES.failed, message: `The recording cannot be read: ${(error as Error).message}` }
        const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
        single(HTTP_STATUS[code] ?? 200, headers, JSON.stringify({ code, msg: message }))
      }
      try {
        const { status, headers: theirs, body } = recordedReply({ ...tools }, find(request), visitor)
        moved()
        const headers: Record<string, string> = { 'cache-control': 'no-store' }
        for (const [name, value] of Object.entries(theirs)) headers[name] = String(value)
        if ('text' in body) single(status, headers, body.text)
        else if ('bytes' in body) void wholeBody(body).then((bytes) => single(status, headers, bytes), refuse)
        else {
          reply({ kind: 'reply', id, status, headers, body: null, comesInPieces: true })
          const bytes = openBytes(addressOf(body.file))
          const over = () => {
            release()
            bytes.close()
            reply({ kind: 'end', id })
          }
          const stop = pace(body.pieces, body.fromT, visitor, {
            send: async (piece) => reply({ kind: 'piece', id, bytes: await bytes.read(piece) }),
            over,
          })
          const release = visitor.holdSocket(() => {
            stop()
            over()
          })
          return () => {
            stop()
            release()
            bytes.close()
          }
        }
      } catch (error) {
        refuse(error)
      }
      return () => {}
    },
    open(id: number, path: string): void {
      const played = recording.socket(path, visitor)
      if (!played) {
        misses.add(`socket ${path}`, 'nobody')
        post({ kind: 'close', id, code: 1006 })
        return
      }
      moved()
      post({ kind: 'opened', id })
      const end = (code: number) => {
        if (sockets.delete(id)) post({ kind: 'close', id, code })
      }
      const socket = {
        isOpen: () => sockets.has(id),
        waitingBytes: () => 0,
        send: (data: string | Uint8Array) =>
          post({ kind: 'message', id, data: typeof data === 'string' ? data : new Uint8Array(data) }),
        close: end,
        cut: () => end(1006),
      }
      const replayed = replaySocket(tools, played.recorded, played.script, socket, visitor)
      sockets.set(id, replayed)
    },
    heard: (id: number, text: string | undefined) => sockets.get(id)?.heard(text),
    closed(id: number): void {
      const replayed = sockets.get(id)
      sockets.delete(id)
      replayed?.closed()
    },
    setSpeed(speed: number): void {
      if (speed > 0) runningSpeed = speed
      setClock(speed)
      savePlace()
      told()
    },
    /** Plays from the start, a paused one too. */
    again(): void {
      if (visitor.clock.speed === 0) this.setSpeed(runningSpeed)
      again()
    },
  }
}

/** A recorded body without the compression that a program would not undo here. */
async function wholeBody({ file, bytes, encoding }: Extract<ReplyBody, { bytes: number }>) {
  const whole = await (await had(addressOf(file))).arrayBuffer()
  const body = new Blob([whole.slice(0, bytes)])
  if (encoding !== 'gzip' && encoding !== 'deflate') return new Uint8Array(await body.arrayBuffer())
  const plain = body.stream().pipeThrough(new DecompressionStream(encoding))
  return new Uint8Array(await new Response(plain).arrayBuffer())
}

let started: ReturnType<typeof createReplay> | undefined

scope.onmessage = ({ data, ports: [port] }: MessageEvent<ToReplay>) => {
  if (data.kind === 'start') {
    started = createReplay(data.place)
    started.then(
      () => post({ kind: 'ready' }),
      (error: unknown) =>
        post({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
    )
  }
  void started?.then((replay) => {
    if (data.kind === 'answers' && port) serveAnswers(replay.answer, port)
    else if (data.kind === 'open') replay.open(data.id, data.path)
    else if (data.kind === 'heard')
      replay.heard(data.id, typeof data.data === 'string' ? data.data : undefined)
    else if (data.kind === 'closed') replay.closed(data.id)
    else if (data.kind === 'speed') replay.setSpeed(data.speed)
    else if (data.kind === 'again') replay.again()
  })
}
