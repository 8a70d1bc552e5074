import { spawn } from 'node:child_process'
import { cpus } from 'node:os'

/** Other work for every core until it is disposed of, or at most for `boundMs`. */
export function busyCores(boundMs: number): Disposable {
  const loop = `const end = Date.now() + ${boundMs}; while (Date.now() < end);`
  const programs = cpus().map(() => spawn(process.execPath, ['-e', loop], { stdio: 'ignore' }))
  return {
    [Symbol.dispose]() {
      for (const program of programs) program.kill('SIGKILL')
    },
  }
}
