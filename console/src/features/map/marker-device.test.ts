import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { describe, expect, it } from 'vitest'
import { devicesOfPositions, devicesOfTree } from './marker-device.ts'
import { glyphOf, MARKER_KINDS } from './marker-glyphs.ts'
import { MOVING_BIT, ONLINE_BIT } from './marker-state.ts'

const kindOf = (glyph: number | undefined) => MARKER_KINDS[glyph ?? -1]

describe('devices of a map', () => {
  it('reads the columns of the positions call', () => {
    const { sns, columns } = devicesOfPositions({
      sn: ['a', 'b'],
      name: ['A', 'B'],
      longitude: [116.4, 116.5],
      latitude: [39.9, 39.8],
      locationTime: [100, 200],
      speed: [0, 40],
      direction: [0, 90],
      status: [1, 1 | 2 | 8],
      ability: [ABILITY_BITS.video, ABILITY_BITS.gps],
      parentId: [1, 1],
      kind: [1, 0],
      kinds: ['vehicle', 'ptzCamera'],
    })
    expect(sns).toEqual(['a', 'b'])
    expect([...columns.longitude]).toEqual([116.4, 116.5])
    expect([...columns.bits]).toEqual([1, 11])
    expect([...columns.glyph].map(kindOf)).toEqual(['dome', 'vehicle'])
  })

  it('reads tree nodes where a platform lacks that call', () => {
    const { sns, columns } = devicesOfTree([
      { _id: 'g_1', id: 1, parentId: 0, name: 'group', nodeType: 1 },
      {
        _id: 'd_2',
        id: 2,
        parentId: 1,
        name: 'car',
        sn: 'c',
        nodeType: 0,
        ability: ABILITY_BITS.gps | ABILITY_BITS.video,
        gisOnlineStatus: 1,
        alarmFlg: 1,
        longitude: 116.4,
        latitude: 39.9,
      },
    ])
    expect(sns).toEqual(['c'])
    expect(columns.bits[0]).toBe(ONLINE_BIT | 2 | MOVING_BIT)
    expect(kindOf(columns.glyph[0])).toBe('vehicle')
  })

  it('tells kinds by name, and by ability when the name says nothing', () => {
    expect(
      ['camera', 'bodyCamera', 'hj212Station', 'solarStation', 'farmStation', 'gasDetector'].map((kind) =>
        kindOf(glyphOf(kind, 0, false)),
      ),
    ).toEqual(['camera', 'bodyworn', 'station', 'solar', 'farm', 'gas'])
    expect(kindOf(glyphOf('', ABILITY_BITS.hjt212, false))).toBe('station')
    expect(kindOf(glyphOf('', 0, false))).toBe('other')
  })
})
