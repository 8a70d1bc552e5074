/**
 * Parser of formulas in kind files: numbers, names, calls, arithmetic, comparisons, `and`, `or`, `not`. It builds a
 * tree and nothing else; length, words and depth are bounded, so that no text can hold it up.
 */

/** Operators by how tightly they bind, loosest first. */
const BINARY: Readonly<Record<string, number>> = {
  or: 1,
  and: 2,
  '==': 4,
  '!=': 4,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '%': 6,
  '^': 8,
}
const COMPARISON = 4
const NOT = 3
const NEGATIVE = 7
const POWER = 8

/** Longest formula in characters, and its most words and deepest nesting. */
export const FORMULA_LIMITS = { characters: 600, words: 250, depth: 40 } as const

export type FormulaNode =
  | { kind: 'number'; value: number; at: number }
  | { kind: 'name'; name: string; at: number }
  | { kind: 'call'; name: string; args: readonly FormulaNode[]; at: number }
  | { kind: 'negative' | 'not'; of: FormulaNode; at: number }
  | { kind: 'binary'; operator: string; left: FormulaNode; right: FormulaNode; at: number }

/** A mistake in a formula; `at` is the position of the character, from 0 on. */
export class FormulaError extends Error {
  readonly at: number
  /** An unknown name, and those that it may be. */
  readonly unknown: { typed: string; known: readonly string[] } | undefined
  constructor(message: string, at: number, unknown?: { typed: string; known: readonly string[] }) {
    super(message)
    this.at = at
    this.unknown = unknown
  }
}

type Word = { text: string; kind: 'number' | 'name' | 'sign' | 'end'; at: number }

const WORD =
  /\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?|[A-Za-z][A-Za-z0-9]*(?:\.[A-Za-z][A-Za-z0-9]*)?|[=!<>]=|[-+*/%^<>(),]/y
const SPACE = /\s*/y

function wordsOf(text: string): Word[] {
  const { characters, words: most } = FORMULA_LIMITS
  if (text.length > characters) {
    throw new FormulaError(
      `is longer than ${characters} characters: give parts of it names under 'values'`,
      characters,
    )
  }
  const words: Word[] = []
  let at = 0
  for (;;) {
    SPACE.lastIndex = at
    SPACE.exec(text)
    at = SPACE.lastIndex
    if (at >= text.length) break
    WORD.lastIndex = at
    const found = WORD.exec(text)?.[0]
    if (found === undefined)
      throw new FormulaError(`'${text[at]}' means nothing here${hintFor(text[at]!)}`, at)
    const kind = /^\d/.test(found) ? 'number' : /^[A-Za-z]/.test(found) ? 'name' : 'sign'
    if (words.length >= most) {
      throw new FormulaError(`has more than ${most} words: give parts of it names under 'values'`, at)
    }
    words.push({ text: found, kind, at })
    at += found.length
  }
  words.push({ text: 'the end', kind: 'end', at: text.length })
  return words
}

const HINTS: Readonly<Record<string, string>> = {
  '=': ': compare with ==',
  '&': ": write 'and'",
  '|': ": write 'or'",
  '!': ": write 'not'",
  '?': ': write if(condition, then, else)',
  "'": ': formulas have numbers alone; compare a state by its name, as session.charging',
  '"': ': formulas have numbers alone; compare a state by its name, as session.charging',
}
const hintFor = (character: string) => HINTS[character] ?? ''

/** Reads a formula. Throws a FormulaError that says where and what is wrong. */
export function parseFormula(text: string): FormulaNode {
  const words = wordsOf(text)
  let next = 0
  let depth = 0

  const peek = () => words[next]!
  const take = () => words[next++]!

  function expectSign(sign: string, what: string): void {
    const word = take()
    if (word.text !== sign || word.kind !== 'sign') {
      throw new FormulaError(`${what} before ${told(word)}`, word.at)
    }
  }

  function deeper<T>(read: () => T): T {
    depth += 1
    if (depth > FORMULA_LIMITS.depth) {
      throw new FormulaError(`is nested deeper than ${FORMULA_LIMITS.depth} levels`, peek().at)
    }
    const value = read()
    depth -= 1
    return value
  }

  /** Everything that binds at least as tightly as `least`. */
  function expression(least: number): FormulaNode {
    return deeper(() => {
      let left = prefix()
      for (;;) {
        const { text: operator, kind, at } = peek()
        const binds = kind === 'number' || kind === 'end' ? undefined : own(BINARY, operator)
        if (binds === undefined || binds < least) return left
        take()
        // Power alone associates to the right.
        const right = expression(operator === '^' ? POWER : binds + 1)
        left = { kind: 'binary', operator, left, right, at }
        const after = own(BINARY, peek().text)
        if (binds === COMPARISON && after === COMPARISON) {
          throw new FormulaError("comparisons do not chain: join two of them by 'and'", peek().at)
        }
      }
    })
  }

  function prefix(): FormulaNode {
    const word = take()
    if (word.kind === 'number') return { kind: 'number', value: Number(word.text), at: word.at }
    if (word.text === '-') return { kind: 'negative', of: expression(NEGATIVE), at: word.at }
    if (word.text === 'not') return { kind: 'not', of: expression(NOT), at: word.at }
    if (word.text === '(') {
      const inner = expression(0)
      expectSign(')', "')' is missing")
      return inner
    }
    if (word.kind === 'name' && own(BINARY, word.text) === undefined) return nameOrCall(word)
    throw new FormulaError(`a number, a name or '(' is missing before ${told(word)}`, word.at)
  }

  function nameOrCall({ text: name, at }: Word): FormulaNode {
    if (peek().text !== '(') return { kind: 'name', name, at }
    take()
    const args: FormulaNode[] = []
    if (peek().text === ')') take()
    else {
      for (;;) {
        args.push(expression(0))
        if (peek().text !== ',') break
        take()
      }
      expectSign(')', "')' or ',' is missing")
    }
    return { kind: 'call', name, args, at }
  }

  if (peek().kind === 'end') throw new FormulaError('is empty', 0)
  const tree = expression(0)
  const rest = peek()
  if (rest.kind !== 'end') throw new FormulaError(`an operator is missing before ${told(rest)}`, rest.at)
  return tree
}

const told = ({ text, kind }: Word) => (kind === 'end' ? text : `'${text}'`)

const own = (table: Readonly<Record<string, number>>, key: string) =>
  Object.hasOwn(table, key) ? table[key] : undefined
