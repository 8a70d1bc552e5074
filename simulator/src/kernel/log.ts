import { type Logger, pino } from 'pino'
import { isStorageError } from './storage-error.ts'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Hears warnings and errors of the program's own log. */
export type TroubleListener = (level: 'warn' | 'error', text: string) => void

/** Structured log on standard error (standard output belongs to results). Secrets are left out. */
export function createLog(level: LogLevel, onTrouble: TroubleListener = () => {}): Logger {
  return pino(
    {
      level,
      base: undefined,
      hooks: {
        logMethod(args, method, number) {
          // Every part that wants the database meets the same trouble: the store has reported it, once.
          if (isReported(args)) return
          if (number >= WARN) onTrouble(number >= ERROR ? 'error' : 'warn', textOf(args))
          method.apply(this, args)
        },
      },
      redact: ['*.password', '*.sessionId', '*.token', 'req.headers.cookie', 'req.headers.authorization'],
    },
    pino.destination({ fd: 2, sync: true }),
  )
}

function isReported([first]: readonly unknown[]): boolean {
  const error = typeof first === 'object' && first !== null && 'err' in first ? first.err : undefined
  return isStorageError(error) && error.failure.startsWith('database')
}

/** Pino's numbers of levels. */
const WARN = 40
const ERROR = 50

/** The words of an entry: its message, with that of the error it carries. */
function textOf(args: readonly unknown[]): string {
  const [first, second] = args
  if (typeof first === 'string') return first
  const error = typeof first === 'object' && first !== null && 'err' in first ? first.err : undefined
  const words = [second, error instanceof Error ? error.message : undefined]
  return words.filter((word) => typeof word === 'string').join(': ')
}
