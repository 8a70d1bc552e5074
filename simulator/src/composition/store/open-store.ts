import { moduleExtension } from '../../kernel/worker-url.ts'
import { createStore, type StoreOptions } from '../../store/create-store.ts'
import type { FileStore } from '../../store/store.ts'

const WRITER = new URL(`./writer-worker${moduleExtension(import.meta.url)}`, import.meta.url)

/** Opens a database file with a writer that knows every write of the platform. Options and errors as of `createStore`. */
export function openStore(
  file: string,
  onFatal: (error: Error) => void,
  options: Omit<StoreOptions, 'writer'>,
): Promise<FileStore> {
  return createStore(file, onFatal, { ...options, writer: WRITER })
}
