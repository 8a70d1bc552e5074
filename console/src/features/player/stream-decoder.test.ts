import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DecodingEnd } from './decoder-messages.ts'
import { StreamDecoder } from './stream-decoder.ts'

/** Configuration of a 64 × 64 stream of x264 (AVCDecoderConfigurationRecord), and a picture of no content. */
const AVCC = Buffer.from('AULACv/hABZnQsAK2hCabARAAAADAEAAAAMBI8SJqAEABWjOBssg', 'base64')
const FLV_HEADER = Buffer.from([0x46, 0x4c, 0x56, 1, 1, 0, 0, 0, 9, 0, 0, 0, 0])

function tag(timeMs: number, body: readonly number[]): Buffer {
  const head = Buffer.alloc(11)
  head[0] = 9
  head.writeUIntBE(body.length, 1, 3)
  head.writeUIntBE(timeMs & 0xffffff, 4, 3)
  const end = Buffer.alloc(4)
  end.writeUInt32BE(head.length + body.length)
  return Buffer.concat([head, Buffer.from(body), end])
}
const SCRIPT = tag(0, [2, 0, 9, ...Buffer.from('framerate'), 0, ...doubleOf(12.5)])
SCRIPT[0] = 18
function doubleOf(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}
const CONFIG = tag(0, [0x17, 0, 0, 0, 0, ...AVCC])
const key = (timeMs: number) => tag(timeMs, [0x17, 1, 0, 0, 0, 0, 0, 0, 1, 0x65])
const inter = (timeMs: number) => tag(timeMs, [0x27, 1, 0, 0, 0, 0, 0, 0, 1, 0x41])

let nowMs: number
let isSupported: boolean
/** A decoder that is told when to bring a picture out. */
let decoders: Decoder[]
let sockets: Socket[]
let opened: number

