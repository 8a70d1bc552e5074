/**
 * The machine-readable strip at the lower edge of every picture: camera, frame, moment, pose. Layout in
 * docs/picture-strip.md: four rows of 32 blocks, a block 20×8 px in a 640×360 picture and in proportion in any other,
 * luma 16 for 0 and 235 for 1, closed by a CRC so that a misread is noticed.
 */
export type PictureStrip = {
  /** Camera number, 0 … 1,048,575. */
  camera: number
  /** Number of the moment on the stream's frame grid, modulo 4096. */
  frame: number
  /** Platform time of the picture, epoch milliseconds (2020-01-01 … 2054). */
  timeMs: number
  /** Degrees clockwise from north, 0 … 359.9. */
  panDeg: number
  /** Degrees above the horizon, -90 … 90. */
  tiltDeg: number
  /** Magnification, 0 … 51.1. */
  zoom: number
}

/** A picture to read from: RGBA bytes (a canvas) or a bare luma plane, any size. */
type StripPicture = {
  data: Uint8Array | Uint8ClampedArray
  width: number
  height: number
  /** 4 for RGBA, 1 for a luma plane. */
  channels: 1 | 4
  /** Bytes from one row to the next; width × channels when absent. */
  stride?: number
}

const STRIP_COLUMNS = 32
const STRIP_ROWS = 4
/** Height of one row as a part of the picture's height: 8 of 360. */
const STRIP_ROW_PART = 8 / 360
const STRIP_FRAME_MODULO = 4096
const SYNC = 0xb5
const TIME_ORIGIN_MS = 1_577_836_800_000
const LUMA_ZERO = 16
const LUMA_ONE = 235
/** Least luma between the sync pattern's ones and zeros for the picture to be read at all. */
const LEAST_CONTRAST = 48
const BYTES = 16

/** Pixels at the lower edge that the strip covers in a picture of this height. */
export function stripHeight(pictureHeight: number): number {
  return Math.round(pictureHeight * STRIP_ROW_PART * STRIP_ROWS)
}

/** Packs a strip in 16 bytes: sync 8, camera 20, frame 12, time 40, pan 12, tilt 11, zoom 9, CRC 16 bits. */
export function packStrip(strip: PictureStrip): Uint8Array {
  const bytes = new Uint8Array(BYTES)
  const write = bitWriter(bytes)
  const time = clamp(Math.round(strip.timeMs) - TIME_ORIGIN_MS, 0, 1_099_511_627_775)
  write(SYNC, 8)
  write(clamp(Math.trunc(strip.camera), 0, 0xf_ffff), 20)
  write(modulo(Math.trunc(strip.frame), STRIP_FRAME_MODULO), 12)
  write(Math.floor(time / 0x10_0000), 20)
  write(time % 0x10_0000, 20)
  write(modulo(Math.round(strip.panDeg * 10), 3600), 12)
  write(clamp(Math.round((strip.tiltDeg + 90) * 10), 0, 1800), 11)
  write(clamp(Math.round(strip.zoom * 10), 0, 511), 9)
  write(crc16(bytes.subarray(0, BYTES - 2)), 16)
  return bytes
}

/** Reads 16 packed bytes; undefined when sync or CRC do not fit. */
export function unpackStrip(bytes: Uint8Array): PictureStrip | undefined {
  if (bytes.length !== BYTES) return undefined
  const read = bitReader(bytes)
  if (read(8) !== SYNC) return undefined
  const camera = read(20)
  const frame = read(12)
  const timeMs = read(20) * 0x10_0000 + read(20) + TIME_ORIGIN_MS
  const panDeg = read(12) / 10
  const tiltDeg = (read(11) - 900) / 10
  const zoom = read(9) / 10
  if (read(16) !== crc16(bytes.subarray(0, BYTES - 2))) return undefined
  return { camera, frame, timeMs, panDeg, tiltDeg, zoom }
}

