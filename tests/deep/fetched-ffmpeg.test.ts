/** Cameras of a machine that has Node and npm alone. */
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageOfThisMachine } from '@backlot/cli/ffmpeg/fetch-ffmpeg'
import { controlDevices, controlStatus } from '@backlot/contract/control/calls'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { control } from '../../testing/control.ts'
import { BY_DAY, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { npmProgram, registryHas } from '../servers/npm-program.ts'
import { stripsOf } from './strips-of.ts'

let folder: string
let bare: NodeJS.ProcessEnv
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backlot-bare-'))
  await symlink(process.execPath, join(folder, 'node'))
  await symlink(await npmProgram(), join(folder, 'npm'))
  bare = { PATH: folder, FFMPEG_PATH: '', XDG_CACHE_HOME: join(folder, 'cache') }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function firstCamera(url: string) {
  const { list } = await control(url, controlDevices, { query: { kind: 'camera', limit: 50 } })
  const camera = list.find(({ online }) => online)!
  const operator = await Operator.signIn(url)
  const live = await operator.call(startLiveVideo, { body: { sn: camera.sn, chnId: 1, streamType: 'sub' } })
  return { camera, live }
}

const wanted = packageOfThisMachine()
const isThere = wanted !== undefined && (await registryHas(`${wanted.name}@${wanted.version}`))

it.runIf(isThere)('the first start fetches an ffmpeg and draws cameras; the next one finds it', async () => {
  {
    await using simulator = await launchSimulator(['--no-rtmp', ...BY_DAY], bare)
    expect(simulator.errorOutput()).toMatch(/^Fetching ffmpeg .*\n$/)
    const { camera, live } = await firstCamera(simulator.url)
    expect(live.source).toBe('scene')
    const [strip] = await stripsOf(new URL(live.httpUrl, simulator.url).href, 1, [])
    expect(strip?.camera).toBe(camera.cameraNumber)
  }
  await using again = await launchSimulator(['--no-rtmp', '--no-fetch', ...BY_DAY], bare)
  expect(again.errorOutput()).toBe('')
  const { ffmpeg } = await control(again.url, controlStatus)
  expect(ffmpeg?.startsWith(join(folder, 'cache/backlot/ffmpeg'))).toBe(true)
})

it('--no-fetch asks no registry: cameras play clips', async () => {
  const env = { ...bare, XDG_CACHE_HOME: join(folder, 'empty'), npm_config_registry: 'http://127.0.0.1:9/' }
  await using simulator = await launchSimulator(['--no-rtmp', '--no-fetch', ...BY_DAY], env)
  expect(simulator.errorOutput()).not.toContain('Fetching')
  expect((await firstCamera(simulator.url)).live.source).toBe('clip')
})
