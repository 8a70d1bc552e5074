import type { DatabaseTrouble } from '@backlot/contract/troubles'
import type { Language } from './language.ts'
import { message } from './messages.ts'
import { PlatformError } from './platform-error.ts'

/** Why something could not be saved or read. */
export type StorageFailure = DatabaseTrouble | 'storageFull' | 'folderFailing'

/**
 * A full disk, or a database that cannot be used: 507 or 503, with texts in both languages. It need not be logged, the
 * store has reported it.
 */
export class StorageError extends PlatformError {
  readonly failure: StorageFailure

  constructor(failure: StorageFailure, options: ErrorOptions = {}) {
    super(failure === 'storageFull' ? 'storageFull' : 'unavailable', message(failure, 'en'))
    this.name = 'StorageError'
    this.failure = failure
    if (options.cause !== undefined) this.cause = options.cause
  }

  override inLanguage(language: Language): PlatformError {
    return new PlatformError(this.code, message(this.failure, language))
  }
}

/** The error to throw for one that writing a file met: a StorageError, with 507 for a full disk. */
export function fileError(error: unknown): unknown {
  const code = (error as { code?: unknown } | undefined)?.code
  if (error instanceof PlatformError || typeof code !== 'string') return error
  const failure = storageFailureOf(error) ?? (FILE_CODES.has(code) ? 'folderFailing' : undefined)
  return failure ? new StorageError(failure, { cause: error }) : error
}

/** Error codes of the system for a folder that is gone, may not be written or cannot be reached (errno(3)). */
const FILE_CODES: ReadonlySet<string> = new Set([
  'ENOENT',
  'ENOTDIR',
  'EACCES',
  'EPERM',
  'EROFS',
  'EIO',
  'EMFILE',
  'ENFILE',
  'EBUSY',
  'ESTALE',
])

/** Whether an error is one of storage: the same write may succeed a little later. */
export const isStorageError = (error: unknown): error is StorageError => error instanceof StorageError

/**
 * Meaning of an error of SQLite (https://sqlite.org/rescode.html) or of the file system for storage; undefined when it
 * has none. An error from another thread has lost its class but kept its `code`.
 */
export function storageFailureOf(error: unknown): StorageFailure | undefined {
  const { code, message: text = '' } = (error ?? {}) as { code?: unknown; message?: string }
  return typeof code === 'string' ? failureOfCode(code, text) : undefined
}

export function failureOfCode(code: string, text: string): StorageFailure | undefined {
  if (['SQLITE_FULL', 'ENOSPC', 'EDQUOT'].includes(code)) return 'storageFull'
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return 'databaseDamaged'
  // The schema was checked at the start: a table that is missing now was taken away or cannot be read.
  if (code === 'SQLITE_ERROR' && /^no such table/.test(text)) return 'databaseDamaged'
  if (/^SQLITE_READONLY/.test(code)) return 'databaseReadOnly'
  if (/^SQLITE_(IOERR|CANTOPEN|BUSY|PROTOCOL|PERM|NOLFS)/.test(code)) return 'databaseFailing'
  return undefined
}
