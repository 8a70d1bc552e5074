import { expect, it } from 'vitest'
import type { Translate } from '../../language/language.ts'
import { rowView } from './row-view.ts'
import type { TreeEntry } from './tree-entry.ts'
import { TreeIndex } from './tree-index.ts'
import { TreeModel } from './tree-model.ts'

/** Keys of the texts, with their values behind. */
const said = ((key: string, values: object = {}) =>
  [key, ...Object.values(values)].join(' ')) as Translate<'devices'>

/** State of a device as a screen reader reads it. */
function stateOf(more: Partial<TreeEntry>): string {
  const node: TreeEntry = { _id: 'd_1', id: 1, parentId: 0, name: 'Gate', sn: 'S1', nodeType: 0, ...more }
  const model = new TreeModel(new TreeIndex([node], 0), { filter: () => true, treeKey: '_id' })
  return rowView(model, 0, said, undefined).stateText
}

it('says of a device in alarm that is off line both', () => {
  expect(stateOf({ alarmFlg: 1, videoOnlineStatus: 0 })).toBe('states.both states.raised states.offline')
  expect(stateOf({ alarmFlg: 2, videoOnlineStatus: 0 })).toBe('states.both states.processed states.offline')
  expect(stateOf({ alarmFlg: 1, videoOnlineStatus: 1 })).toBe('states.raised')
})

it('says once what a device is without an alarm', () => {
  expect(stateOf({ videoOnlineStatus: 0 })).toBe('states.offline')
  expect(stateOf({ videoOnlineStatus: 1 })).toBe('states.online')
})
