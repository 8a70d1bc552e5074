import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createManualClock } from '../../timeline/manual-clock.ts'
import { digestResponse, readDigest, writeDigest } from '../../wire/digest/digest-auth.ts'
import { FLV_VIDEO } from '../../wire/flv/flv-tag.ts'
import { type AudioLoop, createAudioTrack, loadAudioLoop } from '../audio-loop.ts'
import { createClipSource, loadClips } from '../clip-source.ts'
import type { Replays } from '../create-replays.ts'
import { createLiveStream, type LiveStream } from '../live-stream.ts'
import { createFanout } from '../stream-fanout.ts'
import type { StreamName } from '../stream-path.ts'
import type { StreamSource } from '../stream-source.ts'
import { createUnsentBytes, UNSENT_LIMITS } from '../unsent-bytes.ts'
import { openRtspServer, type RtspServer } from './rtsp-server.ts'

export const ACCOUNT = { username: 'admin', password: 'Secret@2026' }
export const PLATFORM_MS = 1_795_651_200_000

/** What CAM01 has recorded. */
export const RECORDED = { fromMs: PLATFORM_MS - 3_600_000, toMs: PLATFORM_MS - 60_000 }

/**
 * A server with one camera, CAM01, whose streams are the clip of the day with sound, `startMs` after somebody asks for
 * them; CAM02 is offline.
 */
export async function rtspRig({ startMs = 0 } = {}) {
  const clock = createManualClock(PLATFORM_MS)
  const [clips, audio] = await Promise.all([loadClips(), loadAudioLoop()])
  const streams = new Map<string, LiveStream>()
  const open = ({ sn, chnId, streamType }: StreamName) => {
    if (sn === 'CAM02') return { ok: false, reason: 'deviceOffline' } as const
    if (sn !== 'CAM01' || chnId !== 1) return { ok: false, reason: 'unknown' } as const
    const known = streams.get(streamType)
    if (known && known.state() !== 'stopped') return { ok: true, stream: known } as const
    const stream = createLiveStream({
      host: clock,
      lingerMs: 12_000,
      audio,
      openSource(timestampAt, events) {
        const play = () => createClipSource(clips[0]!, clock, timestampAt, events)
        return startMs === 0 ? play() : lateSource(clock, startMs, play)
      },
      onState: () => undefined,
    })
    streams.set(streamType, stream)
    return { ok: true, stream } as const
  }
  const recorder = playbackDouble(clock, clips[0]!, audio)
  const spoken: Int16Array[] = []
  let isSpokenTo = false
  const log = { info() {}, warn() {}, debug() {}, error() {} }
  const server = await openRtspServer(
    { host: '127.0.0.1', port: 0, account: ACCOUNT },
    {
      live: { open },
      recordings: {
        replays: recorder.replays,
        recorded: (sn, _chnId, fromMs, toMs) =>
          sn === 'CAM01' && fromMs < RECORDED.toMs && RECORDED.fromMs < toMs ? [RECORDED] : [],
      },
      cameras: { captionAt: () => ({ name: 'Gate\r\na=evil', showTime: true }) },
      clock: { now: () => clock.now(), rate: () => 1, zoneMinutes: 480 },
      hostClock: clock,
      log,
      unsent: createUnsentBytes(UNSENT_LIMITS),
      speakers: {
        has: (sn) => sn === 'CAM01',
        open() {
          if (isSpokenTo) return undefined
          isSpokenTo = true
          return {
            hear: (samples) => void spoken.push(samples),
            close() {
              isSpokenTo = false
            },
          }
        },
      },
    },
  )
  const clients: RtspClient[] = []
  return {
    clock,
    server,
    commands: recorder.commands,
    reach: recorder.reach,
    /** Frames that CAM01's loudspeaker played. */
    spoken,
    stream: (type = 'main') => streams.get(type)!,
    async client() {
      const client = await RtspClient.open(server, clock)
      clients.push(client)
      return client
    },
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.close()
      await server[Symbol.asyncDispose]()
    },
  }
}

function lateSource(
  clock: ReturnType<typeof createManualClock>,
  startMs: number,
  play: () => StreamSource,
): StreamSource {
  let source: StreamSource | undefined
  const cancel = clock.after(startMs, () => {
    source = play()
  })
  return {
    kind: 'clip',
    stats: () => ({ framesEncoded: 0, framesSkipped: 0, restarts: 0 }),
    async stop() {
      cancel()
      await source?.stop()
    },
  }
}

