/** A terminal's recordings, as requests of JT/T 1078 name and play them. */
import { PLAYBACK_SPEEDS } from '@backlot/contract/recordings/entities'
import { digitsOfMoment, momentOfDigits } from '../../wire/jt1078/bcd-time.ts'
import type { Resource, ResourceQuery } from '../../wire/jt1078/resources.ts'

/** A file on the terminal, platform milliseconds. */
export type TerminalFile = { startMs: number; endMs: number; sizeBytes: number }
/** Files of a channel that touch a span, by start. */
export type TerminalFiles = (
  sn: string,
  chnId: number,
  fromMs: number,
  toMs: number,
) => readonly TerminalFile[]

/** How far back files are listed where a query has no bound. */
const DAYS_MS = 30 * 86_400_000
/** Files of an answer: a hundred packets of it. */
const FILES_MOST = 3500
const BYTES_MOST = 0xffff_ffff
const MAIN = 1
const BOTH = 0

/** The span that two times of a request name; undefined when it ends before it begins. */
export function spanOf(
  { start, end }: { start: string; end: string },
  nowMs: number,
): { fromMs: number; toMs: number } | undefined {
  const fromMs = momentOfDigits(start) ?? nowMs - DAYS_MS
  const toMs = Math.min(nowMs, momentOfDigits(end) ?? nowMs)
  return fromMs < toMs ? { fromMs, toMs } : undefined
}

/**
 * Files that a query asks for: of the main storage, in the main stream, with picture and sound. None have alarms
 * marked, so that a query by alarms finds none.
 */
export function resourcesOf(
  files: TerminalFiles,
  sn: string,
  channels: readonly number[],
  query: Pick<ResourceQuery, 'start' | 'end' | 'alarm' | 'videoAlarm' | 'streamType' | 'storage'>,
  nowMs: number,
): Resource[] {
  const span = spanOf(query, nowMs)
  const isOther = (value: number) => value !== 0 && value !== MAIN
  if (!span || query.alarm !== 0 || query.videoAlarm !== 0) return []
  if (isOther(query.streamType) || isOther(query.storage)) return []
  return channels
    .flatMap((channel) =>
      files(sn, channel, span.fromMs, span.toMs).map((file) => resourceOf(channel, file, nowMs)),
    )
    .sort((one, other) => (one.start < other.start ? -1 : 1))
    .slice(-FILES_MOST)
}

function resourceOf(channel: number, { startMs, endMs, sizeBytes }: TerminalFile, nowMs: number): Resource {
  return {
    channel,
    start: digitsOfMoment(startMs),
    end: digitsOfMoment(Math.min(endMs, nowMs)),
    videoAlarm: 0,
    alarm: 0,
    mediaType: BOTH,
    streamType: MAIN,
    storage: MAIN,
    fileBytes: Math.min(BYTES_MOST, Math.round(sizeBytes)),
  }
}

/** The speed of a code, 1 to 5 for 1, 2, 4, 8 and 16 times, as near as there is. */
export function speedOf(code: number): number {
  const wanted = 2 ** Math.min(4, Math.max(0, code - 1))
  return PLAYBACK_SPEEDS.reduce((best, one) =>
    Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best,
  )
}