/** Draws the strip into the luma plane of a picture. Neutral chroma beneath it is the caller's. */
export function drawStrip(luma: Uint8Array, width: number, height: number, strip: PictureStrip): void {
  const bytes = packStrip(strip)
  const rowHeight = height * STRIP_ROW_PART
  const top = height - rowHeight * STRIP_ROWS
  for (let row = 0; row < STRIP_ROWS; row++) {
    const y0 = Math.round(top + row * rowHeight)
    const y1 = Math.min(height, Math.round(top + (row + 1) * rowHeight))
    for (let column = 0; column < STRIP_COLUMNS; column++) {
      const x0 = Math.round((column * width) / STRIP_COLUMNS)
      const x1 = Math.round(((column + 1) * width) / STRIP_COLUMNS)
      const value = bitAt(bytes, row * STRIP_COLUMNS + column) ? LUMA_ONE : LUMA_ZERO
      for (let y = y0; y < y1; y++) luma.fill(value, y * width + x0, y * width + x1)
    }
  }
}

/**
 * Reads the strip from a picture of any size that shows the whole frame. Undefined when there is none, when it
 * is too small or too blurred to read, or when the CRC does not fit.
 */
export function decodeStrip(picture: StripPicture): PictureStrip | undefined {
  const { width, height } = picture
  if (width < STRIP_COLUMNS * 3 || height < 90) return undefined
  const values = blockValues(picture)
  let ones = 0
  let zeros = 0
  for (let bit = 0; bit < 8; bit++) {
    if ((SYNC >> (7 - bit)) & 1) ones += values[bit]! / 5
    else zeros += values[bit]! / 3
  }
  if (ones - zeros < LEAST_CONTRAST) return undefined
  const threshold = (ones + zeros) / 2
  const bytes = new Uint8Array(BYTES)
  for (let bit = 0; bit < values.length; bit++) {
    if (values[bit]! > threshold) bytes[bit >> 3]! |= 0x80 >> (bit & 7)
  }
  return unpackStrip(bytes)
}

/** Mean luma of the middle of each block: the outer quarter on every side is left out against blur. */
function blockValues(picture: StripPicture): Float64Array {
  const { data, width, height, channels } = picture
  const stride = picture.stride ?? width * channels
  const rowHeight = height * STRIP_ROW_PART
  const top = height - rowHeight * STRIP_ROWS
  const blockWidth = width / STRIP_COLUMNS
  const values = new Float64Array(STRIP_ROWS * STRIP_COLUMNS)
  for (let row = 0; row < STRIP_ROWS; row++) {
    const [y0, y1] = middle(top + row * rowHeight, rowHeight, height)
    for (let column = 0; column < STRIP_COLUMNS; column++) {
      const [x0, x1] = middle(column * blockWidth, blockWidth, width)
      let sum = 0
      for (let y = y0; y < y1; y++) {
        for (let x = x0; x < x1; x++) {
          const at = y * stride + x * channels
          sum +=
            channels === 1 ? data[at]! : 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!
        }
      }
      values[row * STRIP_COLUMNS + column] = sum / ((y1 - y0) * (x1 - x0))
    }
  }
  return values
}

/** Pixel range of the middle half of a block, never empty. */
function middle(start: number, size: number, limit: number): [number, number] {
  const from = Math.min(limit - 1, Math.round(start + size / 4))
  return [from, Math.min(limit, Math.max(from + 1, Math.round(start + (size * 3) / 4)))]
}

function bitAt(bytes: Uint8Array, bit: number): boolean {
  return (bytes[bit >> 3]! & (0x80 >> (bit & 7))) !== 0
}

function bitWriter(bytes: Uint8Array): (value: number, bits: number) => void {
  let at = 0
  return (value, bits) => {
    for (let i = bits - 1; i >= 0; i--, at++) {
      if ((value >>> i) & 1) bytes[at >> 3]! |= 0x80 >> (at & 7)
    }
  }
}

function bitReader(bytes: Uint8Array): (bits: number) => number {
  let at = 0
  return (bits) => {
    let value = 0
    for (let i = 0; i < bits; i++, at++) value = (value << 1) | (bitAt(bytes, at) ? 1 : 0)
    return value
  }
}

/** CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF. */
function crc16(bytes: Uint8Array): number {
  let crc = 0xffff
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let i = 0; i < 8; i++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff
  }
  return crc
}

function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}
