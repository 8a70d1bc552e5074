import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FormulaContext } from '../../../world/types.ts'
import { compileFormula, type FormulaScope, MOST_STEPS } from './compile-formula.ts'
import { FUNCTIONS, WORLD_NAMES } from './formula-names.ts'
import { FORMULA_LIMITS, FormulaError, parseFormula } from './parse-formula.ts'

const NOON = 1_795_579_200_000
const SKY = {
  sunElevationDeg: 30,
  sunAzimuthDeg: 180,
  cloud: 0.5,
  rainMmPerHour: 4,
  windSpeedMs: 3,
  windFromDeg: 90,
  temperatureC: 21,
  humidityPercent: 60,
  pressureKpa: 101,
  illuminationLux: 40_000,
  dust: 0,
  visibilityM: 20_000,
}

function contextAt(epochMs: number, entity = 1): FormulaContext {
  return {
    seed: 7,
    entity,
    epochMs,
    sky: { ...SKY, rainMmPerHour: epochMs === NOON ? 4 : 1 },
    around: { road: 0.5, industry: 0, worksite: 0, rural: 0.2 },
    haze: 0.1,
    traffic: 0.8,
    work: 1,
    incident: () => 0.25,
    measured: () => 35,
    before: (ms) => contextAt(epochMs - ms, entity),
    remembered: () => [],
    setting: () => undefined,
  }
}
const SCOPE: FormulaScope = {
  kind: 'pump',
  find: () => undefined,
  names: () => [],
  quantities: new Set(['pm25']),
}
const resultOf = (text: string, context = contextAt(NOON)) =>
  compileFormula(parseFormula(text), SCOPE).of(context)
const mistakeOf = (text: string) => {
  try {
    compileFormula(parseFormula(text), SCOPE)
  } catch (error) {
    if (error instanceof FormulaError) return error.message
    throw error
  }
  return undefined
}

test.each([
  ['2 + 3 * 4 ^ 2', 50],
  ['-2 ^ 2', -4],
  ['2 ^ 3 ^ 2', 512],
  ['(1 - 2) % 24', 23],
  ['10 - 4 - 3', 3],
  ['1 / 0', 0],
  ['sqrt(-1) + log(0)', 0],
  ['1 < 2 and not 3 == 4 or 0', 1],
  ['if(sky.rain > 2, 10, 20)', 10],
  ['clamp(7, 0, 5) + min(3, 1, 2) + max(1, 2)', 8],
  ['ramp(15, 10, 20) + ramp(15, 20, 10)', 1],
  ['sky.temperature + near.traffic * 10', 25],
  ['air.pm25 + incident.fire * 4', 36],
  ['ago(1, sky.rain)', 1],
  ['sum(3, sky.rain)', 6],
  ['mean(3, sky.rain)', 2],
  ['highest(3, sky.rain)', 4],
  ['1.5e2', 150],
])('%s is %d', (text, value) => {
  expect(resultOf(text)).toBeCloseTo(value, 9)
})

test.each([
  ['', 'is empty'],
  ['1 +', "a number, a name or '(' is missing before the end"],
  ['(1 + 2', "')' is missing before the end"],
  ['1 2', "an operator is missing before '2'"],
  ['a = 1', "'=' means nothing here: compare with =="],
  ['1 < 2 < 3', "comparisons do not chain: join two of them by 'and'"],
  [
    "session == 'full'",
    "''' means nothing here: formulas have numbers alone; compare a state by its name, as session.charging",
  ],
  ['sky.rian', "there is no 'sky.rian'."],
  ['min(1)', 'min takes 2 to 12 values, not 1'],
  ['min', 'min is a function: write min(…)'],
  ['noise(sky.rain)', 'the minutes of noise must be a plain number from 0.1 to 527040'],
  ['mean(400, 1)', 'the hours of mean must be a plain number from 1 to 72'],
  ['roll(5, 1.5)', 'the number of roll must be whole'],
])('%s is refused: %s', (text, message) => {
  expect(mistakeOf(text)).toBe(message)
})

test.each([
  'process',
  'process.exit',
  'constructor',
  'globalThis.process',
  '__proto__',
  'toString',
  'air.constructor',
  'Math.random',
  'require',
  'eval(1)',
  'constructor(1)',
  'sky.constructor',
  'toString(1)',
])('%s names nothing of the process', (text) => {
  expect(mistakeOf(text)).toBeDefined()
})

