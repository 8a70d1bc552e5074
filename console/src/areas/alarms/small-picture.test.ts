import { expect, it } from 'vitest'
import { smallPicture } from './small-picture.ts'

it('asks for the width beside what an address has already', () => {
  expect(smallPicture('/alarm/picture/7/0')).toBe('/alarm/picture/7/0?width=320')
  expect(smallPicture('https://files.example/a.jpg?key=1#top')).toBe(
    'https://files.example/a.jpg?key=1&width=320#top',
  )
})

it('leaves a picture that is in its address as it is', () => {
  expect(smallPicture('data:image/png;base64,AA==')).toBe('data:image/png;base64,AA==')
})
