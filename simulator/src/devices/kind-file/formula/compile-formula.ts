/**
 * Makes a function of a formula's tree. It closes over numbers and tables of this folder alone: no name reaches the
 * process, and its work is known before it runs.
 */
import { INCIDENTS } from '@backlot/contract/devices/kinds'
import { HOUR_MS } from '@backlot/contract/time'
import { hash32, hashText } from '../../../world/hash.ts'
import type { Formula, IncidentKind, WorldQuantity } from '../../../world/types.ts'
import { CHANCE_FUNCTIONS, CHANCES, FUNCTIONS, WINDOW_HOURS, WINDOWS, WORLD_NAMES } from './formula-names.ts'
import { FormulaError, type FormulaNode } from './parse-formula.ts'

/** Most steps of one formula, with all that it names. */
export const MOST_STEPS = 5000
/** What a reading of the world's air, or a look for incidents, counts as. */
const AIR_STEPS = 30
const MOST_PERIOD_MINUTES = 60 * 24 * 366

export type CompiledFormula = {
  of: Formula
  /** Steps of an evaluation, at most. */
  steps: number
  /** It looks at what the device remembers, or at the air and incidents of the moment. */
  usesMemory: boolean
  usesAir: boolean
}

/** What a formula may name beside the world. */
export type FormulaScope = {
  /** Name of the kind: its chance differs from that of other kinds. */
  kind: string
  /** Formula of a name of the file; undefined: there is none. Throws a FormulaError for one that names itself. */
  find(name: string, at: number): CompiledFormula | undefined
  /** All names of the file, for hints. */
  names(): readonly string[]
  /** The world's quantities, by name. */
  quantities: ReadonlySet<string>
}

type Part = CompiledFormula

/** Compiles a formula. Throws a FormulaError that says what is wrong, and where. */
export function compileFormula(tree: FormulaNode, scope: FormulaScope): CompiledFormula {
  const { of, ...facts } = partOf(tree, scope)
  if (facts.steps > MOST_STEPS) {
    throw new FormulaError(
      `takes up to ${facts.steps} steps, more than ${MOST_STEPS}: look back over fewer hours, or name fewer parts`,
      tree.at,
    )
  }
  return { ...facts, of: (context) => finite(of(context)) }
}

/** Whatever overflows, or is no number, counts as 0. */
const finite = (value: number) => (Number.isFinite(value) ? value : 0)

const part = (of: Formula, of1: readonly Part[] = [], steps = 1): Part => ({
  of,
  steps: of1.reduce((sum, each) => sum + each.steps, steps),
  usesMemory: of1.some(({ usesMemory }) => usesMemory),
  usesAir: of1.some(({ usesAir }) => usesAir),
})

function partOf(node: FormulaNode, scope: FormulaScope): Part {
  switch (node.kind) {
    case 'number': {
      const { value } = node
      if (!Number.isFinite(value)) throw new FormulaError('is too large a number', node.at)
      return part(() => value)
    }
    case 'negative': {
      const inner = partOf(node.of, scope)
      return part((c) => -inner.of(c), [inner])
    }
    case 'not': {
      const inner = partOf(node.of, scope)
      return part((c) => (inner.of(c) === 0 ? 1 : 0), [inner])
    }
    case 'binary':
      return binaryOf(node.operator, partOf(node.left, scope), partOf(node.right, scope))
    case 'name':
      return nameOf(node.name, node.at, scope)
    case 'call':
      return callOf(node, scope)
  }
}

const truth = (value: boolean) => (value ? 1 : 0)

const OPERATORS: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => (b === 0 ? 0 : a / b),
  // The sign of the divisor: -1 % 24 is 23.
  '%': (a, b) => (b === 0 ? 0 : a - b * Math.floor(a / b)),
  '^': (a, b) => finite(a ** b),
  '==': (a, b) => truth(a === b),
  '!=': (a, b) => truth(a !== b),
  '<': (a, b) => truth(a < b),
  '<=': (a, b) => truth(a <= b),
  '>': (a, b) => truth(a > b),
  '>=': (a, b) => truth(a >= b),
}

function binaryOf(operator: string, left: Part, right: Part): Part {
  const both = [left, right]
  if (operator === 'and') return part((c) => truth(left.of(c) !== 0 && right.of(c) !== 0), both)
  if (operator === 'or') return part((c) => truth(left.of(c) !== 0 || right.of(c) !== 0), both)
  const apply = OPERATORS[operator]!
  return part((c) => apply(left.of(c), right.of(c)), both)
}

