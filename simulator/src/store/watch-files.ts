import { accessSync, constants, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseTrouble } from '@backlot/contract/troubles'

/** Looks whether the files that a database has open are still the ones that lie in its folder. */
export type FileWatch = {
  /** Current trouble of the files. Two or three system calls: some microseconds. */
  look(): FileTrouble | undefined
  /** The same, with the right to write, which only somebody at the machine changes. */
  lookClosely(): FileTrouble | undefined
}
export type FileTrouble = Extract<
  DatabaseTrouble,
  'databaseGone' | 'databaseReplaced' | 'databaseLogGone' | 'databaseReadOnly'
>

/**
 * Remembers the files behind an open database (its log too, as soon as it is there; `access` is the file system's). A
 * deleted file still takes writes, and loses them when it is closed: only a look at the folder shows it.
 */
export function watchFiles(file: string, access = accessSync): FileWatch {
  const opened = statOf(file)
  const log = `${file}-wal`
  let openedLog = statOf(log)

  const look = (): FileTrouble | undefined => {
    const now = statOf(file)
    if (!now) return 'databaseGone'
    if (opened && !isSame(now, opened)) return 'databaseReplaced'
    const nowLog = statOf(log)
    openedLog ??= nowLog
    if (openedLog && !(nowLog && isSame(nowLog, openedLog))) return 'databaseLogGone'
    return undefined
  }
  return {
    look,
    lookClosely: () =>
      look() ??
      (isWritable(file, access) && isWritable(dirname(file), access) ? undefined : 'databaseReadOnly'),
  }
}

type Identity = Pick<Stats, 'dev' | 'ino'>

/** Undefined when it is not there, or its folder is not. */
function statOf(path: string): Identity | undefined {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

const isSame = (a: Identity, b: Identity) => a.dev === b.dev && a.ino === b.ino

function isWritable(path: string, access: typeof accessSync): boolean {
  try {
    access(path, constants.W_OK)
    return true
  } catch (error) {
    // Gone in between: the next look finds it.
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}
