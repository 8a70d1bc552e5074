import { expect, it } from 'vitest'
import { indexAlarmTypes } from './alarm-types.ts'

const list = [
  {
    id: 1,
    name: 'IO 报警',
    nameEn: 'IO alarm',
    type: 'IoAlarm',
    parentId: 0,
    nodeType: 0,
    parentType: '',
    key: 'IoAlarm',
    level: 2,
  },
  {
    id: 2,
    name: '紧急求助',
    nameEn: 'SOS',
    type: 'SOS',
    parentId: 1,
    nodeType: 1,
    parentType: 'IoAlarm',
    key: 'IoAlarm-SOS',
    level: 1,
  },
  { id: 3, name: '视频丢失', type: 'VideoLost', parentId: 0, nodeType: 0, parentType: '', key: 'VideoLost' },
]

it('names types with their sub-type in the wanted language', () => {
  expect(indexAlarmTypes(list, 'en').nameOf('IoAlarm', 'SOS')).toBe('IO alarm · SOS')
  expect(indexAlarmTypes(list, 'zh').nameOf('IoAlarm', 'SOS')).toBe('IO 报警 · 紧急求助')
  expect(indexAlarmTypes(list, 'en').nameOf('VideoLost')).toBe('视频丢失')
  expect(indexAlarmTypes(list, 'en').nameOf('Unheard', 'Of')).toBe('Unheard · Of')
})

it('takes the level of the sub-type, else of the type, else ordinary', () => {
  const types = indexAlarmTypes(list, 'en')
  expect(types.levelOf('IoAlarm', 'SOS')).toBe(1)
  expect(types.levelOf('IoAlarm', 'Door')).toBe(2)
  expect(types.levelOf('VideoLost')).toBe(3)
})

it('takes colour and tone from the platform, else the tone of the level', () => {
  const said = list.map((node) =>
    node.type === 'SOS' ? { ...node, colour: '#ff0000', tone: 'knock' } : node,
  )
  const types = indexAlarmTypes(said, 'en')
  expect([types.colourOf('IoAlarm', 'SOS'), types.toneOf('IoAlarm', 'SOS')]).toEqual(['#ff0000', 'knock'])
  expect([types.colourOf('IoAlarm', 'Door'), types.toneOf('IoAlarm', 'Door')]).toEqual([undefined, 'falling'])
  const odd = indexAlarmTypes([{ ...list[0]!, tone: 'yodel' }], 'en')
  expect(odd.toneOf('IoAlarm')).toBe('falling')
})

it('lists the sub-types of a type', () => {
  expect(
    indexAlarmTypes(list, 'en')
      .subTypesOf('IoAlarm')
      .map((node) => node.type),
  ).toEqual(['SOS'])
})
