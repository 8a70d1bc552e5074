import { expect, it } from 'vitest'
import { heldLines } from './held-lines.ts'

const line = (key: string, says = key) => ({ key, says })

it('keeps held lines where they are, as they are by now, and counts what came', () => {
  const held = [line('c'), line('b'), line('a')]
  const now = [line('e'), line('d'), line('c'), line('b', 'b ended')]
  expect(heldLines(held, now)).toEqual({ lines: [line('c'), line('b', 'b ended'), line('a')], waiting: 2 })
})

it('has nothing waiting when nothing came', () => {
  const held = [line('a')]
  expect(heldLines(held, held)).toEqual({ lines: held, waiting: 0 })
})
