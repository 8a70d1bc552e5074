import { WORLD_QUANTITY_NAMES } from '../../world/air/quantity-table.ts'
import type { Formula, Quantity } from '../../world/types.ts'
import { type CompiledFormula, compileFormula, type FormulaScope } from './formula/compile-formula.ts'
import { RESERVED_WORDS } from './formula/formula-names.ts'
import { FormulaError, parseFormula } from './formula/parse-formula.ts'
import { createKindMemory } from './kind-memory.ts'
import { type KindProblem, problemOf } from './kind-problem.ts'
import type { KindFile } from './kind-schema.ts'

export type KindScope = FormulaScope & {
  /** Formula of a quantity of the file; 0 when it has a mistake, which is among the problems. */
  formulaOf(quantity: string): Formula
}

/** A named formula of the file. */
type Written = { text: string; path: readonly PropertyKey[]; min: number; max: number }

const ZERO: Formula = () => 0
const WORLD = new Set<string>(WORLD_QUANTITY_NAMES)

export function createScope(file: KindFile, problems: KindProblem[]): KindScope {
  const written = new Map<string, Written>()
  const known = new Map<string, CompiledFormula>()
  const seen = new Map<string, string>()
  /** Names that are being compiled, one within the other. */
  const open: string[] = []

  const claim = (name: string, path: readonly PropertyKey[]): boolean => {
    const other = RESERVED_WORDS.has(name) ? 'formulas' : seen.get(name)
    if (other) {
      problems.push({ path, message: `'${name}' is already a name of ${other}: choose another` })
      return false
    }
    seen.set(name, String(path[0]))
    return true
  }
  const fact = (of: Formula, facts: Partial<CompiledFormula> = {}): CompiledFormula => ({
    of,
    steps: 1,
    usesMemory: false,
    usesAir: false,
    ...facts,
  })

  for (const [name, { initial, min, max }] of Object.entries(file.settings ?? {})) {
    if (!claim(name, ['settings', name])) continue
    known.set(
      name,
      fact((c) => Math.max(min, Math.min(max, c.setting(name) ?? initial))),
    )
  }
  for (const [name, formula] of Object.entries(file.values ?? {})) {
    if (!claim(name, ['values', name])) continue
    written.set(name, { text: String(formula), path: ['values', name], min: -1e15, max: 1e15 })
  }
  for (const [name, quantity] of Object.entries(file.quantities)) {
    const path = ['quantities', name]
    if (!claim(name, path)) continue
    if (quantity === 'world') {
      if (!WORLD.has(name)) continue
      const measured = name as Quantity
      known.set(
        name,
        fact((c) => c.measured(measured), { steps: 30, usesAir: true }),
      )
    } else {
      const { min, max, formula } = quantity
      written.set(name, { text: String(formula), path: [...path, 'formula'], min, max })
    }
  }

  const scope: KindScope = {
    kind: file.kind,
    quantities: WORLD,
    names: () => [...written.keys(), ...known.keys()],
    find,
    formulaOf: (name) => named(name)?.of ?? ZERO,
  }

  function find(name: string, at: number): CompiledFormula | undefined {
    if (open.includes(name)) {
      const round = [...open.slice(open.indexOf(name)), name].join(' → ')
      throw new FormulaError(
        `'${name}' needs itself (${round}): what depends on the past belongs in the memory`,
        at,
      )
    }
    return named(name)
  }

  /** Compiled at its first use; a mistake is told once, and its value is 0 from then on. */
  function named(name: string): CompiledFormula | undefined {
    const made = known.get(name)
    const one = written.get(name)
    if (made || !one) return made
    open.push(name)
    let compiled: CompiledFormula
    try {
      const { of, ...facts } = compileFormula(parseFormula(one.text), scope)
      const { min, max } = one
      compiled = { ...facts, of: (c) => Math.max(min, Math.min(max, of(c))) }
    } catch (error) {
      if (!(error instanceof FormulaError)) throw error
      problems.push(problemOf(one.path, one.text, error))
      compiled = fact(ZERO)
    } finally {
      open.pop()
    }
    known.set(name, compiled)
    return compiled
  }

  if (file.memory) {
    const { stepMinutes } = file.memory
    const learn = (name: string, of: Formula) => known.set(name, fact(of, { steps: 2, usesMemory: true }))
    const memory = createKindMemory(file.memory, { ...scope, learn }, claim, problems)
    known.set(
      'step.minutes',
      fact(() => stepMinutes),
    )
    for (const name of written.keys()) named(name)
    memory.compile()
  } else for (const name of written.keys()) named(name)
  return scope
}
