// npm run image [-- --tag backlot] [--with docker|podman|buildah] [--node-image image] [--file packed.tgz] [-- more]:
// builds the image of fixtures/cluster/Dockerfile from the packed package, labels it, and prints its size. `more` goes
// to the builder as it is.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fail, onPath, ROOT, run } from './bootstrap.mjs'

/** How each is asked to build. The OCI's own format has no health check: podman and buildah are asked for Docker's. */
const BUILDERS = {
  docker: ['build'],
  podman: ['build', '--format', 'docker'],
  buildah: ['build', '--format', 'docker'],
}

const { values, positionals: more } = parseArgs({
  options: {
    tag: { type: 'string', default: 'backlot' },
    with: { type: 'string' },
    'node-image': { type: 'string' },
    file: { type: 'string' },
  },
  allowPositionals: true,
})
const builder = values.with ?? Object.keys(BUILDERS).find(onPath)
if (builder === undefined)
  fail('An image is built by docker, podman or buildah: install one (Debian: apt-get install buildah).')
if (!Object.hasOwn(BUILDERS, builder))
  fail(`--with ${builder}: it is one of ${Object.keys(BUILDERS).join(', ')}.`)
if (!onPath(builder)) fail(`--with ${builder}: it is not installed.`)
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const packed = resolve(values.file ?? join(ROOT, `.cache/backlot-${version}.tgz`))
if (values.file === undefined) run(process.execPath, [join(ROOT, 'scripts/pack.mjs')])
else if (!/^backlot-.*\.tgz$/.test(basename(packed)) || !existsSync(packed))
  fail(`--file ${values.file}: npm run pack prints the file to name, backlot-${version}.tgz.`)

const { stdout: revision } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' })
const facts = {
  VERSION: version,
  REVISION: revision?.trim(),
  SOURCE: process.env.BACKLOT_REPOSITORY?.replace(/^git\+/, ''),
  NODE_IMAGE: values['node-image'],
}
const buildArgs = Object.entries(facts).flatMap(([name, value]) =>
  value ? ['--build-arg', `${name}=${value}`] : [],
)
const folder = mkdtempSync(join(tmpdir(), 'backlot-image-'))
try {
  copyFileSync(join(ROOT, 'fixtures/cluster/Dockerfile'), join(folder, 'Dockerfile'))
  copyFileSync(packed, join(folder, basename(packed)))
  run(builder, [...BUILDERS[builder], '--tag', values.tag, ...buildArgs, ...more, folder])
} finally {
  rmSync(folder, { recursive: true })
}
const { stdout: size } = run(builder, ['images', '--format', '{{.Size}}', values.tag], { quiet: true })
process.stdout.write(`${values.tag} ${version}: ${String(size).trim()}\n`)
