import type { LngLat } from './mercator.ts'

/** A typed position. `swapped`: longitude came first, judged by its size. */
type TypedPosition = { position: LngLat; swapped: boolean }

/** Letters and words for where an angle counts from. */
const SIDES: readonly (readonly [side: 'N' | 'S' | 'E' | 'W', words: RegExp])[] = [
  ['N', /^(n|north|北纬?)$/i],
  ['S', /^(s|south|南纬?)$/i],
  ['E', /^(e|east|东经?)$/i],
  ['W', /^(w|west|西经?)$/i],
]
const SIDE = '(?:north|south|east|west|[nsew]|北纬|南纬|东经|西经|[北南东西])'
const NUMBER = '\\d{1,3}(?:\\.\\d{1,12})?'
/** Degrees alone, with minutes, or with seconds too; between numbers there is their mark or a space. */
const ANGLE = `([+-]?${NUMBER})\\s*(?:[°度d]\\s*)?(?:(?<=[°度d\\s])(${NUMBER})\\s*(?:['’′分m]\\s*)?(?:(?<=['’′分m\\s])(${NUMBER})\\s*(?:["”″秒s]|''|′′)?)?)?`
/** Longer texts are no coordinates. */
const LONGEST = 80
const GAP = '\\s*[,;/]?\\s*'
const DECIMAL = new RegExp(`^([+-]?${NUMBER})\\s*[°度]?\\s*(?:[,;/]|\\s)\\s*([+-]?${NUMBER})\\s*[°度]?$`)
/** Sides before both angles, behind both, or none: then there must be something between the angles. */
const FORMS = [
  new RegExp(`^(${SIDE})\\s*${ANGLE}${GAP}(${SIDE})\\s*${ANGLE}$`, 'i'),
  new RegExp(`^()${ANGLE}\\s*(${SIDE})${GAP}()${ANGLE}\\s*(${SIDE})$`, 'i'),
  new RegExp(`^()${ANGLE}\\s*[,;/]\\s*()${ANGLE}$`, 'i'),
]

/**
 * Reads coordinates as people paste them: decimal degrees, degrees with minutes and seconds, with hemispheres in
 * letters or Chinese words before or behind. Latitude comes first (ISO 6709) unless letters show the opposite, or the
 * first number is too large for one. Undefined when the text is none, or lies outside of the globe.
 */
export function readCoordinates(text: string): TypedPosition | undefined {
  const plain = text.normalize('NFKC').trim()
  if (plain.length > LONGEST) return undefined
  const decimal = DECIMAL.exec(plain)
  if (decimal) return inOrder(Number(decimal[1]), Number(decimal[2]))
  for (const [form, expression] of FORMS.entries()) {
    const groups = expression.exec(plain)
    if (!groups) continue
    const [first, second] =
      form === 1
        ? [groups.slice(2, 6), groups.slice(7, 11)]
        : [
            [...groups.slice(2, 5), groups[1]],
            [...groups.slice(6, 9), groups[5]],
          ]
    const [a, b] = [angleOf(first), angleOf(second)]
    if (!a || !b) return undefined
    if (a.axis === undefined) return inOrder(a.value, b.value)
    if (a.axis === b.axis) return undefined
    return a.axis === 'lat' ? onGlobe(b.value, a.value, false) : onGlobe(a.value, b.value, false)
  }
  return undefined
}

/** An angle by its degrees, minutes, seconds and side. */
function angleOf([degrees, minutes, seconds, word]: readonly (string | undefined)[]) {
  const [m, s] = [Number(minutes ?? 0), Number(seconds ?? 0)]
  if (m >= 60 || s >= 60) return undefined
  const side = word ? SIDES.find(([, words]) => words.test(word))?.[0] : undefined
  const isNegative = degrees!.startsWith('-')
  if (isNegative && side !== undefined) return undefined
  const size = Math.abs(Number(degrees)) + m / 60 + s / 3600
  const axis = side === undefined ? undefined : side === 'N' || side === 'S' ? 'lat' : 'lng'
  return { axis, value: isNegative || side === 'S' || side === 'W' ? -size : size }
}

function inOrder(first: number, second: number): TypedPosition | undefined {
  return onGlobe(second, first, false) ?? onGlobe(first, second, true)
}

function onGlobe(longitude: number, latitude: number, swapped: boolean): TypedPosition | undefined {
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined
  return { position: [longitude, latitude], swapped }
}
