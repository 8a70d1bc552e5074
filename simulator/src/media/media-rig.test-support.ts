/** A platform for tests of media: an HTTP server, a few cameras of the street city, the real clock. */

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { EncodeStream } from '@backlot/contract/device-config/entities'
import { decodeStrip, type PictureStrip } from '@backlot/contract/picture-strip'
import { FACTORY_ENCODING } from '../devices/device-config.ts'
import type { MediaEffects } from '../faults/media-faults.ts'
import { createHostClock } from '../timeline/host-clock.ts'
import { packCity } from '../world/city/packed-city.ts'
import { NOON } from '../world/scenes/scene-input.test-support.ts'
import type { Pose } from '../world/scenes/scene-input.ts'
import { streetCity } from '../world/scenes/street-city.test-support.ts'
import { createMedia, type Media } from './create-media.ts'
import type { MediaOptions } from './media-options.ts'

export type MediaRig = AsyncDisposable & {
  media: Media
  url: string
  /** Poses, online states and bindings that a test may change. */
  poses: Map<string, Pose>
  offline: Set<string>
  silent: Set<string>
  unpowered: Set<string>
  unbound: Set<string>
  /** How cameras were configured to encode; the factory's way when left out. */
  encodings: Map<string, EncodeStream>
}

export const REST: Pose = { panDeg: 18, tiltDeg: -9, zoom: 1 }

/** Cameras CAM1 … CAM9 with channel 1; CAM2 has audio. Their numbers are 1 … 9. */
export async function mediaRig(
  options: Partial<MediaOptions> = {},
  effects?: MediaEffects,
): Promise<MediaRig> {
  const poses = new Map<string, Pose>()
  const offline = new Set<string>()
  const silent = new Set<string>()
  const unpowered = new Set<string>()
  const unbound = new Set<string>()
  const encodings = new Map<string, EncodeStream>()
  const numberOf = (sn: string): number => Number(/^CAM([1-9])$/.exec(sn)?.[1] ?? 0)
  const host = createHostClock()
  const media = await createMedia({
    seed: 5,
    city: packCity({ city: streetCity() }),
    host,
    effects,
    clock: { now: () => host.now(), rate: () => 1, zoneMinutes: 480 },
    log: { info: () => undefined, warn: () => undefined, debug: () => undefined, error: () => undefined },
    world: { skyAt: () => NOON, vehiclesNear: () => [], incidentsNear: () => [] },
    cameras: {
      find: (sn, chnId) =>
        numberOf(sn) && chnId === 1
          ? { number: numberOf(sn), hasAudio: sn === 'CAM2', moves: false }
          : undefined,
      placeAt: (sn) => ({ x: -13, y: -52 + numberOf(sn), mountHeightM: 7.5 }),
      encodingAt: (sn, _chnId, streamType) => encodings.get(sn) ?? FACTORY_ENCODING[streamType],
      captionAt: (sn) => ({ name: `相机${numberOf(sn)}`, showTime: true }),
      poseAt: (sn) => poses.get(sn) ?? REST,
      isOnline: (sn) => !offline.has(sn),
      isSilent: (sn) => silent.has(sn),
      hasPower: (sn) => !unpowered.has(sn),
      mediaServerOf: (sn) => (unbound.has(sn) ? 'notBound' : 'bound'),
    },
    options: { lingerMs: 4000, ...options },
  })
  const server = createServer((request, response) => {
    if (!media.handleHttp(request, response)) response.writeHead(404).end()
  })
  server.on('upgrade', (request: IncomingMessage, socket, head) => {
    if (!media.handleUpgrade(request, socket, head)) socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    media,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    poses,
    offline,
    silent,
    unpowered,
    unbound,
    encodings,
    async [Symbol.asyncDispose]() {
      await media[Symbol.asyncDispose]()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Starts a stream and answers the path with its token. Throws when the start is refused. */
export function startStream(rig: MediaRig, sn: string, sessionId = 'session-1'): string {
  const start = rig.media.startLive({ sn, chnId: 1, streamType: 'sub', sessionId })
  if (start instanceof Promise) throw new Error('a foreign device')
  if (!start.ok) throw new Error(`refused: ${start.reason}`)
  return `${start.streamPath}?token=${start.token}`
}

/** Waits until `ready` holds; fails after ninety seconds with the name of the condition. */
export async function until(what: string, ready: () => boolean | Promise<boolean>): Promise<void> {
  for (let i = 0; i < 4500; i++) {
    if (await ready()) return
    await sleep(20)
  }
  throw new Error(`waited for ${what}`)
}

/** Reads a stream over HTTP until `enough` holds, and answers its bytes. */
export async function readStream(url: string, enough: (bytes: Buffer) => boolean): Promise<Buffer> {
  const abort = new AbortController()
  const response = await fetch(url, { signal: abort.signal })
  if (!response.ok || !response.body) throw new Error(`status ${response.status}`)
  const chunks: Uint8Array[] = []
  for await (const chunk of response.body) {
    chunks.push(chunk)
    if (enough(Buffer.concat(chunks))) break
  }
  abort.abort()
  return Buffer.concat(chunks)
}

/** Decodes FLV with ffmpeg and reads the strip of every picture (640×360). */
export async function stripsOf(flv: Buffer): Promise<(PictureStrip | undefined)[]> {
  const pictures = await decodePictures(flv)
  return pictures.map((data) => decodeStrip({ data, width: 640, height: 360, channels: 1 }))
}

/** Luma planes of the pictures of an FLV, 640×360. */
export async function decodePictures(flv: Buffer): Promise<Uint8Array[]> {
  const decoder = spawn(
    'ffmpeg',
    [
      '-hide_banner',
      '-loglevel',
      'quiet',
      '-i',
      'pipe:0',
      '-fps_mode',
      'passthrough',
      '-s',
      '640x360',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'yuv420p',
      'pipe:1',
    ],
    { stdio: ['pipe', 'pipe', 'ignore'] },
  )
  const chunks: Buffer[] = []
  decoder.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  decoder.stdin.on('error', () => decoder.stdin.destroy())
  decoder.stdin.end(flv)
  await once(decoder, 'close')
  const all = Buffer.concat(chunks)
  const size = (640 * 360 * 3) / 2
  return Array.from({ length: Math.floor(all.length / size) }, (_, i) =>
    all.subarray(i * size, i * size + 640 * 360),
  )
}

/** Whether a process is there. */
export async function isAlive(pid: number): Promise<boolean> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  return stdout.trim() !== '' && !stdout.trim().startsWith('Z')
}