/** Playbacks of the clip with sound, which note their commands: one second of the stream is one of the recording. */
function playbackDouble(
  clock: ReturnType<typeof createManualClock>,
  clip: Parameters<typeof createClipSource>[0],
  audio: AudioLoop,
) {
  const commands: object[] = []
  const open = new Map<
    string,
    { fanout: ReturnType<typeof createFanout>; stop(): Promise<void>; fromMs: number }
  >()
  let place = 0
  const stateOf = (playbackId: string) => {
    const one = open.get(playbackId)
    return one && { positionMs: one.fromMs + place, mediaMs: 0, speed: 1 }
  }
  const replays = {
    start(wish: { fromMs: number }) {
      const playbackId = `p${open.size}`
      const fanout = createFanout({ host: clock, hasAudio: () => true, onViewers: () => undefined })
      const sounds = createAudioTrack(audio)
      const source = createClipSource(clip, clock, (hostMs) => hostMs - PLATFORM_MS, {
        tag(tag) {
          fanout.push(tag)
          if (tag.type === FLV_VIDEO) for (const sound of sounds.upTo(tag.timestampMs)) fanout.push(sound)
        },
        live: () => undefined,
        restarted: () => undefined,
      })
      open.set(playbackId, { fanout, stop: source.stop, fromMs: wish.fromMs })
      return { ok: true, playbackId }
    },
    find: (playbackId: string) => {
      const one = open.get(playbackId)
      return one && { track: { fanout: one.fanout, soundHeader: audio.header } }
    },
    state: (_owner: string, playbackId: string) => stateOf(playbackId),
    control(_owner: string, playbackId: string, command: { action: string; timeMs?: number }) {
      commands.push(command)
      if (command.timeMs !== undefined) place = command.timeMs - open.get(playbackId)!.fromMs
      return stateOf(playbackId)
    },
    async stop(_owner: string, playbackId: string) {
      commands.push({ action: 'stop' })
      await open.get(playbackId)?.stop()
      return open.delete(playbackId)
    },
  }
  // The members that RTSP uses, of a playback without an encoder.
  /** The playback shows this moment. */
  const reach = (atMs: number) => {
    for (const { fromMs } of open.values()) place = atMs - fromMs
  }
  return { commands, reach, replays: replays as unknown as Replays }
}

export type Reply = { status: number; headers: Record<string, string[]>; body: string }

/** A client that says what it is told, and lets time pass while it waits. */
export class RtspClient {
  readonly url: string
  readonly packets: { channel: number; data: Buffer }[] = []
  isClosed = false
  readonly #socket: Socket
  readonly #clock: ReturnType<typeof createManualClock>
  readonly #replies: Reply[] = []
  #bytes = Buffer.alloc(0)
  #cseq = 0
  #challenge: string | undefined

  private constructor(socket: Socket, url: string, clock: ReturnType<typeof createManualClock>) {
    this.#socket = socket
    this.url = url
    this.#clock = clock
    // What waits for an acknowledgement would wait for minutes of the rig's time.
    socket.setNoDelay(true)
    socket.on('data', (chunk) => this.#take(chunk))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      this.isClosed = true
    })
  }

  static async open(server: RtspServer, clock: ReturnType<typeof createManualClock>): Promise<RtspClient> {
    const socket = connect(server.port, '127.0.0.1')
    await once(socket, 'connect')
    return new RtspClient(socket, `rtsp://127.0.0.1:${server.port}`, clock)
  }

  write(text: string | Uint8Array): void {
    this.#socket.write(text)
  }

  /** Sends a request and answers its reply; `as` is the password, undefined: none is sent. */
  async ask(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    as: string | null = ACCOUNT.password,
  ): Promise<Reply> {
    const uri = path === '*' ? path : `${this.url}${path}`
    const cseq = String(++this.#cseq)
    const given = { CSeq: cseq, ...headers, ...this.#authorization(method, uri, as) }
    const lines = Object.entries(given).map(([name, value]) => `${name}: ${value}`)
    this.write(`${[`${method} ${uri} RTSP/1.0`, ...lines].join('\r\n')}\r\n\r\n`)
    const reply = await this.reply()
    const challenge = reply.headers['www-authenticate']?.at(-1)
    if (reply.status !== 401 || !challenge || this.#challenge || as === null) return reply
    this.#challenge = challenge
    return this.ask(method, path, headers, as)
  }

  /** The next reply. */
  async reply(): Promise<Reply> {
    await this.until(() => this.#replies.length > 0 || this.isClosed)
    const reply = this.#replies.shift()
    if (!reply) throw new Error('the connection was closed')
    return reply
  }

  /** Lets time of the platform pass until something is so. */
  async until(isSo: () => boolean): Promise<void> {
    for (let turn = 0; !isSo(); turn++) {
      if (turn > 5000) throw new Error('nothing came')
      this.#clock.advance(20)
      await new Promise(setImmediate)
    }
  }

  close(): void {
    this.#socket.destroy()
  }

  #authorization(method: string, uri: string, password: string | null): Record<string, string> {
    if (!this.#challenge || password === null) return {}
    const given = readDigest(`${this.#challenge}, username="admin", uri="${uri}", response="x"`)
    if (!given) throw new Error(`not a challenge: ${this.#challenge}`)
    const { response: _none, ...own } = given
    return { Authorization: writeDigest({ ...own, response: digestResponse(own, password, method) }) }
  }

  #take(chunk: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, chunk])
    for (;;) {
      if (this.#bytes[0] === 0x24) {
        if (this.#bytes.length < 4) return
        const end = 4 + this.#bytes.readUInt16BE(2)
        if (this.#bytes.length < end) return
        this.packets.push({ channel: this.#bytes[1]!, data: this.#bytes.subarray(4, end) })
        this.#bytes = this.#bytes.subarray(end)
        continue
      }
      const head = this.#bytes.indexOf('\r\n\r\n')
      if (head < 0) return
      const [first = '', ...lines] = this.#bytes.toString('utf8', 0, head).split('\r\n')
      const headers: Record<string, string[]> = {}
      for (const line of lines) {
        const at = line.indexOf(':')
        const name = line.slice(0, at).toLowerCase()
        headers[name] = [...(headers[name] ?? []), line.slice(at + 1).trim()]
      }
      const end = head + 4 + Number(headers['content-length']?.[0] ?? 0)
      if (this.#bytes.length < end) return
      const body = this.#bytes.toString('utf8', head + 4, end)
      this.#replies.push({ status: Number(first.split(' ')[1]), headers, body })
      this.#bytes = this.#bytes.subarray(end)
    }
  }
}
