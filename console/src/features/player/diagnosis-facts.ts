import { formatDateTime } from '@backlot/contract/time'
import { platformNow, platformZoneMinutes } from '../../platform/clock.ts'
import type { LiveSession } from './live-session.ts'
import type { StateNote } from './live-snapshot.ts'
import type { LiveWay } from './live-way.ts'
import { mediaSupport } from './media-support.ts'
import { pictureAgeMs, readStrip } from './strip-reader.ts'

/** Looks over which ages and rates are taken: a single one jitters by a frame. */
const LOOKS_KEPT = 9
/** Changes of state in the panel; the report has all that are kept. */
const STATES_SHOWN = 4
const NOTHING = '–'

export const FACT_NAMES = [
  'camera',
  'time',
  'age',
  'pose',
  'codec',
  'player',
  'size',
  'fps',
  'pictures',
  'bitrate',
  'buffer',
  'frames',
  'state',
  'url',
] as const
type FactName = (typeof FACT_NAMES)[number]
type Facts = Record<FactName, string>

/** The operator's words for a change of state, for how the stream plays, and for which pictures of it. */
export type Words = {
  way(way: LiveWay): string
  state(note: StateNote): string
  pictures(pictures: LiveSession['pictures']): string
}

type Look = { atMs: number; frames: number; ageMs: number | undefined }

/** Looks at a player repeatedly and reports its data: the picture's own, and the player's. */
export class DiagnosisFacts {
  readonly #session: LiveSession
  readonly #say: Words
  #looks: Look[] = []

  constructor(session: LiveSession, say: Words) {
    this.#session = session
    this.#say = say
  }

  /** `rate`: how fast the platform's clock runs. */
  look(rate: number): Facts {
    const { video, speedKilobytes, facts, maskedUrl, history, way } = this.#session
    const strip = readStrip(video)
    const { total: frames, dropped } = this.#session.frames
    if (frames < (this.#looks.at(-1)?.frames ?? 0)) this.#looks = []
    const ageMs = strip && pictureAgeMs(strip, platformNow(), rate)
    this.#looks.push({ atMs: performance.now(), frames, ageMs })
    if (this.#looks.length > LOOKS_KEPT) this.#looks.shift()
    const ages = this.#looks.flatMap((look) => look.ageMs ?? [])
    const codecs = [facts.videoCodec && namedCodec(facts.videoCodec), facts.audioCodec].filter(
      (codec) => codec,
    )
    const size = video.videoWidth > 0 ? { width: video.videoWidth, height: video.videoHeight } : facts.size
    return {
      camera: strip ? String(strip.camera) : NOTHING,
      time: strip ? formatDateTime(strip.timeMs, platformZoneMinutes()) : NOTHING,
      age: strip && ages.length > 0 ? `${Math.round(median(ages))} ms` : NOTHING,
      pose: strip
        ? `${strip.panDeg.toFixed(1)}° / ${strip.tiltDeg.toFixed(1)}° / ${strip.zoom.toFixed(1)}×`
        : NOTHING,
      codec: codecs.length > 0 ? codecs.join(', ') : NOTHING,
      player: way ? this.#say.way(way) : NOTHING,
      size: size ? `${size.width} × ${size.height}` : NOTHING,
      fps: rateOf(this.#looks, facts.fps),
      pictures: this.#say.pictures(this.#session.pictures),
      bitrate: `${((speedKilobytes * 8) / 1000).toFixed(2)} Mbit/s`,
      buffer: `${this.#session.waitingSeconds.toFixed(2)} s`,
      frames: `${frames} / ${dropped}`,
      state: history.slice(-STATES_SHOWN).map(this.#say.state).join(' → '),
      url: maskedUrl === '' ? NOTHING : maskedUrl.replace(/^wss?:\/\/[^/]+/, ''),
    }
  }

  /** Everything, as text to send to somebody: the facts, then each change of state with its time. In English always. */
  report(facts: Facts): string {
    const { way, pictures } = this.#session
    const { fewer, leftOut } = pictures
    const english = {
      ...facts,
      player: way ? `${way.way}${way.way === 'mse' ? ` (${way.why})` : ''}` : NOTHING,
      pictures: `${fewer ? 'key frames only' : 'all'}, ${leftOut} left out`,
    }
    const lines = FACT_NAMES.filter((name) => name !== 'state').map((name) => `${name}: ${english[name]}`)
    const states = this.#session.history.map(
      ({ atMs, state, error }) => `${new Date(atMs).toISOString()} ${state}${error ? ` (${error})` : ''}`,
    )
    const { live, hevc } = mediaSupport()
    const decodes = [live ? 'H.264' : '', hevc ? 'H.265' : ''].filter((codec) => codec !== '').join(', ')
    const browser = [`browser: ${navigator.userAgent}`, `decodes: ${decodes || NOTHING}`]
    return [...lines, ...browser, 'states:', ...states].join('\n')
  }
}

/** The codec as people call it, beside its name for MSE: 'H.265 (hvc1.1.6.L90.B0)'. */
function namedCodec(name: string): string {
  const called = /^(hvc1|hev1)/.test(name) ? 'H.265' : /^avc/.test(name) ? 'H.264' : undefined
  return called ? `${called} (${name})` : name
}

/** Frames a second that were shown, beside the stream's own statement. */
function rateOf(looks: readonly Look[], said: number | undefined): string {
  const first = looks[0]
  const last = looks.at(-1)
  const seconds = first && last ? (last.atMs - first.atMs) / 1000 : 0
  const shown = first && last && seconds > 0.5 ? ((last.frames - first.frames) / seconds).toFixed(1) : NOTHING
  return said === undefined ? shown : `${shown} / ${said.toFixed(0)}`
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1]!
}
