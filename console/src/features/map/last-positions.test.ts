import { ABILITY_BITS } from '@backlot/contract/capabilities'
import type { TreeNode } from '@backlot/contract/devices/entities'
import { afterEach, expect, test, vi } from 'vitest'
import { withLastPositions } from './last-positions.ts'

afterEach(() => vi.unstubAllGlobals())

/** Of a node these fields are read. */
const node = (sn: string, more: object) =>
  ({ sn, name: sn, ability: ABILITY_BITS.gps, ...more }) as unknown as TreeNode

/** The platform answers with `reply`; returns the recorded requests. */
function platform(reply: object): unknown[] {
  const asked: unknown[] = []
  vi.stubGlobal('location', new URL('http://console.test/'))
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push([new URL(url).pathname, JSON.parse(String(init.body))])
    return Response.json(reply)
  })
  return asked
}

test('devices with a receiver that came without a place are asked for, and get their last one', async () => {
  const fix = { speed: 30, direction: 90, locationTime: 7 }
  const asked = platform({
    code: 0,
    data: {
      list: [
        { sn: 'CAR', longitude: 116.4, latitude: 39.9, ...fix },
        { sn: 'LOST', longitude: 0, latitude: 0, ...fix },
      ],
    },
  })
  const nodes = [
    node('CAR', {}),
    node('LOST', { longitude: 0 }),
    node('HERE', { longitude: 1, latitude: 2 }),
    node('BOX', { ability: 0 }),
  ]
  const [car, ...others] = await withLastPositions(nodes)
  expect(asked).toEqual([['/gps/realtime/data', { list: ['CAR', 'LOST'] }]])
  expect(car).toMatchObject({ longitude: 116.4, latitude: 39.9, locationTime: 7, speed: 30, direction: 90 })
  expect(others).toEqual(nodes.slice(1))
})

test('a platform without the call leaves them without', async () => {
  platform({ code: 404, msg: 'no such call' })
  const nodes = [node('CAR', {})]
  expect(await withLastPositions(nodes)).toEqual(nodes)
})
