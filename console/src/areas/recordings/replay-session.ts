import {
  controlPlayRecordFile,
  playRecordFileState,
  startPlayRecordFile,
  stopPlayRecordFile,
} from '@backlot/contract/recordings/calls'
import type { PlaybackState, RecordFile } from '@backlot/contract/recordings/entities'
import type { Span } from '../../features/timeline/span.ts'
import { channel } from '../../platform/channel.ts'
import { request } from '../../platform/client.ts'
import { deviceStream } from '../../platform/device-stream.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { PlatformReplyError } from '../../platform/platform-reply-error.ts'
import { channelKey, fileAt, type ReplayChannel } from './replay-channel.ts'
import { ReplayClock } from './replay-clock.ts'

/** Where a channel's playback is read. */
export type PlaybackAddress = { url: string; httpUrl: string; expiresAt: number; hasAudio: boolean }

export type ReplayMember = {
  channel: ReplayChannel
  sessionId?: string
  address?: PlaybackAddress
  /** This channel has no recording at the moment that is played. */
  inGap: boolean
  /** The platform's host time of the newest statement about it. */
  heardAtMs: number
  /** Why the platform did not play it. */
  failure?: unknown
  isClosed: boolean
}

/** `ready`: something was queried and nothing is played. */
type ReplayMode = 'ready' | 'starting' | 'buffering' | 'playing' | 'paused' | 'ended'

export type ReplaySnapshot = {
  mode: ReplayMode
  speed: number
  members: ReadonlyMap<string, ReplayMember>
  /** The gap that was left out last: where it began and where it ended. */
  skipped: { fromMs: number; toMs: number } | undefined
}

/** Plan of a playback: channels, the span of the query, where its files are, and these files by channel. */
type ReplayPlan = {
  channels: readonly ReplayChannel[]
  span: Span
  source: 'server' | 'device'
  streamType: 'main' | 'sub'
  filesOf(channel: ReplayChannel): readonly RecordFile[]
}

const NOTHING: ReplaySnapshot = { mode: 'ready', speed: 1, members: new Map(), skipped: undefined }

/** Shortest interval, and most attempts, of windows that are behind to request the picture of the same place. */
const NUDGE_APART_MS = 3_000
const NUDGES_MAX = 3

type Command =
  | { action: 'pause' }
  | { action: 'resume' }
  | { action: 'seek'; timeMs: number }
  | { action: 'speed'; speed: 1 | 2 | 3 | 4 }
  | { action: 'step'; frames: number }

/** Calls and messages of the platform that a session uses. */
export type ReplayPlatform = { request: typeof request; channel: Pick<typeof channel, 'on' | 'onState'> }

/**
 * Channels that are replayed in step: one group of playbacks on the platform, one clock. Announces changes of the
 * playback, except its position, which is read. Ends its playbacks when it is stopped.
 */
export class ReplaySession {
  readonly clock = new ReplayClock(() => performance.now())
  readonly #listeners = new Set<() => void>()
  readonly #onError: (error: unknown) => void
  readonly #platform: ReplayPlatform
  #snapshot: ReplaySnapshot = NOTHING
  #plan: ReplayPlan | undefined
  #startsPaused = false
  /** Where the playback was when the channel was cut. */
  #cutAtMs: number | undefined
  /** Counts starts: results of an earlier one are dropped. */
  #run = 0
  #starting: AbortController | undefined
  #groupId: string | undefined
  #wishedSpeed: 1 | 2 | 3 | 4 = 1
  /** When and where a picture was last requested again. */
  #nudged = { onMs: Number.NEGATIVE_INFINITY, atMs: 0, times: 0 }
  #nudging: Promise<void> | undefined
  /** Commands of the operator that the platform has not answered. */
  #underWay = 0
  #unlisten: (() => void)[] = []

  constructor(onError: (error: unknown) => void, platform: ReplayPlatform = { request, channel }) {
    this.#onError = onError
    this.#platform = platform
  }

