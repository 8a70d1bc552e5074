import { expect, it } from 'vitest'
import { askedCameras } from './asked-cameras.ts'

it('reads what is asked for in English', () => {
  expect(askedCameras('play 3 cameras at Hospital Road')).toEqual({ count: 3, where: 'Hospital Road' })
  expect(askedCameras('Watch hospital')).toEqual({ count: 4, where: 'hospital' })
  expect(askedCameras('play 2 near 人民医院')).toEqual({ count: 2, where: '人民医院' })
})

it('reads what is asked for in Chinese', () => {
  expect(askedCameras('播放人民医院附近3路视频')).toEqual({ count: 3, where: '人民医院' })
  expect(askedCameras('播放 3 路 人民医院')).toEqual({ count: 3, where: '人民医院' })
  expect(askedCameras('查看人民医院')).toEqual({ count: 4, where: '人民医院' })
})

it('asks for at least one and at most as many as there are windows', () => {
  expect(askedCameras('play 0 cameras at x')?.count).toBe(1)
  expect(askedCameras('play 99 cameras at x')?.count).toBe(16)
})

it('leaves other text alone', () => {
  for (const text of ['', 'play', 'hospital', '播放', 'player 3'])
    expect(askedCameras(text), text).toBeUndefined()
})
