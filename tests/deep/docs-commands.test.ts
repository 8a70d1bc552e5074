import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { controlSetClock } from '@backlot/contract/control/calls'
import { controlFleets, controlRemoveFleet } from '@backlot/contract/control/fleet-calls'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { control } from '../../testing/control.ts'
import { type LaunchedSimulator, launchSimulator, PROGRAM } from '../../testing/launch-simulator.ts'
import { blocksIn, ROOT } from '../conformance/docs/read-pages.ts'
import { type RunningWorker, startWorker } from '../servers/cluster-programs.ts'
import { REDIS_SERVER, type RedisServer, startRedis } from '../servers/redis-server.ts'

const SHIM = join(ROOT, 'tests/conformance/docs/shim.mjs')
/** A block that is a file begins with a comment that names it. */
const fileOf = (text: string) => /^# ([\w.-]+\.ya?ml)\b/.exec(text)?.[1]
const USUAL_REDIS = '127.0.0.1:6379'
const blocks = blocksIn('sh').filter(({ text }) => REDIS_SERVER !== undefined || !text.includes(USUAL_REDIS))

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'backlot-docs-'))
  // The pages are those of the repository, which is where a reader tries them.
  symlinkSync(join(ROOT, 'fixtures'), join(folder, 'fixtures'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the commands of the pages, in their order', () => {
  let simulator: LaunchedSimulator
  let env: NodeJS.ProcessEnv
  let redis: RedisServer | undefined
  let worker: RunningWorker | undefined
  beforeAll(async () => {
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    for (const tool of ['npx', 'npm', 'curl']) {
      const line = `exec '${process.execPath}' '${SHIM}' ${tool} "$@"`
      writeFileSync(join(bin, tool), `#!/usr/bin/env bash\n${line}\n`, { mode: 0o755 })
    }
    // The test's own is there, on a free port.
    writeFileSync(join(bin, 'redis-server'), '#!/bin/sh\n', { mode: 0o755 })
    for (const { text } of blocksIn('yaml')) {
      const name = fileOf(text)
      if (name) writeFileSync(join(folder, name), text)
    }
    const clip = join(ROOT, 'fixtures/media/clip-day.flv')
    execFileSync(process.env.FFMPEG_PATH ?? 'ffmpeg', [
      '-v',
      'error',
      '-i',
      clip,
      '-t',
      '2',
      '-c',
      'copy',
      join(folder, 'video.mp4'),
    ])
    env = {
      ...process.env,
      PATH: `${bin}:${process.env.PATH}`,
      BACKLOT_PROGRAM: PROGRAM,
      BACKLOT_ROOT: ROOT,
      BACKLOT_CURL: execFileSync('which', ['curl'], { encoding: 'utf8' }).trim(),
      BACKLOT_TRIED: join(folder, 'tried.txt'),
      BACKLOT_PASSWORD: 'Backlot@2026',
    }
    // Where a program that is started in this folder looks for a running simulator.
    simulator = await launchSimulator(['--data', join(folder, '.backlot'), '--seed', '20260'])
    if (REDIS_SERVER === undefined) return
    redis = await startRedis()
    worker = await startWorker(redis.url, 'hall-1', '--take', 'devices')
  })
  afterAll(async () => {
    await worker?.[Symbol.asyncDispose]()
    await redis?.[Symbol.asyncDispose]()
    await simulator?.stop()
  })

  // Each page begins with the city as it was.
  afterEach(async () => {
    await control(simulator.url, controlSetClock, { body: { action: 'speed', rate: 1 } })
    for (const { fleetId } of (await control(simulator.url, controlFleets)).list)
      await control(simulator.url, controlRemoveFleet, { body: { fleetId } })
  })

  it.each(blocks)('$at', async ({ text }) => {
    const host = (url: string) => new URL(url).host
    const script = text
      .replaceAll('127.0.0.1:8080', host(simulator.url))
      .replaceAll('https://video.example.org', simulator.url)
      .replaceAll('127.0.0.1:8808', simulator.jt808!)
      .replaceAll('127.0.0.1:8212', simulator.hj212!)
      .replaceAll('127.0.0.1:1935', host(simulator.rtmp!))
      .replaceAll(USUAL_REDIS, `127.0.0.1:${redis?.port}`)
    const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) => {
      execFile(
        'bash',
        ['-euo', 'pipefail', '-c', script],
        { cwd: folder, env, timeout: 110_000 },
        (error, out, err) =>
          resolve({ code: error ? (error.code ?? error.signal) : 0, output: `${out}${err}` }),
      )
    })
    expect({ code, output: code === 0 ? '' : output.slice(-2000) }).toEqual({ code: 0, output: '' })
  })

  it('left the platform well', async () => {
    expect((await fetch(`${simulator.url}/healthz`)).status).toBe(200)
    expect(simulator.child.exitCode).toBe(null)
  })
})
