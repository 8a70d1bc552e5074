import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFlvPlayer, loadFlvLibrary } from './flv-player.ts'
import { mediaSupport } from './media-support.ts'

/** Configuration of a 64 × 64 stream of x265 (HEVCDecoderConfigurationRecord). */
const HVCC = Buffer.from(
  'AQFgAAAAkAAAAAAAHvAA/P34+AAADwOgAAEAGEABDAH//wFgAAADAJAAAAMAAAMAHpWYCaEAAQAoQgEBAWAAAAMAkAAAAwAAAwAeoCCB' +
    'BZZWaSTK8BaAgAAAAwCAAAAGBKIAAQAHRAHBcrQiQA==',
  'base64',
)
const FLV_HEADER = Buffer.from([0x46, 0x4c, 0x56, 1, 1, 0, 0, 0, 9, 0, 0, 0, 0])

/** An FLV file of one tag: the sequence header of a video track. */
function flvOf(head: readonly number[]): Uint8Array {
  const body = Buffer.concat([Buffer.from(head), HVCC])
  const tag = Buffer.alloc(11)
  tag[0] = 9
  tag.writeUIntBE(body.length, 1, 3)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(tag.length + body.length)
  return new Uint8Array(Buffer.concat([FLV_HEADER, tag, body, size]))
}
/** Codec id 12, as cameras have sent it for years: key frame, sequence header, no composition time. */
const CODEC_ID_12 = flvOf([0x1c, 0, 0, 0, 0])
/** Enhanced FLV: the same by its four letters. */
const ENHANCED = flvOf([0x90, ...Buffer.from('hvc1')])

/** The page's decoders, and the tracks that were opened in them. */
let decodes: (type: string) => boolean
let opened: string[]
let sockets: SourceSocket[]

class SourceSocket {
  binaryType = ''
  onopen: () => void = () => {}
  onmessage: (event: { data: ArrayBuffer }) => void = () => {}
  onclose: () => void = () => {}
  onerror: () => void = () => {}
  constructor() {
    sockets.push(this)
  }
  close() {}
}

class Source extends EventTarget {
  static isTypeSupported(type: string): boolean {
    return decodes(type)
  }
  readyState = 'open'
  sourceBuffers = []
  addSourceBuffer(type: string) {
    if (!decodes(type)) throw new DOMException('no decoder', 'NotSupportedError')
    opened.push(type)
    const buffer = { updating: false, mode: 'segments', buffered: { length: 0 }, appendBuffer: () => {} }
    return Object.assign(new EventTarget(), buffer, { abort: () => {}, remove: () => {} })
  }
  removeSourceBuffer() {}
  endOfStream() {}
}

function videoElement(): HTMLVideoElement {
  const element = {
    src: '',
    currentTime: 0,
    paused: false,
    buffered: { length: 0 },
    removeAttribute: () => {},
    load: () => {},
    play: () => Promise.resolve(),
    pause: () => {},
    canPlayType: () => 'probably',
  }
  // The library uses no more of a video element before its first frame.
  return Object.assign(new EventTarget(), element) as unknown as HTMLVideoElement
}

beforeEach(() => {
  opened = []
  sockets = []
  const page = {
    MediaSource: Source,
    WebSocket: SourceSocket,
    navigator: { userAgent: 'Mozilla/5.0 Chrome/140.0' },
    location: { protocol: 'http:', href: 'http://127.0.0.1/' },
    document: { visibilityState: 'visible' },
  }
  for (const [name, value] of Object.entries(page)) vi.stubGlobal(name, value)
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('self', globalThis)
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:source')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Plays an FLV file; answers the opened tracks and the player's errors. */
async function play(bytes: Uint8Array): Promise<{ opened: string[]; errors: string[] }> {
  const errors: string[] = []
  const player = createFlvPlayer(
    await loadFlvLibrary(),
    videoElement(),
    { url: 'ws://127.0.0.1/live/S1/1/main.flv', withAudio: false },
    { onError: (kind) => errors.push(kind), onEnded: () => {}, onSpeed: () => {} },
  )
  const [socket] = sockets
  socket!.onopen()
  socket!.onmessage({ data: bytes.slice().buffer })
  await vi.waitFor(() => expect(opened.length + errors.length).toBeGreaterThan(0), { timeout: 30_000 })
  player.destroy()
  return { opened, errors }
}

it.each([
  ['codec id 12', CODEC_ID_12],
  ['the letters hvc1', ENHANCED],
])('plays H.265 named by %s where the browser decodes it', async (_name, bytes) => {
  decodes = (type) => /avc1|hvc1/.test(type)
  expect(mediaSupport()).toEqual({ live: true, hevc: true })
  expect(await play(bytes)).toEqual({ opened: ['video/mp4;codecs=hvc1.1.1.L30.B0'], errors: [] })
})

it.each([
  ['codec id 12', CODEC_ID_12],
  ['the letters hvc1', ENHANCED],
])(
  'says of H.265 named by %s that its codec cannot be played where the browser does not',
  async (_name, bytes) => {
    decodes = (type) => /avc1/.test(type)
    expect(mediaSupport()).toEqual({ live: true, hevc: false })
    expect(await play(bytes)).toEqual({ opened: [], errors: ['codec'] })
  },
)
