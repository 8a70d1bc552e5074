import { expect, it } from 'vitest'
import { channelsAfter, speakersOf } from './gb-channels.ts'

const DEVICE = '34020000001180000001'
const camera = (number: number) => ({ deviceId: `3402000000131000000${number}` })
const loudspeaker = (number: number) => ({ deviceId: `3402000000137000000${number}`, name: `喇叭 ${number}` })
const speakersAfter = (items: Parameters<typeof channelsAfter>[1]) =>
  speakersOf(DEVICE, channelsAfter([], items, { isWhole: true }).channels)

it('a loudspeaker stands beside the camera of its number, else of its place, else beside the first', () => {
  const speakers = speakersAfter([
    camera(1),
    camera(2),
    camera(3),
    loudspeaker(3),
    loudspeaker(8),
    loudspeaker(9),
  ])
  expect(speakers.map(({ chnId, videoChnId }) => [chnId, videoChnId])).toEqual([
    [4, 3],
    [5, 2],
    [6, 3],
  ])
  expect(
    speakersAfter([camera(1), loudspeaker(7), loudspeaker(8)]).map(({ videoChnId }) => videoChnId),
  ).toEqual([1, 1])
})

it('a device without one in its catalog has its own, called by its one camera or by itself', () => {
  expect(speakersAfter([camera(1)])).toEqual([
    { chnId: 99, gbId: camera(1).deviceId, name: undefined, videoChnId: 1 },
  ])
  expect(speakersAfter([camera(1), camera(2)])).toMatchObject([{ chnId: 99, gbId: DEVICE }])
})
