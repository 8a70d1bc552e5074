import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { NODE_TYPES } from '@backlot/contract/devices/constants'
import type { TreeNode } from '@backlot/contract/devices/entities'
import { expect, it } from 'vitest'
import { firstStation } from './first-station.ts'
import { stationKindAt } from './station-kinds.ts'

const device = (sn: string, ability: number, online: 0 | 1, bizType: string[] = []): TreeNode => ({
  _id: sn,
  id: 1,
  parentId: 0,
  name: sn,
  nodeType: NODE_TYPES.device,
  sn,
  ability,
  bizType,
  sensorOnlineStatus: online,
})
const { hjt212, video, acquisition } = ABILITY_BITS

it('is the first one online of its kind', () => {
  const devices = [device('camera', video, 1), device('a', hjt212, 0), device('b', hjt212, 1)]
  expect(firstStation(devices, NODE_TYPES.functionHjt212)).toBe('b')
})

it('is the first one when all are offline, and none without any', () => {
  const devices = [device('a', hjt212, 0), device('b', hjt212, 0), device('c', video, 1)]
  expect(firstStation(devices, NODE_TYPES.functionHjt212)).toBe('a')
  expect(firstStation(devices, NODE_TYPES.functionGas)).toBeUndefined()
})

it('offers groups and stations of the kind, and nothing below them', () => {
  const { offers } = stationKindAt('/solarEnergy')
  const solar = device('s', acquisition, 1, ['solar_energy'])
  expect(offers(solar, NODE_TYPES.device, undefined)).toBe(true)
  expect(offers(solar, NODE_TYPES.functionSolar, undefined)).toBe(false)
  expect(offers(device('farm', acquisition, 1, ['smart_agriculture']), NODE_TYPES.device, undefined)).toBe(
    false,
  )
  expect(offers({ ...solar, nodeType: NODE_TYPES.group }, NODE_TYPES.group, undefined)).toBe(true)
})
