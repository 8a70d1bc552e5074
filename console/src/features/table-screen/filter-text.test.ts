import { describe, expect, it } from 'vitest'
import { filterText } from './filter-text.ts'

const options = [
  { value: 1, label: 'Online' },
  { value: 'off', label: 'Offline' },
]

describe('a filter in words', () => {
  it('is the typed text itself', () => {
    expect(filterText({ kind: 'text', key: 'name', label: 'Name', placeholder: '' }, 'gate')).toBe('gate')
  })
  it('is the name of the choice, numbers by their text in the address', () => {
    const filter = { kind: 'choice' as const, key: 'state', label: 'State', options }
    expect(filterText(filter, '1')).toBe('Online')
    expect(filterText(filter, 'off')).toBe('Offline')
  })
  it('is all names where there are several, and the value where one has none', () => {
    const filter = { kind: 'many' as const, key: 'states', label: 'States', placeholder: '', options }
    expect(filterText(filter, 'off,1')).toBe('Offline, Online')
    expect(filterText(filter, '1,gone')).toBe('Online, gone')
  })
  it('is the title of the node, at any depth', () => {
    const nodes = [
      { value: 1, title: 'City', children: [{ value: 7, title: 'North', children: [] }] },
      { value: 2, title: 'Works', children: [] },
    ]
    const filter = { kind: 'tree' as const, key: 'nodeId', label: 'Group', placeholder: '', nodes }
    expect(filterText(filter, '7')).toBe('North')
    expect(filterText(filter, '9')).toBe('9')
  })
  it('is what the screen says of a field of its own', () => {
    const text = (value: string) => `point ${value}`
    expect(filterText({ kind: 'custom', key: 'point', label: 'Point', text }, '3')).toBe('point 3')
  })
})
