import { expect, it } from 'vitest'
import { screenOfFunction } from './screen-of-function.ts'

const node = {
  _id: 'd',
  id: 1,
  parentId: 0,
  name: 'D',
  sn: 'a b',
  nodeType: 0,
  ability: 64,
  bizType: ['solar_energy'],
}
const of = (nodeType: number, sense?: { id: number; nodeType: 6 | 7; name: string; chnId: number }) =>
  screenOfFunction({ nodeType, node, sense })

it('function entries open their screens, controllers the line and points the readings of their station', () => {
  expect(of(1001)).toEqual({ path: '/dispatch', to: '/dispatch?sn=a+b' })
  expect(of(4)).toBeUndefined()
  expect(of(0)).toBeUndefined()
  const point = { id: 5, nodeType: 7 as const, name: 'P', chnId: 1 }
  expect(of(7, point)?.to).toBe('/solarEnergy?sn=a+b&point=5')
  const station = { ...node, ability: 2, bizType: [] }
  const sense = { id: 3, nodeType: 6 as const, name: 'C', chnId: 1 }
  expect(screenOfFunction({ nodeType: 6, node: station, sense })?.to).toBe(
    '/senseDevice?sn=a+b&view=bus&ctrl=3',
  )
  expect(screenOfFunction({ nodeType: 6, node: { ...node, bizType: [] }, sense })).toBeUndefined()
})
