import { expect, it } from 'vitest'
import { readCameras, writeCameras } from './ai-cameras.ts'

it('names cameras in the address, with windows that stay empty', () => {
  const cameras = [{ sn: 'A:1', chnId: 2 }, undefined, { sn: 'B', chnId: 0 }, undefined]
  expect(writeCameras(cameras)).toBe('A:1:2,,B:0,')
  expect(readCameras('A:1:2,,B:0,')).toEqual(cameras)
})

it('leaves what names no camera empty, and shows no more than there are windows', () => {
  expect(readCameras('A,B:x,:1,C:-1')).toEqual([undefined, undefined, undefined, undefined])
  expect(readCameras('A:1,B:1,C:1,D:1,E:1')).toHaveLength(4)
})
