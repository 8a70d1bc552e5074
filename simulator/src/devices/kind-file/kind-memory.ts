/**
 * What devices of a kind remember: machines with states, and values, stepped over the days before a moment. Its work is
 * bounded by what the file says.
 */

import { DAY_MS, MINUTE_MS } from '@backlot/contract/time'
import type { Formula, KindMemory, MemoryState } from '../../world/types.ts'
import { compileFormula, type FormulaScope } from './formula/compile-formula.ts'
import { FormulaError, parseFormula } from './formula/parse-formula.ts'
import { type KindProblem, problemOf } from './kind-problem.ts'
import type { KindFile } from './kind-schema.ts'

/** Most steps of a memory, and most steps of formulas in all of them together. */
const MOST_MEMORY_STEPS = 6000
const MOST_WORK = 1_000_000

type Path = readonly PropertyKey[]
type Transition = { from: ReadonlySet<number>; to: number; when: Formula }
type Value = { next: Formula; min: number; max: number }

/**
 * The names that formulas read a memory by: each value, and of each machine `machine.state` (1 while it holds) and
 * `machine.minutes` (how long the present state has held). `claim` refuses names that are taken.
 */
export function createKindMemory(
  file: NonNullable<KindFile['memory']>,
  scope: FormulaScope & { learn(name: string, of: Formula): void },
  claim: (name: string, path: Path) => boolean,
  problems: KindProblem[],
): { compile(): void } {
  const machines = Object.entries(file.machines ?? {})
  const values = Object.entries(file.values ?? {})
  const transitions: Transition[][] = machines.map(() => [])
  const nexts: Value[] = []
  const stepMs = file.stepMinutes * MINUTE_MS
  const firstValue = 2 * machines.length

  const memory: KindMemory = {
    stepMs,
    windowDays: file.days,
    initial: (startMs) => [
      ...machines.flatMap(() => [0, startMs]),
      ...values.map(([, { initial }]) => initial),
    ],
    step(context) {
      const before = context.remembered(memory)
      const after = [...before]
      for (const [m, rows] of transitions.entries()) {
        const taken = rows.find(({ from, when }) => from.has(before[2 * m]!) && when(context) !== 0)
        if (!taken) continue
        after[2 * m] = taken.to
        after[2 * m + 1] = context.epochMs + stepMs
      }
      for (const [v, { next, min, max }] of nexts.entries()) {
        after[firstValue + v] = Math.max(min, Math.min(max, next(context)))
      }
      return after
    },
  }

  const remembered =
    (read: (state: MemoryState, epochMs: number) => number): Formula =>
    (context) =>
      read(context.remembered(memory), context.epochMs)

  for (const [m, [name, { states }]] of machines.entries()) {
    if (!claim(name, ['memory', 'machines', name])) continue
    for (const [s, state] of states.entries()) {
      scope.learn(
        `${name}.${state}`,
        remembered((all) => (all[2 * m] === s ? 1 : 0)),
      )
    }
    if (states.includes('minutes')) {
      problems.push({
        path: ['memory', 'machines', name, 'states', states.indexOf('minutes')],
        message: `'minutes' is how long a state has held (${name}.minutes): choose another name`,
      })
    }
    scope.learn(
      `${name}.minutes`,
      remembered((all, epochMs) => Math.max(0, epochMs - all[2 * m + 1]!) / MINUTE_MS),
    )
  }
  for (const [v, [name, { initial, min, max }]] of values.entries()) {
    if (!claim(name, ['memory', 'values', name])) continue
    if (min >= max) problems.push({ path: ['memory', 'values', name, 'min'], message: 'is not below max' })
    else if (initial < min || initial > max) {
      problems.push({
        path: ['memory', 'values', name, 'initial'],
        message: `is not from min (${min}) to max (${max})`,
      })
    }
    scope.learn(
      name,
      remembered((all) => all[firstValue + v]!),
    )
  }

  /** The formulas of the steps, when everything has its name. */
  function compile(): void {
    let work = 0
    const formulaAt = (path: Path, text: string | number): Formula => {
      try {
        const compiled = compileFormula(parseFormula(String(text)), scope)
        if (compiled.usesAir) {
          throw new FormulaError(
            'a step of the memory cannot read air or incidents: each moment would need days of them. Use sky, city and near',
            0,
          )
        }
        work += compiled.steps
        return compiled.of
      } catch (error) {
        if (!(error instanceof FormulaError)) throw error
        problems.push(problemOf(path, String(text), error))
        return () => 0
      }
    }
    for (const [m, [name, { states, transitions: rows }]] of machines.entries()) {
      const numberOf = (path: Path, state: string) => {
        const number = states.indexOf(state)
        if (number < 0) {
          problems.push({
            path,
            message: `there is no state '${state}'.`,
            unknown: { typed: state, known: states },
          })
        }
        return number
      }
      transitions[m] = rows.map(({ from, to, when }, i) => {
        const path = ['memory', 'machines', name, 'transitions', i]
        const all = typeof from === 'string' ? [from] : from
        return {
          from: new Set(all.map((state) => numberOf([...path, 'from'], state))),
          to: numberOf([...path, 'to'], to),
          when: formulaAt([...path, 'when'], when),
        }
      })
    }
    for (const [name, { next, min, max }] of values) {
      nexts.push({ next: formulaAt(['memory', 'values', name, 'next'], next), min, max })
    }
    checkSize(work)
  }

  function checkSize(work: number): void {
    if (60 % file.stepMinutes !== 0) {
      problems.push({
        path: ['memory', 'stepMinutes'],
        message: 'does not divide an hour: 1, 2, 3, 5, 10, 15, 20, 30 or 60',
      })
      return
    }
    const steps = ((file.days + 1) * DAY_MS) / stepMs
    const most = Math.min(MOST_MEMORY_STEPS, Math.floor(MOST_WORK / Math.max(1, work)))
    if (steps <= most) return
    problems.push({
      path: ['memory'],
      message: `takes ${steps} steps of ${file.stepMinutes} minutes for ${file.days} days, more than ${most}: longer steps, fewer days, or shorter formulas`,
    })
  }

  return { compile }
}
