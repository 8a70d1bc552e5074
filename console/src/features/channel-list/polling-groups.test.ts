import { describe, expect, it } from 'vitest'
import { groupAfter, groupBefore, isSameGroup, moved, numberOfGroup, pollGroups } from './polling-groups.ts'

const list = Array.from({ length: 10 }, (_unused, at) => ({ sn: `C${at}`, chnId: 1 }))
const names = (group: { places: readonly { sn: string }[] } | undefined) => group?.places.map(({ sn }) => sn)

describe('groups of a polling', () => {
  it('cut the list in its order, the last one shorter', () => {
    expect(pollGroups(list, 4).map(names)).toEqual([
      ['C0', 'C1', 'C2', 'C3'],
      ['C4', 'C5', 'C6', 'C7'],
      ['C8', 'C9'],
    ])
    expect(pollGroups([], 4)).toEqual([])
  })
  it('pass over what is off line without leaving a gap', () => {
    const groups = pollGroups(list, 4, ({ sn }) => !['C1', 'C2', 'C9'].includes(sn))
    expect(groups.map(names)).toEqual([
      ['C0', 'C3', 'C4', 'C5'],
      ['C6', 'C7', 'C8'],
    ])
    expect(groups[0]).toMatchObject({ first: 0, last: 5 })
  })
  it('follow one another in a ring, both ways', () => {
    const groups = pollGroups(list, 4)
    const [first, , third] = groups
    expect(names(groupAfter(list, 4, first!))?.[0]).toBe('C4')
    expect(names(groupAfter(list, 4, third!))?.[0]).toBe('C0')
    expect(names(groupBefore(list, 4, first!))).toEqual(['C8', 'C9'])
    expect(names(groupBefore(list, 4, third!))).toEqual(['C4', 'C5', 'C6', 'C7'])
    expect(groups.map((group) => numberOfGroup(groups, group))).toEqual([0, 1, 2])
  })
  it('go on right behind what was shown when cameras come and go meanwhile', () => {
    const shown = pollGroups(list, 4)[0]!
    const isUp = ({ sn }: { sn: string }) => sn !== 'C0' && sn !== 'C5'
    expect(names(groupAfter(list, 4, shown, isUp))).toEqual(['C4', 'C6', 'C7', 'C8'])
    expect(groupAfter(list, 4, shown, () => false)).toBeUndefined()
  })
  it('are the same when they show the same', () => {
    const [first, second] = pollGroups(list, 4)
    expect(isSameGroup(first, pollGroups(list.slice(0, 4), 9)[0])).toBe(true)
    expect(isSameGroup(first, second)).toBe(false)
    expect(isSameGroup(undefined, undefined)).toBe(false)
  })
  it('change with an entry that is moved', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
    expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['c', 'a', 'b'])
  })
})
