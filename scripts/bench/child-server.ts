// Servers that are measured beside Backlot, each a process of its own on loopback.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export type ChildServer = AsyncDisposable & { pid: number; port: number }

const HERE = import.meta.dirname

/** Starts one of our scripts, which prints its port. `input` goes to its standard input. */
export async function startScript(script: string, args: readonly string[], input = ''): Promise<ChildServer> {
  const child = spawn(process.execPath, [join(HERE, script), ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(input)
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return childServer(child, Number(line))
}

/** Starts a program that takes its port as an argument, and waits until it listens. Rejects when it ends before. */
export async function startProgram(
  script: string,
  argsFor: (port: number) => readonly string[],
): Promise<ChildServer> {
  const port = await freePort()
  const child = spawn(process.execPath, [join(HERE, script), ...argsFor(port)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`${script} ended with code ${child.exitCode}.\n${said}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return childServer(child, port)
}

function childServer(child: ChildProcess, port: number): ChildServer {
  return {
    pid: child.pid as number,
    port,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      const forced = setTimeout(() => child.kill('SIGKILL'), 2000)
      await ended
      clearTimeout(forced)
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
