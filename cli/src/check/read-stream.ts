import http from 'node:http'
import https from 'node:https'
import { createFlvParser } from '@backlot/simulator/media/flv-parser'
import { codecOf, FLV_AUDIO, FLV_VIDEO, type FlvTag, kindOf } from '@backlot/simulator/wire/flv/flv-tag'
import { WebSocket } from 'ws'
import { spsSize } from './sps-size.ts'

/** Contents of a stream. */
export type StreamSeen = {
  /** `FLV`, or its first bytes. */
  container: string
  videoCodec?: string
  audioCodec?: string
  width?: number
  height?: number
  /** From the opening to the first key frame. */
  firstPictureMs?: number
  /** The stream up to its first key frame, as a decoder reads it. */
  head: Buffer
  /** Why it ended before that. */
  ended?: string
}

/** A stream that has brought no picture by then brings none. */
const PICTURE_WITHIN_MS = 20_000
/** Sound comes with pictures, but not always with the first. */
const SOUND_WITHIN_MS = 1500
const HEAD_MAX_BYTES = 8 * 1024 * 1024

/** Reads a stream until its first key frame, and for sound a little longer when it is to have some. */
export function readStream(
  url: URL,
  options: {
    trust: { rejectUnauthorized: boolean; ca?: string }
    headers: Record<string, string>
    wantsSound: boolean
  },
): Promise<StreamSeen> {
  const beganMs = performance.now()
  const parser = createFlvParser()
  const seen: StreamSeen = { container: '', head: Buffer.alloc(0) }
  return new Promise((resolve) => {
    let isOver = false
    const finish = (ended?: string) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      source.close()
      if (ended !== undefined && seen.firstPictureMs === undefined) seen.ended = ended
      resolve(seen)
    }
    let timer = setTimeout(() => finish('no picture arrived'), PICTURE_WITHIN_MS)
    const take = (bytes: Buffer) => {
      if (isOver) return
      if (seen.firstPictureMs === undefined) seen.head = Buffer.concat([seen.head, bytes])
      if (seen.container === '') seen.container = containerOf(seen.head)
      if (seen.container === '') return
      if (seen.container !== 'FLV') return finish('it is not FLV')
      if (seen.head.length > HEAD_MAX_BYTES) return finish('no picture arrived')
      try {
        for (const tag of parser.push(bytes)) look(tag, seen, beganMs)
      } catch (error) {
        return finish((error as Error).message)
      }
      if (seen.firstPictureMs === undefined) return
      if (!options.wantsSound || seen.audioCodec !== undefined) return finish()
      clearTimeout(timer)
      timer = setTimeout(finish, SOUND_WITHIN_MS)
    }
    const source = open(url, options, take, finish)
  })
}

function open(
  url: URL,
  { trust, headers }: Parameters<typeof readStream>[1],
  take: (bytes: Buffer) => void,
  ended: (why: string) => void,
): { close(): void } {
  if (url.protocol.startsWith('ws')) {
    const socket = new WebSocket(url, { ...trust, headers })
    socket.on('message', (data: Buffer) => take(data))
    socket.once('error', (error) => ended(error.message))
    socket.once('close', (code, reason) => ended(`closed with ${code} ${reason.toString()}`.trim()))
    return { close: () => socket.terminate() }
  }
  const asked = (url.protocol === 'https:' ? https : http).get(url, { ...trust, headers }, (response) => {
    if (response.statusCode !== 200) return ended(`HTTP ${response.statusCode}`)
    response.on('data', take)
    response.once('end', () => ended('it ended early'))
    response.once('error', (error) => ended(error.message))
  })
  asked.once('error', (error) => ended(error.message))
  return { close: () => asked.destroy() }
}

function containerOf(head: Buffer): string {
  if (head.length < 9) return ''
  if (head.toString('latin1', 0, 3) === 'FLV') return 'FLV'
  if (head.toString('latin1', 4, 8) === 'ftyp') return 'MP4'
  if (head[0] === 0x47) return 'MPEG-TS'
  if (head.toString('latin1', 0, 7) === '#EXTM3U') return 'HLS'
  return 'unknown'
}

function look(tag: FlvTag, seen: StreamSeen, beganMs: number): void {
  if (tag.type === FLV_AUDIO) seen.audioCodec ??= codecOf(tag)
  if (tag.type !== FLV_VIDEO) return
  seen.videoCodec ??= codecOf(tag)
  const kind = kindOf(tag)
  if (kind === 'videoHeader' && seen.videoCodec === 'H.264') Object.assign(seen, sizeOf(tag.body))
  if (kind === 'key') seen.firstPictureMs ??= performance.now() - beganMs
}

/** Of an AVC configuration record (ISO/IEC 14496-15 §5.3.3.1) behind the five bytes of its tag. */
function sizeOf(body: Uint8Array): { width: number; height: number } | undefined {
  const length = ((body[11] ?? 0) << 8) | (body[12] ?? 0)
  return spsSize(body.subarray(13, 13 + length))
}
