import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect } from 'vitest'
import { blocksOf } from '../conformance/docs/read-pages.ts'
import { itByDebian } from './debian-program.ts'
import { startDocker } from './docker-daemon.ts'
import { buildNodeImage, imageStore } from './image-base.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')
/** Where Debian has the certificates that it trusts. */
const CERTIFICATES = '/etc/ssl/certs'
const TESTCONTAINERS = '12.2.0'

type Config = {
  User: string
  ExposedPorts: Record<string, unknown>
  Entrypoint: string[]
  Cmd: string[]
  Labels: Record<string, string>
  Volumes: Record<string, unknown>
  Healthcheck: { Test: string[] }
}

type Image = {
  folder: string
  /** For programs that read its storage. */
  env: NodeJS.ProcessEnv
  config: Config
  /** The program of the Node that is in it. */
  node: string
}

const BUILDER = ['buildah', 'mmdebstrap', 'iproute2', 'util-linux']
const BUILDS = 'command -v buildah && command -v mmdebstrap && unshare --net ip link set lo up'
const PAGE = 'docs/how-to/testcontainers.md'

let built: Promise<Image> | undefined
/** The image, built once for all tests. */
const image = (): Promise<Image> => {
  built ??= build().catch((error: unknown) => {
    built = undefined
    throw error
  })
  return built
}
// Files of the image are of its users.
const remove = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 5 })
afterAll(async () => {
  if (built) await remove((await built).folder)
}, 120_000)

async function build(): Promise<Image> {
  const folder = await mkdtemp(join(tmpdir(), 'backlot-image-'))
  try {
    const env = await imageStore(folder)
    const node = await buildNodeImage('localhost/node', folder, env)
    return { folder, env, node, config: await buildImage(folder, env) }
  } catch (error) {
    await remove(folder)
    throw error
  }
}

itByDebian(
  { program: 'buildah', packages: BUILDER, check: BUILDS, timeoutMs: 1_500_000 },
  'the image is built, says what it is, and serves the console to a healthy end as a user without rights',
  async () => {
    const { config, env } = await image()
    expectToSayWhatItIs(config)
    await expectToServe(config, env)
  },
)

itByDebian(
  {
    program: 'dockerd',
    packages: ['docker.io', ...BUILDER],
    check: `command -v dockerd && ${BUILDS}`,
    timeoutMs: 1_500_000,
  },
  'the example for Testcontainers runs in Docker as its page has it, and leaves nothing behind',
  async () => {
    const { folder, env, node } = await image()
    const [example, ...others] = blocksOf(PAGE).filter(({ language }) => language === 'js')
    expect(others).toEqual([])
    const project = join(folder, 'project')
    await mkdir(project, { recursive: true })
    await writeFile(join(project, 'example.mjs'), example!.text)
    const install = [
      'install',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      `testcontainers@${TESTCONTAINERS}`,
    ]
    await run('npm', install, { cwd: project })
    const archive = join(folder, 'backlot.tar')
    await rm(archive, { force: true })
    await run('buildah', ['push', '--quiet', 'backlot', `docker-archive:${archive}:backlot:latest`], { env })

    await using docker = await startDocker(folder)
    await docker.load(archive)
    const [enter, ...args] = [...docker.within, node, 'example.mjs']
    const { stdout } = await run(enter!, args, {
      cwd: project,
      env: {
        ...process.env,
        DOCKER_HOST: docker.host,
        // As in a container: there, localhost is not where the ports are.
        TESTCONTAINERS_HOST_OVERRIDE: docker.gateway,
        // Its container that removes others comes from a registry.
        TESTCONTAINERS_RYUK_DISABLED: 'true',
      },
    })
    expect(stdout).toMatch(
      /^http:\/\/172\.17\.0\.1:\d+ 200\n\{ nowMs: \d+, rate: 0, .*\}\nbefore is restored: .+\n\n$/,
    )
    const told = await docker.get(`/events?since=0&until=${Math.ceil(Date.now() / 1000)}`)
    expect(told).toContain('"health_status: healthy"')
    expect(JSON.parse(await docker.get('/containers/json?all=true'))).toEqual([])
    expect(JSON.parse(await docker.get('/volumes'))).toMatchObject({ Volumes: [] })
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
