import { statSync } from 'node:fs'

/** Sizes of a database and of its write-ahead log; missing ones are left out. */
export function databaseBytes(file: string): [name: 'database' | 'log', bytes: number][] {
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return [
    ['database', sizeOf(file)],
    ['log', sizeOf(`${file}-wal`)],
  ]
}
