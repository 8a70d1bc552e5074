import { VERIFY_GLYPHS } from './verify-glyphs.ts'

const WIDTH = 132
const HEIGHT = 44
const INKS = ['#1f4e8c', '#7a2e52', '#2b6b4f', '#6b4a1f', '#45407f']
const DUST = 26

/**
 * Draws a code as an SVG: stroke letters, each turned, slanted and warped, with lines across and dust. `random`
 * answers numbers in [0, 1). Answers a data URL.
 */
export function drawVerifyPicture(code: string, random: () => number): string {
  const between = (low: number, high: number) => low + (high - low) * random()
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const wave = { phase: between(0, 6.28), length: between(26, 40), height: between(1.5, 3) }
  const warp = (x: number, y: number): [number, number] => [
    x + Math.sin(y / 9 + wave.phase) * 1.4,
    y + Math.sin(x / (wave.length / 6.28) + wave.phase) * wave.height,
  ]
  const path = (points: readonly [number, number][]) =>
    points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
  const stroke = (d: string, colour: string, width: number, more = '') =>
    `<path d="${d}" stroke="${colour}" stroke-width="${width.toFixed(1)}"${more}/>`

  const step = (WIDTH - 16) / code.length
  const letters = [...code].map((letter, index) => {
    const turn = between(-0.3, 0.3)
    const slant = between(-0.22, 0.22)
    const scale = between(3.7, 4.5)
    const centreX = 8 + step * (index + 0.5) + between(-2, 2)
    const centreY = HEIGHT / 2 + between(-2, 2)
    const place = (gx: number, gy: number): [number, number] => {
      const y = (gy - 3) * scale
      const x = (gx - 2) * scale - y * slant
      return warp(
        centreX + x * Math.cos(turn) - y * Math.sin(turn),
        centreY + x * Math.sin(turn) + y * Math.cos(turn),
      )
    }
    const ink = pick(INKS)
    const width = between(2.2, 3)
    return (VERIFY_GLYPHS[letter] ?? [])
      .map((points) => stroke(path(subdivide(points).map(([x, y]) => place(x, y))), ink, width))
      .join('')
  })
  const lines = Array.from({ length: 3 }, () => {
    const from = between(4, HEIGHT - 4)
    const to = between(4, HEIGHT - 4)
    const d = `M-2 ${from.toFixed(1)}C${between(20, 50).toFixed(1)} ${between(0, HEIGHT).toFixed(1)} ${between(80, 110).toFixed(1)} ${between(0, HEIGHT).toFixed(1)} ${WIDTH + 2} ${to.toFixed(1)}`
    return stroke(d, pick(INKS), between(0.7, 1.3), ' opacity="0.55"')
  })
  const dust = Array.from({ length: DUST }, () => {
    const at = `cx="${between(0, WIDTH).toFixed(1)}" cy="${between(0, HEIGHT).toFixed(1)}"`
    return `<circle ${at} r="${between(0.4, 1.1).toFixed(1)}" fill="${pick(INKS)}" opacity="0.5"/>`
  })
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    `<rect width="100%" height="100%" fill="#eef3fa"/>${dust.join('')}` +
    `<g fill="none" stroke-linecap="round" stroke-linejoin="round">${letters.join('')}${lines.join('')}</g></svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

/** Points of a stroke with further ones between, about one grid unit apart, so that straight lines bend too. */
function subdivide(points: readonly number[]): [number, number][] {
  const result: [number, number][] = [[points[0] ?? 0, points[1] ?? 0]]
  for (let i = 2; i + 1 < points.length; i += 2) {
    const [x0, y0] = result.at(-1) as [number, number]
    const x1 = points[i] as number
    const y1 = points[i + 1] as number
    const parts = Math.max(1, Math.round(Math.hypot(x1 - x0, y1 - y0)))
    for (let part = 1; part <= parts; part++) {
      result.push([x0 + ((x1 - x0) * part) / parts, y0 + ((y1 - y0) * part) / parts])
    }
  }
  return result
}
