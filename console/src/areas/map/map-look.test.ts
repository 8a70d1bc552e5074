import { expect, it } from 'vitest'
import { type MapLook, PLAIN_LOOK, readLook, withLook } from './map-look.ts'

it('leaves nothing in the address while everything is as usual', () => {
  expect(readLook(new URLSearchParams('sn=A1'))).toEqual(PLAIN_LOOK)
  expect(withLook(new URLSearchParams('sn=A1'), PLAIN_LOOK).toString()).toBe('sn=A1')
})

it('comes back from the address as it went in', () => {
  const look: MapLook = {
    states: 17,
    glyphs: 3,
    text: '北门 A',
    ability: 16,
    status: 0,
    group: 12,
    hidden: ['names', 'fences'],
    shown: ['weather'],
    heat: 24,
  }
  const search = withLook(new URLSearchParams('lng=116.4'), look)
  expect(search.get('lng')).toBe('116.4')
  expect(readLook(new URLSearchParams(search.toString()))).toEqual(look)
  expect(withLook(search, PLAIN_LOOK).toString()).toBe('lng=116.4')
})

it('takes no nonsense', () => {
  const nonsense = new URLSearchParams(
    'states=-1&kinds=x&on=7&group=1.5&hide=everything.names&show=names.traffic&heat=3',
  )
  expect(readLook(nonsense)).toEqual({ ...PLAIN_LOOK, hidden: ['names'], shown: ['traffic'] })
})