function nameOf(name: string, at: number, scope: FormulaScope): Part {
  const own = scope.find(name, at)
  if (own) return part(own.of, [own])
  const world = Object.hasOwn(WORLD_NAMES, name) ? WORLD_NAMES[name] : undefined
  if (world) return part(world.of)
  const [group, of = ''] = name.split('.')
  if (group === 'air' && scope.quantities.has(of)) {
    const quantity = of as WorldQuantity
    return { ...part((c) => c.measured(quantity), [], AIR_STEPS), usesAir: true }
  }
  if (group === 'incident' && INCIDENTS.some((kind) => kind === of)) {
    const kind = of as IncidentKind
    return { ...part((c) => c.incident(kind), [], AIR_STEPS), usesAir: true }
  }
  const known = [
    ...scope.names(),
    ...Object.keys(WORLD_NAMES),
    ...[...scope.quantities].map((each) => `air.${each}`),
    ...INCIDENTS.map((each) => `incident.${each}`),
  ]
  if (isFunctionName(name)) throw new FormulaError(`${name} is a function: write ${name}(…)`, at)
  throw new FormulaError(`there is no '${name}'.`, at, { typed: name, known })
}

const isFunctionName = (name: string) =>
  name === 'if' || [FUNCTIONS, CHANCE_FUNCTIONS, WINDOWS].some((table) => Object.hasOwn(table, name))

function callOf(node: FormulaNode & { kind: 'call' }, scope: FormulaScope): Part {
  const { name, args, at } = node
  if (name === 'if') {
    wanted(name, args, 3, 3, at)
    const [condition, then, other] = args.map((each) => partOf(each, scope)) as [Part, Part, Part]
    return part((c) => (condition.of(c) !== 0 ? then.of(c) : other.of(c)), [condition, then, other])
  }
  if (Object.hasOwn(FUNCTIONS, name)) {
    const { least, most, of } = FUNCTIONS[name]!
    wanted(name, args, least, most, at)
    const parts = args.map((each) => partOf(each, scope))
    return part((c) => of(parts.map((each) => each.of(c))), parts)
  }
  if (Object.hasOwn(CHANCE_FUNCTIONS, name)) return chanceOf(node, scope)
  if (Object.hasOwn(WINDOWS, name)) return windowOf(node, scope)
  const known = ['if', ...Object.keys(FUNCTIONS), ...Object.keys(CHANCE_FUNCTIONS), ...Object.keys(WINDOWS)]
  throw new FormulaError(`there is no function '${name}'.`, at, { typed: name, known })
}

function wanted(name: string, args: readonly unknown[], least: number, most: number, at: number): void {
  if (args.length >= least && args.length <= most) return
  const words = least === most ? String(least) : `${least} to ${most}`
  throw new FormulaError(`${name} takes ${words} ${most === 1 ? 'value' : 'values'}, not ${args.length}`, at)
}

/** A plain number between bounds, in the text itself. */
function plain(node: FormulaNode, what: string, least: number, most: number): number {
  if (node.kind !== 'number' || node.value < least || node.value > most) {
    throw new FormulaError(`${what} must be a plain number from ${least} to ${most}`, node.at)
  }
  return node.value
}

function chanceOf({ name, args, at }: FormulaNode & { kind: 'call' }, { kind }: FormulaScope): Part {
  const { hasPeriod, of, stream: base } = CHANCE_FUNCTIONS[name]!
  wanted(name, args, hasPeriod ? 1 : 0, hasPeriod ? 2 : 1, at)
  const minutes = hasPeriod ? plain(args[0]!, `the minutes of ${name}`, 0.1, MOST_PERIOD_MINUTES) : 1
  const use = args[hasPeriod ? 1 : 0]
  const number = use ? plain(use, `the number of ${name}`, 0, CHANCES - 1) : 0
  if (!Number.isInteger(number)) throw new FormulaError(`the number of ${name} must be whole`, use!.at)
  const stream = hash32(base, hashText(kind), base, number)
  return part((c) => of(c.seed, c.entity, stream, minutes, c.epochMs), [], 3)
}

function windowOf({ name, args, at }: FormulaNode & { kind: 'call' }, scope: FormulaScope): Part {
  wanted(name, args, 2, 2, at)
  const hours = plain(args[0]!, `the hours of ${name}`, name === 'ago' ? 0 : 1, WINDOW_HOURS)
  const inner = partOf(args[1]!, scope)
  if (inner.usesMemory) {
    throw new FormulaError(
      `${name} cannot look back at what the device remembers: keep it as a value of the memory`,
      args[1]!.at,
    )
  }
  if (name === 'ago') {
    return { ...inner, of: (c) => inner.of(c.before(hours * HOUR_MS)), steps: inner.steps + AIR_STEPS }
  }
  const count = Math.floor(hours)
  const steps = 1 + count * (inner.steps + AIR_STEPS)
  const values = (c: Parameters<Formula>[0]) =>
    Array.from({ length: count }, (_, hour) => inner.of(c.before(hour * HOUR_MS)))
  const of: Formula =
    name === 'highest'
      ? (c) => Math.max(...values(c))
      : (c) => values(c).reduce((sum, value) => sum + value, 0) / (name === 'mean' ? count : 1)
  return { ...inner, of, steps }
}