test('length, words, depth and work of a formula are bounded', () => {
  expect(mistakeOf(`1${'+1'.repeat(FORMULA_LIMITS.characters)}`)).toMatch(/^is longer than 600 characters/)
  expect(mistakeOf(`1${'+1'.repeat(FORMULA_LIMITS.words / 2)}`)).toMatch(/^has more than 250 words/)
  expect(mistakeOf(`${'('.repeat(60)}1${')'.repeat(60)}`)).toMatch(/^is nested deeper than 40 levels/)
  expect(mistakeOf('-'.repeat(60) + 1)).toMatch(/^is nested deeper than 40 levels/)
  const heavy = compileFormula(parseFormula('mean(24, sky.rain)'), SCOPE)
  expect(heavy.steps).toBeGreaterThan(24)
  expect(mistakeOf('sum(72, mean(72, sky.rain))')).toMatch(new RegExp(`more than ${MOST_STEPS}`))
})

test('chance is one of device, kind, use and time: the same again, another elsewhere', () => {
  const at = (text: string, entity: number, epochMs = NOON) => resultOf(text, contextAt(epochMs, entity))
  expect(at('random(1)', 5)).toBe(at('random(1)', 5))
  const drawn = ['random(1)', 'random(2)', 'roll(10, 1)', 'noise(10, 1)'].map((text) => at(text, 5))
  expect(new Set(drawn).size).toBe(drawn.length)
  expect(at('random(1)', 6)).not.toBe(at('random(1)', 5))
  expect(at('roll(10)', 5, NOON + 599_999)).toBe(at('roll(10)', 5))
  expect(at('roll(10)', 5, NOON + 600_000)).not.toBe(at('roll(10)', 5))
})

const leaf = fc.oneof(
  fc.integer({ min: -1000, max: 1000 }).map((value) => (value < 0 ? `(${value})` : String(value))),
  fc.constantFrom(...Object.keys(WORLD_NAMES), 'air.pm25', 'random(3)', 'noise(10)', '1e300', '0'),
)
const formulas = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc
      .tuple(
        tie('tree'),
        fc.constantFrom('+', '-', '*', '/', '%', '^', '==', '!=', '<', '<=', '>', '>=', 'and', 'or'),
        tie('tree'),
      )
      .map(([a, operator, b]) => `(${a} ${operator} ${b})`),
    fc
      .tuple(fc.constantFrom(...Object.keys(FUNCTIONS)), tie('tree'), tie('tree'), tie('tree'))
      .map(([name, ...given]) => `${name}(${given.slice(0, Math.min(3, FUNCTIONS[name]!.most)).join(', ')})`),
    fc.tuple(tie('tree'), tie('tree'), tie('tree')).map((three) => `if(${three.join(', ')})`),
  ),
})).tree

test('every formula has a finite value, twice the same, and takes no more steps than it says', () => {
  fc.assert(
    fc.property(formulas, fc.integer({ min: 0, max: 2 ** 31 }), (text, later) => {
      fc.pre(text.length <= FORMULA_LIMITS.characters && mistakeOf(text) === undefined)
      const compiled = compileFormula(parseFormula(text), SCOPE)
      const value = compiled.of(contextAt(NOON + later))
      expect(Number.isFinite(value)).toBe(true)
      expect(compiled.of(contextAt(NOON + later))).toBe(value)
    }),
    { numRuns: 300 },
  )
})

test('any text is a formula or a mistake with a place in it', () => {
  fc.assert(
    fc.property(
      fc.string({
        maxLength: 80,
        unit: fc.constantFrom(...'0123456789.eE+-*/%^()<>=!, abcsky_$[]{}"\'\\\n世'),
      }),
      (text) => {
        try {
          compileFormula(parseFormula(text), SCOPE)
        } catch (error) {
          expect(error).toBeInstanceOf(FormulaError)
          const { at } = error as FormulaError
          expect(at).toBeGreaterThanOrEqual(0)
          expect(at).toBeLessThanOrEqual(text.length)
        }
      },
    ),
    { numRuns: 2000 },
  )
})
