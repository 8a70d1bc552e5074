import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'

/** Structured log on standard error (standard output belongs to what was asked for). Secrets are left out. */
export function createLog(level: Config['logLevel']): Logger {
  return pino(
    {
      level,
      base: undefined,
      redact: ['*.password', '*.sessionId', '*.token', 'req.headers.cookie', 'req.headers.authorization'],
    },
    pino.destination({ fd: 2, sync: true }),
  )
}
