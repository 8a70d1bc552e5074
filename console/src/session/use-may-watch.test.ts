import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ACCESS } from '@backlot/contract/access'
import { ALL_CAPABILITIES, CAPABILITY_BITS } from '@backlot/contract/capabilities'
import { expect, it } from 'vitest'
import { isCallPermitted } from './permission.ts'

const SOURCES = join(import.meta.dirname, '..')

it('who has a map but no route of video may not watch, nor may anybody without the capability', () => {
  const may = (path: string, systemFunction = ALL_CAPABILITIES) =>
    isCallPermitted(ACCESS.watchVideo, { permission: new Set([path]), systemFunction })
  expect(
    ['/realTime', '/dispatch', '/baiduMap', '/mapReplay', '/senseDevice'].map((path) => may(path)),
  ).toEqual([true, true, false, false, false])
  expect(may('/realTime', CAPABILITY_BITS.hjt212)).toBe(false)
})

it('no screen offers live video by the capability alone', () => {
  const asking = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .filter((file) => /asCapability\('video'\)/.test(readFileSync(join(SOURCES, file), 'utf8')))
  expect(asking).toEqual([])
})
