import type { AlarmTypeNode } from '@backlot/contract/alarms/entities'
import { expect, it } from 'vitest'
import { shieldOf, ticksOf } from './shield-keys.ts'

const node = (type: string, parentType = ''): AlarmTypeNode => ({
  id: 1,
  name: type,
  type,
  parentId: 0,
  nodeType: parentType === '' ? 0 : 1,
  parentType,
  key: parentType === '' ? type : `${parentType}-${type}`,
})
const nodes = [node('Io'), node('SOS', 'Io'), node('Door', 'Io'), node('Alone')]

it('ticks a listed type with all of its sub-types', () => {
  expect(ticksOf('Io', nodes)).toEqual(['Io', 'Io-SOS', 'Io-Door'])
  expect(ticksOf('Io-Door,Alone', nodes)).toEqual(['Io-Door', 'Alone'])
})

it('lists a type in place of all of its sub-types, and keeps what the tree does not know', () => {
  expect(shieldOf(['Io-SOS', 'Io-Door'], '', nodes)).toBe('Io')
  expect(shieldOf(['Io-Door', 'Alone'], 'Gone,Io', nodes)).toBe('Io-Door,Alone,Gone')
  expect(shieldOf([], 'Io', nodes)).toBe('')
})
