import { deflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'

const SIDE = 256
/** Half the length of a cross's arms, pixels. */
const ARM = 5

/** A pixel of the service's plane at a zoom, growing eastwards and southwards. */
type Plane = (position: { lng: number; lat: number }, z: number) => { x: number; y: number }

/**
 * Serves a raster map whose tiles are white with a magenta cross at each of some positions, drawn where the service's
 * own arithmetic puts them. `rowOf` numbers the service's rows by the plane's.
 */
export async function serveTileGrid(
  page: Page,
  options: {
    datum: 'WGS-84' | 'GCJ-02' | 'BD-09'
    crosses: readonly { lng: number; lat: number }[]
    plane: Plane
    rowOf?: (planeRow: number) => number
  },
): Promise<void> {
  const { datum, crosses, plane, rowOf = (row) => row } = options
  await page.route('**/config.json', async (route) => {
    const reply = await route.fetch()
    const config = (await reply.json()) as Record<string, unknown>
    const map = { provider: 'raster', id: 'grid', url: '/test-tiles/{z}/{x}/{y}.png', datum, maxZoom: 18 }
    await route.fulfill({ json: { ...config, map } })
  })
  await page.route('**/test-tiles/**', async (route) => {
    const [z, x, y] = (/test-tiles\/(\d+)\/(-?\d+)\/(-?\d+)\.png/.exec(route.request().url()) ?? [])
      .slice(1)
      .map(Number) as [number, number, number]
    const pixels = crosses.map((position) => plane(position, z))
    const own = pixels
      .map(({ x: px, y: py }) => ({ x: px - x * SIDE, y: py - planeRowOf(y, rowOf) * SIDE }))
      .filter((at) => at.x > -ARM && at.y > -ARM && at.x < SIDE + ARM && at.y < SIDE + ARM)
    await route.fulfill({ contentType: 'image/png', body: tilePicture(own) })
  })
}

/** The plane's row of a service's row: `rowOf` is its own inverse (a shift and a turn). */
function planeRowOf(row: number, rowOf: (planeRow: number) => number): number {
  return rowOf(row)
}

/** White with magenta crosses of one pixel's width, as PNG. */
function tilePicture(crosses: readonly { x: number; y: number }[]): Buffer {
  const stride = SIDE * 3 + 1
  const raw = Buffer.alloc(stride * SIDE, 255)
  for (let row = 0; row < SIDE; row++) raw[row * stride] = 0
  const paint = (x: number, y: number) => {
    if (x < 0 || y < 0 || x >= SIDE || y >= SIDE) return
    raw.set([255, 0, 255], y * stride + 1 + x * 3)
  }
  for (const { x, y } of crosses) {
    for (let i = -ARM; i <= ARM; i++) {
      paint(Math.floor(x) + i, Math.floor(y))
      paint(Math.floor(x), Math.floor(y) + i)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIDE, 0)
  header.writeUInt32BE(SIDE, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(raw)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}

/** Middles of the magenta crosses that a screenshot (PNG) of the page shows, page pixels. */
export async function crossesOn(page: Page, clip: { x: number; y: number; width: number; height: number }) {
  const picture = (await page.screenshot({ clip })).toString('base64')
  const found = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('No 2D canvas.')
    context.drawImage(bitmap, 0, 0)
    const { data, width, height } = context.getImageData(0, 0, bitmap.width, bitmap.height)
    const magenta: { x: number; y: number; weight: number }[] = []
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const at = (y * width + x) * 4
        const weight = Math.min(data[at]!, data[at + 2]!) - data[at + 1]!
        if (weight > 90) magenta.push({ x, y, weight })
      }
    }
    const groups: { x: number; y: number; weight: number; n: number }[] = []
    for (const { x, y, weight } of magenta) {
      const group = groups.find(
        (one) => Math.abs(one.x / one.weight - x) < 9 && Math.abs(one.y / one.weight - y) < 9,
      )
      if (group) {
        group.x += x * weight
        group.y += y * weight
        group.weight += weight
        group.n += 1
      } else groups.push({ x: x * weight, y: y * weight, weight, n: 1 })
    }
    return groups
      .filter(({ n }) => n >= 15)
      .map(({ x, y, weight }) => ({ x: x / weight + 0.5, y: y / weight + 0.5 }))
  }, picture)
  return found.map(({ x, y }) => ({ x: x + clip.x, y: y + clip.y }))
}
