import { expect, test } from 'vitest'
import { allowedMedia, isStreamPath, mediaTarget } from './media-way.ts'

const allows = allowedMedia(new URL('https://video.example.org/api'), [
  'Media.example.org',
  'cdn.example.org:8443',
])
const target = (path: string) => {
  const found = mediaTarget(path, allows)
  return found && `${found.origin.origin} ${found.path}`
}

test('streams of the platform and of hosts that were named go through, with their query', () => {
  expect(target('/backlot/media/https/video.example.org:9000/live/1.flv?token=a%2Fb')).toBe(
    'https://video.example.org:9000 /live/1.flv?token=a%2Fb',
  )
  expect(target('/backlot/media/http/media.example.org/a')).toBe('http://media.example.org /a')
  expect(target('/backlot/media/https/MEDIA.example.org:443/a')).toBe('https://media.example.org /a')
  expect(target('/backlot/media/https/cdn.example.org:8443/a')).toBe('https://cdn.example.org:8443 /a')
})

test.each([
  '/backlot/media/https/cdn.example.org/a',
  '/backlot/media/http/169.254.169.254/latest',
  '/backlot/media/http/localhost:22/',
  '/backlot/media/http/video.example.org@evil.example/a',
  '/backlot/media/http/evil.example%2Fvideo.example.org/a',
  '/backlot/media/http/video.example.org\\.evil.example/a',
  '/backlot/media/http/video.example.org:99999/a',
  '/backlot/media/ftp/video.example.org/a',
  '/backlot/media/https//a',
  '/backlot/media/https/video.example.org',
  '/live/1.flv',
])('%s goes nowhere', (path) => {
  expect(target(path)).toBeUndefined()
})

test.each([
  ['/live/1/1/main.flv?token=a', true],
  ['/record/1.mp4', true],
  ['/control/clock', false],
  ['/live/../control/clock', false],
  ['/live/%2e%2e/control/clock', false],
  ['/login', false],
])('%s is a stream: %s', (path, is) => {
  expect(isStreamPath(path)).toBe(is)
})
