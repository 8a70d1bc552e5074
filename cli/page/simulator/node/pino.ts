/** The program's log goes to the browser's console. Its entries have what the platform's own log keeps of them. */
type Method = (...args: unknown[]) => void
type Hook = (this: unknown, args: unknown[], method: Method, level: number) => void
type Options = { level?: string; hooks?: { logMethod?: Hook } }

const LEVELS = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60 }
type Level = keyof typeof LEVELS

const say = {
  trace: console.debug,
  debug: console.debug,
  info: console.info,
  warn: console.warn,
  error: console.error,
  fatal: console.error,
}

export function pino({ level = 'info', hooks }: Options = {}, given: object = {}): Record<string, unknown> {
  const least = LEVELS[level as Level] ?? Number.POSITIVE_INFINITY
  const log: Record<string, unknown> = {
    level,
    child: (bindings: object) => pino({ level, hooks: hooks ?? {} }, { ...given, ...bindings }),
    isLevelEnabled: (name: Level) => LEVELS[name] >= least,
    flush: () => {},
  }
  for (const [name, number] of Object.entries(LEVELS)) {
    const write: Method = (...args) => number >= least && say[name as Level](name, ...args)
    log[name] = (...args: unknown[]) =>
      number >= LEVELS.warn && hooks?.logMethod
        ? hooks.logMethod.call(log, args, write, number)
        : write(...args)
  }
  return log
}
pino.destination = () => ({})
export default pino
