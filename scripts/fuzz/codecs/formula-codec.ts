// Formulas of kind files: any text is a formula with a finite value, or a mistake with a place in it.

import { compileFormula, MOST_STEPS } from '@backlot/simulator/devices/kind-file/formula/compile-formula'
import { FormulaError, parseFormula } from '@backlot/simulator/devices/kind-file/formula/parse-formula'
import type { FormulaContext } from '@backlot/simulator/world/types'
import { createWorld } from '@backlot/simulator/world/world'
import type { FuzzedCodec } from './read-damaged.ts'

const NOON = 1_795_579_200_000
const SAMPLES = [
  'if(session.charging, powerLimit * acceptance * (1 + 0.02 * noise(3, 4)), 0)',
  '18 + 0.4 * sky.temperature + 26 * mean(2, 0.05 + 0.85 * city.traffic) + 2 * noise(20, 4)',
  'not (roll(10, 1) < 0.06 + 0.3 * near.traffic) and time.weekday != 7 or random(3) >= 1e-3',
  'clamp(ramp(sky.light, 0, 60000) ^ 2 % 7, -1, 1) / ago(1, sky.rain)',
]

let air: ReturnType<typeof createWorld>['air'] | undefined

function read(text: string): number {
  try {
    const formula = compileFormula(parseFormula(text), {
      kind: 'fuzzed',
      names: () => ['session.charging', 'powerLimit', 'acceptance'],
      find: (name) =>
        ['session.charging', 'powerLimit', 'acceptance'].includes(name)
          ? { of: () => 0.5, steps: 1, usesMemory: false, usesAir: false }
          : undefined,
      quantities: new Set(),
    })
    if (formula.steps > MOST_STEPS) throw new Error(`takes ${formula.steps} steps`)
    air ??= createWorld(7).air
    const value = air.of((context: FormulaContext) => formula.of(context), 0, 0, NOON, 1)
    if (!Number.isFinite(value)) throw new Error(`'${text}' is ${value}`)
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error
    if (error.at < 0 || error.at > text.length) throw new Error(`a mistake at ${error.at} of '${text}'`)
  }
  return 1
}

export const FORMULA_CODEC: FuzzedCodec = {
  samples: () => SAMPLES.map((text) => Buffer.from(text, 'latin1')),
  open: () => ({ read: (bytes) => read(Buffer.from(bytes).toString('latin1')) }),
}
