import { expect, it } from 'vitest'
import { createPositionWatch } from './position-watch.ts'

function setUp() {
  let due: (() => void)[] = []
  const asked: string[][] = []
  let open = 0
  const watch = createPositionWatch({
    subscribe(sns) {
      asked.push(sns)
      open++
      return () => {
        open--
      }
    },
    hasPosition: (sn) => sn.startsWith('V'),
    later: (run) => due.push(run),
  })
  const rest = () => {
    const runs = due
    due = []
    for (const run of runs) run()
  }
  return { watch, asked, rest, open: () => open }
}

it('asks for the positions of what is looked at, of devices that have one, once the eye rests', () => {
  const { watch, asked, rest } = setUp()
  const tree = {}
  watch.look(tree, ['V1', 'C1'])
  watch.look(tree, ['V2', 'V1', 'C2'])
  expect(asked).toEqual([])
  rest()
  expect(asked).toEqual([['V1', 'V2']])
})

it('joins what several look at, and asks for nothing when it is the same as before', () => {
  const { watch, asked, rest, open } = setUp()
  const [tree, popup] = [{}, {}]
  watch.look(tree, ['V1', 'V2'])
  rest()
  watch.look(popup, ['V2'])
  rest()
  watch.look(popup, ['V3'])
  rest()
  expect(asked).toEqual([
    ['V1', 'V2'],
    ['V1', 'V2', 'V3'],
  ])
  expect(open()).toBe(1)
})

it('ends when nobody looks any longer', () => {
  const { watch, asked, rest, open } = setUp()
  const tree = {}
  watch.look(tree, ['V1'])
  rest()
  watch.leave(tree)
  rest()
  expect(open()).toBe(0)
  watch.look(tree, ['V1'])
  rest()
  expect(asked).toHaveLength(2)
})