  /** Follows playbacks from now on. Answers a function that ends it, with all playbacks. */
  open(): () => void {
    this.#unlisten = [
      this.#platform.channel.on('playback', ({ playback }) => this.#hear(playback)),
      this.#platform.channel.onState((state) => {
        if (state === 'open') void this.#askStates()
        else this.#cutAtMs ??= this.clock.positionMs()
      }),
    ]
    return () => {
      for (const stop of this.#unlisten) stop()
      this.stop()
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly snapshot = (): ReplaySnapshot => this.#snapshot

  get isActive(): boolean {
    return this.#snapshot.mode !== 'ready'
  }

  /** It is paused, or will be when it has started. */
  get isPaused(): boolean {
    const { mode } = this.#snapshot
    return mode === 'starting' ? this.#startsPaused : mode === 'paused'
  }

  /** Starts at a moment. A running playback ends. */
  async start(plan: ReplayPlan, atMs: number, paused = false): Promise<void> {
    this.#end()
    const run = ++this.#run
    this.#startsPaused = paused
    const starting = new AbortController()
    this.#starting = starting
    this.#plan = plan
    this.#groupId = undefined
    const members = new Map<string, ReplayMember>(
      plan.channels.map((one) => [
        channelKey(one),
        { channel: one, inGap: false, heardAtMs: 0, isClosed: false },
      ]),
    )
    this.#change({ mode: 'starting', members, skipped: undefined, speed: this.#wishedSpeed })
    const waiting = [...plan.channels]
    while (this.#groupId === undefined && waiting.length > 0 && run === this.#run)
      await this.#startOne(waiting.shift()!, atMs, paused, run)
    if (run === this.#run) {
      // Before anybody watches: the playback begins where it is wanted, and nothing is drawn in vain.
      if (this.#groupId !== undefined && plan.source === 'server' && atMs > plan.span.fromMs)
        await this.#command({ action: 'seek', timeMs: atMs })
      await Promise.all(waiting.map((one) => this.#startOne(one, atMs, paused, run)))
    }
    if (run !== this.#run) return
    if (this.#groupId === undefined) this.#change({ mode: 'ready' })
    else this.#showClock()
  }

  /** Goes to a moment; starts when nothing is played. */
  async seek(atMs: number): Promise<void> {
    const plan = this.#plan
    if (!plan || !this.isActive) return
    if (plan.source === 'device' && this.#leavesFile(plan, atMs))
      return this.start(plan, atMs, this.#snapshot.mode === 'paused')
    await this.#command({ action: 'seek', timeMs: atMs })
  }

  /**
   * Requests the picture of the paused moment again: a window shows the previous one. It never undoes the operator's
   * moves: not sent while a command is pending, and commands wait for it.
   */
  async nudge(): Promise<void> {
    const atMs = this.clock.positionMs()
    if (this.#snapshot.mode !== 'paused' || atMs === undefined || this.#underWay > 0) return
    const onMs = performance.now()
    const times = atMs === this.#nudged.atMs ? this.#nudged.times + 1 : 1
    // A camera of few pictures a second has none nearer: that is not mended by asking.
    if (times > NUDGES_MAX || (times > 1 && onMs - this.#nudged.onMs < NUDGE_APART_MS)) return
    this.#nudged = { onMs, atMs, times }
    this.#nudging = this.#send({ action: 'seek', timeMs: atMs })
    await this.#nudging
  }

  async pause(): Promise<void> {
    await this.#command({ action: 'pause' })
  }

  async resume(): Promise<void> {
    await this.#command({ action: 'resume' })
  }

  /** Pauses and moves by this many pictures of a channel. */
  async step(frames: number, of: ReplayChannel | undefined): Promise<void> {
    await this.#command({ action: 'step', frames }, of)
  }

  async setSpeed(speed: 1 | 2 | 3 | 4): Promise<void> {
    this.#wishedSpeed = speed
    if (this.isActive) await this.#command({ action: 'speed', speed })
    else this.#change({ speed })
  }

  stop(): void {
    this.#run += 1
    this.#end()
    this.#change({ mode: 'ready', members: new Map(), skipped: undefined })
  }

  /** Plays the same again from where it is: an address has run out, or a window wants another try. */
  async again(): Promise<void> {
    const atMs = this.clock.positionMs()
    if (this.#plan && atMs !== undefined)
      await this.start(this.#plan, atMs, this.clock.state?.state === 'paused')
  }

  async #startOne(one: ReplayChannel, atMs: number, paused: boolean, run: number): Promise<void> {
    const plan = this.#plan!
    const key = channelKey(one)
    try {
      const file = plan.source === 'device' ? fileAt(plan.filesOf(one), atMs) : undefined
      const span =
        plan.source === 'device'
          ? { fid: file?.fid ?? '-', startTime: Math.max(atMs / 1000, file?.startTime ?? 0) }
          : { startTime: plan.span.fromMs / 1000, endTime: plan.span.toMs / 1000 }
      const started = await this.#platform.request(startPlayRecordFile, {
        query: {
          ...one,
          ...span,
          streamType: plan.streamType,
          speed: this.#wishedSpeed,
          paused: paused ? 1 : 0,
          ...(this.#groupId === undefined ? {} : { groupId: this.#groupId }),
        },
        ...(this.#starting ? { signal: this.#starting.signal } : {}),
      })
      if (run !== this.#run) return this.#endPlayback(started.sessionId)
      const answer = await deviceStream(one.sn, started, this.#starting?.signal).catch((error: unknown) => {
        this.#endPlayback(started.sessionId)
        throw error
      })
      if (run !== this.#run) return this.#endPlayback(started.sessionId)
      this.#groupId = answer.groupId
      const { url, httpUrl, expiresAt, hasAudio, sessionId } = answer
      this.clock.set(answer.playback)
      this.#changeMember(key, {
        sessionId,
        address: { url, httpUrl, expiresAt, hasAudio },
        inGap: answer.playback.inGap,
      })
    } catch (error) {
      if (run !== this.#run) return
      this.#changeMember(key, { failure: error })
    }
  }

  /** Device files are played one by one: whether a moment lies in another file than the one before. */
  #leavesFile(plan: ReplayPlan, atMs: number): boolean {
    const now = this.clock.positionMs() ?? atMs
    return plan.channels.some((one) => {
      const files = plan.filesOf(one)
      return fileAt(files, now)?.fid !== fileAt(files, atMs)?.fid
    })
  }

  async #command(command: Command, of?: ReplayChannel): Promise<void> {
    this.#underWay += 1
    await this.#nudging
    await this.#send(command, of)
    this.#underWay -= 1
  }

  async #send(command: Command, of?: ReplayChannel): Promise<void> {
    const alive = [...this.#snapshot.members.values()].filter((one) => one.sessionId && !one.isClosed)
    const wanted = of && alive.find((one) => channelKey(one.channel) === channelKey(of))
    const sessionId = (wanted ?? alive[0])?.sessionId
    if (sessionId === undefined) return
    try {
      this.#hear(await this.#platform.request(controlPlayRecordFile, { body: { ...command, sessionId } }))
    } catch (error) {
      this.#onError(error)
    }
  }

  /**
   * Catches up with changes while the channel was cut. A restarted platform has no playbacks: they are started again
   * where they were when it went.
   */
  async #askStates(): Promise<void> {
    const atMs = this.#cutAtMs
    this.#cutAtMs = undefined
    const run = this.#run
    const { isPaused } = this
    let isGone = false
    for (const { sessionId, isClosed } of this.#snapshot.members.values()) {
      if (sessionId === undefined || isClosed) continue
      try {
        const state = await this.#platform.request(playRecordFileState, { query: { sessionId } })
        if (run === this.#run) this.#hear(state)
      } catch (error) {
        noteProblem('replay', String(error))
        // Who does not answer now is asked when the channel is back the next time.
        isGone ||= error instanceof PlatformReplyError && error.httpStatus > 0
      }
    }
    if (isGone && run === this.#run && this.#plan && this.isActive)
      await this.start(this.#plan, atMs ?? this.clock.positionMs() ?? this.#plan.span.fromMs, isPaused)
  }

  #hear(state: PlaybackState): void {
    const entry = [...this.#snapshot.members].find(([, one]) => one.sessionId === state.sessionId)
    if (!entry) return
    if (state.state === 'closed') {
      this.#closed(state.sessionId)
      return
    }
    this.clock.set(state)
    // An answer may overtake the channel's messages about the other windows.
    if (state.atMs >= entry[1].heardAtMs)
      this.#changeMember(entry[0], { inGap: state.inGap, heardAtMs: state.atMs })
    if (state.skippedFromMs !== undefined)
      this.#change({ skipped: { fromMs: state.skippedFromMs, toMs: state.positionMs } })
    if (this.#snapshot.mode !== 'starting') this.#showClock()
    if (state.state === 'ended') this.#goToNextFile(state.positionMs)
  }

  /** Device files follow each other: the next one begins where one ended. */
  #goToNextFile(endedAtMs: number): void {
    const plan = this.#plan
    if (plan?.source !== 'device') return
    const starts = plan.channels.flatMap((one) =>
      plan.filesOf(one).flatMap(({ startTime }) => (startTime * 1000 >= endedAtMs - 1 ? [startTime] : [])),
    )
    if (starts.length > 0) void this.start(plan, Math.min(...starts) * 1000)
  }

  #closed(sessionId: string): void {
    for (const [key, one] of this.#snapshot.members) {
      if (one.sessionId === sessionId) this.#changeMember(key, { isClosed: true })
    }
    const members = [...this.#snapshot.members.values()]
    if (members.every((one) => one.isClosed || one.failure !== undefined)) this.#change({ mode: 'ready' })
  }

  #showClock(): void {
    const state = this.clock.state
    if (!state || state.state === 'closed') return
    if (state.state !== this.#snapshot.mode || state.speed !== this.#snapshot.speed)
      this.#change({ mode: state.state, speed: state.speed })
  }

  #changeMember(key: string, part: Partial<ReplayMember>): void {
    const before = this.#snapshot.members.get(key)
    if (before) this.#change({ members: new Map(this.#snapshot.members).set(key, { ...before, ...part }) })
  }

  #change(part: Partial<ReplaySnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...part }
    for (const listener of this.#listeners) listener()
  }

  #end(): void {
    this.#starting?.abort()
    this.#starting = undefined
    for (const { sessionId, isClosed } of this.#snapshot.members.values()) {
      if (sessionId !== undefined && !isClosed) this.#endPlayback(sessionId)
    }
  }

  /** Ends a playback. Nobody watching it ends it too, some seconds later: a failure costs nothing. */
  #endPlayback(sessionId: string): void {
    this.#platform
      .request(stopPlayRecordFile, { body: { sessionId } })
      .catch((error: unknown) => noteProblem('replay', String(error)))
  }
}
