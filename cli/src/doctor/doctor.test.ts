import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { examine } from '../commands/doctor.ts'
import { isLoopbackHost } from '../loopback-target.ts'
import { main } from '../program.ts'
import { browser, dataFolder, ffmpeg, portCheck } from './machine-checks.ts'
import { database, nodeVersion } from './program-checks.ts'

afterEach(() => {
  process.exitCode = undefined
  vi.unstubAllEnvs()
})

test('what is there is good', async () => {
  expect(await nodeVersion()).toMatchObject({ state: 'good', found: process.versions.node })
  expect(await database()).toMatchObject({ state: 'good', found: expect.stringMatching(/^SQLite 3\./) })
})

test('a port that is taken is said with the flag that names another', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const check = portCheck(port, 'HTTP', '--port <n>')
  expect(await check()).toMatchObject({ state: 'lacking', wayOut: expect.stringContaining('--port <n>') })
  await new Promise((resolve) => server.close(resolve))
  expect(await check()).toMatchObject({ state: 'good' })
})

test('what is missing is said with the way to get it', async () => {
  vi.stubEnv('PATH', '')
  vi.stubEnv('CHROMIUM_PATH', undefined)
  expect(await browser()).toMatchObject({
    state: 'lacking',
    wayOut: expect.stringContaining('CHROMIUM_PATH'),
  })
  vi.stubEnv('FFMPEG_PATH', '/nowhere/ffmpeg')
  const found = await ffmpeg()
  // The optional package may have brought one; then it is found, and the broken path is passed over.
  expect(found.found).not.toContain('/nowhere')
  if (found.state !== 'good') expect(found.wayOut).toContain('FFMPEG_PATH')
})

test('a folder below a file cannot be a data folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-doctor-'))
  expect(await dataFolder(join(folder, 'new/one'))()).toMatchObject({ state: 'good' })
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(await dataFolder(join(file, 'below'))()).toMatchObject({ state: 'broken' })
  rmSync(folder, { recursive: true })
})

test('a check that fails itself is a finding', async () => {
  const failing = () => {
    throw new Error('no such thing')
  }
  expect(await examine([failing])).toEqual([{ name: 'a check', state: 'lacking', found: 'no such thing' }])
})

test('the command prints one line of JSON and ends with 1 only when something is broken', async () => {
  const lines: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(String(text))
    return true
  })
  await main(['doctor', '--json'])
  write.mockRestore()
  const { healthy, findings } = JSON.parse(lines.join('')) as {
    healthy: boolean
    findings: { name: string; state: string; wayOut?: string }[]
  }
  expect(lines.join('').trim().split('\n')).toHaveLength(1)
  expect(healthy).toBe(findings.every(({ state }) => state !== 'broken'))
  expect(process.exitCode).toBe(healthy ? undefined : 1)
  for (const { state, wayOut } of findings) if (state !== 'good') expect(wayOut).toBeTruthy()
})

test('only this machine is taken for this machine', () => {
  for (const host of ['127.0.0.1', '127.9.9.9', '[::1]', 'localhost', 'a.localhost']) {
    expect(isLoopbackHost(host), host).toBe(true)
  }
  for (const host of ['10.0.0.1', '128.0.0.1', '127.0.0.1.example.com', 'localhost.example.com', '0.0.0.0']) {
    expect(isLoopbackHost(host), host).toBe(false)
  }
})
