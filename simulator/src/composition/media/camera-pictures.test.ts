import { expect, test } from 'vitest'
import { CameraGone, DiskFull } from '../../media/clip-failures.ts'
import type { Media } from '../../media/create-media.ts'
import { cameraPictures } from './camera-pictures.ts'

const recipe = { sn: 'N', chnId: 1, atMs: 60_000 }
const picturesOf = (media: Partial<Media>) => cameraPictures(media as Media, async () => undefined).pictures

test('of a camera that is there no longer there is no picture and no clip, which is no failure', async () => {
  const gone = picturesOf({
    renderPicture: async () => undefined,
    shortClip: () => Promise.reject(new CameraGone('the camera is gone')),
  })
  expect(await gone.render(recipe)).toBeUndefined()
  expect(await gone.clip(recipe)).toBe('noCamera')
})

test('without an encoder there are no clips, and a clip that fails is a failure, for lack of room by that name', async () => {
  expect(await picturesOf({ shortClip: async () => undefined }).clip(recipe)).toBe('noEncoder')
  const full = picturesOf({ shortClip: () => Promise.reject(new DiskFull('No space left on device')) })
  expect(await full.clip(recipe)).toBe('storageFull')
  const failing = picturesOf({ shortClip: () => Promise.reject(new Error('ffmpeg ended with 1')) })
  await expect(failing.clip(recipe)).rejects.toThrow('ffmpeg')
})
