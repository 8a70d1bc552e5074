import { EventEmitter } from 'node:events'

const startedMs = performance.now()

function hrtime(since?: [number, number]): [number, number] {
  const now = performance.now()
  const [seconds, nanoseconds] = [Math.floor(now / 1000), Math.floor((now % 1000) * 1e6)]
  if (!since) return [seconds, nanoseconds]
  const difference = (seconds - since[0]) * 1e9 + (nanoseconds - since[1])
  return [Math.floor(difference / 1e9), difference % 1e9]
}

/** A browser does not tell what a page uses. */
const memory = { rss: 0, heapTotal: 0, heapUsed: 0, external: 0, arrayBuffers: 0 }
const write = (say: (text: string) => void) => ({ write: say, isTTY: false, on: () => {} })

const page = Object.assign(new EventEmitter(), {
  // ws asks for no compiled helpers.
  env: { WS_NO_BUFFER_UTIL: '1', WS_NO_UTF_8_VALIDATE: '1' } as Record<string, string | undefined>,
  argv: ['node'],
  execArgv: [],
  pid: 1,
  platform: 'linux',
  arch: 'wasm32',
  version: 'v22.0.0',
  versions: { node: '22.0.0' },
  release: { name: 'node' },
  cwd: () => '/app',
  nextTick: (callback: (...args: unknown[]) => void, ...args: unknown[]) =>
    queueMicrotask(() => callback(...args)),
  hrtime: Object.assign(hrtime, { bigint: () => BigInt(Math.floor(performance.now() * 1e6)) }),
  uptime: () => (performance.now() - startedMs) / 1000,
  memoryUsage: Object.assign(() => memory, { rss: () => 0 }),
  cpuUsage: () => ({ user: 0, system: 0 }),
  emitWarning: (warning: unknown) => console.warn(warning),
  stdout: write((text) => console.log(text)),
  stderr: write((text) => console.error(text)),
  exit: () => {},
  getuid: () => 0,
  umask: () => 0,
})

export default page
export const { env, argv, pid, platform, version, versions, cwd, nextTick, stdout, stderr } = page
