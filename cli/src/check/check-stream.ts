import { anyCall } from '@backlot/contract/call'
import { startLiveVideo, stopLiveVideo } from '@backlot/contract/live-video/calls'
import { type Ask, barredFrom, headOf, lookAt } from './check-reads.ts'
import type { Knowledge } from './knowledge.ts'
import type { PlatformClient } from './platform-client.ts'
import { readStream, type StreamSeen } from './read-stream.ts'
import { readStrip } from './read-strip.ts'
import { type Difference, type Finding, wholeDifference } from './report.ts'

export type StreamDeps = {
  ask: Ask
  client: PlatformClient
  known: Knowledge
  /** Address of a stream as it can be opened from here, from the platform's answer. */
  mediaUrl(text: string): string
  wants(name: string): boolean
}

/** Cameras that are tried until one plays. */
const TRIES = 3

/** Starts one live stream as the console does, reads it up to its first picture, and gives it up again. */
export async function checkStream(deps: StreamDeps): Promise<Finding[]> {
  const { known, wants, ask } = deps
  const start = anyCall(startLiveVideo)
  const stop = anyCall(stopLiveVideo)
  const heads = { start: headOf(start, 'write'), stop: headOf(stop, 'write') }
  const stream: Finding = { name: 'stream', kind: 'stream', origin: 'stated', where: 'live video' }
  const only = (findings: Finding[]) => findings.filter(({ name }) => wants(name))
  const skip = (why: string) =>
    only([heads.start, heads.stop, stream].map((head) => ({ ...head, notTried: why })))

  const barred = barredFrom(start, known.user)
  if (barred) return skip(barred)
  const channels = known.videoChannels().slice(0, TRIES)
  if (channels.length === 0) return skip('the tree has no camera')
  let refused: Finding | undefined
  for (const { sn, chnId } of channels) {
    const body = { sn, chnId, streamType: 'sub' }
    const started = await lookAt(start, heads.start, () => ask(start, { body }))
    if (started.reply?.outcome !== 'answered') {
      refused ??= started.finding
      continue
    }
    const seen = await open(deps, stream, started.reply.data)
    const stopped = await lookAt(stop, heads.stop, () => ask(stop, { body }))
    return only([started.finding, seen, stopped.finding])
  }
  const why = 'no stream could be started'
  return only([refused!, { ...stream, notTried: why }, { ...heads.stop, notTried: why }])
}

async function open({ client, mediaUrl }: StreamDeps, head: Finding, data: unknown): Promise<Finding> {
  const { url: text, hasAudio } = (data ?? {}) as { url?: unknown; hasAudio?: unknown }
  if (typeof text !== 'string' || text === '')
    return {
      ...head,
      differences: [fieldDifference('missing', 'address', 'the address of the stream', 'nothing')],
    }
  const page = client.address('/')
  const url = new URL(mediaUrl(text), page)
  const isPath = !/^[a-z]+:/i.test(text)
  if (isPath) url.protocol = url.protocol.replace('http', 'ws')
  const seen = await readStream(url, {
    trust: client.trust,
    headers: { cookie: client.cookie, origin: page.origin },
    wantsSound: hasAudio === true,
  })
  const way = url.protocol.startsWith('ws') ? 'WebSocket' : 'HTTP'
  return { ...head, count: 1, ...(await judgedStream(seen, way, hasAudio === true)) }
}

async function judgedStream(
  seen: StreamSeen,
  way: string,
  wantsSound: boolean,
): Promise<Pick<Finding, 'differences' | 'facts' | 'present'>> {
  const differences: Omit<Difference, 'counts'>[] = []
  const { container, videoCodec, audioCodec, firstPictureMs, width, height } = seen
  if (container === '')
    return { differences: [wholeDifference('missing', 'a stream', seen.ended ?? 'nothing')] }
  if (container !== 'FLV') {
    differences.push(fieldDifference('type', 'container', 'FLV', container))
    return { differences, facts: [`${container} over ${way}`] }
  }
  if (videoCodec !== undefined && videoCodec !== 'H.264')
    differences.push(fieldDifference('type', 'videoCodec', 'H.264', videoCodec))
  if (firstPictureMs === undefined)
    differences.push(fieldDifference('missing', 'picture', 'a key frame', seen.ended ?? 'nothing'))
  if (wantsSound && audioCodec === undefined)
    differences.push(fieldDifference('missing', 'sound', 'sound, as announced by the start', 'none'))
  if (audioCodec !== undefined && !['AAC', 'MP3'].includes(audioCodec))
    differences.push(fieldDifference('type', 'audioCodec', 'AAC or MP3', audioCodec))
  const size = width && height ? ` ${width}×${height}` : ''
  const facts = [`${container} over ${way}`, `${videoCodec ?? 'no video'}${size}`, audioCodec ?? 'no sound']
  if (firstPictureMs !== undefined) facts.push(`first picture after ${Math.round(firstPictureMs)} ms`)
  if (firstPictureMs !== undefined && videoCodec === 'H.264') facts.push(await stripFact(seen.head))
  const other = differences.map(({ field }) => field)
  const present = ['container', 'videoCodec', 'picture', ...(audioCodec ? ['audioCodec'] : [])]
  return { differences, facts, present: present.filter((field) => !other.includes(field)) }
}

async function stripFact(head: Buffer): Promise<string> {
  const strip = await readStrip(head)
  if (strip === 'noFfmpeg') return 'strip not checked: ffmpeg is missing'
  return strip === 'none' ? 'no strip in the picture' : `strip of camera ${strip.camera}`
}

function fieldDifference(
  kind: Difference['kind'],
  field: string,
  expected: string,
  seen: string,
): Omit<Difference, 'counts'> {
  return { ...wholeDifference(kind, expected, seen), field, places: [field] }
}
