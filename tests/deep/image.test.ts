import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { itByDebian } from './debian-program.ts'
import { buildNodeImage, imageStore } from './image-base.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')
/** Where Debian has the certificates that it trusts. */
const CERTIFICATES = '/etc/ssl/certs'

type Config = {
  User: string
  ExposedPorts: Record<string, unknown>
  Entrypoint: string[]
  Cmd: string[]
  Labels: Record<string, string>
  Volumes: Record<string, unknown>
  Healthcheck: { Test: string[] }
}

itByDebian(
  {
    program: 'buildah',
    packages: ['buildah', 'mmdebstrap', 'iproute2', 'util-linux'],
    check: 'command -v buildah && command -v mmdebstrap && unshare --net ip link set lo up',
    timeoutMs: 1_500_000,
  },
  'the image is built, says what it is, and serves the console to a healthy end as a user without rights',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'backlot-image-'))
    try {
      const env = await imageStore(folder)
      await buildNodeImage('localhost/node', folder, env)
      const config = await buildImage(folder, env)
      expectToSayWhatItIs(config)
      await expectToServe(config, env)
    } finally {
      // Files of the image are of its users.
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
)

/** Packs the package and builds the image of it by `npm run image`; answers the image's config. */
async function buildImage(folder: string, env: NodeJS.ProcessEnv): Promise<Config> {
  const pack = [join(ROOT, 'scripts/pack.mjs'), folder]
  const { stdout: packed } = await run(process.execPath, pack, {
    env: { ...process.env, BACKLOT_PACK_AS_IT_IS: '1' },
  })
  // npm within the image reaches its registry as the npm of this machine does.
  const { stdout: settings } = await run('npm', ['config', 'get', 'globalconfig'])
  const shared = [`${CERTIFICATES}:${CERTIFICATES}:ro`, `${settings.trim()}:/usr/local/etc/npmrc:ro`]
  const volumes = shared
    .filter((volume) => existsSync(volume.split(':')[0]!))
    .flatMap((volume) => ['--volume', volume])
  const options = ['--with', 'buildah', '--file', packed.split('\n')[0]!, '--node-image', 'localhost/node']
  const { stdout } = await run(
    process.execPath,
    [join(ROOT, 'scripts/image.mjs'), ...options, '--', ...volumes],
    { env: { ...env, BACKLOT_REPOSITORY: 'git+https://git.example/backlot.git' }, maxBuffer: 1 << 26 },
  )
  expect(stdout).toMatch(/^backlot \d+\.\d+\.\d+: \d+ MB\n$/)
  process.stdout.write(stdout)
  const inspected = await run('buildah', ['inspect', '--type', 'image', 'backlot'], {
    env,
    maxBuffer: 1 << 26,
  })
  return (JSON.parse(inspected.stdout) as { Docker: { config: Config } }).Docker.config
}

function expectToSayWhatItIs(config: Config): void {
  expect(config).toMatchObject({
    User: 'node',
    Entrypoint: ['backlot'],
    Cmd: ['start', '--host', '0.0.0.0', '--data', '/data'],
  })
  expect(Object.keys(config.ExposedPorts)).toEqual(['8080/tcp'])
  expect(Object.keys(config.Volumes)).toEqual(['/data'])
  const labels = Object.entries(config.Labels).flatMap(([name, value]) => {
    const key = /^org\.opencontainers\.image\.(.+)$/.exec(name)?.[1]
    return key ? [[key, value]] : []
  })
  expect(Object.fromEntries(labels)).toEqual({
    title: 'Backlot',
    description: expect.stringContaining('field-device platform'),
    licenses: 'MIT AND GPL-3.0-or-later',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    revision: expect.stringMatching(/^[0-9a-f]{40}$/),
    source: 'https://git.example/backlot.git',
  })
}

/** Starts a container of it in a network of its own that has the loopback only, as the image says it is started. */
async function expectToServe(config: Config, env: NodeJS.ProcessEnv): Promise<void> {
  const { stdout } = await run('buildah', ['from', 'backlot'], { env })
  const container = stdout.trim()
  const command = [...config.Entrypoint, ...config.Cmd]
  const inside = (...args: string[]) => [
    'buildah',
    'run',
    '--env',
    'BACKLOT_PASSWORD=Image@2026',
    container,
    '--',
    ...args,
  ]
  // The default password is for one machine only.
  await expect(run('buildah', ['run', container, '--', ...command], { env })).rejects.toThrow(
    'Set --password (or BACKLOT_PASSWORD)',
  )
  const { stdout: user } = await run('buildah', ['run', container, '--', 'id', '--user'], { env })
  expect(Number(user)).toBe(1000)
  const started = spawn(
    'unshare',
    ['--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...inside(...command)],
    { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  )
  let output = ''
  for (const stream of [started.stdout, started.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const ended = once(started, 'exit')
  const there = (...args: string[]) =>
    run('nsenter', ['--target', String(started.pid), '--net', ...args], { env })
  try {
    const health = config.Healthcheck.Test
    expect(health[0]).toBe('CMD')
    await expect
      .poll(
        () =>
          there(...inside(...health.slice(1))).then(
            () => 'healthy',
            (error: Error) => `${error.message} ${output}`,
          ),
        { timeout: 180_000, interval: 2000 },
      )
      .toBe('healthy')
    const page = "fetch('http://127.0.0.1:8080/').then((it) => it.text()).then(console.log)"
    expect((await there(process.execPath, '-e', page)).stdout).toContain('<div id="root">')
    expect(output).not.toContain('sample clips')
    expect(output).toMatch(/^ *ffmpeg +ffmpeg$/m)
  } finally {
    process.kill(-started.pid!, 'SIGTERM')
    await ended
    await run('buildah', ['rm', container], { env })
  }
}
