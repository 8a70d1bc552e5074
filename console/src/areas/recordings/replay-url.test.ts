import { expect, test } from 'vitest'
import { type ReplayAddress, readLink, readReplay, writeReplay } from './replay-url.ts'

const ADDRESS: ReplayAddress = {
  channels: [
    { sn: 'EX_0011', chnId: 1 },
    { sn: '34020000001320000007', chnId: 12 },
  ],
  selected: 1,
  span: { fromMs: 1_790_000_000_000, toMs: 1_790_003_600_000 },
  atMs: 1_790_000_123_456,
  speed: 3,
  play: 'paused',
  tab: 'pictures',
  source: 'device',
  videoTypes: [0, 2],
  pictureTypes: [4],
}
const read = (text: string) => readReplay(new URLSearchParams(text))

test('what is written into the address is read from it again', () => {
  const written = writeReplay(new URLSearchParams('openSn=A'), ADDRESS)
  expect(readReplay(new URLSearchParams(written.toString()))).toEqual(ADDRESS)
  expect(written.get('openSn')).toBe('A')
})

test('what is as usual is left out, and nothing is left when the last camera has gone', () => {
  const plain = {
    ...ADDRESS,
    selected: 0,
    speed: 1,
    play: undefined,
    tab: 'videos',
    source: 'server',
  } as const
  const written = writeReplay(new URLSearchParams(), { ...plain, videoTypes: [], pictureTypes: [] })
  expect([...written.keys()]).toEqual(['cameras', 'from', 'to', 'at'])
  expect(writeReplay(written, { ...ADDRESS, channels: [] }).toString()).toBe('')
})

test('a link of another screen is read, and gives way to what is shown', () => {
  const params = new URLSearchParams('sn=A_1&chnId=2&from=1790000000')
  expect(readLink(params)).toEqual({ sn: 'A_1', chnId: 2, fromMs: 1_790_000_000_000 })
  expect(readLink(new URLSearchParams('sn=A'))).toEqual({ sn: 'A', fromMs: undefined })
  expect(readReplay(params)).toBeUndefined()
  expect(readLink(writeReplay(params, ADDRESS))).toBeUndefined()
})

test('what is unreadable in an address is left out', () => {
  const address = read(
    'cameras=A_1.A_1.B.C_x._1.D_2.E_3.F_4.G_5&window=9&speed=7&at=-1&from=x&play=no&types=2.99',
  )
  expect(address).toEqual({
    channels: [
      { sn: 'A', chnId: 1 },
      { sn: 'D', chnId: 2 },
      { sn: 'E', chnId: 3 },
      { sn: 'F', chnId: 4 },
    ],
    selected: 3,
    span: {},
    atMs: undefined,
    speed: 1,
    play: undefined,
    tab: 'videos',
    source: 'server',
    videoTypes: [2],
    pictureTypes: [],
  })
  expect(read('cameras=')).toBeUndefined()
  expect(read('')).toBeUndefined()
})
