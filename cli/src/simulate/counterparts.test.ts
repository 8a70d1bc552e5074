import { CODES } from '@backlot/contract/codes'
import { TreeNode } from '@backlot/contract/devices/entities'
import { expect, it } from 'vitest'
import { Counterparts, NoCounterpart } from './counterparts.ts'

const node = (fields: Partial<TreeNode>): TreeNode =>
  TreeNode.parse({ _id: 'd_5', id: 5, deviceId: 5, parentId: 2, name: '东门', nodeType: 0, ...fields })

function paired() {
  const counterparts = new Counterparts()
  counterparts.addGroup(2, 700)
  const chnList = [
    {
      id: 1,
      deviceId: 5,
      sn: 'REAL',
      chnId: 1,
      name: '大厅',
      type: 0,
      lineId: 0,
      onlineStatus: 1,
      isChnl: true,
    },
  ]
  const zh = node({ sn: 'REAL', longitude: 10, latitude: 20, chnList })
  const en = { ...zh, name: 'East gate', chnList: chnList.map((channel) => ({ ...channel, name: 'Hall' })) }
  const simulated = { sn: 'SIM', deviceId: 900, name: '路口', nameEn: 'Junction', isFixed: true }
  counterparts.addDevice({ zh, en }, simulated)
  return counterparts
}

it('what the page sends is about the devices and groups of the simulator', () => {
  const asked = {
    sn: 'REAL',
    sns: ['REAL'],
    deviceId: 5,
    nodeId: '2',
    groupId: 2,
    key: 'd_5',
    id: 5,
    text: 'REAL, too',
  }
  expect(paired().toSimulated(asked)).toEqual({
    sn: 'SIM',
    sns: ['SIM'],
    deviceId: 900,
    nodeId: '700',
    groupId: 700,
    key: 'd_900',
    id: 5,
    text: 'REAL, too',
  })
  expect(paired().toSimulated({ sns: 'REAL,REAL' })).toEqual({ sns: 'SIM,SIM' })
})

it.each([
  [{ list: [{ sn: 'REAL' }, { sn: 'OTHER' }] }, 'sn: the simulated part has no device for OTHER'],
  [{ deviceIds: [5, 6] }, 'deviceIds: the simulated part has no device for 6'],
  [{ groupId: 3 }, 'groupId: the simulated part has no group for 3'],
  [{ nodeId: '3' }, 'nodeId: the simulated part has neither a group nor a device for 3'],
])('%j: what has no counterpart is refused by its name', (asked, why) => {
  expect(() => paired().toSimulated(asked)).toThrow(why)
})

it('a refusal of what has no counterpart is in both languages', () => {
  const refusal = new NoCounterpart('group', 3, 'groupId')
  expect(refusal.inLanguage('zh')).toMatchObject({
    code: CODES.notFound,
    field: 'groupId',
    message: 'groupId：模拟部分没有与分组 3 对应的分组',
  })
})

it('no group at all, and ids of other things, are as they are', () => {
  const asked = { nodeId: '0', groupId: 'cGxheWJhY2sx', id: 6, parentId: 3 }
  expect(paired().toSimulated(asked)).toEqual(asked)
  expect(paired().toPlatform(asked)).toEqual(asked)
})

it('groups have their ids in other fields of the calls about them', () => {
  const counterparts = paired()
  expect(counterparts.toSimulated({ id: 2, parentId: 0 }, 'deviceAdmin.moveGroup')).toEqual({
    id: 700,
    parentId: 0,
  })
  expect(counterparts.toPlatform([{ id: 700, parentId: 0 }], 'deviceAdmin.groups')).toEqual([
    { id: 2, parentId: 0 },
  ])
})

it('what the simulator alone has is never taken for something of the platform, and is found again', () => {
  const counterparts = paired()
  const made = counterparts.toPlatform({ id: 2 }, 'deviceAdmin.addGroup') as { id: number }
  expect(made.id).not.toBe(2)
  expect(counterparts.toSimulated({ groupId: made.id })).toEqual({ groupId: 2 })
})

it('what the simulator answers is about those of the platform, with their names in either language and their places', () => {
  const row = {
    sn: 'SIM',
    chnId: 1,
    devName: 'Junction',
    devNameEn: 'Junction',
    chnName: 'Camera',
    longitude: 1,
    latitude: 2,
  }
  expect(paired().toPlatform([row])).toEqual([
    {
      sn: 'REAL',
      chnId: 1,
      devName: 'East gate',
      devNameEn: 'East gate',
      chnName: 'Hall',
      longitude: 10,
      latitude: 20,
    },
  ])
  expect(paired().toPlatform({ sn: 'SIM', chnId: 1, devName: '路口', chnName: '镜头' })).toEqual({
    sn: 'REAL',
    chnId: 1,
    devName: '东门',
    chnName: '大厅',
  })
  expect(
    paired().toPlatform({
      parentIds: [0, 700],
      nodeId: 700,
      deviceIds: [900],
      key: 'd_900',
      id: 900,
      remark: '路口',
    }),
  ).toEqual({
    parentIds: [0, 2],
    nodeId: 2,
    deviceIds: [5],
    key: 'd_5',
    id: 900,
    remark: '路口',
  })
})
