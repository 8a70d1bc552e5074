import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')
const CACHE = join(ROOT, '.cache/image-base')

/** A storage of images in a folder, and what buildah needs to build and run without rights over the machine. */
export async function imageStore(folder: string): Promise<NodeJS.ProcessEnv> {
  const settings = join(folder, 'storage.conf')
  const [graph, state] = ['images', 'state'].map((name) => join(folder, name))
  await writeFile(settings, `[storage]\ndriver = "vfs"\ngraphroot = "${graph}"\nrunroot = "${state}"\n`)
  return { ...process.env, CONTAINERS_STORAGE_CONF: settings, BUILDAH_ISOLATION: 'chroot' }
}

/**
 * An image like `node:24-bookworm-slim` for where no registry of images can be reached, of what Debian and npm have:
 * Debian's smallest system, Node at the version that is tested here, npm and the user `node`. Answers the program of
 * Node, which runs on this machine too.
 */
export async function buildNodeImage(tag: string, folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  const buildah = async (...args: string[]) => (await run('buildah', args, { env })).stdout.trim()
  const container = await buildah('from', 'scratch')
  await buildah('add', container, await debian(), '/')
  const files = await nodeFiles(folder)
  await buildah('add', container, files, '/')
  await buildah('run', container, 'useradd', '--uid', '1000', '--create-home', 'node')
  await buildah('commit', container, tag)
  await buildah('rm', container)
  return join(files, 'usr/local/bin/node')
}

/** Debian's smallest system as an archive. It is the same for every run. */
async function debian(): Promise<string> {
  const archive = join(CACHE, 'bookworm.tar')
  if (existsSync(archive)) return archive
  await mkdir(CACHE, { recursive: true })
  const partial = join(CACHE, 'partial.tar')
  await run('mmdebstrap', ['--variant=minbase', '--quiet', 'bookworm', partial])
  await rename(partial, archive)
  return archive
}

/** Node and npm as they lie in the image of Node. */
async function nodeFiles(folder: string): Promise<string> {
  const text = await readFile(join(ROOT, 'scripts/test-lts.mjs'), 'utf8')
  const version = /^const LTS = '(.+)'$/m.exec(text)![1]!
  const root = join(folder, 'node')
  const modules = join(root, 'usr/local/lib/node_modules')
  await mkdir(modules, { recursive: true })
  const name = `node-linux-${process.arch}@${version}`
  const { stdout: file } = await run('npm', ['pack', '--silent', '--pack-destination', folder, name])
  const into = ['-C', join(root, 'usr/local'), '--strip-components=1', 'package/bin', 'package/LICENSE']
  await run('tar', ['-xzf', join(folder, file.trim()), ...into])
  const { stdout: installed } = await run('npm', ['root', '--global'])
  await cp(join(installed.trim(), 'npm'), join(modules, 'npm'), { recursive: true, dereference: true })
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'))
  await rm(join(folder, file.trim()))
  return root
}
