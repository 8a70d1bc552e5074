import { create } from 'zustand'

/** Units of lengths on the map (stated): metric, or those of the US. */
export const UNIT_SYSTEMS = ['metric', 'us'] as const
type UnitSystem = (typeof UNIT_SYSTEMS)[number]

const KEY = 'mapUnits'
const FEET_PER_METRE = 1 / 0.3048
const FEET_PER_MILE = 5280
const SQUARE_FEET_PER_ACRE = 43_560

/** Three significant digits at most, no exponent. */
function short(value: number): string {
  return value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : String(Math.round(value))
}

/** A length as text. Metric: metres below 1000, kilometres from there (stated). US: feet, then miles. */
export function lengthText(metres: number, system: UnitSystem): string {
  if (system === 'metric') return metres < 1000 ? `${Math.round(metres)} m` : `${short(metres / 1000)} km`
  const feet = metres * FEET_PER_METRE
  return feet < FEET_PER_MILE ? `${Math.round(feet)} ft` : `${short(feet / FEET_PER_MILE)} mi`
}

/** The longest round length (1, 2 or 5 times a power of ten of the unit) that fits into `mostPx`. */
export function scaleBar(
  metresPerPx: number,
  mostPx: number,
  system: UnitSystem,
): { text: string; metres: number; px: number } {
  const most = metresPerPx * mostPx
  const [small, large] = system === 'metric' ? (['m', 'km'] as const) : (['ft', 'mi'] as const)
  const mile = FEET_PER_MILE / FEET_PER_METRE
  const unitM = system === 'metric' ? 1 : most < mile ? 1 / FEET_PER_METRE : mile
  const power = 10 ** Math.floor(Math.log10(most / unitM))
  const count = ([5, 2, 1].find((factor) => factor * power * unitM <= most) ?? 1) * power
  const metres = count * unitM
  const inLarge = system === 'metric' ? metres >= 1000 : unitM === mile
  const shown = system === 'metric' && inLarge ? count / 1000 : count
  return {
    text: `${Number(shown.toPrecision(3))} ${inLarge ? large : small}`,
    metres,
    px: metres / metresPerPx,
  }
}

const whole = (value: number) => Math.round(value).toLocaleString('en')

/** An area as text: m², then km² from a tenth of one; square feet, then acres, then square miles. */
export function areaText(squareMetres: number, system: UnitSystem): string {
  if (system === 'metric') {
    return squareMetres < 100_000 ? `${whole(squareMetres)} m²` : `${short(squareMetres / 1e6)} km²`
  }
  const feet = squareMetres * FEET_PER_METRE * FEET_PER_METRE
  if (feet < SQUARE_FEET_PER_ACRE) return `${whole(feet)} ft²`
  const acres = feet / SQUARE_FEET_PER_ACRE
  return acres < 640 ? `${short(acres)} ac` : `${short(acres / 640)} mi²`
}

const stored = (): UnitSystem =>
  typeof localStorage !== 'undefined' && localStorage.getItem(KEY) === 'us' ? 'us' : 'metric'

const useSystem = create<{ system: UnitSystem }>(() => ({ system: stored() }))

/** The units in force, kept for the next visit, and lengths and areas in them. */
export function useUnits() {
  const { system } = useSystem()
  return {
    system,
    length: (metres: number) => lengthText(metres, system),
    area: (squareMetres: number) => areaText(squareMetres, system),
    set(next: UnitSystem) {
      localStorage.setItem(KEY, next)
      useSystem.setState({ system: next })
    },
  }
}
