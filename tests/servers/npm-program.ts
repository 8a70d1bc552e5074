import { execFile } from 'node:child_process'
import { realpath } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Path of the npm that the shell finds, for a PATH with little else. */
export async function npmProgram(): Promise<string> {
  const { stdout } = await run('sh', ['-c', 'command -v npm'])
  return await realpath(stdout.trim())
}

/** Whether the registry that npm uses has a package, such as `name@1.2.3`. */
export async function registryHas(spec: string): Promise<boolean> {
  return await run('npm', ['view', spec, 'version', '--fetch-retries=0', '--fetch-timeout=5000']).then(
    ({ stdout }) => stdout.trim() !== '',
    () => false,
  )
}
