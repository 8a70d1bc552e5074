import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')
const PROJECT = join(ROOT, 'fixtures/examples/console-tests')

/** A project of somebody else's in a folder of its own, with the package installed. */
export type InstalledPackage = AsyncDisposable & {
  folder: string
  /** Output of the packing. */
  packed: string
  /** Runs a program of node_modules/.bin; answers its code and all it printed. Never rejects. */
  bin(
    name: string,
    args: readonly string[],
    env?: NodeJS.ProcessEnv,
  ): Promise<{ code: number; output: string }>
  /** A program of the system, with those of node_modules. */
  run(
    file: string,
    args: readonly string[],
    env?: NodeJS.ProcessEnv,
  ): Promise<{ code: number; output: string }>
  node(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<{ code: number; output: string }>
}

type Manifest = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> }

/**
 * Packs the package and puts it into a copy of the example project. Only dependencies that both name are linked, from
 * the repository: one that is not named is missing. (npm would fetch and compile the same for minutes; see
 * docs/decisions for when that is done.)
 */
export async function installPackage(): Promise<InstalledPackage> {
  const folder = await mkdtemp(join(tmpdir(), 'backlot-package-'))
  const modules = join(folder, 'node_modules')
  const { stdout: packed } = await run(process.execPath, [join(ROOT, 'scripts/pack.mjs'), folder], {
    env: { ...process.env, BACKLOT_PACK_AS_IT_IS: '1' },
  })
  await mkdir(join(modules, '.bin'), { recursive: true })
  await run('tar', ['-xzf', packed.split('\n')[0]!, '-C', folder])
  await run('mv', [join(folder, 'package'), join(modules, 'backlot')])
  await cp(PROJECT, folder, { recursive: true })
  await cp(join(ROOT, 'fixtures/examples/ci'), folder, { recursive: true })
  const own = await manifestOf(join(modules, 'backlot'))
  const project = await manifestOf(folder)
  const wanted = new Set(Object.keys({ ...project.devDependencies, ...own.dependencies }))
  wanted.delete('backlot')
  for (const name of wanted) await link(name, modules)
  // Cities that it builds are kept for the next run of this test.
  await mkdir(join(ROOT, '.cache/package-cities'), { recursive: true })
  await mkdir(join(modules, 'backlot/node_modules'))
  await symlink(join(ROOT, '.cache/package-cities'), join(modules, 'backlot/node_modules/.cache'))
  await symlink('../backlot/cli/bin/backlot.mjs', join(modules, '.bin/backlot'))
  const start = async (file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    // Variables that a run of Vitest or Playwright sets for its own children must not reach theirs.
    const clean = Object.entries(process.env).filter(
      ([name]) => !/^(VITEST|TEST_|PW_|PLAYWRIGHT_|NODE_ENV|BACKLOT_)/.test(name),
    )
    try {
      const options = {
        cwd: folder,
        env: { ...Object.fromEntries(clean), NO_COLOR: '1', ...env },
        maxBuffer: 1 << 26,
      }
      const { stdout, stderr } = await run(file, [...args], options)
      return { code: 0, output: stdout + stderr }
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
      return { code: Number(code), output: `${stdout}${stderr}` }
    }
  }
  return {
    folder,
    packed,
    bin: (name, args, env) => start(join(modules, '.bin', name), args, env),
    run: (file, args, env) => start(file, args, env),
    node: (args, env) => start(process.execPath, args, env),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

const manifestOf = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest

/** Links a package, with its programs, from the root's packages or those of a workspace. */
async function link(name: string, modules: string): Promise<void> {
  for (const workspace of ['simulator', 'cli', 'testing', 'contract', '']) {
    const from = join(ROOT, workspace, 'node_modules', name)
    const text = await readFile(join(from, 'package.json'), 'utf8').catch(() => undefined)
    if (text === undefined) continue
    const { bin = {} } = JSON.parse(text) as { bin?: string | Record<string, string> }
    await mkdir(dirname(join(modules, name)), { recursive: true })
    await symlink(from, join(modules, name))
    for (const [program, path] of Object.entries(typeof bin === 'string' ? { [name]: bin } : bin)) {
      await symlink(join('..', name, path), join(modules, '.bin', program))
    }
    return
  }
  throw new Error(`${name} is not installed here.`)
}

export async function write(folder: string, file: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true })
  await writeFile(join(folder, file), text)
}