class Socket {
  binaryType = ''
  onmessage: ((event: { data: ArrayBuffer }) => void) | null = null
  onclose: (() => void) | null = null
  constructor() {
    sockets.push(this)
  }
  close() {}
}
type Chunk = { type: 'key' | 'delta'; timestamp: number }
class Decoder {
  static isConfigSupported = async () => ({ supported: isSupported })
  state = 'unconfigured'
  config: VideoDecoderConfig | undefined
  readonly chunks: Chunk[] = []
  get decodeQueueSize() {
    return this.chunks.length
  }
  reset() {
    this.chunks.length = 0
  }
  readonly #init: VideoDecoderInit
  constructor(init: VideoDecoderInit) {
    this.#init = init
    decoders.push(this)
  }
  configure(config: VideoDecoderConfig) {
    this.config = config
  }
  decode(chunk: Chunk) {
    this.chunks.push(chunk)
  }
  /** Brings the next picture out. */
  bring() {
    const { timestamp } = this.chunks.shift()!
    opened += 1
    const close = () => {
      opened -= 1
    }
    const frame = { timestamp, displayWidth: 64, displayHeight: 64, close }
    // The decoder's owner uses no more of a frame.
    this.#init.output(frame as unknown as VideoFrame)
  }
  fail() {
    this.#init.error(new DOMException('broken', 'EncodingError'))
  }
  close() {
    this.state = 'closed'
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  nowMs = 1000
  isSupported = true
  decoders = []
  sockets = []
  opened = 0
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  vi.stubGlobal('WebSocket', Socket)
  vi.stubGlobal('VideoDecoder', Decoder)
  vi.stubGlobal('EncodedVideoChunk', function chunk(init: Chunk) {
    return init
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A stream whose socket has sent these tags; `shown` are the times of the pictures in its track. */
async function streamOf(tags: readonly Buffer[], resting = false) {
  const shown: number[] = []
  const over: DecodingEnd[] = []
  const track = new WritableStream<VideoFrame>({
    write(frame) {
      shown.push(frame.timestamp / 1000)
      frame.close()
    },
  })
  const stream = new StreamDecoder({ url: 'ws://127.0.0.1/live/S1/1/sub.flv', track, resting }, (reason) =>
    over.push(reason),
  )
  const [socket] = sockets
  const send = (...more: Buffer[]) => {
    for (const one of more) socket!.onmessage?.({ data: new Uint8Array(one).buffer })
  }
  send(FLV_HEADER, ...tags)
  await settle()
  return { stream, shown, over, send, socket: socket! }
}
const settle = () => vi.advanceTimersByTimeAsync(0)

it('decodes one picture in, one out, with the least delay, and shows it', async () => {
  const { stream, shown, send } = await streamOf([SCRIPT, CONFIG, key(0)])
  const [decoder] = decoders
  expect(decoder!.config).toMatchObject({ codec: 'avc1.42c00a', optimizeForLatency: true })
  expect(Buffer.from(decoder!.config!.description as Uint8Array)).toEqual(AVCC)
  decoder!.bring()
  nowMs += 80
  send(inter(80))
  expect(decoder!.chunks).toEqual([expect.objectContaining({ type: 'delta', timestamp: 80_000 })])
  decoder!.bring()
  await settle()
  expect(shown).toEqual([0, 80])
  expect(opened).toBe(0)
  expect(stream.state).toMatchObject({ codec: 'avc1.42c00a', missed: 0, waitingMs: 0, fps: 12.5 })
  expect(stream.state.size).toEqual({ width: 64, height: 64 })
})

it('begins with a key frame, and shows of pictures that come at once the first and the last', async () => {
  const group = [inter(0), key(2), ...[4, 6, 8, 10].map(inter)]
  const { shown } = await streamOf([CONFIG, ...group])
  const [decoder] = decoders
  expect(decoder!.chunks.map(({ timestamp }) => timestamp / 1000)).toEqual([2, 4, 6, 8, 10])
  for (let left = 5; left > 0; left--) decoder!.bring()
  await settle()
  expect(shown).toEqual([2, 10])
  expect(opened).toBe(0)
})

it('holds pictures that come early until they are due', async () => {
  const { shown, send } = await streamOf([CONFIG])
  const [decoder] = decoders
  const come = (at: number, delayMs: number) => {
    nowMs = 1000 + at * 40 + delayMs
    send(at === 0 ? key(0) : inter(at * 40))
    decoder!.bring()
  }
  for (let at = 0; at < 60; at++) come(at, (at % 2) * 20)
  await vi.advanceTimersByTimeAsync(100)
  const before = shown.length
  come(60, 0)
  await settle()
  expect(shown).toHaveLength(before)
  nowMs += 20
  await vi.advanceTimersByTimeAsync(20)
  expect(shown).toHaveLength(before + 1)
  expect(shown.at(-1)).toBe(2400)
})

it('goes on with a key frame when decoding falls behind, and counts what that cost', async () => {
  const { stream, send } = await streamOf([CONFIG, key(0)])
  const [decoder] = decoders
  for (let timeMs = 100; timeMs <= 1500; timeMs += 100) {
    nowMs += 100
    send(inter(timeMs))
  }
  expect(decoder!.chunks).toHaveLength(11)
  expect(stream.state.missed).toBe(5)
  send(key(1600))
  expect(decoder!.chunks).toEqual([expect.objectContaining({ type: 'key', timestamp: 1_600_000 })])
  expect(stream.state.missed).toBe(16)
})

it('goes on after a picture that never comes out, and with another size from its key frame on', async () => {
  const { shown, send } = await streamOf([CONFIG, key(0), inter(80)])
  const [decoder] = decoders
  decoder!.bring()
  decoder!.chunks.length = 0
  nowMs += 5000
  const other = Buffer.from(CONFIG)
  other[11 + 5 + 3] = 11
  send(other, inter(5000), key(5080), inter(5160))
  await settle()
  expect(decoder!.config!.codec).toBe('avc1.42c00b')
  expect(decoder!.chunks.map(({ timestamp }) => timestamp / 1000)).toEqual([5080, 5160])
  while (decoder!.chunks.length > 0) decoder!.bring()
  await settle()
  expect(shown.at(-1)).toBe(5160)
})

it('decodes nothing while the page is hidden, and shows the newest picture when it is seen again', async () => {
  const { stream, shown, send } = await streamOf([CONFIG, key(0)], true)
  const [decoder] = decoders
  // What came before the codec was known.
  while (decoder!.chunks.length > 0) decoder!.bring()
  nowMs += 5000
  send(inter(80), key(2000), inter(2080), inter(2160))
  expect(decoder!.chunks).toHaveLength(0)
  stream.rest(false)
  expect(decoder!.chunks.map(({ timestamp }) => timestamp / 1000)).toEqual([2000, 2080, 2160])
  while (decoder!.chunks.length > 0) decoder!.bring()
  await settle()
  expect(shown.at(-1)).toBe(2160)
})

it('says why it ends: the codec, the decoder, the server, or no stream', async () => {
  isSupported = false
  expect((await streamOf([CONFIG, key(0)])).over).toEqual(['codec'])

  isSupported = true
  sockets = []
  const broken = await streamOf([CONFIG, key(0)])
  decoders.at(-1)!.fail()
  expect(broken.over).toEqual(['decoder'])

  sockets = []
  const ended = await streamOf([CONFIG, key(0)])
  ended.socket.onclose?.()
  expect(ended.over).toEqual(['ended'])

  sockets = []
  const foreign = await streamOf([])
  foreign.stream.stop()
  sockets = []
  const over: DecodingEnd[] = []
  new StreamDecoder({ url: 'ws://127.0.0.1/x', track: new WritableStream(), resting: false }, (reason) =>
    over.push(reason),
  )
  sockets[0]!.onclose?.()
  expect(over).toEqual(['media'])
})

it('leaves out all but key frames while it is thinned', async () => {
  const { stream, send } = await streamOf([CONFIG, key(0), inter(80)])
  const [decoder] = decoders
  stream.thin(true)
  send(inter(160), inter(240), key(2000))
  expect(decoder!.chunks.map(({ timestamp }) => timestamp / 1000)).toEqual([0, 80, 2000])
  expect(stream.state).toMatchObject({ passing: 'keys', heldBack: 2, keyEveryMs: 2000 })
})
